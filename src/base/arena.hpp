// SPDX-License-Identifier: MIT
// The interface to oneTBB: arenas of threads, and loops in them.
// Why no header of oneTBB here: it would take a third of the library's compile time. And a library
// without oneTBB differs in one source file only: arena_tbb.cpp or arena_none.cpp.
#pragma once

#include <cstddef>
#include <memory>

#include "base/function_ref.hpp"

namespace quadphase::detail {

class Team;

/// False in a library without oneTBB, where everything runs on the calling thread.
[[nodiscard]] bool has_arenas() noexcept;

/// The threads of a default engine: as many as processor affinity and the container's CPU quota
/// allow.
[[nodiscard]] int default_thread_count();

/// The threads of the calling thread's arena.
[[nodiscard]] int caller_thread_count() noexcept;

/// How many threads may work at a time in the whole process, unless something raises the limit
/// later.
[[nodiscard]] int allowed_thread_count() noexcept;

/// A new arena. Needs `has_arenas`, as do the functions below.
[[nodiscard]] std::shared_ptr<void> make_arena(int thread_count);

/// Calls `frame` with a team of the threads of `arena` or, if it is null, of the calling thread's
/// arena; `worker_count` is their number. While the calling thread waits for a loop in `frame`, it
/// takes no task from outside. Why: in the caller's arena that could be a task of the caller's,
/// which may change data that this call still reads, or wait for a lock that this call holds.
void run_in_arena(void* arena, int worker_count, FunctionRef<void(Team* team)> frame);

/// Calls `range(first, last, worker)` for ranges of at least `grain` that make up `[0, count)`, on
/// the threads of the team. Throws what a range throws.
void for_each_range_in_team(
    Team& team, std::size_t count, std::size_t grain,
    FunctionRef<void(std::size_t first, std::size_t last, int worker)> range);

/// The number of the calling thread in its arena.
[[nodiscard]] int arena_thread_index() noexcept;

/// Runs `call` so that the calling thread takes no task from outside while `call` waits for tasks
/// of its own.
void isolate_in_arena(FunctionRef<void()> call);

}  // namespace quadphase::detail
