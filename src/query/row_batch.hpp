// SPDX-License-Identifier: MIT
// Batches of single queries, one for each row, many at a time: for what no packet can do. In a
// periodic world a query may become several, whose hits count once; a predicate may refuse what a
// search in a packet would stop at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "query/batch_tasks.hpp"
#include "query/measured_hits.hpp"
#include "query/single_hits.hpp"
#include "query/single_queries.hpp"

namespace quadphase::detail {

/// What a packet holds of a query whose shape stays with the caller.
struct RowQuery {};
/// Such queries: none is read into the packet.
struct RowQueries {};
inline void prefetch_row(const RowQueries& /*queries*/, std::size_t /*row*/) {}

/// Calls `find(search, row, number)` for each query of a range, which has this number in the
/// packet.
template <class Find>
void for_each_single(const BatchTasks& tasks, const BatchTasks::Range& range,
                     const BatchContext& context, Batch& batch,
                     BatchTasks::Packet<RowQuery>& packet, const Find& find) {
  tasks.gather(
      range, RowQueries{}, [](std::size_t, RowQuery&) { return true; }, packet);
  for (std::uint32_t i = 0; i < packet.count; ++i) {
    const SingleSearch search(context.trees, &batch.memory, context.kernels, packet.filters[i]);
    find(search, packet.rows[i], i);
  }
}

/// The ids that `visit(search, row, visitor)` visits, for each row.
template <class Code, class Visit>
void find_ids_of_rows(std::size_t count, const Code& code, const Visit& visit, Overlaps which,
                      const BatchContext& context, Batch& batch) {
  run_on_threads(count, context, batch, [&](BatchTasks& tasks) {
    tasks.order(code);
    tasks.run(1, HitValue::none,
              [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
                BatchTasks::Packet<RowQuery> packet;
                ArrayWriter<WalkHit>& writer = scratch.writer;
                start_walk(scratch);
                for_each_single(tasks, range, context, batch, packet,
                                [&](const SingleSearch& search, std::size_t row, std::uint32_t i) {
                                  auto keep = [&](std::span<const ObjectId> ids) {
                                    for (const ObjectId id : ids) {
                                      if (writer.room() == 0) writer.refill(writer);
                                      *writer.cursor++ = {i, id};
                                    }
                                  };
                                  visit(search, row, keeping<ObjectId>(keep));
                                });
                tasks.keep_ids(number, packet, which, scratch);
              });
  });
}

/// The hits of each row, which `find(search, row, i, walks)` appends to `walks` for query i.
template <class Code, class Find>
void find_hits_of_rows(std::size_t count, const Code& code, const Find& find, HitValue value,
                       const BatchContext& context, Batch& batch) {
  run_on_threads(count, context, batch, [&](BatchTasks& tasks) {
    tasks.order(code);
    tasks.run(1, value, [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
      BatchTasks::Packet<RowQuery> packet;
      Walks walks(scratch);
      for_each_single(tasks, range, context, batch, packet,
                      [&](const SingleSearch& search, std::size_t row, std::uint32_t i) {
                        find(search, row, i, walks);
                      });
      tasks.keep_hits(number, packet, walks.hits(), walks.ends(packet.count));
    });
  });
}

}  // namespace quadphase::detail
