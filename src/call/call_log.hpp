// SPDX-License-Identifier: MIT
// How a public call is recorded: its arguments, the call itself, and how it ended.
//
//     void BroadPhase::hide(std::span<const ObjectId> ids) {
//       logged(engine_->calls, [&] { return RecordedCall{.kind = CallKind::hide, .ids = ids}; },
//              [&] { engine_->hide(ids); });
//     }
//
// Cost: without a recorder, a comparison of a pointer with null.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/function_ref.hpp"
#include "call/result_hash.hpp"
#include "quadphase/recorded_call.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase::detail {

/// Why: a tenth of the module for browsers would be code that describes calls.
#ifdef QUADPHASE_WITHOUT_RECORDING
inline constexpr bool kRecords = false;
#else
inline constexpr bool kRecords = true;
#endif

/// The recorder of an engine, a store or an index, and its number there. Records its end, too.
class CallLog {
 public:
  CallLog() noexcept = default;
  /// Takes a new number of a recorder, which may be null.
  explicit CallLog(CallRecorder* recorder) noexcept;
  ~CallLog();
  CallLog(CallLog&& other) noexcept
      : recorder_(std::exchange(other.recorder_, nullptr)), subject_(other.subject_) {}
  CallLog& operator=(CallLog&& other) noexcept {
    std::swap(recorder_, other.recorder_);
    std::swap(subject_, other.subject_);
    return *this;
  }

  /// Null if nothing is recorded.
  [[nodiscard]] CallRecorder* recorder() const noexcept { return kRecords ? recorder_ : nullptr; }
  [[nodiscard]] std::uint32_t subject() const noexcept { return subject_; }

  /// Records `call`, which `make(hash)` makes; `hash` is null unless it is wanted. Errors: those of
  /// `make`; those of a visitor as they are.
  void record(RecordedCall& call, FunctionRef<void(ResultHash* hash)> make) const;

 private:
  CallRecorder* recorder_ = nullptr;
  std::uint32_t subject_ = 0;
};

/// Makes a call by `make()`. If there is a recorder, records `describe()`, a `RecordedCall`, first,
/// and then how it ended, with `add(hash, outcome, result...)`, which adds what it returned.
template <class Describe, class Make, class Add>
auto logged(const CallLog& log, const Describe& describe, const Make& make, const Add& add) {
  if (log.recorder() == nullptr) [[likely]]
    return make();
  RecordedCall call = describe();
  using Result = std::invoke_result_t<const Make&>;
  if constexpr (std::is_void_v<Result>) {
    log.record(call, [&](ResultHash* hash) {
      make();
      add(hash, call.outcome);
    });
  } else {
    std::optional<Result> result;
    log.record(call, [&](ResultHash* hash) {
      result.emplace(make());
      add(hash, call.outcome, *result);
    });
    return *std::move(result);
  }
}

/// As above, of a call that returns nothing and shows nothing before the next frame.
template <class Describe, class Make>
void logged(const CallLog& log, const Describe& describe, const Make& make) {
  logged(log, describe, make, [](ResultHash*, CallOutcome&) {});
}

/// An exception of a visitor, which is not one of the engine.
struct VisitorFailed {
  std::exception_ptr cause;
};

/// A visitor of items one by one, whose visits are counted and hashed.
template <class Found>
class LoggedVisitor {
 public:
  /// `max_fraction`, if there is one, is where a visitor that clips a cast has stopped it.
  LoggedVisitor(const ErasedVisitor<Found>& visitor, CallOutcome& outcome, ResultHash* hash,
                const double* max_fraction = nullptr) noexcept
      : visitor_(visitor), outcome_(outcome), hash_(hash), max_fraction_(max_fraction) {}

  [[nodiscard]] ErasedVisitor<Found> erased() noexcept {
    return {this, [](void* self, std::span<const Found> items) {
              for (const Found& item : items)
                if (!static_cast<LoggedVisitor*>(self)->visit(item)) return false;
              return true;
            }};
  }
  /// Adds what is the same in every order, for visits in no particular order.
  void add_sum() noexcept {
    if (hash_ == nullptr) return;
    hash_->add(outcome_.visits);
    // Why: which objects come first is not promised.
    if (!outcome_.visitor_stopped) hash_->add(sum_);
  }

 private:
  bool visit(const Found& item) {
    const bool clips = max_fraction_ != nullptr;
    if constexpr (std::is_same_v<Found, ObjectId>) {
      sum_ += ResultHash::of_id(item);
    } else {
      // Beyond the end of the cast, the user's visitor is not called.
      if (clips && item.distance > *max_fraction_)
        return visitor_.call(visitor_.target, {&item, 1});
      if (hash_ != nullptr) hash_->add(item);
    }
    ++outcome_.visits;
    bool goes_on = false;
    try {
      goes_on = visitor_.call(visitor_.target, {&item, 1});
      if (clips) fractions_.push_back(*max_fraction_);
    } catch (...) {
      outcome_.visitor_stopped = true;
      throw VisitorFailed{std::current_exception()};
    }
    outcome_.visitor_stopped = !goes_on && !clips;
    outcome_.fractions = fractions_;
    return goes_on;
  }

  const ErasedVisitor<Found>& visitor_;
  CallOutcome& outcome_;
  ResultHash* hash_;
  const double* max_fraction_;
  std::uint64_t sum_ = 0;
  std::vector<double> fractions_;
};

/// As `logged`, of a call whose visitor `search(visitor)` calls.
template <class Describe, class Found, class Search>
void logged_visits(const CallLog& log, const Describe& describe,
                   const ErasedVisitor<Found>& visitor, const Search& search,
                   const double* max_fraction = nullptr) {
  if (log.recorder() == nullptr) [[likely]]
    return search(visitor);
  RecordedCall call = describe();
  std::optional<LoggedVisitor<Found>> visits;  // outlives the record: it has the fractions
  log.record(call, [&](ResultHash* hash) {
    visits.emplace(visitor, call.outcome, hash, max_fraction);
    search(visits->erased());
    if constexpr (std::is_same_v<Found, ObjectId>) visits->add_sum();
  });
}

/// As above, of pairs in chunks, from all threads.
void logged_chunks(const CallLog& log, ChunkVisitor visit, FunctionRef<void(ChunkVisitor)> stream);

}  // namespace quadphase::detail
