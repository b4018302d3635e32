// SPDX-License-Identifier: MIT
// Many queries at once: spans of queries in, compressed rows out.
//
//     order    queries along the curve, so that neighbors ask one after the other; what is not
//              valid comes last
//     tasks    a group of so ordered queries each: walk, decide by the formula, sort
//     rows     what the tasks kept, in the order of the queries
//
// Threads: tasks at once, each with a scratch of its own. They are cut by the queries alone.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/compressed_rows.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "base/synchronized_resource.hpp"
#include "kernels/kernels.hpp"
#include "pairs/pair_pool.hpp"
#include "quadphase/queries.hpp"

namespace quadphase::detail {

/// A worker's buffers.
struct BatchScratch {
  explicit BatchScratch(std::pmr::memory_resource* resource)
      : found(resource),
        ends(resource),
        ids(resource),
        distances(resource),
        measured(resource),
        hits(resource),
        hit_ends(resource) {}

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return found.byte_count() + ends.byte_count() + ids.byte_count() + distances.byte_count() +
           measured.byte_count() + hits.byte_count() + hit_ends.byte_count();
  }

  WorkerPairs writer;         // into `found`
  Buffer<Pair> found;         // by walks: (place in the group, what was found)
  Buffer<std::size_t> ends;   // of what belongs to each place
  Buffer<std::uint32_t> ids;  // by place: ids, or numbers of what was found

  Buffer<double> distances;  // of the finds of one place
  Buffer<ObjectId> measured;
  Buffer<Hit> hits;  // of all places, sorted, and their ends
  Buffer<std::size_t> hit_ends;
};

/// The buffers and the answer of a search.
struct Batch {
  explicit Batch(std::pmr::memory_resource* resource)
      : memory(resource),
        order(&memory),
        spare(&memory),
        sort(&memory),
        rows(&memory),
        ids(&memory),
        distances(&memory) {}

  [[nodiscard]] std::size_t byte_count() const noexcept;

  SynchronizedResource memory;
  Buffer<Pair> order;  // (key, row)
  Buffer<Pair> spare;
  RadixSort sort;
  std::vector<BatchScratch> scratch;  // a worker
  Rows rows;

  // The answer, with the offsets of `rows`.
  Buffer<ObjectId> ids;
  Buffer<double> distances;
  bool has_distances = false;
};

/// What a batch asks the trees of an engine.
struct BatchContext {
  std::span<const TreeView* const> trees;
  const Kernels& kernels;
  Workers& threads;  // whose threads to use, whatever else they do
};

/// Which of its hits a cast is answered with.
enum class CastHits { any, closest, all };

// `filters` is empty, or has one filter, or one a query. Errors: `std::bad_alloc`; there are
// then no rows.
void find(std::span<const Box> boxes, std::span<const Filter> filters, const BatchContext& context,
          Batch& batch);
void find(std::span<const Point> points, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch);
void find(std::span<const Circle> circles, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch);
void find(const Casts& casts, CastHits which, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch);

/// The k nearest objects up to a radius.
struct NearestRule {
  std::size_t k;
  float radius;
};
void find(std::span<const Point> points, const NearestRule& rule, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch);

}  // namespace quadphase::detail

namespace quadphase {

struct QueryResult::Search : detail::Batch {
  using Batch::Batch;
};

}  // namespace quadphase
