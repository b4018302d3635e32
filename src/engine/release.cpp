// SPDX-License-Identifier: MIT
// The members of Engine that give memory back, and that run a frame again after memory has run out.
//
// Invariant: what `release_spare` leaves is a function of the last finished frame, of the static
// set and of the pending changes. So a frame that fits in a new engine with these also fits after
// any other frame.
#include <functional>
#include <new>

#include "base/scope_mark.hpp"
#include "engine/engine.hpp"

namespace quadphase::detail {

void Engine::shrink_to_fit() {
  require_no_visit();
  release_spare();
  stats.byte_count = context.memory.byte_count();
}

void Engine::release_spare() noexcept {
  pairs_.forget_unpublished();
  index_.shrink(has_trees(), stats.object_count);
  pairs_.shrink(has_trees());
  // Why: they follow from the static set, and are rebuilt if someone asks.
  static_lists_.release();
  rejected_.shrink(stats.rejected_count);
}

bool Engine::give_up_pairs() noexcept {
  Buffer<Pair>& pairs = frame_.merged.pairs;
  const SynchronizedResource& memory = context.memory;
  const std::size_t missed = memory.missed_byte_count();
  if (context.config.events || pairs.capacity() == 0 || missed == 0) return false;
  const std::size_t held = memory.byte_count() + pairs.byte_count();
  // Why at least a byte: a resource that does not limit bytes may still have nothing left at all.
  if (!context.memory.has(missed > held ? missed - held : 1)) return false;
  pairs.release();
  pairs_.forget();
  pairs_.forget_unpublished();
  return true;
}

void Engine::run_again_if_memory_ends(FunctionRef<void()> run) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
  }
  release_spare();
  while (!has_run_saving_memory(run)) {
  }
}

bool Engine::has_run_saving_memory(FunctionRef<void()> run) {
  context.memory.forget_missed();
  saves_memory_ = true;
  try {
    run();
    saves_memory_ = false;
    return true;
  } catch (const std::bad_alloc&) {
    saves_memory_ = false;
    release_spare();
    if (!give_up_pairs()) throw;
    return false;
  } catch (...) {
    saves_memory_ = false;
    throw;
  }
}

void Engine::run_again_unless(const std::atomic<bool>& is_final, FunctionRef<void()> run) {
  for (bool is_again = false;; is_again = true) {
    try {
      return run();
    } catch (const std::bad_alloc&) {
      release_spare();
      if (is_again || is_final) throw;
    }
  }
}

namespace {

std::span<const ObjectId> copied(const Column<ObjectId>& ids, std::vector<ObjectId>& copy) {
  copy.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) copy[i] = ids[i];
  return copy;
}

}  // namespace

Column<ObjectId> Engine::unmoved(const Column<ObjectId>& ids, std::vector<ObjectId>& copy) const {
  const std::span<const ObjectId> own = rejected_ids();
  const std::less<> is_before;
  const bool are_own = !ids.empty() && !is_before(ids.data(), own.data()) &&
                       is_before(ids.data(), own.data() + own.size());
  return are_own ? copied(ids, copy) : ids;
}

std::span<const ObjectId> Engine::listed(const Column<ObjectId>& ids,
                                         std::vector<ObjectId>& copy) const {
  const Column<ObjectId> stay = unmoved(ids, copy);
  return stay.is_contiguous() ? stay.contiguous() : copied(stay, copy);
}

void Engine::change_again_if_memory_ends(FunctionRef<void()> change) {
  can_skip_update_ = false;
  // A search that calls a visitor is using the memory.
  if (VisitMark::is_inside(this)) return change();
  run_again_unless(std::atomic<bool>(false), change);
}

void Engine::drop_trees_if_memory_ends(FunctionRef<void()> run) {
  can_skip_update_ = false;
  try {
    run();
  } catch (const std::bad_alloc&) {
    drop_trees();
    release_spare();
    throw;
  }
}

}  // namespace quadphase::detail
