// SPDX-License-Identifier: MIT
// The frame of the expert's grid: grids one after the other until no box is left, then all pairs.
#include "baselines/expert_grid/expert_grid.hpp"

#include <fmt/format.h>

#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kMaxLevels = 10;  // each takes half of the boxes or more; the last takes all

}  // namespace

void ExpertGrid::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_ = {};
    build_levels(boxes);
    nanoseconds_.pairs = timed([&] {
      found_.clear();
      for (std::size_t level = 0; level < level_count_; ++level) {
        levels_[level]->find_small_pairs(found_);
        levels_[level]->find_large_pairs(found_);
      }
    });
    nanoseconds_.merge = timed([&] { found_.join(); });
  });
}

void ExpertGrid::build_levels(const BoxView& boxes) {
  BoxView rest = boxes;
  std::span<const ObjectId> ids;
  level_count_ = 0;
  box_count_ = boxes.size();
  while (level_count_ == 0 || rest.size() > 0) {
    if (level_count_ == levels_.size()) levels_.push_back(std::make_unique<GridLevel>());
    GridLevel& level = *levels_[level_count_++];
    GridPlan plan;  // one cell
    if (level_count_ < kMaxLevels) nanoseconds_.bounds += timed([&] { plan = plan_grid(rest); });
    level.build(rest, ids, plan, nanoseconds_);
    rest = level.large_boxes();
    ids = level.large_ids();
  }
}

std::span<const ObjectId> ExpertGrid::order() const noexcept {
  if (level_count_ == 0 || levels_[0]->small_ids().size() != box_count_) return {};
  return levels_[0]->small_ids();
}

std::size_t ExpertGrid::byte_count() const {
  std::size_t bytes = found_.byte_count();
  for (const auto& level : levels_) bytes += level->byte_count();
  return bytes;
}

std::string ExpertGrid::settings() const {
  std::string text = "cells";
  for (std::size_t level = 0; level < level_count_; ++level) {
    const GridPlan& plan = levels_[level]->plan();
    text += fmt::format(" {}x{} of {:.4g}", plan.columns, plan.rows, plan.cell_size);
  }
  return text;
}

}  // namespace quadphase::bench
