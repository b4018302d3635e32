// SPDX-License-Identifier: MIT
// Snapshots: the members of BroadPhase around those of Engine.
#include <memory>
#include <utility>

#include "base/checksum.hpp"
#include "call/snapshot_size.hpp"
#include "engine/engine.hpp"
#include "engine_calls.hpp"

namespace quadphase {

using namespace detail;

void BroadPhase::save(std::vector<std::byte>& bytes) const {
  const std::size_t before = bytes.size();
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::save}; },
      [&] { engine_->save(bytes); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
      });
}

void BroadPhase::restore(std::span<const std::byte>& bytes) {
  logged(
      engine_->calls,
      [&] { return RecordedCall{.kind = CallKind::restore, .bytes = snapshot_in(bytes)}; },
      [&] {
        engine_->require_no_visit();
        engine_->change_again_if_memory_ends([&] {
          auto restored = std::make_unique<Engine>(engine_->config);
          restored->restore(bytes);
          restored->calls = std::move(engine_->calls);
          engine_ = std::move(restored);
        });
      });
}

}  // namespace quadphase
