// SPDX-License-Identifier: MIT
// The memory of an engine with an executor: that of the workers that take part, not of all.
#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/executors.hpp"

namespace quadphase::contract {
namespace {

TEST(ExecutorMemory, IsThatOfTheWorkersThatTakePart) {
  const Columns frame = frame_of("uniform", 30'000);
  const auto bytes_with = [&](Config config) {
    BroadPhase broad_phase(config);
    for (int i = 0; i < 2; ++i) broad_phase.update(frame.view());
    broad_phase.build(frame.view());
    (void)chunks_of(broad_phase);
    return broad_phase.byte_count();
  };
  const std::size_t one = bytes_with({.threads = 1});
  constexpr std::size_t kTables = 64 * 4'096;
  // Each task comes as a worker of its own, so as many take part as there are tasks.
  OneThread many(4'096, OneThread::Order::random);
  BroadPhase counter({.threads = 1});
  counter.build(frame.view());
  EXPECT_LE(bytes_with({.executor = &many}),
            one + kTables + (counter.chunk_count() + 8) * 256 * 1024);
  // A thread at a time is all that there is.
  class First final : public OneThread {
   public:
    First() : OneThread(4'096, Order::ascending) {}
    void run(std::size_t count, Task task) override {
      for (std::size_t i = 0; i < count; ++i) task(i, 0);
    }
  } first;
  EXPECT_LE(bytes_with({.executor = &first}), one + kTables + 8 * 256 * 1024);
}

}  // namespace
}  // namespace quadphase::contract
