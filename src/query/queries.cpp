// SPDX-License-Identifier: MIT
// The queries of the public interface.
#include "quadphase/queries.hpp"

#include <new>

#include "base/scope_mark.hpp"
#include "engine.hpp"
#include "query/batch.hpp"
#include "query/batch_options.hpp"
#include "query/single_queries.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// Checks a batch, of shapes or of a number of other queries, and runs `find(context)`; if memory
/// ends, again with that of a new result and no more than is needed.
template <class QueriesGiven, class Options, class Find>
void run_batch(Engine& engine, const QueriesGiven& queries, const Options& options,
               detail::Batch& batch, const Find& find) {
  batch.rows.clear();
  const BatchAttributes given = checked_batch(queries, options.filters, options.attributes);
  const SearchedTrees trees(engine, options.worlds, options.mobilities);
  BatchContext context{trees, engine.kernels, engine.workers, given.filters, given.sweeps};
  const auto drop = [&] {
    batch.rows.clear();
    batch.shrink();
  };
  try {
    return find(context);
  } catch (const std::bad_alloc&) {
    drop();
  }
  context.saves_memory = true;
  try {
    find(context);
  } catch (const std::bad_alloc&) {
    drop();
    throw;
  }
}

void run_overlaps(Engine& engine, const Shapes& shapes, Overlaps which, const BatchOptions& options,
                  detail::Batch& batch) {
  run_batch(engine, shapes, options, batch, [&](const BatchContext& context) {
    detail::find_overlaps(shapes, which, context, batch);
  });
}

std::optional<Neighbor> find_one(Engine& engine, const Cast& cast, bool takes_any,
                                 const QueryOptions& options) {
  Neighbor hit;
  if (!find_hit(SingleSearch(engine, options), cast, takes_any, hit)) return std::nullopt;
  return hit;
}

}  // namespace

Queries::Queries(std::unique_ptr<Engine> engine) noexcept : engine_(std::move(engine)) {}
Queries::~Queries() = default;
Queries::Queries(Queries&& other) noexcept = default;
Queries& Queries::operator=(Queries&& other) noexcept = default;

void Queries::visit_overlaps(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                             const QueryOptions& options) const {
  const VisitMark mark(engine_.get());
  detail::visit_overlaps(SingleSearch(*engine_, options), shape, visitor);
}
void Queries::visit_inside(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                           const QueryOptions& options) const {
  const VisitMark mark(engine_.get());
  detail::visit_inside(SingleSearch(*engine_, options), shape, visitor);
}
void Queries::visit_hits(const Cast& cast, ErasedVisitor<Neighbor> visitor,
                         const QueryOptions& options, const double* max_fraction) const {
  const VisitMark mark(engine_.get());
  detail::visit_hits(SingleSearch(*engine_, options), cast, visitor, max_fraction);
}
void Queries::visit_nearest(const Point& point, ErasedVisitor<Neighbor> visitor,
                            const NearestOptions& options) const {
  const VisitMark mark(engine_.get());
  detail::visit_nearest(SingleSearch(*engine_, options), point, options.radius, visitor);
}

std::optional<ObjectId> Queries::cast_any(const Cast& cast, const QueryOptions& options) const {
  const auto hit = find_one(*engine_, cast, true, options);
  return hit ? std::optional(hit->id) : std::nullopt;
}
std::optional<CastHit> Queries::cast_closest(const Cast& cast, const QueryOptions& options) const {
  const auto hit = find_one(*engine_, cast, false, options);
  return hit ? std::optional(CastHit{hit->distance, hit->id}) : std::nullopt;
}
std::size_t Queries::find_nearest(const Point& point, std::span<Neighbor> nearest,
                                  const NearestOptions& options) const {
  return detail::find_nearest(SingleSearch(*engine_, options), point, options.radius, nearest);
}

void Queries::find_overlaps(const Shapes& shapes, QueryResult& result,
                            const BatchOptions& options) const {
  run_overlaps(*engine_, shapes, Overlaps::all, options, *result.batch_);
}
void Queries::find_first_overlaps(const Shapes& shapes, QueryResult& result,
                                  const BatchOptions& options) const {
  run_overlaps(*engine_, shapes, Overlaps::lowest_id, options, *result.batch_);
}

void Queries::find_inside(const Shapes& shapes, QueryResult& result,
                          const BatchOptions& options) const {
  run_batch(*engine_, shapes, options, *result.batch_, [&](const BatchContext& context) {
    detail::find_inside(shapes, context, *result.batch_);
  });
}

void Queries::cast_any(const Casts& casts, QueryResult& result, const BatchOptions& options) const {
  run_batch(*engine_, casts.size(), options, *result.batch_, [&](const BatchContext& context) {
    find_hits(casts, CastHits::any, context, *result.batch_);
  });
}
void Queries::cast_closest(const Casts& casts, QueryResult& result,
                           const BatchOptions& options) const {
  run_batch(*engine_, casts.size(), options, *result.batch_, [&](const BatchContext& context) {
    find_hits(casts, CastHits::closest, context, *result.batch_);
  });
}
void Queries::cast_all(const Casts& casts, QueryResult& result, const BatchOptions& options) const {
  run_batch(*engine_, casts.size(), options, *result.batch_, [&](const BatchContext& context) {
    find_hits(casts, CastHits::all, context, *result.batch_);
  });
}

void Queries::find_nearest(std::span<const Point> points, std::size_t k, QueryResult& result,
                           const NearestBatchOptions& options) const {
  run_batch(*engine_, points.size(), options, *result.batch_, [&](const BatchContext& context) {
    detail::find_nearest(points, k, options.radius, context, *result.batch_);
  });
}

QueryResult::QueryResult(std::pmr::memory_resource* resource)
    : batch_(std::make_unique<Batch>(resource != nullptr ? resource
                                                         : std::pmr::get_default_resource())) {}
QueryResult::~QueryResult() = default;
QueryResult::QueryResult(QueryResult&& other) noexcept = default;
QueryResult& QueryResult::operator=(QueryResult&& other) noexcept = default;

std::size_t QueryResult::row_count() const noexcept {
  return batch_->rows.row_count();
}
std::span<const std::size_t> QueryResult::offsets() const noexcept {
  return batch_->rows.offsets();
}
std::span<const ObjectId> QueryResult::ids() const noexcept {
  return batch_->rows.ids();
}
std::span<const double> QueryResult::fractions() const noexcept {
  return batch_->rows.values(HitValue::fraction);
}
std::span<const double> QueryResult::distances() const noexcept {
  return batch_->rows.values(HitValue::distance);
}
void QueryResult::shrink_to_fit() noexcept {
  batch_->shrink();
}
std::size_t QueryResult::byte_count() const noexcept {
  return batch_->memory.byte_count();
}

}  // namespace quadphase
