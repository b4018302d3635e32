// SPDX-License-Identifier: MIT
// Kernels of the pair stage, and of the difference between two frames' pairs.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pair_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "base/prefetch.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/pair_diff-inl.hpp"
#include "kernels/pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

template <bool kStore, class Filters>
void search_pairs_of(const TreeView& tree, const PairTask& task, PairWriter* writer,
                     PairCounts& counts) {
  PairSearch<kStore, Filters> search(tree, task, writer);
  search.search(task);
  counts = search.counts();
}

template <bool kStore>
void search_pairs(const TreeView& tree, const PairTask& task, PairWriter* writer,
                  PairCounts& counts) {
  if (tree.object_count() < 2) return void(counts = {});
  if (!tree.is_filtered()) return search_pairs_of<kStore, NoFilters>(tree, task, writer, counts);
  tree.has_only_worlds ? search_pairs_of<kStore, WorldFilters>(tree, task, writer, counts)
                       : search_pairs_of<kStore, PairFilters<false>>(tree, task, writer, counts);
}

void find_pairs(const TreeView& tree, const PairTask& task, PairWriter& writer,
                PairCounts& counts) {
  search_pairs<true>(tree, task, &writer, counts);
}

void count_pairs(const TreeView& tree, const PairTask& task, PairCounts& counts) {
  search_pairs<false>(tree, task, nullptr, counts);
}

void interleave_boxes(const BoxSpan& boxes, std::size_t first, std::size_t last, Box* target) {
  std::size_t i = first;
#if HWY_TARGET != HWY_SCALAR
  const Floats d;
  for (; i + kLanes <= last; i += kLanes) {
    const BoxVector box = load_boxes(boxes, i);
    hn::StoreInterleaved4(box.min_x, box.min_y, box.max_x, box.max_y, d,
                          reinterpret_cast<float*>(target + i));
  }
#endif
  for (; i < last; ++i) target[i] = box_at(boxes, i);
}

template <bool kTouching>
std::size_t find_disjoint_in(const Box* boxes, std::uint32_t max_row, std::span<const Pair> pairs,
                             std::uint64_t* disjoint_bits) {
  // Why prefetch a block ahead: the boxes are a few megabytes that were not read since the last
  // update.
  Pair copies[2][kDisjointBlock];
  const auto fetch = [&](std::size_t first, Pair* copy) {
    const Pair* block = pairs.data() + first;
    if (first + kDisjointBlock > pairs.size()) {
      std::fill_n(copy, kDisjointBlock, Pair{max_row, max_row});
      if (first < pairs.size()) std::copy(block, pairs.data() + pairs.size(), copy);
      block = copy;
    }
    block = clamp_rows(block, max_row, copy);
    for (std::size_t i = 0; i < kDisjointBlock; ++i) {
      prefetch(boxes + block[i].first);
      prefetch(boxes + block[i].second);
    }
    return block;
  };
  std::size_t count = 0;
  const Pair* next = fetch(0, copies[0]);
  for (std::size_t first = 0, k = 1; first < pairs.size(); first += kDisjointBlock, k = 1 - k) {
    const Pair* const block = next;
    next = fetch(first + kDisjointBlock, copies[k]);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kDisjointBlock; i += kDisjointPairs)
      word |= find_disjoint_bits<kTouching>(boxes, block + i) << i;
    // The padding after the last pair counts as disjoint, so its bits are cleared.
    const std::size_t left = pairs.size() - first;
    if (left < kDisjointBlock) word &= (std::uint64_t{1} << left) - 1;
    disjoint_bits[first / kDisjointBlock] = word;
    count += static_cast<std::size_t>(std::popcount(word));
  }
  return count;
}

std::size_t find_disjoint(const Box* boxes, std::uint32_t max_row, std::span<const Pair> pairs,
                          bool touching, std::uint64_t* disjoint_bits) {
  return touching ? find_disjoint_in<true>(boxes, max_row, pairs, disjoint_bits)
                  : find_disjoint_in<false>(boxes, max_row, pairs, disjoint_bits);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
