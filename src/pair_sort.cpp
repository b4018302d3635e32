// SPDX-License-Identifier: MIT
#include "pair_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "history.hpp"

namespace quadphase::detail {
namespace {

[[nodiscard]] constexpr int width(std::uint64_t number) {
  return static_cast<int>(std::bit_width(number));
}

/// The ids of some pairs, and how a pair is numbered among them by as few bits as they allow.
class PairRange {
 public:
  void add(const PairPiece& piece) noexcept {
    for (std::size_t i = 0; i < piece.count; ++i) {
      const Pair pair = piece.first[i];
      least_.first = std::min(least_.first, pair.first);
      least_.second = std::min(least_.second, pair.second);
      most_.first = std::max(most_.first, pair.first);
      most_.second = std::max(most_.second, pair.second);
    }
  }
  void add(const PairRange& other) noexcept {
    least_.first = std::min(least_.first, other.least_.first);
    least_.second = std::min(least_.second, other.least_.second);
    most_.first = std::max(most_.first, other.most_.first);
    most_.second = std::max(most_.second, other.most_.second);
  }
  /// Bits of a number; of no pairs, 0.
  [[nodiscard]] int bits() const noexcept {
    return most_ < least_ ? 0 : width(most_.first - least_.first) + second_bits();
  }
  [[nodiscard]] int second_bits() const noexcept { return width(most_.second - least_.second); }
  [[nodiscard]] Pair least() const noexcept { return least_; }

 private:
  Pair least_ = {std::numeric_limits<ObjectId>::max(), std::numeric_limits<ObjectId>::max()};
  Pair most_ = {0, 0};
};

/// Some of the bits of a pair's number.
class Digit {
 public:
  Digit(const PairRange& range, int shift, int bits) noexcept
      : least_(range.least()),
        second_bits_(range.second_bits()),
        shift_(shift),
        mask_((std::uint64_t{1} << bits) - 1) {}

  [[nodiscard]] std::size_t operator()(const Pair& pair) const noexcept {
    const std::uint64_t number =
        (std::uint64_t{pair.first - least_.first} << second_bits_) + (pair.second - least_.second);
    return number >> shift_ & mask_;
  }

 private:
  Pair least_;
  int second_bits_;
  int shift_;
  std::uint64_t mask_;
};

/// Sorts a bin by its least significant digits first; `spare` has room for it.
void sort_bin(Pair* pairs, std::size_t count, Pair* spare) {
  if (count <= kComparedPairs) {
    std::sort(pairs, pairs + count,
              [](const Pair& a, const Pair& b) { return order_of(a) < order_of(b); });
    return;
  }
  PairRange range;
  range.add(PairPiece{pairs, count});
  const int passes = (range.bits() + kDigitBits - 1) / kDigitBits;
  const int bits = passes == 0 ? 0 : (range.bits() + passes - 1) / passes;
  Pair* from = pairs;
  Pair* to = spare;
  for (int pass = 0; pass < passes; ++pass) {
    const Digit digit(range, pass * bits, bits);
    std::array<std::size_t, std::size_t{1} << kDigitBits> place{};
    for (std::size_t i = 0; i < count; ++i) ++place[digit(from[i])];
    std::size_t first = 0;
    for (std::size_t value = 0; value < std::size_t{1} << bits; ++value) {
      first += std::exchange(place[value], first);
    }
    for (std::size_t i = 0; i < count; ++i) to[place[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
  if (from != pairs) std::copy_n(from, count, pairs);
}

/// The ids in all pieces.
PairRange measure(std::span<const PairPiece> pieces, const Workers& workers) {
  std::array<PairRange, kMaxChunks> ranges;
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) { ranges[i].add(pieces[i]); });
  PairRange all;
  for (std::size_t i = 0; i < pieces.size(); ++i) all.add(ranges[i]);
  return all;
}

/// Moves all pairs to their bins. `places` then tell where each piece's part of a bin ends.
void scatter(std::span<const PairPiece> pieces, const Digit& bin_of, std::size_t bin_count,
             Pair* target, const Workers& workers, std::size_t* places) {
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    std::size_t* const counts = places + i * bin_count;
    std::fill_n(counts, bin_count, std::size_t{0});
    for (std::size_t j = 0; j < pieces[i].count; ++j) ++counts[bin_of(pieces[i].first[j])];
  });
  std::size_t first = 0;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      first += std::exchange(places[i * bin_count + bin], first);
    }
  }
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    std::size_t* const next = places + i * bin_count;
    for (std::size_t j = 0; j < pieces[i].count; ++j) {
      const Pair pair = pieces[i].first[j];
      target[next[bin_of(pair)]++] = pair;
    }
  });
}

/// Sorts a bin that is too much for one task, by way of `spare`, where it is cut anew.
/// Invariant: it ends, since the pairs of a bin agree in bits in which those of all bins differ.
void sort_again(const PairPiece& bin, Pair* spare, Pair* target, const Workers& workers,
                PairSort& sort) {
  const Chunks chunks = pair_chunks(bin.count, workers);
  std::array<PairPiece, kMaxChunks> pieces;
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    const std::size_t first = chunks.first(c);
    pieces[c] = {spare + first, chunks.last(c) - first};
    std::copy_n(bin.first + first, pieces[c].count, spare + first);
  });
  sort_pairs({pieces.data(), chunks.count()}, spare, target, workers, sort);
}

}  // namespace

Chunks pair_chunks(std::size_t pair_count, const Workers& workers) {
  const auto active = static_cast<std::size_t>(workers.active_count());
  return Chunks(pair_count,
                active == 1 ? 1 : std::min<std::size_t>(kChunksPerWorker * active, kMaxChunks));
}

void sort_pairs(std::span<const PairPiece> pieces, Pair* spare, Pair* target,
                const Workers& workers, PairSort& sort) {
  if (pieces.empty()) return;
  const PairRange range = measure(pieces, workers);
  std::size_t total = 0;
  for (const PairPiece& piece : pieces) total += piece.count;
  const int bin_bits = std::min({width(total / kBinPairs), kMaxBinBits, range.bits()});
  const std::size_t bin_count = std::size_t{1} << bin_bits;
  const Digit bin_of(range, bin_bits == 0 ? 0 : range.bits() - bin_bits, bin_bits);
  sort.places.ensure_with_spare(pieces.size() * bin_count);
  scatter(pieces, bin_of, bin_count, target, workers, sort.places.data());

  // Where the last piece's part of a bin ends, the bin ends.
  const std::size_t* const bin_last = sort.places.data() + (pieces.size() - 1) * bin_count;
  const std::size_t heavy = std::max(kHeavyPairs, total / kMaxHeavyBins);
  workers.for_each(bin_count, 4, [&](std::size_t bin, int) {
    const std::size_t first = bin == 0 ? 0 : bin_last[bin - 1];
    const std::size_t count = bin_last[bin] - first;
    if (count <= heavy) sort_bin(target + first, count, spare + first);
  });
  // Noted before any of them is sorted, which uses the places for its own bins.
  std::array<PairPiece, kMaxHeavyBins> heavy_bins;
  std::size_t heavy_count = 0;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    const std::size_t first = bin == 0 ? 0 : bin_last[bin - 1];
    const std::size_t count = bin_last[bin] - first;
    if (count > heavy) heavy_bins[heavy_count++] = {target + first, count};
  }
  for (std::size_t i = 0; i < heavy_count; ++i) {
    const auto first = heavy_bins[i].first - target;
    sort_again(heavy_bins[i], spare + first, target + first, workers, sort);
  }
}

}  // namespace quadphase::detail
