// SPDX-License-Identifier: MIT
#include "engine/frame.hpp"

#include <algorithm>

#include "base/tuning.hpp"

namespace quadphase::detail {

void Frame::reserve(std::size_t object_count, std::uint32_t leaf_capacity) {
  const std::size_t room = object_capacity();
  const std::size_t capacity =
      room > 0 && object_count <= room
          ? room
          : std::clamp<std::size_t>(object_count + object_count / 8, kFanout, kMaxObjects);
  if (capacity != most_.objects || leaf_capacity != most_.leaf_capacity) {
    const std::size_t buckets = max_bucket_count(capacity);
    const std::size_t leaves = max_leaf_count(capacity, buckets, leaf_capacity);
    most_ = {capacity, leaf_capacity, buckets, max_pair_task_count(leaves)};
  }
  BuildScratch::reserve(capacity);
  tree.reserve(capacity, most_.buckets, std::min(capacity, kHeavyObjects), leaf_capacity);
  segments.segments.ensure(most_.tasks);
  merged.chunk_first.ensure(most_.tasks + 1);
}

void Frame::clear() noexcept {
  scene.rejected_count = 0;
  partition.valid_count = 0;
  tree.view = {};
}

void Frame::shrink(bool keeps_tree, std::size_t task_count) noexcept {
  BuildScratch::release();
  segments.shrink(keeps_tree ? task_count : 0);
  merged.chunk_first.shrink(keeps_tree ? task_count + 1 : 0);
  merged.pairs.shrink(merged.pair_count);
  if (keeps_tree) {
    tree.shrink();
    tree_filters.shrink(tree.view);
  } else {
    segments.writes_array = true;  // as in a new engine
    tree.release();
    tree_filters.release();
  }
}

void Frame::reserve_merged(std::size_t pair_count) {
  if (pair_count > merged.pairs.capacity())
    merged.pairs.grow(merged.pair_count, pair_count + pair_count / 8);
}

void Frame::reserve_pairs(std::size_t pair_count) {
  if (segments.writes_array) {
    const std::size_t room = segments.array_room(pair_count);
    segments.array.ensure(room);
    merged.pairs.ensure_keeping(merged.pair_count, room);
  } else {
    segments.pool.reserve(pair_count, static_cast<int>(segments.workers.reserved_count()));
    reserve_merged(pair_count);
  }
}

}  // namespace quadphase::detail
