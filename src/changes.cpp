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

struct PairPieces {
  [[nodiscard]] std::span<const PairPiece> all() const noexcept { return {pieces.data(), count}; }

  std::array<PairPiece, kMaxChunks> pieces;
  std::size_t count = 0;
};

PairPieces cut(std::span<const Pair> pairs, const Workers& workers) {
  const Chunks chunks = pair_chunks(pairs.size(), workers);
  PairPieces cuts;
  for (; cuts.count < chunks.count(); ++cuts.count) {
    const std::size_t begin = chunks.first(cuts.count);
    cuts.pieces[cuts.count] = {pairs.data() + begin, chunks.last(cuts.count) - begin};
  }
  return cuts;
}

/// Turns what each piece has into what those before it have; returns the sum.
std::size_t sum_up(std::span<PairChanges::Place> places, std::size_t PairChanges::Place::*figure) {
  std::size_t sum = 0;
  for (PairChanges::Place& place : places) sum += std::exchange(place.*figure, sum);
  return sum;
}

/// Marks the pairs of the history that there are now, and the new ones that it has not; returns how
/// many these are.
std::size_t look_up(std::span<const PairPiece> pieces, const IdBits& renewed,
                    const Workers& workers, const Kernels& kernels, const PairHistory& history,
                    PairChanges& changes) {
  const HistoryView view = index_history(history, workers, changes.row_first);
  const std::size_t words = word_count(view.pair_count) + 1;
  changes.known.ensure_with_spare(words);
  const Chunks chunks(words);
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    std::fill(changes.known.data() + chunks.first(c), changes.known.data() + chunks.last(c), 0U);
  });
  changes.places.ensure_with_spare(pieces.size());
  const std::span<PairChanges::Place> places = changes.places.first(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) places[i].word = word_count(pieces[i].count);
  changes.unknown.ensure_with_spare(sum_up(places, &PairChanges::Place::word));
  const bool is_shared = workers.active_count() > 1;
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    const PairMarks marks = {changes.known.data(), is_shared,
                             changes.unknown.data() + places[i].word};
    places[i].begun =
        kernels.look_up_pairs(view, {pieces[i].first, pieces[i].count}, renewed, marks);
  });
  return sum_up(places, &PairChanges::Place::begun);
}

/// Writes the unknown pairs of a piece one behind the other.
void pack(const PairPiece& piece, const std::uint64_t* unknown, Pair* target) {
  for (std::size_t begin = 0; begin < piece.count; begin += kWordBits) {
    for (std::uint64_t word = *unknown++; word != 0; word &= word - 1)
      *target++ = piece.first[begin + static_cast<std::size_t>(std::countr_zero(word))];
  }
}

/// Sorts all pairs to where the next history is, since all have begun.
void sort_all(std::span<const PairPiece> pieces, const Workers& workers, Pair* history, Pair* spare,
              PairChanges& changes) {
  changes.begun = {history, changes.pair_count};
  if (pieces.size() == 1) {
    const PairPieces cuts = cut({pieces[0].first, pieces[0].count}, workers);
    sort_pairs(cuts.all(), spare, history, workers, changes.sort);
    return;
  }
  changes.places.ensure_with_spare(pieces.size());
  const std::span<PairChanges::Place> places = changes.places.first(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) places[i].begun = pieces[i].count;
  sum_up(places, &PairChanges::Place::begun);
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    std::copy_n(pieces[i].first, pieces[i].count, spare + places[i].begun);
  });
  const PairPieces cuts = cut({spare, changes.pair_count}, workers);
  sort_pairs(cuts.all(), spare, history, workers, changes.sort);
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
  const std::span<const Pair> begun = changes.begun;
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
                        changes.other.data() + from.ended_first,
                        next + (from.old_first - from.ended_first + from.begun_first));
  });
}

}  // namespace

std::size_t PairChanges::byte_count() const noexcept {
  return sorted.byte_count() + other.byte_count() + row_first.byte_count() + known.byte_count() +
         unknown.byte_count() + places.byte_count() + sort.places.byte_count();
}

void find_changes(std::span<const PairPiece> pieces, const IdBits& renewed, const Workers& workers,
                  const Kernels& kernels, PairHistory& history, Buffer<Pair>& shown,
                  PairChanges& changes) {
  changes.begun = {};
  changes.pair_count = changes.ended_count = 0;
  for (const PairPiece& piece : pieces) changes.pair_count += piece.count;
  if (history.pair_count == 0) {
    reserve_changes(0, history, shown, changes);
    sort_all(pieces, workers, history.pairs.data(), shown.data(), changes);
    return;
  }
  const std::size_t begun_count = look_up(pieces, renewed, workers, kernels, history, changes);
  changes.ended_count = history.pair_count + begun_count - changes.pair_count;
  if (begun_count == 0) return;
  changes.sorted.ensure_with_spare(begun_count);
  changes.other.ensure_with_spare(begun_count);
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    pack(pieces[i], changes.unknown.data() + changes.places[i].word,
         changes.other.data() + changes.places[i].begun);
  });
  const PairPieces cuts = cut(std::as_const(changes.other).first(begun_count), workers);
  sort_pairs(cuts.all(), changes.other.data(), changes.sorted.data(), workers, changes.sort);
  changes.begun = std::as_const(changes.sorted).first(begun_count);
}

void reserve_changes(std::size_t capacity, PairHistory& history, Buffer<Pair>& shown,
                     PairChanges& changes) {
  changes.other.ensure_with_spare(changes.ended_count);
  // As much in both: each is in the other's place in the next frame.
  std::size_t room = std::max({capacity, history.pairs.capacity(), shown.capacity()});
  const std::size_t least = changes.pair_count + kPairWindow;
  if (room < least) room = least + least / 8;
  if (history.pairs.capacity() < room) {
    const bool is_new = history.pair_count == 0;  // and already holds what began, if anything
    const std::size_t kept = is_new ? changes.begun.size() : history.pair_count;
    history.pairs.grow(kept, room);
    if (is_new) changes.begun = std::as_const(history.pairs).first(kept);
  }
  if (shown.capacity() >= room) return;
  Buffer<Pair> grown(shown.resource());
  grown.ensure(room);
  shown = std::move(grown);
}

std::span<const Pair> apply_changes(const Workers& workers, const Kernels& kernels,
                                    PairHistory& history, Buffer<Pair>& shown,
                                    PairChanges& changes) {
  if (history.pair_count > 0) {
    merge_changes(workers, kernels, history, shown.data(), changes);
    std::swap(history.pairs, shown);
  }
  history.pair_count = changes.pair_count;
  std::fill_n(history.pairs.data() + changes.pair_count, kPairWindow, kNoPair);
  return std::as_const(changes.other).first(changes.ended_count);
}

void forget_history(PairHistory& history) noexcept {
  history.pair_count = 0;
}

}  // namespace quadphase::detail
