// SPDX-License-Identifier: MIT
#include "events/pair_diff.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "pairs/pair_order.hpp"

namespace quadphase::detail {
namespace {

[[nodiscard]] constexpr std::size_t word_count(std::size_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

/// An exclusive scan: replaces the value of each piece by the sum of those before it; returns the
/// sum of all.
std::size_t sum_up(std::span<PairDiff::Offsets> offsets, std::size_t PairDiff::Offsets::*figure) {
  std::size_t sum = 0;
  for (PairDiff::Offsets& offset : offsets) sum += std::exchange(offset.*figure, sum);
  return sum;
}

/// Assigns words of bits to each piece; returns how many words all pieces need.
std::size_t lay_out_words(std::span<const PairPiece> pieces, std::span<PairDiff::Offsets> offsets) {
  for (std::size_t i = 0; i < pieces.size(); ++i) offsets[i].word = word_count(pieces[i].size());
  return sum_up(offsets, &PairDiff::Offsets::word);
}

/// Marks the disjoint pairs, for whose bits there must be words; returns their number.
std::size_t mark_disjoint(std::span<const PairPiece> pieces, const FrameBoxes& frame,
                          const Workers& workers, const Kernels& kernels, PairDiff& changes) {
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    PairDiff::Offsets& offset = changes.offsets[i];
    offset.pair = frame.find_disjoint(pieces[i], kernels, changes.disjoint.data() + offset.word);
  });
  return sum_up(changes.offsets.first(pieces.size()), &PairDiff::Offsets::pair);
}

/// Writes the marked pairs of a piece one after the other, as far as there is room.
void pack(const PairPiece& piece, const std::uint64_t* marks, std::span<Pair> target) {
  std::size_t packed = 0;
  for (std::size_t begin = 0; begin < piece.size(); begin += kWordBits) {
    for (std::uint64_t word = *marks++; word != 0 && packed < target.size(); word &= word - 1)
      target[packed++] = piece[begin + static_cast<std::size_t>(std::countr_zero(word))];
  }
}

/// Sorts pairs to `target`; `spare` has room for them, and may be the memory that they are in.
void sort_pairs(std::span<const Pair> pairs, Pair* spare, Pair* target, const Workers& workers,
                RadixSort& sort) {
  radix_sort(SortPieces<Pair>(pairs, workers).view(), spare, target, workers, sort, kPairOrder);
}

/// Sorts the first `count` marked pairs to `target`.
void sort_marked(std::span<const PairPiece> pieces, std::size_t count, const Workers& workers,
                 PairDiff& changes, Pair* target) {
  const std::span<Pair> marked = changes.spare.first(count);
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    const PairDiff::Offsets& offset = changes.offsets[i];
    pack(pieces[i], changes.disjoint.data() + offset.word,
         marked.subspan(std::min(offset.pair, count)));
  });
  sort_pairs(marked, marked.data(), target, workers, changes.sort);
}

/// Sorts all pairs, using `spare`.
void sort_all(std::span<const PairPiece> pieces, Pair* spare, const Workers& workers,
              PairDiff& changes) {
  if (pieces.size() == 1) {
    sort_pairs(pieces[0], spare, changes.begun.data(), workers, changes.sort);
    return;
  }
  changes.offsets.ensure_with_spare(pieces.size());
  const std::span<PairDiff::Offsets> offsets = changes.offsets.first(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) offsets[i].pair = pieces[i].size();
  sum_up(offsets, &PairDiff::Offsets::pair);
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    std::copy(pieces[i].begin(), pieces[i].end(), spare + offsets[i].pair);
  });
  sort_pairs({spare, changes.new_count}, spare, changes.begun.data(), workers, changes.sort);
}

/// How many pairs of `a` are among the first `taken` pairs of the merge of `a` and `b`.
/// Source: the merge path. Of two equal pairs, the one of `a` comes first.
std::size_t split_merge(std::span<const Pair> a, std::span<const Pair> b, std::size_t taken) {
  std::size_t low = taken > b.size() ? taken - b.size() : 0;
  std::size_t high = std::min(taken, a.size());
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (kPairOrder(b[taken - middle - 1]) < kPairOrder(a[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Removes the pairs that both parts have; the others move to the front. `keeps_begun(pair)` and
/// `keeps_ended(pair)`: whether the entry of such a pair in that part stays.
template <class KeepsBegun, class KeepsEnded>
void remove_common(PairDiff::Slice& slice, const KeepsBegun& keeps_begun,
                   const KeepsEnded& keeps_ended) {
  const std::span<Pair> a = slice.begun;
  const std::span<Pair> b = slice.ended;
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t a_left = 0;
  std::size_t b_left = 0;
  // Each pair is written, and kept by advancing the output: there is no branch to mispredict.
  while (i < a.size() && j < b.size()) {
    const std::uint64_t order_a = kPairOrder(a[i]);
    const std::uint64_t order_b = kPairOrder(b[j]);
    const bool is_common = order_a == order_b;
    a[a_left] = a[i];
    b[b_left] = b[j];
    a_left += static_cast<std::size_t>(order_a < order_b || (is_common && keeps_begun(a[i])));
    b_left += static_cast<std::size_t>(order_b < order_a || (is_common && keeps_ended(b[j])));
    i += static_cast<std::size_t>(order_a <= order_b);
    j += static_cast<std::size_t>(order_b <= order_a);
  }
  a_left = static_cast<std::size_t>(std::copy(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(),
                                              a.begin() + static_cast<std::ptrdiff_t>(a_left)) -
                                    a.begin());
  b_left = static_cast<std::size_t>(std::copy(b.begin() + static_cast<std::ptrdiff_t>(j), b.end(),
                                              b.begin() + static_cast<std::ptrdiff_t>(b_left)) -
                                    b.begin());
  slice.begun = a.first(a_left);
  slice.ended = b.first(b_left);
}

}  // namespace

void find_begun(std::span<const PairPiece> pieces, const FrameBoxes& before, std::size_t old_count,
                Pair* spare, const Workers& workers, const Kernels& kernels, PairDiff& changes) {
  changes.old_count = old_count;
  changes.new_count = 0;
  for (const PairPiece& piece : pieces) changes.new_count += piece.size();
  changes.begun_candidates = changes.new_count;
  changes.ended_candidates = 0;
  if (old_count == 0) {
    ensure_list(changes.begun, changes.new_count);
    sort_all(pieces, spare, workers, changes);
    return;
  }
  changes.offsets.ensure_with_spare(pieces.size());
  changes.disjoint.ensure_with_spare(lay_out_words(pieces, changes.offsets.first(pieces.size())));
  const std::size_t count = mark_disjoint(pieces, before, workers, kernels, changes);
  ensure_list(changes.begun, count);
  ensure_list(changes.spare, count);
  sort_marked(pieces, count, workers, changes, changes.begun.data());
  changes.begun_candidates = count;
  // The other new pairs are in both sets; their number gives the number of old pairs that remain.
  const std::size_t in_both = std::min(changes.new_count - count, old_count);
  changes.ended_candidates = old_count - in_both;
}

void reserve_changes(std::size_t pair_count, std::size_t piece_count, const Workers& workers,
                     PairDiff& changes) {
  for (Buffer<Pair>* list : {&changes.begun, &changes.ended, &changes.spare})
    ensure_list(*list, pair_count);
  const std::size_t most_pieces = std::max(piece_count, kMaxChunks);
  changes.offsets.ensure_with_spare(most_pieces);
  changes.disjoint.ensure_with_spare(word_count(pair_count) + most_pieces);
  reserve_sort(pair_count, workers, changes.sort);
}

void reserve_ended(const Workers& workers, PairDiff& changes) {
  ensure_list(changes.ended, changes.ended_candidates);
  ensure_list(changes.spare, changes.ended_candidates);
  reserve_sort(changes.ended_candidates, workers, changes.sort);
  changes.offsets.ensure_with_spare(kMaxChunks);
  changes.disjoint.ensure_with_spare(word_count(changes.old_count) + kMaxChunks);
}

void find_ended(std::span<const Pair> old_pairs, const FrameBoxes& now, const Workers& workers,
                const Kernels& kernels, PairDiff& changes) {
  if (changes.ended_candidates == 0) return;
  const SortPieces<Pair> chunks(old_pairs, workers);
  const std::span<const PairPiece> pieces = chunks.view();
  lay_out_words(pieces, changes.offsets.first(pieces.size()));
  const std::size_t count = mark_disjoint(pieces, now, workers, kernels, changes);
  changes.ended_candidates = std::min(changes.ended_candidates, count);
  sort_marked(pieces, changes.ended_candidates, workers, changes, changes.ended.data());
}

void drop_equal_pairs(PairDiff& changes) noexcept {
  const auto drop = [](Buffer<Pair>& list, std::size_t& count) {
    const std::span<Pair> all = list.first(count);
    count = static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  };
  drop(changes.begun, changes.begun_candidates);
  drop(changes.ended, changes.ended_candidates);
}

void slice_changes(bool no_common, const IdBits& reused, const IdBits& restarted,
                   const Workers& workers, PairDiff& changes) {
  const std::span<Pair> begun = changes.begun.first(changes.begun_candidates);
  const std::span<Pair> ended = changes.ended.first(changes.ended_candidates);
  const Chunks chunks(begun.size() + ended.size());
  std::array<std::size_t, kMaxChunks + 1> begun_first;
  std::array<std::size_t, kMaxChunks + 1> ended_first;
  for (std::size_t c = 0; c <= chunks.count(); ++c) {
    const std::size_t taken = c == chunks.count() ? begun.size() + ended.size() : chunks.first(c);
    const std::size_t i = split_merge(begun, ended, taken);
    std::size_t j = taken - i;
    // The two entries of a pair in both lists must be in one slice.
    if (i > 0 && j < ended.size() && kPairOrder(begun[i - 1]) == kPairOrder(ended[j])) ++j;
    begun_first[c] = i;
    ended_first[c] = c == 0 ? j : std::max(j, ended_first[c - 1]);
  }
  changes.slice_count = chunks.count();
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    PairDiff::Slice& slice = changes.slices[c];
    slice.begun = begun.subspan(begun_first[c], begun_first[c + 1] - begun_first[c]);
    slice.ended = ended.subspan(ended_first[c], ended_first[c + 1] - ended_first[c]);
    if (no_common) return;
    const auto is_reused = [&](const Pair& pair) { return reused.has_any(pair); };
    if (!restarted.is_empty()) {
      remove_common(
          slice, [&](const Pair& pair) { return reused.has_any(pair) || restarted.has_any(pair); },
          is_reused);
    } else if (!reused.is_empty()) {
      remove_common(slice, is_reused, is_reused);
    } else {
      const auto never = [](const Pair&) { return false; };
      remove_common(slice, never, never);
    }
  });
  changes.begun_count = changes.ended_count = 0;
  for (PairDiff::Slice& slice : std::span(changes.slices).first(changes.slice_count)) {
    slice.begun_first =
        std::exchange(changes.begun_count, changes.begun_count + slice.begun.size());
    slice.ended_first =
        std::exchange(changes.ended_count, changes.ended_count + slice.ended.size());
  }
}

}  // namespace quadphase::detail
