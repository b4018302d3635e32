// SPDX-License-Identifier: MIT
// Arenas of a library without oneTBB: there are none, and every loop runs on the calling thread.
#include "base/arena.hpp"

namespace quadphase::detail {

bool has_arenas() noexcept {
  return false;
}

int default_thread_count() {
  return 1;
}

int caller_thread_count() noexcept {
  return 1;
}

int allowed_thread_count() noexcept {
  return 1;
}

std::shared_ptr<void> make_arena(int /*thread_count*/) {
  return nullptr;
}

void run_in_arena(void* /*arena*/, int /*worker_count*/, FunctionRef<void(Team* team)> frame) {
  frame(nullptr);
}

void for_each_range_in_team(
    Team& /*team*/, std::size_t count, std::size_t /*grain*/,
    FunctionRef<void(std::size_t first, std::size_t last, int worker)> range) {
  range(0, count, 0);
}

int arena_thread_index() noexcept {
  return 0;
}

void isolate_in_arena(FunctionRef<void()> call) {
  call();
}

}  // namespace quadphase::detail
