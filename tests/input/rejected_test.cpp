// SPDX-License-Identifier: MIT
// Bad boxes are counted and listed, ascending, and change nothing for the others.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct SpoiltFrame {
  Columns columns;
  std::vector<ObjectId> rejected;
};

/// Spoils about one box in `every`, in every way that there is.
SpoiltFrame spoilt(const std::string& scene, std::size_t count, std::uint32_t every) {
  SpoiltFrame frame{frame_of(scene, count), {}};
  Columns& columns = frame.columns;
  scenes::Random random(every);
  for (std::size_t i = 0; i < columns.min_x.size(); ++i) {
    if (random.below(every) != 0) continue;
    frame.rejected.push_back(static_cast<ObjectId>(i));
    switch (random.below(6)) {
      case 0:
        columns.min_x[i] = kNan;
        break;
      case 1:
        columns.min_y[i] = -kNan;
        break;
      case 2:
        columns.max_x[i] = kNan;
        break;
      case 3:
        columns.max_y[i] = kNan;
        break;
      case 4:
        columns.max_x[i] = std::nextafter(columns.min_x[i], -1e30F);
        break;
      default:
        columns.min_y[i] = std::numeric_limits<float>::infinity();
        break;
    }
  }
  return frame;
}

void expect_listed(const BroadPhase& broad_phase, const std::vector<ObjectId>& rejected) {
  EXPECT_EQ(broad_phase.stats().rejected_count, rejected.size());
  const std::span<const ObjectId> ids = broad_phase.rejected_ids();
  EXPECT_EQ(std::vector<ObjectId>(ids.begin(), ids.end()), rejected);
}

TEST(Rejected, AreListedAscendingWhateverTheyAre) {
  for (const Simd simd : supported_simds()) {
    BroadPhase broad_phase({.threads = 3, .simd = simd});
    for (const std::size_t count : {1U, 17U, 1'000U, 25'000U}) {
      for (const std::uint32_t every : {1U, 2U, 50U, 3'000U}) {
        SCOPED_TRACE(testing::Message() << name_of(simd) << " " << count << " " << every);
        const SpoiltFrame frame = spoilt("uniform", count, every);
        broad_phase.update(frame.columns.view());
        expect_listed(broad_phase, frame.rejected);
        broad_phase.build(frame.columns.view());
        expect_listed(broad_phase, frame.rejected);
        (void)broad_phase.count_pairs();
        expect_listed(broad_phase, frame.rejected);
        (void)chunks_of(broad_phase);
        expect_listed(broad_phase, frame.rejected);
      }
    }
  }
}

TEST(Rejected, NeverPoisonTheOthers) {
  for (const std::string& scene : scenes::scene_names()) {
    SCOPED_TRACE(scene);
    BroadPhase broad_phase({.threads = 2});
    expect_exact(broad_phase, spoilt(scene, 1'500, 5).columns.view());
    if (scene != "point") expect_exact(broad_phase, spoilt(scene, 12'000, 40).columns.view());
  }
}

TEST(Rejected, AreForgottenInTheNextFrame) {
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(spoilt("uniform", 500, 3).columns.view());
  EXPECT_GT(broad_phase.stats().rejected_count, 50U);
  broad_phase.update(frame_of("uniform", 500).view());
  expect_listed(broad_phase, {});
}

// Where they stand among the rows changes nothing but the ids of the others.
TEST(Rejected, LeaveTheOrderOfTheOthersAlone) {
  const Columns clean = frame_of("clusters", 5'000);
  std::vector<Box> boxes;
  std::vector<ObjectId> new_id;
  for (std::size_t i = 0; i < 5'000; ++i) {
    if (i % 9 == 4) boxes.push_back({kNan, -1e30F, 1e30F, 1e30F});
    new_id.push_back(static_cast<ObjectId>(boxes.size()));
    boxes.push_back(clean.view()[i]);
  }
  BroadPhase without({.threads = 1});
  BroadPhase with({.threads = 1});
  without.update(clean.view());
  const Columns columns = columns_of(boxes);
  with.update(columns.view());
  Pairs expected = copy_of(without.pairs());
  for (Pair& pair : expected) pair = {new_id[pair.first], new_id[pair.second]};
  EXPECT_FALSE(oracle::compare_pairs(with.pairs(), oracle::exact_pairs(columns.view())));
  std::sort(expected.begin(), expected.end());
  Pairs found = copy_of(with.pairs());
  std::sort(found.begin(), found.end());
  EXPECT_TRUE(found == expected);
}

}  // namespace
}  // namespace quadphase::contract
