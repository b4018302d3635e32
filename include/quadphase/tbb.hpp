// SPDX-License-Identifier: MIT
// Adapter: an engine that works in the user's own oneTBB arena.
#pragma once

#include <tbb/task_arena.h>

#include "quadphase/config.hpp"

namespace quadphase {

/// A reference to `arena` for `Config::arena`. The arena must outlive the engine, and
/// `Config::threads` must be 0.
///
///     tbb::task_arena arena(4);
///     quadphase::BroadPhase broad_phase({.arena = quadphase::arena_ref(arena)});
[[nodiscard]] inline ArenaRef arena_ref(tbb::task_arena& arena) noexcept {
  return {&arena};
}

}  // namespace quadphase
