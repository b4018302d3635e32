// SPDX-License-Identifier: MIT
// The loose quadtree as a pyramid of cells with lists of objects.
#include "baselines/loose_quadtree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "baselines/classic_quadtree.hpp"  // world_of

namespace quadphase::bench {
namespace {

constexpr std::uint32_t kNoObject = 0xFFFFFFFF;
constexpr std::uint32_t kMaxLevels = 12;  // so that a table of all cells is small enough

// Objects are a little smaller than their cells, and searched a little further than they reach:
// more than doubles lose to rounding.
constexpr double kMaxExtent = 0.999;
constexpr double kReach = 0.5005;

}  // namespace

/// The depth: no cells smaller than the least object, and some sixteen for each object at most.
void LooseQuadtree::choose_world(const BoxView& boxes) {
  const Box world = world_of(boxes);
  origin_x_ = static_cast<double>(world.min_x);
  origin_y_ = static_cast<double>(world.min_y);
  size_ = std::max({static_cast<double>(world.max_x) - origin_x_,
                    static_cast<double>(world.max_y) - origin_y_, 1e-300});
  double least_extent = size_;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    if (!is_valid(box)) continue;
    least_extent = std::min(
        least_extent, static_cast<double>(std::max(box.max_x - box.min_x, box.max_y - box.min_y)));
  }
  deepest_ = 0;
  double cell_size = 0.5 * size_;
  for (; deepest_ < kMaxLevels && least_extent <= kMaxExtent * cell_size; cell_size *= 0.5) {
    if ((std::size_t{1} << (2 * deepest_)) >= 4 * boxes.size()) break;
    ++deepest_;
  }
}

std::uint32_t LooseQuadtree::cell_on(std::uint32_t level, double offset) const noexcept {
  const auto cells = static_cast<double>(1U << level);
  return static_cast<std::uint32_t>(std::clamp(offset / size_ * cells, 0.0, cells - 1));
}

/// The finest level whose cells are as large as the object. The root takes what no level does.
LooseQuadtree::Place LooseQuadtree::place_of(const Box& box) const noexcept {
  const double width = static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
  const double height = static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
  const double extent = std::max(width, height);
  if (!std::isfinite(extent)) return {0, 0, 0};
  std::uint32_t level = deepest_;
  double cell_size = size_ / static_cast<double>(1U << level);
  while (level > 0 && extent > kMaxExtent * cell_size) {
    cell_size *= 2;
    --level;
  }
  const double x = 0.5 * static_cast<double>(box.min_x) + 0.5 * static_cast<double>(box.max_x);
  const double y = 0.5 * static_cast<double>(box.min_y) + 0.5 * static_cast<double>(box.max_y);
  return {level, cell_on(level, x - origin_x_), cell_on(level, y - origin_y_)};
}

std::size_t LooseQuadtree::index_of(const Place& place) const noexcept {
  const std::size_t cells_above = ((std::size_t{1} << (2 * place.level)) - 1) / 3;
  return cells_above + (std::size_t{place.y} << place.level) + place.x;
}

Box LooseQuadtree::bounds_of(const Place& place) const noexcept {
  const double size = size_ / static_cast<double>(1U << place.level);
  const double x = origin_x_ + place.x * size;
  const double y = origin_y_ + place.y * size;
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(x + size),
          static_cast<float>(y + size)};
}

std::size_t LooseQuadtree::count_of(const Place& place) const noexcept {
  std::size_t count = 0;
  for (std::uint32_t i = heads_[index_of(place)]; i != kNoObject; i = nexts_[i]) ++count;
  return count;
}

void LooseQuadtree::insert_all(const BoxView& boxes) {
  heads_.assign(index_of({deepest_ + 1, 0, 0}), kNoObject);
  counts_.assign(deepest_ + 1, 0);
  boxes_.resize(boxes.size());
  nexts_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes_[i] = boxes[i];
    if (!is_valid(boxes_[i])) continue;
    const Place place = place_of(boxes_[i]);
    std::uint32_t& head = heads_[index_of(place)];
    nexts_[i] = head;
    head = static_cast<std::uint32_t>(i);
    ++counts_[place.level];
  }
}

void LooseQuadtree::find_pairs(std::size_t begin, std::size_t end, PairBuffer& found) const {
  for (std::size_t i = begin; i < end; ++i) {
    const Box box = boxes_[i];
    if (!is_valid(box)) continue;
    const auto id = static_cast<ObjectId>(i);
    visit_candidates(id, [&](ObjectId other) {
      if (overlaps(box, boxes_[other])) found.push_back(ordered(id, other));
    });
  }
}

bool LooseQuadtree::are_on_one_path(ObjectId a, ObjectId b) const noexcept {
  Place fine = place_of(boxes_[a]);
  Place coarse = place_of(boxes_[b]);
  if (fine.level < coarse.level) std::swap(fine, coarse);
  const std::uint32_t levels = fine.level - coarse.level;
  return fine.x >> levels == coarse.x && fine.y >> levels == coarse.y;
}

std::size_t LooseQuadtree::test_count() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (is_valid(boxes_[i])) visit_candidates(static_cast<ObjectId>(i), [&](ObjectId) { ++count; });
  }
  return count;
}

// Pairs of two levels are found from the finer one; of one level, from the lesser id.
template <class Visit>
void LooseQuadtree::visit_candidates(ObjectId id, const Visit& visit) const {
  const Box box = boxes_[id];
  const Place place = place_of(box);
  for (std::uint32_t level = 0; level <= place.level; ++level) {
    if (counts_[level] == 0) continue;
    const double reach = kReach * size_ / static_cast<double>(1U << level);
    const std::uint32_t first_x =
        cell_on(level, static_cast<double>(box.min_x) - reach - origin_x_);
    const std::uint32_t last_x = cell_on(level, static_cast<double>(box.max_x) + reach - origin_x_);
    const std::uint32_t first_y =
        cell_on(level, static_cast<double>(box.min_y) - reach - origin_y_);
    const std::uint32_t last_y = cell_on(level, static_cast<double>(box.max_y) + reach - origin_y_);
    const bool is_own_level = level == place.level;
    for (std::uint32_t y = first_y; y <= last_y; ++y) {
      for (std::uint32_t x = first_x; x <= last_x; ++x) {
        for (std::uint32_t other = heads_[index_of({level, x, y})]; other != kNoObject;
             other = nexts_[other]) {
          if (!is_own_level || id < other) visit(other);
        }
      }
    }
  }
}

std::size_t LooseQuadtree::byte_count() const noexcept {
  return boxes_.capacity() * sizeof(Box) +
         (heads_.capacity() + nexts_.capacity()) * sizeof(std::uint32_t) +
         counts_.capacity() * sizeof(std::size_t);
}

}  // namespace quadphase::bench
