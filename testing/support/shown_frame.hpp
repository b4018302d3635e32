// SPDX-License-Identifier: MIT
// All that an engine shows of its last finished frame, kept to be compared after a call that threw.
#pragma once

#include <cstring>

#include "checks.hpp"

namespace quadphase::contract {

class ShownFrame {
 public:
  explicit ShownFrame(const BroadPhase& broad_phase)
      : stats_(broad_phase.stats()),
        rejected_(broad_phase.rejected_ids().begin(), broad_phase.rejected_ids().end()),
        pairs_(copy_of(broad_phase.pairs())) {}

  void expect_pairs_shown_by(const BroadPhase& broad_phase) const {
    EXPECT_TRUE(copy_of(broad_phase.pairs()) == pairs_) << "pairs() changed";
    EXPECT_EQ(broad_phase.stats().pair_count, stats_.pair_count);
    EXPECT_EQ(broad_phase.stats().object_count, stats_.object_count);
    EXPECT_EQ(broad_phase.stats().test_count, stats_.test_count);
  }
  void expect_all_shown_by(const BroadPhase& broad_phase) const {
    const Stats& stats = broad_phase.stats();
    EXPECT_TRUE(copy_of(broad_phase.pairs()) == pairs_) << "pairs() changed";
    EXPECT_EQ(stats.object_count, stats_.object_count);
    EXPECT_EQ(stats.leaf_count, stats_.leaf_count);
    EXPECT_EQ(stats.node_count, stats_.node_count);
    EXPECT_EQ(stats.test_count, stats_.test_count);
    EXPECT_EQ(stats.pair_count, stats_.pair_count);
    EXPECT_EQ(stats.byte_count, stats_.byte_count);
    EXPECT_EQ(stats.threads, stats_.threads);
    EXPECT_EQ(stats.simd, stats_.simd);
    EXPECT_EQ(std::memcmp(&stats.nanoseconds, &stats_.nanoseconds, sizeof(StageTimes)), 0);
    EXPECT_EQ(
        std::vector<ObjectId>(broad_phase.rejected_ids().begin(), broad_phase.rejected_ids().end()),
        rejected_);
  }

 private:
  Stats stats_;
  std::vector<ObjectId> rejected_;
  Pairs pairs_;
};

/// A frame with some rejected boxes among the others.
inline Columns frame_with_rejected(const std::string& scene, std::size_t count,
                                   std::size_t every = 37) {
  Columns columns = frame_of(scene, count);
  for (std::size_t i = every / 2; i < count; i += every) columns.max_x[i] = columns.min_x[i] - 1;
  return columns;
}

}  // namespace quadphase::contract
