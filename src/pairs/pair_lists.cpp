// SPDX-License-Identifier: MIT
#include "pairs/pair_lists.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "base/chunks.hpp"
#include "base/tuning.hpp"
#include "pairs/pair_order.hpp"

namespace quadphase::detail {
namespace {

/// All ids are below this.
constexpr std::uint64_t kIdEnd = std::uint64_t{1} << 32;

/// One more than the highest id of any pair.
std::uint64_t id_end(std::span<const Pair> pairs, const Workers& workers) {
  const Chunks chunks(pairs.size());
  std::array<std::uint64_t, kMaxChunks> ends{};
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    ObjectId highest = 0;
    for (std::size_t i = first; i < last; ++i) highest = std::max(highest, pairs[i].second);
    ends[chunk] = std::uint64_t{highest} + 1;
  });
  return *std::max_element(ends.begin(), ends.end());
}

constexpr auto kEntryOrder = [](const auto& entry) {
  return std::uint64_t{entry.row} << 32 | entry.id;
};

bool is_little(std::size_t count) noexcept {
  return count < kSerialObjects;
}

}  // namespace

std::span<const Pair> PairLists::sorted(std::span<const Pair> pairs, std::uint64_t version,
                                        Workers& workers) {
  if (const auto known = known_sorted(version)) return *known;
  sorted_version_ = 0;
  sorted_.ensure_with_spare(pairs.size());
  spare_.ensure_with_spare(pairs.size());
  workers.run(is_little(pairs.size()), [&] {
    radix_sort(SortPieces<Pair>(pairs, workers).view(), spare_.data(), sorted_.data(), workers,
               sort_, kPairOrder);
  });
  sorted_count_ = pairs.size();
  sorted_version_ = version;
  return sorted_.first(sorted_count_);
}

Adjacency PairLists::adjacency(std::span<const Pair> pairs, std::uint64_t version,
                               std::size_t id_count, Workers& workers) {
  if (std::uint64_t{id_count} > kIdEnd)
    throw std::invalid_argument("quadphase: adjacency: id_count is more than 2^32");
  if (std::uint64_t{pairs.size()} > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("quadphase: adjacency: there are more than 2^32 - 1 pairs");
  if (rows_version_ != version) {
    std::uint64_t end = 0;
    workers.run(is_little(pairs.size()), [&] { end = id_end(pairs, workers); });
    used_rows_ = count_in_memory(end);
  }
  if (id_count != 0 && id_count < used_rows_)
    throw std::invalid_argument(
        "quadphase: adjacency: a pair has an id that is not below id_count");
  const std::size_t row_count = id_count != 0 ? id_count : used_rows_;
  if (rows_version_ != version || row_count != row_count_) {
    rows_version_ = 0;
    const std::size_t entry_count = kEntriesPerPair * pairs.size();
    offsets_.ensure_with_spare(count_in_memory(std::uint64_t{row_count} + 1));
    for (Buffer<Entry>* const entries : {&entries_, &sorted_entries_})
      entries->ensure_with_spare(entry_count);
    ids_.ensure_with_spare(entry_count);
    pair_indices_.ensure_with_spare(entry_count);
    workers.run(is_little(std::max(pairs.size(), row_count)),
                [&] { make_rows(pairs, row_count, workers); });
    row_count_ = row_count;
    rows_version_ = version;
  }
  return {offsets_.first(row_count_ + 1), ids_.first(kEntriesPerPair * pairs.size()),
          pair_indices_.first(kEntriesPerPair * pairs.size())};
}

void PairLists::make_rows(std::span<const Pair> pairs, std::size_t row_count,
                          const Workers& workers) {
  offsets_[0] = 0;
  if (pairs.empty()) {
    for_each_row(row_count, workers, [&](std::size_t row) { offsets_[row + 1] = 0; });
    return;
  }
  const std::size_t entry_count = kEntriesPerPair * pairs.size();
  // Why the rows count, too: a few pairs may have many rows.
  const int row_bits = bit_width(row_count - 1);
  const int bin_bits = std::min(most_bin_bits(std::max(entry_count, row_count)), row_bits);
  const int shift = row_bits - bin_bits;
  const std::size_t bin_count = ((row_count - 1) >> shift) + 1;
  const std::span<const Entry> sorted = sort_entries(pairs, workers);
  const Chunks pieces = sort_chunks(pairs.size(), workers);
  sort_.ends.ensure_with_spare(pieces.count() * bin_count);
  scatter_to_bins(
      pieces.count(),
      [&](std::size_t piece, const auto& visit) {
        for (std::size_t i = pieces.first(piece); i < pieces.last(piece); ++i) {
          visit(sorted[i]);
          visit(Entry{sorted[i].id, sorted[i].row, sorted[i].pair});
        }
      },
      [=](const Entry& entry) { return std::size_t{entry.row} >> shift; }, bin_count,
      entries_.data(), workers, sort_.ends.data());

  // A bin ends where the last piece's part of it ends.
  const std::size_t* const bin_last = sort_.ends.data() + (pieces.count() - 1) * bin_count;
  const auto bin_at = [=](std::size_t bin) {
    const std::size_t first = bin == 0 ? 0 : bin_last[bin - 1];
    return Bin{first, bin_last[bin] - first, bin << shift, std::min((bin + 1) << shift, row_count)};
  };
  const std::size_t heavy = std::max(kHeavyItems, entry_count / kMaxHeavyBins);
  workers.for_each(bin_count, 4, [&](std::size_t b, int) {
    const Bin bin = bin_at(b);
    if (bin.count <= heavy) make_rows_of_bin(bin);
  });
  // Why listed before any of them is sorted: a sort overwrites the ends.
  std::array<Bin, kMaxHeavyBins> heavy_bins;
  std::size_t heavy_count = 0;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    if (bin_at(bin).count > heavy) heavy_bins[heavy_count++] = bin_at(bin);
  }
  for (const Bin& bin : std::span(heavy_bins).first(heavy_count))
    make_rows_of_heavy_bin(bin, workers);
}

std::span<const PairLists::Entry> PairLists::sort_entries(std::span<const Pair> pairs,
                                                          const Workers& workers) {
  const std::span<Entry> entries = entries_.first(pairs.size());
  for_each_row(pairs.size(), workers, [&](std::size_t i) {
    entries[i] = {pairs[i].first, pairs[i].second, static_cast<std::uint32_t>(i)};
  });
  radix_sort(SortPieces<Entry>(entries, workers).view(), entries.data(), sorted_entries_.data(),
             workers, sort_, kEntryOrder);
  return sorted_entries_.first(pairs.size());
}

void PairLists::make_rows_of_bin(const Bin& bin) noexcept {
  const std::span<const Entry> entries(entries_.data() + bin.first, bin.count);
  // While entries are written: where the next entry of each row goes.
  const std::span<std::size_t> ends(offsets_.data() + bin.first_row + 1,
                                    bin.last_row - bin.first_row);
  std::fill(ends.begin(), ends.end(), std::size_t{0});
  for (const Entry& entry : entries) ++ends[entry.row - bin.first_row];
  std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), bin.first);
  for (const Entry& entry : entries) write(ends[entry.row - bin.first_row]++, entry);
}

void PairLists::make_rows_of_heavy_bin(const Bin& bin, const Workers& workers) {
  const std::span<Entry> entries(entries_.data() + bin.first, bin.count);
  const std::span<Entry> sorted(sorted_entries_.data() + bin.first, bin.count);
  radix_sort(SortPieces<Entry>(entries, workers).view(), entries.data(), sorted.data(), workers,
             sort_, kEntryOrder);
  for_each_row(bin.count, workers, [&](std::size_t i) {
    const std::size_t before = i == 0 ? bin.first_row : sorted[i - 1].row;
    for (std::size_t row = before; row < sorted[i].row; ++row) offsets_[row + 1] = bin.first + i;
    write(bin.first + i, sorted[i]);
  });
  for (std::size_t row = sorted.back().row; row < bin.last_row; ++row)
    offsets_[row + 1] = bin.first + bin.count;
}

void PairLists::release() noexcept {
  sorted_version_ = rows_version_ = 0;
  sort_.ends.release();
  sorted_.release();
  spare_.release();
  entries_.release();
  sorted_entries_.release();
  offsets_.release();
  ids_.release();
  pair_indices_.release();
}

}  // namespace quadphase::detail
