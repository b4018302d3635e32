// SPDX-License-Identifier: MIT
// Batch queries: many queries in, compressed rows out.
//
//     order    queries along a curve, so that neighbors follow one another; invalid queries last
//     tasks    a packet of consecutive queries each: walk, evaluate the formula, sort
//     rows     the hits of all tasks, in the order of the queries
//
// Threads: tasks run concurrently, each with the scratch of its worker. They are cut by the queries
// alone.
//
// Tried, for boxes: a tree of all queries, joined with the trees of the engine. Nanoseconds per box
// on 100,000 objects, with the join and with the walk: 321 and 150 for 100,000 boxes, 275 and 167
// with filters; 124 and 96 for 10,000 boxes, but 158 and 183 with filters and static objects. See
// docs/performance.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/function_ref.hpp"
#include "base/item_writer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "base/synchronized_resource.hpp"
#include "data/best_hits.hpp"
#include "data/box_buffer.hpp"
#include "data/objects.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"
#include "query/compressed_rows.hpp"
#include "query/searched_trees.hpp"

namespace quadphase::detail {

/// A worker's buffers.
struct BatchScratch {
  explicit BatchScratch(std::pmr::memory_resource* resource)
      : found(resource),
        ends(resource),
        ids(resource),
        values(resource),
        measured(resource),
        hits(resource),
        hit_ends(resource) {}

  ArrayWriter<WalkHit> writer;  // into `found`
  Buffer<WalkHit> found;        // by walks
  Buffer<std::size_t> ends;     // of the candidates of each number
  Buffer<std::uint32_t> ids;    // by number: ids, or indices of candidates

  Buffer<double> values;  // of the candidates of one number
  Buffer<ObjectId> measured;
  Buffer<Hit> hits;  // of all numbers, sorted, and their ends
  Buffer<std::size_t> hit_ends;
  std::uint32_t packets_without_walk = 0;  // to come, since a walk was of no use
};

/// A query's code on the curve and its row.
struct CodedRow {
  std::uint32_t code;
  std::uint32_t row;
};

/// The buffers and the rows of a batch.
struct Batch {
  explicit Batch(std::pmr::memory_resource* resource)
      : memory(resource),
        columns(&memory),
        boxes(&memory),
        doubles(&memory),
        order(&memory),
        spare(&memory),
        sort(&memory),
        rows(&memory) {}

  /// Gives back what the results do not need, as `Buffer::shrink`.
  void shrink() noexcept {
    columns.release();
    boxes.release();
    doubles.release();
    order.release();
    spare.release();
    sort.ends.release();
    scratch.clear();
    rows.shrink();
  }

  SynchronizedResource memory;
  Buffer<std::uint32_t> columns;  // attributes of queries that are not given as arrays
  BoxBuffer boxes;                // queries that are not given as arrays
  Buffer<DoubleBox> doubles;      // the same, of queries in double
  Buffer<CodedRow> order;
  Buffer<CodedRow> spare;
  RadixSort sort;
  std::vector<BatchScratch> scratch;  // one for each worker
  CompressedRows rows;
};

/// The filters of the queries of a batch: one for all, of which columns may replace parts.
struct BatchFilters {
  /// The filter of all queries, if they have the same one.
  [[nodiscard]] std::optional<Filter> common() const {
    return columns.has_any() ? std::nullopt : std::optional(filter);
  }
  [[nodiscard]] Filter at(std::size_t row) const { return filter_at(columns, row, filter); }

  Filter filter;
  FilterSpan columns;
};

/// What the queries of a batch have in common.
struct BatchContext {
  const SearchedTrees& trees;
  const Kernels& kernels;
  Workers& workers;  // shared with all batches that run at the same time
  BatchFilters filters;
  SweepSpan sweeps;  // of boxes
  /// Whether the query of a row may find an object; null: it may find all.
  const FunctionRef<bool(std::size_t row, ObjectId id)>* accept = nullptr;
  /// Memory has run out, and the batch is run again: by one worker, in the order of the tasks.
  /// Why: it then needs the same memory whenever it is run.
  bool saves_memory = false;
};

/// Which of the overlapping objects a row holds, and their order.
enum class Overlaps { ascending, in_tree_order, lowest_id };
/// Which of the objects that a cast hits a row holds.
enum class CastHits { any, closest, all };

// Errors: `std::bad_alloc`; there are then no rows.
void find_overlaps(const Shapes& shapes, Overlaps which, const BatchContext& context, Batch& batch);
/// Boxes that lie wholly inside the shapes.
void find_inside(const Shapes& shapes, Overlaps which, const BatchContext& context, Batch& batch);
void find_hits(const Casts& casts, CastHits which, const BatchContext& context, Batch& batch);
void find_nearest(const Shapes& shapes, std::size_t k, double radius, const BatchContext& context,
                  Batch& batch);

}  // namespace quadphase::detail

namespace quadphase {

struct QueryResult::Batch : detail::Batch {
  using detail::Batch::Batch;
};

}  // namespace quadphase
