// SPDX-License-Identifier: MIT
// The frame of the point quadtree.
#include "baselines/point_quadtree.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "baselines/classic_quadtree.hpp"  // world_of
#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr std::uint32_t kNoPoint = 0xFFFFFFFF;

/// The middle, in double; of an interval without end, any finite place will do: the reach is then
/// infinite.
double middle_of(float low, float high) {
  const double middle = 0.5 * static_cast<double>(low) + 0.5 * static_cast<double>(high);
  return std::isfinite(middle) ? middle : 0.0;
}

/// How far an interval reaches from its middle, and a little more, for rounding.
double reach_of(float low, float high) {
  const double size =
      std::max(std::abs(static_cast<double>(low)), std::abs(static_cast<double>(high)));
  if (!std::isfinite(size)) return std::numeric_limits<double>::infinity();
  return 0.5 * (static_cast<double>(high) - static_cast<double>(low)) + 0x1p-48 * size;
}

}  // namespace

void PointQuadtree::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.bounds = timed([&] { choose_world(boxes); });
    nanoseconds_.tree = timed([&] { insert_all(boxes); });
    nanoseconds_.pairs = timed([&] { find_pairs(); });
    nanoseconds_.merge = timed([&] { found_.join(); });
  });
}

void PointQuadtree::choose_world(const BoxView& boxes) {
  const Box world = world_of(boxes);
  world_ = {static_cast<double>(world.min_x), static_cast<double>(world.min_y),
            static_cast<double>(world.max_x), static_cast<double>(world.max_y)};
  reach_x_ = reach_y_ = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    if (!is_valid(box)) continue;
    reach_x_ = std::max(reach_x_, reach_of(box.min_x, box.max_x));
    reach_y_ = std::max(reach_y_, reach_of(box.min_y, box.max_y));
  }
}

void PointQuadtree::insert_all(const BoxView& boxes) {
  nodes_.clear();
  const double size = std::max(world_.max_x - world_.min_x, world_.max_y - world_.min_y);
  nodes_.push_back({0.5 * (world_.min_x + world_.max_x), 0.5 * (world_.min_y + world_.max_y),
                    0.25 * size, 0, kNoPoint, 0, 0});
  boxes_.resize(boxes.size());
  points_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    boxes_[i] = box;
    if (!is_valid(box)) continue;
    points_[i] = {middle_of(box.min_x, box.max_x), middle_of(box.min_y, box.max_y), kNoPoint};
    insert(static_cast<std::uint32_t>(i));
  }
}

void PointQuadtree::insert(std::uint32_t id) {
  Point& point = points_[id];
  std::uint32_t index = 0;
  while (nodes_[index].children != 0) {
    const Node& node = nodes_[index];
    const auto right = static_cast<std::uint32_t>(point.x >= node.middle_x);
    const auto above = static_cast<std::uint32_t>(point.y >= node.middle_y);
    index = node.children + right + 2 * above;
  }
  Node& leaf = nodes_[index];
  point.next = leaf.first;
  leaf.first = id;
  ++leaf.count;
  if (leaf.count > kCapacity && leaf.depth < kMaxDepth) split(index);
}

void PointQuadtree::split(std::uint32_t index) {
  const Node leaf = nodes_[index];
  nodes_[index].children = static_cast<std::uint32_t>(nodes_.size());
  nodes_[index].first = kNoPoint;
  for (const double y : {leaf.middle_y - leaf.quarter_size, leaf.middle_y + leaf.quarter_size}) {
    for (const double x : {leaf.middle_x - leaf.quarter_size, leaf.middle_x + leaf.quarter_size})
      nodes_.push_back({x, y, 0.5 * leaf.quarter_size, 0, kNoPoint, 0, leaf.depth + 1});
  }
  std::uint32_t next = kNoPoint;
  for (std::uint32_t id = leaf.first; id != kNoPoint; id = next) {
    next = points_[id].next;
    insert(id);
  }
}

void PointQuadtree::find_pairs() {
  found_.clear();
  const tbb::blocked_range<std::size_t> all(0, boxes_.size(), 64);
  tbb::parallel_for(all, [&](const auto& objects) {
    PairBuffer& found = found_.local();
    for (std::size_t i = objects.begin(); i < objects.end(); ++i) {
      const Box box = boxes_[i];
      if (!is_valid(box)) continue;
      // Infinity less infinity would be NaN, with which no comparison holds.
      const auto below = [](float edge, double reach) {
        return std::isinf(reach) ? -reach : static_cast<double>(edge) - reach;
      };
      const auto above = [](float edge, double reach) {
        return std::isinf(reach) ? reach : static_cast<double>(edge) + reach;
      };
      const Range range = {below(box.min_x, reach_x_), below(box.min_y, reach_y_),
                           above(box.max_x, reach_x_), above(box.max_y, reach_y_)};
      find_pairs_below(0, range, static_cast<std::uint32_t>(i), found);
    }
  });
}

void PointQuadtree::find_pairs_below(std::uint32_t index, const Range& range, std::uint32_t id,
                                     PairBuffer& found) const {
  const Node& node = nodes_[index];
  if (node.children == 0) {
    for (std::uint32_t other = node.first; other != kNoPoint; other = points_[other].next) {
      if (id < other && overlaps(boxes_[id], boxes_[other])) found.push_back({id, other});
    }
    return;
  }
  const bool left = range.min_x < node.middle_x;
  const bool right = range.max_x >= node.middle_x;
  if (range.min_y < node.middle_y) {
    if (left) find_pairs_below(node.children, range, id, found);
    if (right) find_pairs_below(node.children + 1, range, id, found);
  }
  if (range.max_y >= node.middle_y) {
    if (left) find_pairs_below(node.children + 2, range, id, found);
    if (right) find_pairs_below(node.children + 3, range, id, found);
  }
}

std::size_t PointQuadtree::byte_count() const {
  return boxes_.capacity() * sizeof(Box) + points_.capacity() * sizeof(Point) +
         nodes_.capacity() * sizeof(Node) + found_.byte_count();
}

std::string PointQuadtree::settings() const {
  return fmt::format("capacity {}, queries enlarged by {:.4g} and {:.4g}", kCapacity, reach_x_,
                     reach_y_);
}

}  // namespace quadphase::bench
