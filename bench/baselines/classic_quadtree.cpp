// SPDX-License-Identifier: MIT
// Insertion, splitting and removal in the quadtree of the tutorials.
#include "baselines/classic_quadtree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quadphase::bench {

void ClassicQuadtree::refill(const BoxView& boxes, const Box& world, std::vector<Box>& rows) {
  clear(world, depth_for(boxes.size()));
  rows.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    rows[i] = boxes[i];
    if (is_valid(rows[i])) insert(static_cast<ObjectId>(i), rows[i], rows);
  }
}

void ClassicQuadtree::clear(const Box& world, std::uint32_t max_depth) {
  world_ = world;
  max_depth_ = max_depth;
  node_count_ = 1;
  free_quarters_.clear();
  if (nodes_.empty()) nodes_.resize(1);
  open(0, world, 0);
}

void ClassicQuadtree::open(std::uint32_t index, const Box& cell, std::uint32_t depth) {
  Node& node = nodes_[index];
  node.cell = cell;
  node.middle_x = 0.5F * cell.min_x + 0.5F * cell.max_x;
  node.middle_y = 0.5F * cell.min_y + 0.5F * cell.max_y;
  node.depth = depth;
  node.children = 0;
  node.object_count = 0;
  node.objects.clear();  // its memory stays
}

/// The quarter that an object lies wholly inside of, if any: 0 and 1 below, 2 and 3 above.
std::uint32_t ClassicQuadtree::quarter_of(const Node& node, const Box& box) const noexcept {
  std::uint32_t quarter = 0;
  if (box.min_x > node.middle_x) {
    quarter = 1;
  } else if (!(box.max_x < node.middle_x)) {
    return kStraddles;
  }
  if (box.min_y > node.middle_y) return quarter + 2;
  return box.max_y < node.middle_y ? quarter : kStraddles;
}

void ClassicQuadtree::insert(ObjectId id, const Box& box, std::span<const Box> boxes) {
  std::uint32_t index = 0;
  while (true) {
    Node& node = nodes_[index];
    ++node.object_count;
    const std::uint32_t quarter = node.children == 0 ? kStraddles : quarter_of(node, box);
    if (quarter == kStraddles) break;
    index = node.children + quarter;
  }
  Node& node = nodes_[index];
  node.objects.push_back(id);
  const bool is_full = node.objects.size() > kCapacity && node.depth < max_depth_;
  if (node.children == 0 && is_full) split(index, boxes);
}

void ClassicQuadtree::split(std::uint32_t index, std::span<const Box> boxes) {
  std::uint32_t children = node_count_;
  if (free_quarters_.empty()) {
    node_count_ += 4;
    if (nodes_.size() < node_count_) nodes_.resize(node_count_);
  } else {
    children = free_quarters_.back();
    free_quarters_.pop_back();
  }
  Node& node = nodes_[index];
  node.children = children;
  const Box& cell = node.cell;
  const float x = node.middle_x;
  const float y = node.middle_y;
  open(children, {cell.min_x, cell.min_y, x, y}, node.depth + 1);
  open(children + 1, {x, cell.min_y, cell.max_x, y}, node.depth + 1);
  open(children + 2, {cell.min_x, y, x, cell.max_y}, node.depth + 1);
  open(children + 3, {x, y, cell.max_x, cell.max_y}, node.depth + 1);
  std::size_t kept = 0;
  for (const ObjectId id : node.objects) {
    const std::uint32_t quarter = quarter_of(node, boxes[id]);
    if (quarter == kStraddles) {
      node.objects[kept++] = id;
    } else {
      Node& child = nodes_[children + quarter];
      child.objects.push_back(id);
      ++child.object_count;
    }
  }
  node.objects.resize(kept);
  for (std::uint32_t child = children; child < children + 4; ++child) {
    const bool is_full = nodes_[child].objects.size() > kCapacity;
    if (is_full && nodes_[child].depth < max_depth_) split(child, boxes);
  }
}

void ClassicQuadtree::remove(ObjectId id, const Box& box) {
  std::uint32_t index = 0;
  std::uint32_t sparse = kNone;  // the highest node that needs no quarters any more
  while (true) {
    Node& node = nodes_[index];
    --node.object_count;
    if (node.children == 0) break;
    if (sparse == kNone && node.object_count <= kCapacity / 2) sparse = index;
    const std::uint32_t quarter = quarter_of(node, box);
    if (quarter == kStraddles) break;
    index = node.children + quarter;
  }
  std::vector<ObjectId>& objects = nodes_[index].objects;
  *std::find(objects.begin(), objects.end(), id) = objects.back();
  objects.pop_back();
  if (sparse != kNone) merge(sparse);
}

/// Takes up the objects of all nodes below, and gives those back.
void ClassicQuadtree::merge(std::uint32_t index) {
  Node& node = nodes_[index];
  for (std::uint32_t child = node.children; child < node.children + 4; ++child) {
    if (nodes_[child].children != 0) merge(child);
    const std::vector<ObjectId>& objects = nodes_[child].objects;
    node.objects.insert(node.objects.end(), objects.begin(), objects.end());
  }
  free_quarters_.push_back(node.children);
  node.children = 0;
}

void ClassicQuadtree::find_pairs(std::span<const Box> boxes, std::size_t begin, std::size_t end,
                                 PairBuffer& found) const {
  for (std::size_t i = begin; i < end; ++i) {
    const Box box = boxes[i];
    if (!is_valid(box)) continue;
    const auto id = static_cast<ObjectId>(i);
    query(box, [&](ObjectId other) {
      if (id < other && overlaps(box, boxes[other])) found.push_back({id, other});
    });
  }
}

std::size_t ClassicQuadtree::byte_count() const noexcept {
  std::size_t bytes =
      nodes_.capacity() * sizeof(Node) + free_quarters_.capacity() * sizeof(std::uint32_t);
  for (const Node& node : nodes_) bytes += node.objects.capacity() * sizeof(ObjectId);
  return bytes;
}

Box world_of(const BoxView& boxes) {
  constexpr float kMax = std::numeric_limits<float>::max();
  Box world{kMax, kMax, -kMax, -kMax};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    if (!is_valid(box)) continue;
    if (std::isfinite(box.min_x)) world.min_x = std::min(world.min_x, box.min_x);
    if (std::isfinite(box.min_y)) world.min_y = std::min(world.min_y, box.min_y);
    if (std::isfinite(box.max_x)) world.max_x = std::max(world.max_x, box.max_x);
    if (std::isfinite(box.max_y)) world.max_y = std::max(world.max_y, box.max_y);
  }
  return is_valid(world) ? world : Box{};
}

std::uint32_t depth_for(std::size_t object_count) {
  std::uint32_t depth = 2;
  for (std::size_t leaves = 1; leaves * ClassicQuadtree::kCapacity < object_count; leaves *= 4)
    ++depth;
  return depth;
}

}  // namespace quadphase::bench
