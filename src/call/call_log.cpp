// SPDX-License-Identifier: MIT
#include "call/call_log.hpp"

#include <atomic>
#include <string_view>

#include "call/attempt.hpp"
#include "call/call_table.hpp"

namespace quadphase::detail {

CallLog::CallLog(CallRecorder* recorder) noexcept
    : recorder_(recorder), subject_(recorder != nullptr ? recorder->next_subject() : 0) {}

CallLog::~CallLog() {
  if (recorder_ == nullptr) return;
  RecordedCall call{.kind = CallKind::destroy};
  record(call, [](ResultHash*) {});
}

// Why copies of the members: `make` may move the log into another object.
void CallLog::record(RecordedCall& call, FunctionRef<void(ResultHash*)> make) const {
  CallRecorder& recorder = *recorder_;
  call.subject = subject_;
  CallOutcome& outcome = call.outcome;
  const std::uint64_t number = recorder.begin(call);
  outcome.is_known = true;
  ResultHash hash;
  // Why none with a predicate: a recording does not have it, so a replay finds more.
  const bool can_hash = recorder.wants_hashes() && !call.batch.accept;
  ResultHash* const wanted = can_hash ? &hash : nullptr;
  const auto end = [&](const Status& status) {
    outcome.code = status.code();
    outcome.message = status.message();
    outcome.has_hash = wanted != nullptr && status.is_ok();
    outcome.hash = outcome.has_hash ? hash.value() : 0;
    recorder.end(number, call);
  };
  try {
    make(wanted);
  } catch (const VisitorFailed& failed) {
    end({StatusCode::visitor_threw, ""});
    std::rethrow_exception(failed.cause);
  } catch (...) {
    end(status_of_exception());
    throw;
  }
  end({});
}

void logged_chunks(const CallLog& log, ChunkVisitor visit, FunctionRef<void(ChunkVisitor)> stream) {
  if (log.recorder() == nullptr) return stream(visit);
  RecordedCall call{.kind = CallKind::for_each_pair_chunk};
  log.record(call, [&](ResultHash* hash) {
    std::atomic<std::uint64_t> sum{0};
    const auto counted = [&](std::span<const Pair> pairs, std::size_t chunk_index) {
      if (hash != nullptr) sum += ResultHash::sum_of(pairs);
      try {
        visit(pairs, chunk_index);
      } catch (...) {
        throw VisitorFailed{std::current_exception()};
      }
    };
    stream(chunk_visitor(counted));
    if (hash != nullptr) hash->add(sum.load());
  });
}

}  // namespace quadphase::detail

namespace quadphase {

std::string_view name_of(CallKind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kCallKindCount ? detail::kCallTable[index].name : "unknown";
}

}  // namespace quadphase
