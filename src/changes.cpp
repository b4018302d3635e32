// SPDX-License-Identifier: MIT
#include "changes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace quadphase::detail {
namespace {

constexpr std::size_t kWordBits = 64;

[[nodiscard]] constexpr std::size_t word_count(std::size_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

/// Fills the rows `[begin, end)`.
void index_rows(HistoryView history, std::size_t begin, std::size_t end, std::uint32_t* row_first) {
  const Pair* const pairs = history.pairs;
  const auto first_of = [&](std::size_t row) {
    return static_cast<std::size_t>(
        std::partition_point(pairs, pairs + history.pair_count,
                             [&](const Pair& pair) { return history.row_of(pair) < row; }) -
        pairs);
  };
  const std::size_t first = first_of(begin);
  const std::size_t last = first_of(end);
  // Backwards: the first pair of a row is the last to be written. Then an empty row takes the place
  // of the next. Why not at once: how many rows are empty is not to be foretold.
  std::fill(row_first + begin, row_first + end, static_cast<std::uint32_t>(last));
  for (std::size_t i = last; i-- > first;) {
    row_first[history.row_of(pairs[i])] = static_cast<std::uint32_t>(i);
  }
  auto next = static_cast<std::uint32_t>(last);
  for (std::size_t row = end; row-- > begin;) {
    next = std::min(next, row_first[row]);
    row_first[row] = next;
  }
}

/// The history with its table. Rows take in more ids where most would be empty.
HistoryView index_history(const PairHistory& history, const Workers& workers,
                          Buffer<std::uint32_t>& row_first) {
  HistoryView view;
  view.pairs = history.pairs.data();
  view.pair_count = history.pair_count;
  view.least_id = history.pairs[0].first;
  view.most_id = history.pairs[history.pair_count - 1].first;
  if (history.pair_count > std::numeric_limits<std::uint32_t>::max()) {
    row_first.ensure(2);
    std::fill_n(row_first.data(), 2, 0U);
    view.row_first = row_first.data();
    view.has_rows = false;
    return view;
  }
  // Two rows at least, so that the shift is always less than the bits of an id.
  const std::size_t most_rows = std::max<std::size_t>(history.pair_count / kRowPairs, 2);
  const ObjectId range = view.most_id - view.least_id;
  while ((range >> view.row_shift) >= most_rows) ++view.row_shift;
  view.row_count = std::size_t{range >> view.row_shift} + 1;
  row_first.ensure_with_spare(view.row_count + 1);
  row_first[view.row_count] = static_cast<std::uint32_t>(view.pair_count);
  view.row_first = row_first.data();
  const Chunks chunks = pair_chunks(view.row_count, workers);
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    index_rows(view, chunks.first(c), chunks.last(c), row_first.data());
  });
  return view;
}

/// One bit for each of 64 bytes that are 0 or 1.
std::uint64_t pack_bits(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kWordBits; i += 8) {
    std::uint64_t eight = 0;
    for (std::size_t j = 0; j < 8; ++j) eight |= std::uint64_t{bytes[i + j]} << (8 * j);
    // Bit 8 j of the factor's shifted copies meets at bit 56 + j, and nothing carries.
    word |= (eight * 0x0102'0408'1020'4080U) >> 56 << i;
  }
  return word;
}

struct PairPieces {
  [[nodiscard]] std::span<const PairPiece> all() const noexcept { return {pieces.data(), count}; }

  std::array<PairPiece, kMaxChunks> pieces;
  std::size_t count = 0;
};

/// The pairs as pieces: all have begun.
PairPieces cut(std::span<const Pair> pairs, const Workers& workers) {
  const Chunks chunks = pair_chunks(pairs.size(), workers);
  PairPieces cuts;
  for (; cuts.count < chunks.count(); ++cuts.count) {
    const std::size_t begin = chunks.first(cuts.count);
    cuts.pieces[cuts.count] = {pairs.data() + begin, chunks.last(cuts.count) - begin};
  }
  return cuts;
}

/// Marks the pairs of the history that there are now, and writes those that it has not to
/// `unknown`, in pieces, which it returns.
PairPieces look_up(std::span<const Pair> pairs, const IdBits& renewed, const Workers& workers,
                   const Kernels& kernels, const PairHistory& history, Pair* unknown,
                   PairChanges& changes) {
  const HistoryView view = index_history(history, workers, changes.row_first);
  const std::size_t words = word_count(view.pair_count);
  changes.known.ensure_with_spare(words);
  // A byte a pair first, which threads can write without a lock, in memory that is used only later.
  changes.begun.ensure_with_spare(words * kWordBits / sizeof(Pair));
  auto* const found = reinterpret_cast<std::uint8_t*>(changes.begun.data());
  const Chunks word_chunks = pair_chunks(words, workers);
  workers.for_each(word_chunks.count(), 1, [&](std::size_t c, int) {
    std::fill(found + word_chunks.first(c) * kWordBits, found + word_chunks.last(c) * kWordBits,
              std::uint8_t{0});
  });
  PairPieces cuts = cut(pairs, workers);
  workers.for_each(cuts.count, 1, [&](std::size_t c, int) {
    PairPiece& piece = cuts.pieces[c];
    Pair* const place = unknown + (piece.first - pairs.data());
    piece = {place, kernels.look_up_pairs(view, {piece.first, piece.count}, renewed, found, place)};
  });
  workers.for_each(word_chunks.count(), 1, [&](std::size_t c, int) {
    for (std::size_t word = word_chunks.first(c); word < word_chunks.last(c); ++word) {
      changes.known[word] = pack_bits(found + word * kWordBits);
    }
  });
  return cuts;
}

/// A part of the merge of the history with the pairs that began.
struct MergeSlice {
  std::size_t old_first = 0;
  std::size_t begun_first = 0;
  std::size_t ended_first = 0;
};

/// Where the merge of `a` and `b` stands once it has taken `taken` pairs: how many of `a`.
/// Source:  the merge path; of equal pairs, that of `a` goes first.
std::size_t split_merge(std::span<const Pair> a, std::span<const Pair> b, std::size_t taken) {
  std::size_t low = taken > b.size() ? taken - b.size() : 0;
  std::size_t high = std::min(taken, a.size());
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (order_of(b[taken - middle - 1]) < order_of(a[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Pairs `[begin, end)` of the history that are there no more.
std::size_t count_ended(const std::uint64_t* known, std::size_t begin, std::size_t end) {
  std::size_t count = end - begin;
  while (begin < end) {
    const std::size_t last = std::min(end, (begin / kWordBits + 1) * kWordBits);
    const std::uint64_t word = known[begin / kWordBits] >> (begin % kWordBits);
    count -= static_cast<std::size_t>(std::popcount(word << (kWordBits - (last - begin))));
    begin = last;
  }
  return count;
}

/// Lists the ended pairs, and makes the next history.
void merge_changes(const Workers& workers, const Kernels& kernels, const PairHistory& history,
                   Pair* next, PairChanges& changes) {
  const std::span<const Pair> old = history.pairs.first(history.pair_count);
  const std::span<const Pair> begun = std::as_const(changes.begun).first(changes.begun_count);
  const Chunks chunks(old.size() + begun.size());
  std::array<MergeSlice, kMaxChunks + 1> slices;
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    const std::size_t taken = chunks.first(c);
    const std::size_t first = split_merge(old, begun, taken);
    const std::size_t last = split_merge(old, begun, chunks.last(c));
    slices[c] = {first, taken - first, count_ended(changes.known.data(), first, last)};
  });
  std::size_t ended = 0;
  for (std::size_t c = 0; c < chunks.count(); ++c) {
    ended += std::exchange(slices[c].ended_first, ended);
  }
  slices[chunks.count()] = {old.size(), begun.size(), ended};
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    const MergeSlice& from = slices[c];
    const MergeSlice& to = slices[c + 1];
    const HistorySlice slice = {old.data(), changes.known.data(), from.old_first, to.old_first,
                                to.ended_first - from.ended_first};
    kernels.merge_slice(slice, begun.subspan(from.begun_first, to.begun_first - from.begun_first),
                        changes.ended.data() + from.ended_first,
                        next + (from.old_first - from.ended_first + from.begun_first));
  });
}

}  // namespace

std::size_t PairChanges::byte_count() const noexcept {
  return begun.byte_count() + ended.byte_count() + row_first.byte_count() + known.byte_count() +
         sort.places.byte_count();
}

void find_changes(std::span<const Pair> pairs, const IdBits& renewed, const Workers& workers,
                  const Kernels& kernels, const PairHistory& history, Buffer<Pair>& next,
                  PairChanges& changes) {
  next.ensure_with_spare(pairs.size() + kPairWindow);
  const PairPieces begun = history.pair_count == 0 ? cut(pairs, workers)
                                                   : look_up(pairs, renewed, workers, kernels,
                                                             history, next.data(), changes);
  changes.begun_count = 0;
  for (const PairPiece& piece : begun.all()) changes.begun_count += piece.count;
  changes.ended_count = history.pair_count + changes.begun_count - pairs.size();
  changes.ended.ensure_with_spare(changes.ended_count);
  changes.begun.ensure_with_spare(changes.begun_count);
  sort_pairs(begun.all(), next.data(), changes.begun.data(), workers, changes.sort);
  merge_changes(workers, kernels, history, next.data(), changes);
  std::fill_n(next.data() + pairs.size(), kPairWindow, kNoPair);
}

void commit_history(std::size_t pair_count, Buffer<Pair>& next, PairHistory& history) noexcept {
  std::swap(next, history.pairs);
  history.pair_count = pair_count;
}

void forget_history(PairHistory& history) noexcept {
  history.pair_count = 0;
}

}  // namespace quadphase::detail
