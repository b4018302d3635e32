// SPDX-License-Identifier: MIT
// The queries of the public face, in batches.
#include <stdexcept>

#include "engine.hpp"
#include "quadphase/broad_phase.hpp"
#include "quadphase/queries.hpp"
#include "query/batch.hpp"
#include "query/searched_trees.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// Checks a batch and answers it by `answer(context)`.
template <class Answer>
void run_batch(Engine& engine, std::size_t query_count, std::span<const Filter> filters,
               Batch& batch, const Answer& find) {
  batch.rows.forget();
  if (query_count > kMaxObjects)
    throw std::invalid_argument("quadphase: a batch has at most 2^32 - 64 queries");
  if (filters.size() > 1 && filters.size() != query_count)
    throw std::invalid_argument(
        "quadphase: a batch has no filter, one for all queries, or one for each");
  const SearchedTrees trees(engine);
  find(BatchContext{trees.view(), engine.kernels, engine.workers});
}

}  // namespace

void BroadPhase::find_in_boxes(std::span<const Box> boxes, QueryResult& result,
                               std::span<const Filter> filters) const {
  run_batch(*engine_, boxes.size(), filters, *result.search_,
            [&](const BatchContext& context) { find(boxes, filters, context, *result.search_); });
}

void BroadPhase::find_at_points(std::span<const Point> points, QueryResult& result,
                                std::span<const Filter> filters) const {
  run_batch(*engine_, points.size(), filters, *result.search_,
            [&](const BatchContext& context) { find(points, filters, context, *result.search_); });
}

void BroadPhase::find_in_circles(std::span<const Circle> circles, QueryResult& result,
                                 std::span<const Filter> filters) const {
  run_batch(*engine_, circles.size(), filters, *result.search_,
            [&](const BatchContext& context) { find(circles, filters, context, *result.search_); });
}

void BroadPhase::find_any_hits(const Casts& casts, QueryResult& result,
                               std::span<const Filter> filters) const {
  run_batch(*engine_, casts.size(), filters, *result.search_, [&](const BatchContext& context) {
    find(casts, CastHits::any, filters, context, *result.search_);
  });
}

void BroadPhase::find_closest_hits(const Casts& casts, QueryResult& result,
                                   std::span<const Filter> filters) const {
  run_batch(*engine_, casts.size(), filters, *result.search_, [&](const BatchContext& context) {
    find(casts, CastHits::closest, filters, context, *result.search_);
  });
}

void BroadPhase::find_all_hits(const Casts& casts, QueryResult& result,
                               std::span<const Filter> filters) const {
  run_batch(*engine_, casts.size(), filters, *result.search_, [&](const BatchContext& context) {
    find(casts, CastHits::all, filters, context, *result.search_);
  });
}

void BroadPhase::find_nearest(std::span<const Point> points, std::size_t k, QueryResult& result,
                              float radius, std::span<const Filter> filters) const {
  run_batch(*engine_, points.size(), filters, *result.search_, [&](const BatchContext& context) {
    find(points, NearestRule{k, radius}, filters, context, *result.search_);
  });
}

QueryResult::QueryResult(std::pmr::memory_resource* resource)
    : search_(std::make_unique<Search>(resource != nullptr ? resource
                                                           : std::pmr::get_default_resource())) {}
QueryResult::~QueryResult() = default;
QueryResult::QueryResult(QueryResult&& other) noexcept = default;
QueryResult& QueryResult::operator=(QueryResult&& other) noexcept = default;

std::size_t QueryResult::row_count() const noexcept {
  return search_->rows.row_count();
}

std::span<const std::size_t> QueryResult::offsets() const noexcept {
  return search_->rows.offsets();
}

std::span<const ObjectId> QueryResult::ids() const noexcept {
  return search_->ids.first(search_->rows.hit_count());
}

std::span<const double> QueryResult::distances() const noexcept {
  return search_->distances.first(search_->has_distances ? search_->rows.hit_count() : 0);
}

std::size_t QueryResult::byte_count() const noexcept {
  return search_->byte_count();
}

}  // namespace quadphase
