// SPDX-License-Identifier: MIT
// Memory that ends at any allocation of any call: the last finished frame stays readable, nothing
// leaks, and the next frame is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <vector>

#include "support/counting_resource.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

struct Frames {
  explicit Frames(std::size_t count)
      : first(frame_with_rejected("clusters", 200)),
        large(frame_with_rejected("mixed", count, 17)),
        next(frame_with_rejected("uniform", count / 2, 11)),
        exact_large(oracle::exact_pairs(large.view())),
        exact_next(oracle::exact_pairs(next.view())) {}
  Columns first;
  Columns large;
  Columns next;
  Pairs exact_large;
  Pairs exact_next;
};

using Call = std::function<void(BroadPhase&, const Frames&)>;
/// Expects what a call that is done shows.
using Check = std::function<void(BroadPhase&, const Frames&)>;

/// Lets the k-th allocation of `call` fail; false once the call needs no more than k. If no other
/// allocation fails, the call is done all the same, with what it gives back.
bool survives_failure(std::size_t k, int threads, bool once, const Frames& frames, const Call& call,
                      const Check& shows) {
  CountingResource resource;
  bool failed = false;
  bool was_there = false;
  {
    BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
    broad_phase.update(frames.first.view());
    const ShownFrame shown(broad_phase);
    if (once) {
      resource.fail_once_at(k);
    } else {
      resource.fail_from(k);
    }
    try {
      call(broad_phase, frames);
    } catch (const std::bad_alloc&) {
      failed = true;
      shown.expect_all_shown_by(broad_phase);
      EXPECT_THROW((void)broad_phase.count_pairs(), std::logic_error);
      shown.expect_all_shown_by(broad_phase);
    }
    EXPECT_EQ(failed, !once && resource.failures() > 0);
    if (!failed) shows(broad_phase, frames);
    was_there = resource.failures() > 0;
    resource.work_again();
    broad_phase.update(frames.next.view());
    EXPECT_FALSE(oracle::compare_pairs(broad_phase.pairs(), frames.exact_next));
    EXPECT_EQ(joined(chunks_of(broad_phase)).size(), frames.exact_next.size());
    broad_phase.build(frames.next.view());
    EXPECT_TRUE(joined(chunks_of(broad_phase)).size() == frames.exact_next.size());
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
  return was_there;
}

void expect_survives_every_failure(std::size_t count, int threads, const Call& call,
                                   const Check& shows) {
  const Frames frames(count);
  for (const bool once : {false, true}) {
    std::size_t k = 0;
    while (!testing::Test::HasFailure()) {
      SCOPED_TRACE(testing::Message() << "allocation " << k << (once ? " only" : " and all after"));
      if (!survives_failure(k, threads, once, frames, call, shows)) break;
      k = next_failure(k);
    }
    EXPECT_GE(k, 10U) << "the call hardly allocates";
  }
}

const Call kUpdate = [](BroadPhase& b, const Frames& f) { b.update(f.large.view()); };
const Call kBuild = [](BroadPhase& b, const Frames& f) { b.build(f.large.view()); };
const Call kReserve = [](BroadPhase& b, const Frames& f) {
  b.reserve(f.large.view().size(), 3 * f.large.view().size());
};
const Check kShowsPairs = [](BroadPhase& b, const Frames& f) {
  EXPECT_FALSE(oracle::compare_pairs(b.pairs(), f.exact_large));
};
const Check kShowsTree = [](BroadPhase& b, const Frames& f) {
  EXPECT_EQ(b.count_pairs(), f.exact_large.size());
};
const Check kShowsNothing = [](BroadPhase& b, const Frames&) { EXPECT_TRUE(b.pairs().empty()); };

TEST(OutOfMemory, InAnUpdate) {
  expect_survives_every_failure(2'500, 1, kUpdate, kShowsPairs);
}
TEST(OutOfMemory, InAParallelUpdate) {
  expect_survives_every_failure(11'000, 4, kUpdate, kShowsPairs);
}

/// `build` itself replaces the frame, so a failure inside must be a failure before that.
TEST(OutOfMemory, InABuild) {
  expect_survives_every_failure(2'500, 1, kBuild, kShowsTree);
}
TEST(OutOfMemory, InAParallelBuild) {
  expect_survives_every_failure(11'000, 4, kBuild, kShowsTree);
}
TEST(OutOfMemory, InAReserve) {
  expect_survives_every_failure(11'000, 4, kReserve, kShowsNothing);
}

TEST(OutOfMemory, InTheFirstFrameLeavesAFreshEngine) {
  const Columns frame = frame_of("dense", 2'000);
  for (std::size_t k = 0;; k = next_failure(k)) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
    resource.fail_from(k);
    bool failed = false;
    try {
      broad_phase.update(frame.view());
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    resource.work_again();
    if (!failed) break;
    EXPECT_TRUE(broad_phase.pairs().empty());
    EXPECT_EQ(broad_phase.stats().object_count, 0U);
    expect_exact(broad_phase, frame.view());
  }
}

// Blocks for pairs are there already.
TEST(OutOfMemory, IsNothingToAStreamOfMovingObjects) {
  Columns frame = frame_of("uniform", 20'000);
  for (std::size_t i = 0; i < 1'000; ++i) frame.set(i, {0, 0, 1, 1});
  const std::size_t exact = oracle::exact_pairs(frame.view()).size();
  for (const int threads : {1, 4}) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
    broad_phase.build(frame.view());
    resource.fail_from(0);
    EXPECT_EQ(joined(chunks_of(broad_phase)).size(), exact);
    EXPECT_EQ(resource.failures(), 0U);
  }
}

// The join with static objects sorts its hits in memory of its own.
TEST(OutOfMemory, LeavesTheIdsOfACallThatAreTheEnginesOwn) {
  // Rejected boxes at both ends of a crowd of others, so that their list moves when it is cut off.
  const Columns crowd = frame_with_rejected("clusters", 90);
  const Columns few = frame_with_rejected("clusters", 40, 3);
  using Change = std::function<void(BroadPhase&)>;
  const std::vector<Box> far(few.view().size(), Box{1e6F, 1e6F, 1e6F, 1e6F});
  const Change changes[] = {
      [](BroadPhase& engine) { engine.restart_pairs(engine.rejected_ids()); },
      [&](BroadPhase& engine) {
        engine.add_static(std::span(far).first(engine.rejected_ids().size()),
                          engine.rejected_ids());
      },
  };
  for (const Change& change : changes) {
    std::size_t failures = 1;
    for (std::size_t k = 0; failures > 0; k = next_failure(k)) {
      CountingResource resource;
      BroadPhase engine({.threads = 1, .events = true, .memory_resource = &resource});
      engine.update(crowd.view());
      engine.update(few.view());
      ASSERT_FALSE(engine.rejected_ids().empty());
      const std::vector<ObjectId> ids(engine.rejected_ids().begin(), engine.rejected_ids().end());
      resource.fail_once_at(k);
      change(engine);
      failures = resource.failures();
      engine.update(few.view());
      BroadPhase other({.threads = 1, .events = true});
      other.update(few.view());
      if (engine.static_count() > 0) {
        std::vector<ObjectId> found;
        engine.for_each_overlap(far[0], [&](ObjectId id) { found.push_back(id); },
                                {.mobilities = Mobilities::static_only});
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, ids) << "at allocation " << k;
      }
      ASSERT_EQ(engine.pairs().size(), other.pairs().size());
    }
  }
}

TEST(OutOfMemory, WhileStreamingLeavesTheTreeInPlace) {
  const Columns frame = frame_of("dense", 4'000);
  const Columns walls = frame_of("dense", 4'000, 1, 2);
  std::vector<ObjectId> wall_ids(4'000);
  std::iota(wall_ids.begin(), wall_ids.end(), 4'000U);
  BroadPhase plain({.threads = 1});
  plain.set_static(walls.view(), wall_ids);
  plain.update(frame.view());
  const std::size_t exact = plain.pairs().size();
  for (const int threads : {1, 4}) {
    std::size_t k = 0;
    for (bool failed = true; failed; k = next_failure(k)) {
      SCOPED_TRACE(k);
      CountingResource resource;
      {
        BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
        broad_phase.set_static(walls.view(), wall_ids);
        broad_phase.build(frame.view());
        const ShownFrame shown(broad_phase);
        resource.fail_from(k);
        failed = false;
        try {
          (void)chunks_of(broad_phase);
        } catch (const std::bad_alloc&) {
          failed = true;
          shown.expect_all_shown_by(broad_phase);
        }
        resource.work_again();
        EXPECT_EQ(joined(chunks_of(broad_phase)).size(), exact);
        EXPECT_EQ(broad_phase.count_pairs(), exact);
      }
      EXPECT_EQ(resource.outstanding_bytes(), 0U);
    }
    EXPECT_GT(k, 1U) << "streaming never allocated";
  }
}

}  // namespace
}  // namespace quadphase::contract
