// SPDX-License-Identifier: MIT
// Calls that leave no more to be written than earlier ones did allocate nothing.
// Why each is flushed: how much waits at a time is then the same on a busy machine.
#include <gtest/gtest.h>

#include "bench/temporary_file.hpp"
#include "recorded_world.hpp"
#include "support/allocation_counter.hpp"

namespace quadphase::recording_tests {
namespace {

TEST(Recorders, AllocateNothingForSteadyCalls) {
  const bench::TemporaryFile file;
  Recorder recorder(file.path(), {.keyframe_interval = 1 << 20});
  BroadPhase engine({.threads = 1, .recorder = &recorder});
  scenes::Random random(1);
  const Rows rows(5'000, 0, random);
  std::size_t count = 0;
  for (int i = 0; i < 60; ++i) {
    const contract::AllocationCounter counter(
        contract::AllocationCounter::Scope::new_on_all_threads);
    engine.update(rows.view(), rows.attributes());
    recorder.flush();
    (void)engine.cast_closest(Ray{{0, 0}, {1, 1}});
    recorder.flush();
    if (i >= 10) count += counter.count();
  }
  EXPECT_EQ(count, 0U);
}

}  // namespace
}  // namespace quadphase::recording_tests
