// SPDX-License-Identifier: MIT
// Boxes that tests write one by one, and all baselines by name.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "engines/engine.hpp"
#include "oracle/exact_pairs.hpp"
#include "quadphase/box.hpp"

namespace quadphase::bench {

struct BoxList {
  std::vector<float> min_x, min_y, max_x, max_y;

  void add(float left, float bottom, float right, float top) {
    min_x.push_back(left);
    min_y.push_back(bottom);
    max_x.push_back(right);
    max_y.push_back(top);
  }
  [[nodiscard]] BoxView view() const { return {min_x, min_y, max_x, max_y}; }
  [[nodiscard]] std::size_t size() const { return min_x.size(); }
};

/// Boxes with low corners anywhere in a square around the origin, of extents up to `most_extent`.
inline BoxList random_boxes(std::size_t count, float half_side, float most_extent,
                            std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> place(-half_side, half_side);
  std::uniform_real_distribution<float> extent(0, most_extent);
  BoxList boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = place(random);
    const float y = place(random);
    boxes.add(x, y, x + extent(random), y + extent(random));
  }
  return boxes;
}

/// Runs every test once for each baseline.
class EveryBaseline : public ::testing::TestWithParam<EngineInfo> {
 protected:
  void expect_exact(const BoxView& boxes) {
    engine_->update(boxes);
    const auto difference = oracle::compare_pairs(engine_->pairs(), oracle::exact_pairs(boxes));
    EXPECT_FALSE(difference) << *difference;
  }

  tbb::task_arena arena_{4};
  std::unique_ptr<Engine> engine_ = GetParam().make(arena_, Simd::best);
};

inline std::string name_of_baseline(const ::testing::TestParamInfo<EngineInfo>& info) {
  std::string name(info.param.name);
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

inline std::vector<EngineInfo> all_baselines() {
  const std::span<const EngineInfo> engines = baseline_engines();
  return std::vector<EngineInfo>(engines.begin(), engines.end());
}

}  // namespace quadphase::bench
