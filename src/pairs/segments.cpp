// SPDX-License-Identifier: MIT
#include "pairs/segments.hpp"

#include <algorithm>

namespace quadphase::detail {

void PairSegments::restart(std::uint64_t max_pairs, const Workers& threads) {
  workers.restart(threads, segment_count);
  joins.restart(threads, segment_count);
  pool.reset(max_pairs, static_cast<int>(workers.all().size()));
  for (WorkerPairs& worker : workers.all()) worker.restart(pool);
}

void PairSegments::reserve_again(std::uint64_t pair_count, const Workers& threads) {
  if (!writes_array)
    pool.reserve(pair_count,
                 std::min(threads.active_count(), static_cast<int>(workers.reserved_count())));
  even_out(joins.reserved());
}

std::size_t PairSegments::array_room(std::uint64_t pair_count) noexcept {
  if (pair_count > array_pairs) array_pairs = pair_count + pair_count / 8;
  return static_cast<std::size_t>(std::max(array_pairs + kMaxLeafPairs, kMinArrayPairs));
}

void PairSegments::write_blocks() {
  pool.reserve(array_pairs, static_cast<int>(workers.reserved_count()));
  array = Buffer<Pair>(array.resource());
  writes_array = false;
}

void PairSegments::shrink(std::size_t task_count) noexcept {
  segments.shrink(task_count);
  pool.release();
  array.release();
  array_pairs = 0;
  workers.release();
  joins.release();
}

void copy_segment(const PairSegment& segment, Pair* target) {
  for_each_piece(segment, [&target](PairPiece piece) {
    target = std::copy(piece.begin(), piece.end(), target);
  });
}

std::span<const PairPiece> list_pieces(const PairSegments& pairs, Buffer<PairPiece>& pieces) {
  if (pairs.writes_array) {
    pieces.ensure(1);
    pieces[0] = {pairs.array.data(), static_cast<std::size_t>(pairs.totals.pairs)};
    return pieces.first(1);
  }
  const std::span<PairBlock* const> blocks = pairs.pool.taken();
  pieces.ensure_with_spare(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) pieces[i] = {blocks[i]->pairs, blocks[i]->size};
  for (const WorkerPairs& worker : pairs.workers.all()) {
    if (worker.block == nullptr) continue;
    const auto i = std::find(blocks.begin(), blocks.end(), worker.block) - blocks.begin();
    pieces[static_cast<std::size_t>(i)] = {worker.block->pairs, worker.cursor};
  }
  return pieces.first(blocks.size());
}

PairCounts sum_counts(const PairSegments& pairs) {
  PairCounts totals;
  for (const PairSegment& segment : pairs.segments.first(pairs.segment_count))
    totals += segment.counts;
  return totals;
}

}  // namespace quadphase::detail
