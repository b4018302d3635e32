// SPDX-License-Identifier: MIT
#include "frame.hpp"

#include <algorithm>

#include "chunks.hpp"

namespace quadphase::detail {

void Frame::reserve(std::size_t object_count, std::uint32_t leaf_capacity) {
  const std::size_t bucket_count = max_bucket_count(object_count);
  const std::size_t leaf_count = max_leaf_count(object_count, bucket_count, leaf_capacity);
  scene.chunks.ensure(Chunks(object_count).count());
  keys.keys.ensure(object_count);
  partition.reserve(object_count);
  tree.reserve(object_count, bucket_count, std::min(object_count, kHeavyObjects), leaf_capacity);
  const std::size_t task_count = leaf_count / (kFanout * kTaskGroups) + 1;
  segments.segments.ensure(task_count);
  merged.chunk_first.ensure(task_count + 1);
}

void Frame::reserve_pairs(std::uint64_t pair_count) {
  segments.pool.reserve(pair_count, static_cast<int>(segments.workers.size()));
  merged.pairs.ensure(pair_count);
}

}  // namespace quadphase::detail
