// SPDX-License-Identifier: MIT
// A program with a race: a visitor that counts pairs without synchronization, called on several
// threads at a time. ThreadSanitizer must report it; otherwise its silence about the library means
// nothing.
#include <tbb/global_control.h>

#include <chrono>
#include <cstdio>
#include <span>
#include <thread>

#include "quadphase/broad_phase.hpp"
#include "scenes/scene.hpp"

int main() {
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 4);
  const auto scene = quadphase::scenes::make_scene("uniform", {.count = 20'000});
  quadphase::BroadPhase broad_phase({.threads = 4});
  broad_phase.build(scene->boxes());
  std::size_t count = 0;
  broad_phase.for_each_pair_chunk([&](std::span<const quadphase::Pair> pairs, std::size_t) {
    count += pairs.size();
    // Lets another thread take a chunk, too.
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  });
  std::printf("%zu pairs\n", count);
  return 0;
}
