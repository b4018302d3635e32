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

/// Each pair takes the lowest color that no pair of its two objects has, in passes. In a pass,
/// blocks of consecutive pairs are colored at the same time, each in the order of its pairs; the
/// pairs of an object that another block has, too, are left for the next pass, in which blocks are
/// larger. The last pass has one block, so it leaves none; it comes next if a pass leaves most
/// pairs, as for pairs in random order or an object that is in most of them.
///
/// Why the threads do not matter: what the blocks are depends on the number of pairs alone, and an
/// object's colors are read and written by one block of a pass.
///
/// What that costs: a first loop of each pass, which finds the objects of several blocks. Against
/// it, the plain way: one loop over the pairs with a mask of colors for each object, which only one
/// thread can run. In ns per pair (the shortest of 21 in turn on a busy Intel Xeon, Emerald
/// Rapids), the plain way, this on one thread, on two: 966,294 pairs of 135,000
/// objects 4.9, 20.7, 13.0; 2,993,527 of 1,000,000 8.3, 26.6, 14.7, in random
/// order 9.9, 41.0, 32.1. So it is slower on a few threads; it is here so that no thread goes over
/// all pairs alone while others wait. Tried: rounds in which each pair bids for both objects by a
/// hash of its ids, and those that win both are colored. In 80 rounds they took the 966,294 pairs
/// over ten times as long. Such colors would depend on ids alone. Tried: blocks of one chunk in the
/// first pass, which leave 45 % of those pairs for the next, where blocks of two leave 26 %.
class PairColoring {
 public:
  /// `is_shared`: many threads use it.
  PairColoring(std::span<const Pair> pairs, std::span<const std::uint8_t> fixed,
               std::span<const std::uint8_t> filter, std::span<std::uint32_t> indices,
               bool is_shared)
      : is_shared_(is_shared),
        pairs_(pairs),
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

  void clear(std::size_t object) noexcept {
    words_[object] = fixed_.empty() || fixed_[object] == 0 ? 0 : kFixed;
  }

  /// Call it inside `workers.run`, after all objects are cleared.
  void color(bool is_little, const Workers& workers) {
    for_each_chunk(chunks_, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      begin(chunk, first, last);
    });
    std::uint64_t first_tag = 1;
    std::size_t left_before = is_little ? 0 : left_count();
    for (std::size_t size = kFirstSize; size < chunks_.count() && left_before > 0;
         size *= kGrowth) {
      first_tag = color_blocks(size, first_tag, workers);
      const std::size_t left = left_count();
      left_before = left <= left_before / 2 ? left : 0;
    }
    color_blocks(std::max<std::size_t>(chunks_.count(), 1), 0, workers);
  }

  /// Writes the indices of all pairs, color by color.
  PairColors group(const Workers& workers) {
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
      for (std::size_t i = first; i < last; ++i) {
        if (colors_[i] != kNone)
          indices_[ends_[chunk][colors_[i]]++] = static_cast<std::uint32_t>(i);
      }
    });
    return groups;
  }

 private:
  static constexpr std::uint8_t kRest = PairColors::kMaxColors;
  static constexpr std::uint8_t kNone = 255;  // the color of a pair that the filter leaves out
  /// The chunks of a block of the first pass, and how many times more a block of the next one has.
  static constexpr std::size_t kFirstSize = 2;
  static constexpr std::size_t kGrowth = 8;
  /// Of a chunk: the pairs of each color, of the rest, those that are left, and those seen as such.
  using Counts = std::array<std::uint32_t, 64>;
  static constexpr std::size_t kLeft = kRest + 1;
  static constexpr std::size_t kSeen = kRest + 2;

  /// An object's word has a bit for each color of its pairs, and in the byte above them the tag of
  /// the block that it belongs to.
  static constexpr int kTagShift = 56;
  static constexpr std::uint64_t kColorBits = (std::uint64_t{1} << kTagShift) - 1;
  static constexpr std::uint64_t kFixed = std::uint64_t{255} << kTagShift;
  static_assert(PairColors::kMaxColors == kTagShift);

  void begin(std::size_t chunk, std::size_t first, std::size_t last) noexcept {
    ends_[chunk] = {};
    std::uint32_t* const left = indices_.data() + first;
    std::uint32_t count = 0;
    for (std::size_t i = first; i < last; ++i) {
      colors_[i] = kNone;
      left[count] = static_cast<std::uint32_t>(i);
      count += filter_.empty() || filter_[i] != 0 ? 1U : 0U;
    }
    ends_[chunk][kLeft] = count;
  }

  /// A pass with blocks of `size` chunks. `first_tag`: above all tags of earlier passes, or 0:
  /// there is one block. Returns the first tag of the next pass.
  std::uint64_t color_blocks(std::size_t size, std::uint64_t first_tag, const Workers& workers) {
    const std::size_t count = (chunks_.count() + size - 1) / size;
    const std::uint64_t shared_tag = first_tag + count;
    if (first_tag != 0) {
      workers.for_each(chunks_.count(), 1, [&](std::size_t chunk, int) {
        const std::uint64_t tag = first_tag + chunk / size;
        const bool is_shared = is_shared_;
        std::uint64_t* const words = words_.data();
        const Pair* const pairs = pairs_.data();
        for (const std::uint32_t i : left_of(chunk)) {
          claim(words[pairs[i].first], first_tag, tag, shared_tag, is_shared);
          claim(words[pairs[i].second], first_tag, tag, shared_tag, is_shared);
        }
      });
    }
    workers.for_each(count, 1, [&](std::size_t block, int) {
      const std::size_t last = std::min(chunks_.count(), (block + 1) * size);
      for (std::size_t chunk = block * size; chunk < last; ++chunk) {
        if (first_tag == 0)
          color_chunk<true>(chunk, 0);
        else if (is_shared_)
          color_chunk<false>(chunk, first_tag + block);
        else
          color_chunk<true>(chunk, first_tag + block);
      }
    });
    return shared_tag + 1;
  }

  [[nodiscard]] std::size_t left_count() const noexcept {
    std::size_t count = 0;
    for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk) count += ends_[chunk][kLeft];
    return count;
  }

  [[nodiscard]] std::span<std::uint32_t> left_of(std::size_t chunk) noexcept {
    return indices_.subspan(chunks_.first(chunk), ends_[chunk][kLeft]);
  }

  static void claim(std::uint64_t& word, std::uint64_t first_tag, std::uint64_t tag,
                    std::uint64_t shared_tag, bool is_shared) noexcept {
    std::uint64_t seen = atomic_load(word);
    for (;;) {
      const std::uint64_t owner = seen >> kTagShift;
      if ((unsigned{owner == tag} | unsigned{owner >= shared_tag}) != 0) return;
      const std::uint64_t next = owner < first_tag ? tag : shared_tag;
      const std::uint64_t claimed = (seen & kColorBits) | next << kTagShift;
      if (!is_shared) atomic_store(word, claimed);
      if (!is_shared || atomic_compare_exchange(word, seen, claimed)) return;
    }
  }

  /// `kIsAlone`: no other thread uses any object, so all words may be written, as branches cost
  /// more.
  template <bool kIsAlone>
  void color_chunk(std::size_t chunk, std::uint64_t tag) noexcept {
    Counts& counts = ends_[chunk];
    const std::span<std::uint32_t> left = left_of(chunk);
    std::uint32_t left_count = 0;
    for (const std::uint32_t i : left) {
      const Pair pair = pairs_[i];
      const std::uint64_t first = atomic_load(words_[pair.first]);
      const std::uint64_t second = atomic_load(words_[pair.second]);
      const bool is_left = (is_foreign(first, tag) | is_foreign(second, tag)) != 0;
      left[left_count] = i;
      left_count += is_left ? 1U : 0U;
      if (!kIsAlone && is_left) continue;
      const std::uint64_t colors = (first | second) & kColorBits;
      const auto color = static_cast<std::size_t>(std::countr_one(colors));
      const std::uint64_t bit = is_left ? 0 : (colors + 1) & ~colors & kColorBits;
      if (kIsAlone || first < kFixed)
        atomic_store(words_[pair.first], first | (first < kFixed ? bit : 0));
      if (kIsAlone || second < kFixed)
        atomic_store(words_[pair.second], second | (second < kFixed ? bit : 0));
      colors_[i] = static_cast<std::uint8_t>(color);
      ++counts[is_left ? kSeen : color];
    }
    counts[kLeft] = left_count;
  }

  /// 1 or 0. Why no `&&`: the branches are hard to predict.
  [[nodiscard]] static unsigned is_foreign(std::uint64_t word, std::uint64_t tag) noexcept {
    return unsigned{tag != 0} & unsigned{word < kFixed} & unsigned{word >> kTagShift != tag};
  }

  bool is_shared_;
  std::span<const Pair> pairs_;
  std::span<const std::uint8_t> fixed_;
  std::span<const std::uint8_t> filter_;
  std::span<std::uint32_t> indices_;  // until they are grouped: those of each chunk that are left
  Chunks chunks_;
  Buffer<std::uint64_t> words_;
  Buffer<std::uint8_t> colors_;
  /// For each chunk how many pairs have each color, then where they are to be written.
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
  const bool is_serial = is_little(pairs.size(), object_count);
  Workers workers = Workers::of_caller(executor);
  PairColoring coloring(pairs, fixed, contacts, indices, !is_serial && workers.count() > 1);
  coloring.reserve(object_count);
  PairColors groups;
  workers.run(is_serial, [&] {
    for_each_row(object_count, workers, [&](std::size_t i) { coloring.clear(i); });
    coloring.color(is_serial, workers);
    groups = coloring.group(workers);
  });
  return groups;
}

}  // namespace quadphase
