// SPDX-License-Identifier: MIT
// How a call is recorded: its arguments, the call itself, and how it ended.
#pragma once

#include <atomic>
#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "quadphase/recorded_queries.hpp"
#include "recorder/recorder_file.hpp"
#include "recorder/result_hash.hpp"

namespace quadphase {

[[nodiscard]] inline RecordedCall call_of(CallKind kind) {
  RecordedCall call;
  call.kind = kind;
  return call;
}

}  // namespace quadphase

namespace quadphase::detail {

struct RecordedObject::State {
  RecorderFile* file = nullptr;
  std::uint32_t number = 0;
  std::atomic<int> open_visitors{0};  // calls with visitors that did not return yet
};

/// While it lives, a visitor of the object may be called.
class OpenVisitor {
 public:
  explicit OpenVisitor(RecordedObject::State& state) noexcept : state_(state) {
    ++state_.open_visitors;
  }
  ~OpenVisitor() { --state_.open_visitors; }
  OpenVisitor(const OpenVisitor&) = delete;
  OpenVisitor& operator=(const OpenVisitor&) = delete;

 private:
  RecordedObject::State& state_;
};

/// An exception of a visitor, which is not one of the engine.
struct VisitorFailed {
  std::exception_ptr cause;
};

/// Notes the exception that is being handled. `message` keeps its words.
inline void note_exception(CallOutcome& outcome, bool in_visitor) noexcept {
  const auto note = [&](StatusCode code, const char* words) {
    outcome.code = code;
    outcome.message = std::string_view(words).substr(0, Status::kMaxMessage);
  };
  try {
    throw;
  } catch (const VisitorFailed&) {
    note(StatusCode::visitor_threw, "");
  } catch (const std::invalid_argument& error) {
    note(StatusCode::invalid_argument, error.what());
  } catch (const std::length_error& error) {
    note(StatusCode::too_many_pairs, error.what());
  } catch (const std::logic_error& error) {
    note(in_visitor ? StatusCode::in_visitor : StatusCode::no_frame, error.what());
  } catch (const std::bad_alloc& error) {
    note(StatusCode::out_of_memory, error.what());
  } catch (const std::exception& error) {
    note(StatusCode::other, error.what());
  } catch (...) {
    note(StatusCode::other, "an exception that has no words");
  }
}

/// Writes `call`, calls `function(outcome, hash)`, and writes how that ended. `hash` is null unless
/// the recording has hashes.
template <class Function>
decltype(auto) recorded(const RecordedObject& object, RecordedCall& call,
                        const Function& function) {
  RecordedObject::State& state = object.state();
  RecorderFile& file = *state.file;
  call.subject = state.number;
  const std::uint64_t number = file.begin(call);
  CallOutcome& outcome = call.outcome;
  outcome.is_known = true;
  ResultHash hash;
  ResultHash* const wanted = file.hashes() ? &hash : nullptr;
  const auto end = [&] {
    outcome.has_hash = wanted != nullptr && outcome.code == StatusCode::ok;
    outcome.hash = outcome.has_hash ? hash.value() : 0;
    file.end(number, call);
  };
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Function, CallOutcome&, ResultHash*>>) {
      function(outcome, wanted);
      end();
    } else {
      auto result = function(outcome, wanted);
      end();
      return result;
    }
  } catch (const VisitorFailed& failed) {
    note_exception(outcome, false);
    end();
    std::rethrow_exception(failed.cause);
  } catch (...) {
    note_exception(outcome, state.open_visitors > 0);
    end();
    throw;
  }
}

}  // namespace quadphase::detail
