// SPDX-License-Identifier: MIT
// How every batch runs: its queries in Morton order, cut into packets, whose hits are kept
// and put into rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "base/function_ref.hpp"
#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "query/batch.hpp"
#include "query/morton_grid.hpp"

namespace quadphase::detail {

/// Batches of fewer queries run on the calling thread alone.
inline constexpr std::size_t kSerialQueries = tuned<std::size_t>(64, 4);
/// Batches of fewer than kPacketQueries times this many queries have smaller packets.
/// Why: few queries can find much, and more packets let more threads share the work.
inline constexpr std::size_t kMinPackets = tuned<std::size_t>(32, 2);
inline constexpr std::size_t kMinPacketQueries = tuned<std::size_t>(16, 4);
/// Batches of at least this many queries are sorted.
inline constexpr std::size_t kSortedQueries = tuned<std::size_t>(256, 6);
/// Hits that a worker has room for from the start.
inline constexpr std::size_t kMinHits = tuned<std::size_t>(16'384, 16);
/// From this many hits each on, rows are long: the hits of a row often follow one another.
inline constexpr std::size_t kLongRow = tuned<std::size_t>(48, 4);

/// Prefetches a row of queries that will be read soon.
template <class Item>
void prefetch_row(std::span<const Item> items, std::size_t row) {
  prefetch(&items[row]);
}
inline void prefetch_row(const BoxView& boxes, std::size_t row) {
  prefetch(&boxes.min_x[row]);
  prefetch(&boxes.min_y[row]);
  prefetch(&boxes.max_x[row]);
  prefetch(&boxes.max_y[row]);
}

/// Makes a worker ready for a walk.
inline void start_walk(BatchScratch& scratch) {
  scratch.writer.is_closed = false;
  scratch.found.ensure(kMinHits);
  scratch.writer.restart_in(scratch.found);
}

/// What walks have written since `start_walk`.
[[nodiscard]] inline std::span<WalkHit> found_hits(BatchScratch& scratch) {
  return scratch.found.first(scratch.writer.size());
}

/// Calls `visit(query, first, last)` for each run of hits of one query.
template <class Visit>
void for_each_run(std::span<const WalkHit> found, const Visit& visit) {
  const WalkHit* const hits = found.data();
  for (std::size_t first = 0; first < found.size();) {
    const std::uint32_t query = hits[first].query;
    std::size_t last = first + 1;
    const auto differs = [&](std::size_t i) { return hits[i].query ^ query; };
    while (last + 4 <= found.size() &&
           (differs(last) | differs(last + 1) | differs(last + 2) | differs(last + 3)) == 0)
      last += 4;
    while (last < found.size() && differs(last) == 0) ++last;
    visit(query, first, last);
    first = last;
  }
}

/// The number of hits of each query of a packet.
[[nodiscard]] inline std::span<std::size_t> count_hits(std::uint32_t query_count,
                                                       BatchScratch& scratch) {
  scratch.ends.ensure(kPacketQueries);
  const std::span<std::size_t> counts = scratch.ends.first(query_count);
  std::fill(counts.begin(), counts.end(), 0);
  const std::span<const WalkHit> found = found_hits(scratch);
  if (found.size() >= kLongRow * query_count) {
    for_each_run(found, [&](std::uint32_t query, std::size_t first, std::size_t last) {
      counts[query] += last - first;
    });
  } else {
    for (const WalkHit& hit : found) ++counts[hit.query];
  }
  return counts;
}

/// Writes `value(i)` of each hit i to `rows`, by query number in the packet. `counts` has the
/// number of hits of each query, and gets the end of each query's values.
template <class T, class Value>
void scatter_hits(std::span<const WalkHit> found, std::span<std::size_t> counts, T* rows,
                  const Value& value) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::size_t{0});
  if (found.size() >= kLongRow * counts.size()) {
    for_each_run(found, [&](std::uint32_t query, std::size_t first, std::size_t last) {
      T* const to = rows + counts[query];
      for (std::size_t i = first; i < last; ++i) to[i - first] = value(i);
      counts[query] += last - first;
    });
  } else {
    for (std::size_t i = 0; i < found.size(); ++i) rows[counts[found[i].query]++] = value(i);
  }
}

/// Writes `value(i)` of each hit i to `rows`, by query number in the packet. Returns the end of
/// each query's values.
template <class T, class Value>
std::span<std::size_t> gather_rows(std::uint32_t query_count, BatchScratch& scratch,
                                   Buffer<T>& rows, const Value& value) {
  const std::span<const WalkHit> found = found_hits(scratch);
  // A vector may be read past the end.
  rows.ensure_with_spare(std::max(kMinHits, found.size() + kFanout));
  const std::span<std::size_t> ends = count_hits(query_count, scratch);
  scatter_hits(found, ends, rows.data(), value);
  return ends;
}

/// Keeps only the lowest id of each row.
inline void keep_lowest(ObjectId* ids, std::span<std::size_t> ends) {
  std::size_t first = 0;
  std::size_t count = 0;
  for (std::size_t& end : ends) {
    if (first < end) ids[count++] = *std::min_element(ids + first, ids + end);
    first = std::exchange(end, count);
  }
}

/// Writes the codes of rows `[first, last)` to these rows of `order`.
/// Why references to functions here and below, and no templates: batches of all kinds are then
/// compiled once, and what is called is called for many rows.
using CodeRows =
    FunctionRef<void(std::size_t first, std::size_t last, const MortonGrid& grid, CodedRow* order)>;

/// The same by `code(row, grid)` of each row.
template <class Code>
[[nodiscard]] auto each_row(const Code& code) {
  return [code](std::size_t first, std::size_t last, const MortonGrid& grid, CodedRow* order) {
    for (std::size_t row = first; row < last; ++row)
      order[row] = {code(row, grid), static_cast<std::uint32_t>(row)};
  };
}

/// One batch. A task is a packet of queries that follow one another in their order.
class BatchTasks {
 public:
  /// Queries `[first, last)` of the order.
  struct Range {
    std::size_t first;
    std::size_t last;
  };

  /// The queries of a range that are valid and may find something.
  template <class Query>
  struct Packet {
    /// The queries from `first` on.
    [[nodiscard]] QueryPacket<Query> view(std::uint32_t first = 0) const {
      return {queries.data() + first, filters.data() + first, count - first, world_mask};
    }
    [[nodiscard]] QueryPacket<Query> one(std::uint32_t number) const {
      return {queries.data() + number, filters.data() + number, 1, world_mask};
    }

    std::array<Query, kPacketQueries> queries;
    std::array<Filter, kPacketQueries> filters;
    std::array<std::uint32_t, kPacketQueries> rows;
    std::uint32_t count = 0;
    std::uint32_t world_mask = 0;
  };

  BatchTasks(std::size_t query_count, const BatchContext& context, const Workers& workers,
             Batch& batch)
      : count_(query_count),
        packet_size_(
            std::clamp<std::size_t>(query_count / kMinPackets, kMinPacketQueries, kPacketQueries)),
        task_count_((query_count + packet_size_ - 1) / packet_size_),
        context_(context),
        workers_(workers),
        batch_(batch) {}

  /// Puts the queries into their order.
  void order(const CodeRows& codes);

  /// Runs `task(number, range, scratch)` for all ranges; each task keeps the hits of its range.
  /// There is room for `expected` hits of each query from the start.
  using Task = FunctionRef<void(std::size_t number, const Range& range, BatchScratch& scratch)>;
  void run(std::size_t expected, HitValue value, const Task& task);

  /// Fills a packet with the queries of a range; `make(row, query)` makes the query of a row of
  /// `items`, and returns whether it is valid. Queries whose code is `MortonGrid::kInvalid` are
  /// left out.
  template <class Items, class Query, class Make>
  void gather(const Range& range, const Items& items, const Make& make,
              Packet<Query>& packet) const {
    packet.world_mask = context_.trees.world_mask();
    const std::optional<Filter> common = context_.filters.common();
    if (common && !context_.trees.may_find(*common)) return;
    for (std::size_t i = range.first; i < range.last; ++i) {
      if (i + kRowsAhead < count_) prefetch_row(items, batch_.order[i + kRowsAhead].row);
      const CodedRow entry = batch_.order[i];
      if (entry.code == MortonGrid::kInvalid) continue;
      const Filter filter = common ? *common : context_.filters.at(entry.row);
      if (!common && !context_.trees.may_find(filter)) continue;
      if (!make(entry.row, packet.queries[packet.count])) continue;
      packet.filters[packet.count] = filter;
      packet.rows[packet.count++] = entry.row;
    }
  }

  /// Keeps the hits of a packet's walk that the batch accepts.
  template <class Query>
  void keep_ids(std::size_t number, const Packet<Query>& packet, Overlaps which,
                BatchScratch& scratch) const {
    if (context_.accept != nullptr) drop_refused(packet, scratch);
    const std::span<const WalkHit> found = found_hits(scratch);
    const auto id = [&](std::size_t i) { return found[i].object; };
    if (which == Overlaps::in_tree_order) {
      ObjectId* const ids = batch_.rows.keep(number, found.size()).ids;
      const std::span<std::size_t> counts = count_hits(packet.count, scratch);
      for (std::uint32_t i = 0; i < packet.count; ++i)
        batch_.rows.set_count(packet.rows[i], counts[i]);
      if (ids != nullptr) scatter_hits(found, counts, ids, id);
      return;
    }
    const std::span<std::size_t> ends = gather_rows(packet.count, scratch, scratch.ids, id);
    if (which == Overlaps::lowest_id) keep_lowest(scratch.ids.data(), ends);
    ObjectId* const ids = batch_.rows.keep(number, ends.empty() ? 0 : ends.back()).ids;
    count_rows(packet, ends);
    if (ids == nullptr) return;
    // The hits are no longer needed, and their memory has room for twice as many ids.
    auto* const spare = static_cast<ObjectId*>(static_cast<void*>(scratch.found.data()));
    context_.kernels.sort_rows(scratch.ids.data(), ends, spare, ids);
  }

  /// Keeps hits that are in the order of the packet; `ends` is the end of each query's.
  template <class Query>
  void keep_hits(std::size_t number, const Packet<Query>& packet, std::span<const Hit> hits,
                 std::span<const std::size_t> ends) const {
    const CompressedRows::Room room = batch_.rows.keep(number, hits.size());
    count_rows(packet, ends);
    if (room.ids == nullptr) return;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      room.ids[i] = hits[i].id;
      if (room.values != nullptr) room.values[i] = hits[i].distance;
    }
  }

 private:
  [[nodiscard]] Range range(std::size_t number) const {
    const std::size_t first = number * packet_size_;
    return {first, std::min(count_, first + packet_size_)};
  }
  template <class Query>
  void drop_refused(const Packet<Query>& packet, BatchScratch& scratch) const {
    WalkHit* kept = scratch.found.data();
    for (const WalkHit& hit : found_hits(scratch))
      if ((*context_.accept)(packet.rows[hit.query], hit.object)) *kept++ = hit;
    scratch.writer.cursor = kept;
  }
  template <class Query>
  void count_rows(const Packet<Query>& packet, std::span<const std::size_t> ends) const {
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < packet.count; ++i) {
      batch_.rows.set_count(packet.rows[i], ends[i] - first);
      first = ends[i];
    }
  }

  void order_by_world();
  void even_out();

  std::size_t count_;
  std::size_t packet_size_;
  std::size_t task_count_;
  const BatchContext& context_;
  const Workers& workers_;
  Batch& batch_;
};

/// Where the queries of a batch come from.
template <class Query>
struct QueryRows {
  std::size_t count;
  CodeRows codes;
  /// Fills a packet with the queries of a range, by `BatchTasks::gather`.
  FunctionRef<void(const BatchTasks& tasks, const BatchTasks::Range& range,
                   BatchTasks::Packet<Query>& packet)>
      gather;
};

/// Calls `find(tasks)` on the threads of the context, with the queries in their order. Errors: as
/// `find`, with no rows.
void run_on_threads(std::size_t query_count, const CodeRows& codes, const BatchContext& context,
                    Batch& batch, const FunctionRef<void(BatchTasks& tasks)>& find);

}  // namespace quadphase::detail
