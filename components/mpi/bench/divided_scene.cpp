// SPDX-License-Identifier: MIT
#include "divided_scene.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "scenes/random.hpp"

namespace quadphase::bench::distributed {
namespace {

/// The rows that one of `part_count` parts has.
std::span<std::uint64_t> part_of(std::span<std::uint64_t> rows, const BoxView& boxes, int part,
                                 int part_count) {
  if (part_count == 1) return rows;
  Box bounds = boxes[rows.front()];
  for (const std::uint64_t row : rows) bounds = merge(bounds, boxes[row]);
  const bool along_x = extent(bounds).x >= extent(bounds).y;
  const auto at = [&](std::uint64_t row) {
    const Point middle = center(boxes[row]);
    return along_x ? middle.x : middle.y;
  };
  const int low_count = part_count / 2;
  const std::size_t cut =
      rows.size() * static_cast<std::size_t>(low_count) / static_cast<std::size_t>(part_count);
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(cut), rows.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return at(a) < at(b); });
  return part < low_count
             ? part_of(rows.first(cut), boxes, part, low_count)
             : part_of(rows.subspan(cut), boxes, part - low_count, part_count - low_count);
}

}  // namespace

DividedScene::DividedScene(const Run& run, int rank, int rank_count)
    : scene_(scenes::make_scene(run.scene, {.count = run.box_count})),
      moving_percent_(run.moving_percent) {
  std::vector<std::uint64_t> rows(scene_->boxes().size());
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  if (run.are_scattered) {
    const auto is_others = [&](std::uint64_t row) {
      const auto ranks = static_cast<std::uint32_t>(rank_count);
      return static_cast<int>(scenes::Random(row, 1).below(ranks)) != rank;
    };
    std::erase_if(rows, is_others);
    own_rows(std::move(rows));
  } else {
    const std::span<std::uint64_t> own = part_of(rows, scene_->boxes(), rank, rank_count);
    own_rows({own.begin(), own.end()});
  }
}

void DividedScene::step() {
  scene_->step();
  for (const std::size_t i : moving_) own_.set(i, scene_->boxes()[ids_[i]]);
}

void DividedScene::own(const std::vector<int>& owners, int rank) {
  std::vector<std::uint64_t> rows;
  for (std::size_t row = 0; row < owners.size(); ++row) {
    if (owners[row] == rank) rows.push_back(row);
  }
  own_rows(std::move(rows));
}

void DividedScene::own_rows(std::vector<std::uint64_t> rows) {
  ids_ = std::move(rows);
  std::sort(ids_.begin(), ids_.end());
  own_.resize(ids_.size());
  moving_.clear();
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    own_.set(i, scene_->boxes()[ids_[i]]);
    const float percentile = 100 * scenes::Random(ids_[i]).unit();
    if (static_cast<double>(percentile) < moving_percent_) moving_.push_back(i);
  }
}

}  // namespace quadphase::bench::distributed
