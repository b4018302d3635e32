// SPDX-License-Identifier: MIT
// The frame of the quadtree of the tutorials.
#include "baselines/classic.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

bool is_same(const Box& a, const Box& b) {
  return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

}  // namespace

void Classic::find_pairs() {
  nanoseconds_.pairs = timed([&] {
    found_.clear();
    const tbb::blocked_range<std::size_t> all(0, boxes_.size(), 64);
    tbb::parallel_for(all, [&](const auto& range) {
      tree_.find_pairs(boxes_, range.begin(), range.end(), found_.local());
    });
  });
  nanoseconds_.merge = timed([&] { found_.join(); });
}

std::size_t Classic::byte_count() const {
  return tree_.byte_count() + boxes_.capacity() * sizeof(Box) + found_.byte_count();
}

std::string Classic::settings() const {
  return fmt::format("capacity {}, maximum depth {}", ClassicQuadtree::kCapacity,
                     tree_.max_depth());
}

void ClassicRefilled::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.tree = timed([&] { tree_.refill(boxes, world_of(boxes), boxes_); });
    find_pairs();
  });
}

void ClassicKept::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.tree = timed([&] {
      const Box world = world_of(boxes);
      if (boxes.size() != boxes_.size() || has_outgrown(world)) {
        tree_.refill(boxes, world, boxes_);
      } else {
        move_objects(boxes);
      }
    });
    find_pairs();
  });
}

bool ClassicKept::has_outgrown(const Box& world) const noexcept {
  const Box& old = tree_.world();
  const float x = 0.1F * old.max_x - 0.1F * old.min_x;
  const float y = 0.1F * old.max_y - 0.1F * old.min_y;
  return world.min_x < old.min_x - x || world.min_y < old.min_y - y ||
         world.max_x > old.max_x + x || world.max_y > old.max_y + y;
}

void ClassicKept::move_objects(const BoxView& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    const Box old_box = boxes_[i];
    if (is_same(box, old_box)) continue;
    const auto id = static_cast<ObjectId>(i);
    if (is_valid(old_box)) tree_.remove(id, old_box);
    boxes_[i] = box;
    if (is_valid(box)) tree_.insert(id, box, boxes_);
  }
}

}  // namespace quadphase::bench
