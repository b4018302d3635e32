// SPDX-License-Identifier: MIT
// Colors of pairs: groups in which no two pairs share a movable object.
#include <algorithm>
#include <array>
#include <bit>
#include <memory_resource>
#include <utility>

#include "base/atomic_word.hpp"
#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "input/validate_input.hpp"
#include "pairs/pair_graph.hpp"
#include "quadphase/adjacency.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// In the order of the pairs, each gets the lowest color that no earlier pair of its movable
/// objects has. On one thread that is a loop over the pairs, with a mask of colors for each object.
///
/// On many threads, blocks of consecutive pairs are colored at the same time. A block colors a pair
/// if all earlier pairs of its two objects have colors: no earlier block has a pair of either, and
/// none of this block was left. All other pairs are left, and the loop colors them afterwards, in
/// order. So the result is that of the loop alone.
///
/// Why only from four threads on: finding the first block of each object takes longer than the
/// loop. In ns per pair, on one thread of a busy Intel Xeon (Emerald Rapids), the loop and the
/// blocks with all they do, grouped by color: 458,512 pairs of 135,000 objects 5.2 and 13.8,
/// 742,389 of 1,000,000 9.7 and 33. Tried: passes of ever larger blocks that leave the pairs of
/// objects that several blocks have, so that colors are not those of the loop: 20.7 on one thread,
/// 13 on two. Tried: rounds in which each pair bids for both objects by a hash of its ids: over ten
/// times as long. Such colors would depend on ids alone.
///
/// Source: G. Blelloch et al., "Internally deterministic parallel algorithms can be fast", 2012
/// (the result of a loop, computed in parallel).
class PairColoring {
 public:
  PairColoring(std::span<const Pair> pairs, std::span<const std::uint8_t> fixed,
               std::span<const std::uint8_t> filter, std::span<std::uint32_t> indices)
      : pairs_(pairs),
        fixed_(fixed),
        filter_(filter),
        indices_(indices),
        chunks_(pairs.size()),
        words_(std::pmr::new_delete_resource()),
        colors_(std::pmr::new_delete_resource()),
        ends_(std::pmr::new_delete_resource()) {}

  /// Errors: `std::bad_alloc`.
  void reserve(std::size_t object_count) {
    words_.ensure(object_count);
    colors_.ensure(pairs_.size());
    ends_.ensure(chunks_.count());
  }

  // Call these inside `workers.run`, in this order.

  void clear(std::size_t object_count, const Workers& workers) {
    for_each_row(object_count, workers, [&](std::size_t i) {
      words_[i] = fixed_.empty() || fixed_[i] == 0 ? kFree : kFixed;
    });
  }

  void color(const Workers& workers) {
    if (workers.active_count() < kWorthBlocks) {
      for (std::size_t i = 0; i < pairs_.size(); ++i) color_next(i);
      return;
    }
    const std::size_t blocks_wanted =
        std::min(kMaxBlocks, kBlocksPerWorker * static_cast<std::size_t>(workers.active_count()));
    const Chunks blocks(pairs_.size(), blocks_wanted);
    for_each_chunk(blocks, workers, [&](std::size_t block, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        if (!is_counted(i)) continue;
        claim(words_[pairs_[i].first], block);
        claim(words_[pairs_[i].second], block);
      }
    });
    std::array<std::size_t, kMaxBlocks> left_counts{};
    for_each_chunk(blocks, workers, [&](std::size_t block, std::size_t first, std::size_t last) {
      left_counts[block] = color_block(block, first, last);
    });
    for (std::size_t block = 0; block < blocks.count(); ++block) {
      for (const std::uint32_t i : indices_.subspan(blocks.first(block), left_counts[block]))
        color_next(i);
    }
  }

  /// Writes the indices of all pairs, color by color.
  PairColors group(const Workers& workers) {
    for_each_chunk(chunks_, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      Counts counts{};
      for (std::size_t i = first; i < last; ++i) ++counts[colors_[i]];
      ends_[chunk] = counts;
    });
    PairColors groups;
    std::uint32_t position = 0;
    for (std::size_t color = 0; color <= kRest; ++color) {
      groups.offsets[color] = position;
      for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk)
        position += std::exchange(ends_[chunk][color], position);
      if (color < kRest && position > groups.offsets[color]) groups.color_count = color + 1;
    }
    groups.offsets[kRest + 1] = position;
    groups.indices = indices_.first(position);
    for_each_chunk(chunks_, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      Counts ends = ends_[chunk];
      for (std::size_t i = first; i < last; ++i) {
        if (colors_[i] != kNone) indices_[ends[colors_[i]]++] = static_cast<std::uint32_t>(i);
      }
    });
    return groups;
  }

 private:
  static constexpr std::uint8_t kRest = PairColors::kMaxColors;
  static constexpr std::uint8_t kNone = kRest + 1;  // of a pair that the filter leaves out
  /// How many pairs of a chunk have each color, then where they are to be written.
  using Counts = std::array<std::uint32_t, 64>;

  /// From this many threads on, blocks are worth it.
  static constexpr int kWorthBlocks = tuned(4, 2);
  static constexpr std::size_t kBlocksPerWorker = 4;
  static constexpr std::size_t kMaxBlocks = 128;

  /// An object's word has a bit for each color of its pairs, and in the byte above them the first
  /// block that has a pair of it, or one of these.
  static constexpr int kOwnerShift = 56;
  static constexpr std::uint64_t kColorBits = (std::uint64_t{1} << kOwnerShift) - 1;
  static constexpr std::uint64_t kWaiting = std::uint64_t{253} << kOwnerShift;
  static constexpr std::uint64_t kFree = std::uint64_t{254} << kOwnerShift;
  static constexpr std::uint64_t kFixed = std::uint64_t{255} << kOwnerShift;
  static_assert(PairColors::kMaxColors == kOwnerShift);
  static_assert(kMaxBlocks < 253);

  [[nodiscard]] bool is_counted(std::size_t i) const noexcept {
    return filter_.empty() || filter_[i] != 0;
  }
  [[nodiscard]] static bool is_fixed(std::uint64_t word) noexcept { return word >= kFixed; }

  /// The owner becomes the least of it and the block.
  static void claim(std::uint64_t& word, std::uint64_t block) noexcept {
    std::uint64_t seen = atomic_load(word);
    while (!is_fixed(seen) && block < seen >> kOwnerShift) {
      if (atomic_compare_exchange(word, seen, block << kOwnerShift)) return;
    }
  }

  /// Writes the indices of the pairs that are left from `first` on, and returns how many there are.
  std::size_t color_block(std::size_t block, std::size_t first, std::size_t last) noexcept {
    const auto is_own = [block](std::uint64_t word) { return word >> kOwnerShift == block; };
    std::uint32_t* const left = indices_.data() + first;
    std::size_t left_count = 0;
    for (std::size_t i = first; i < last; ++i) {
      colors_[i] = kNone;
      if (!is_counted(i)) continue;
      std::uint64_t& a = words_[pairs_[i].first];
      std::uint64_t& b = words_[pairs_[i].second];
      const std::uint64_t of_a = atomic_load(a);
      const std::uint64_t of_b = atomic_load(b);
      if ((is_own(of_a) || is_fixed(of_a)) && (is_own(of_b) || is_fixed(of_b))) {
        const std::uint64_t bit = take_color(i, of_a | of_b);
        if (!is_fixed(of_a)) atomic_store(a, of_a | bit);
        if (!is_fixed(of_b)) atomic_store(b, of_b | bit);
      } else {
        left[left_count++] = static_cast<std::uint32_t>(i);
        if (is_own(of_a)) atomic_store(a, (of_a & kColorBits) | kWaiting);
        if (is_own(of_b)) atomic_store(b, (of_b & kColorBits) | kWaiting);
      }
    }
    return left_count;
  }

  /// Colors a pair whose earlier pairs have their colors, while no other thread does.
  void color_next(std::size_t i) noexcept {
    colors_[i] = kNone;
    if (!is_counted(i)) return;
    std::uint64_t& a = words_[pairs_[i].first];
    std::uint64_t& b = words_[pairs_[i].second];
    const std::uint64_t of_a = a;
    const std::uint64_t of_b = b;
    const std::uint64_t bit = take_color(i, of_a | of_b);
    a = of_a | (is_fixed(of_a) ? 0 : bit);
    b = of_b | (is_fixed(of_b) ? 0 : bit);
  }

  /// The pair gets the lowest color that is not in `words`, if there is one; returns its bit.
  std::uint64_t take_color(std::size_t i, std::uint64_t words) noexcept {
    const std::uint64_t colors = words & kColorBits;
    colors_[i] = static_cast<std::uint8_t>(std::countr_one(colors));
    return (colors + 1) & ~colors & kColorBits;
  }

  std::span<const Pair> pairs_;
  std::span<const std::uint8_t> fixed_;
  std::span<const std::uint8_t> filter_;
  std::span<std::uint32_t> indices_;  // until they are grouped: those of each block that are left
  Chunks chunks_;
  Buffer<std::uint64_t> words_;
  Buffer<std::uint8_t> colors_;
  Buffer<Counts> ends_;
};

}  // namespace

PairColors color_pairs(std::span<const Pair> pairs, std::size_t object_count,
                       std::span<std::uint32_t> indices, std::span<const std::uint8_t> fixed,
                       std::span<const std::uint8_t> contacts, Executor* executor) {
  require(indices.size() == pairs.size(),
          "quadphase: color_pairs: indices must have the size of pairs");
  require(fixed.empty() || fixed.size() == object_count,
          "quadphase: color_pairs: fixed must be empty or have a number for each object");
  check_graph(pairs, object_count, contacts, executor);
  check_indices(pairs);
  Workers workers = Workers::of_caller(executor);
  PairColoring coloring(pairs, fixed, contacts, indices);
  coloring.reserve(object_count);
  PairColors groups;
  workers.run(is_little(pairs.size(), object_count), [&] {
    coloring.clear(object_count, workers);
    coloring.color(workers);
    groups = coloring.group(workers);
  });
  return groups;
}

}  // namespace quadphase
