// SPDX-License-Identifier: MIT
// Adapter: let an engine work in the user's own oneTBB arena.
#pragma once

#include <tbb/task_arena.h>

#include "quadphase/config.hpp"

namespace quadphase {

/// Names `arena` for `Config::arena`. The arena must outlive the engine, and `Config::threads` must
/// stay 0.
///
///     tbb::task_arena arena(4);
///     quadphase::BroadPhase broad_phase({.arena = quadphase::arena_ref(arena)});
[[nodiscard]] inline ArenaRef arena_ref(tbb::task_arena& arena) noexcept {
  return {&arena};
}

}  // namespace quadphase
