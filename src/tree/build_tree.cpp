// SPDX-License-Identifier: MIT
#include "tree/build_tree.hpp"

#include <algorithm>

#include "base/tuning.hpp"

namespace quadphase::detail {

void reserve_tree(std::size_t count, const BuildOptions& options, BuildScratch& scratch, Tree& tree,
                  TreeFilters& filters) {
  const std::size_t capacity = std::max<std::size_t>(count + count / 8, kFanout);
  const std::size_t buckets = max_bucket_count(capacity);
  tree.reserve(capacity, buckets, std::min(capacity, kHeavyObjects), options.leaves.capacity);
  scratch.reserve(capacity);
  if (options.has_filters)
    filters.reserve(capacity, max_leaf_count(capacity, buckets, options.leaves.capacity));
}

}  // namespace quadphase::detail
