// SPDX-License-Identifier: MIT
// The queries of the public interface.
#include "quadphase/index.hpp"

#include <new>

#include "base/scope_mark.hpp"
#include "call/call_log.hpp"
#include "engine/engine.hpp"
#include "input/attribute_columns.hpp"
#include "input/validate_input.hpp"
#include "query/batch.hpp"
#include "query/batch_options.hpp"
#include "query/single_queries.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// The shapes of a batch of searches for the nearest, and how many are wanted for each.
struct NearestTo {
  Shapes shapes;
  std::size_t k;
};

void describe(const Shapes& shapes, RecordedCall& call) {
  call.shapes = read_in_place(shapes, call.copied);
}
void describe(const Casts& casts, RecordedCall& call) {
  call.casts = casts;
}
void describe(const NearestTo& given, RecordedCall& call) {
  call.neighbor_count = given.k;
  describe(given.shapes, call);
}

Overlaps rows_of(const BatchOptions& options) {
  return options.order == RowOrder::tree ? Overlaps::in_tree_order : Overlaps::ascending;
}

Objects checked(const Shapes& shapes, const BatchOptions& options) {
  return checked_batch(shapes, options.attributes);
}
Objects checked(const Casts& casts, const BatchOptions& options) {
  return checked_batch(casts.size(), options.attributes);
}
Objects checked(const NearestTo& given, const BatchOptions& options) {
  check_boxes(given.shapes);
  return checked_batch(given.shapes.size(), options.attributes);
}

NearestTo read_in_place(const NearestTo& given, const Kernels& kernels, Workers& workers,
                        detail::Batch& batch) {
  return {detail::read_in_place(given.shapes, kernels, workers, batch), given.k};
}

/// Checks a batch and runs `find(queries, context)`; if memory runs out, frees the memory of the
/// last result and runs it again with no more than it needs. Errors: also `VisitorFailed`, of a
/// predicate.
template <class Given, class Find>
void run_batch(Engine& engine, const Given& given, const BatchOptions& options,
               detail::Batch& batch, const Find& find) {
  batch.rows.clear();
  const Objects attributes = checked(given, options);
  const SearchedTrees trees = engine.searched_trees(options.worlds, options.mobilities);
  const auto drop = [&] {
    batch.rows.clear();
    batch.shrink();
  };
  const auto accept = [&](std::size_t row, ObjectId id) {
    const VisitMark mark(&engine);
    try {
      return options.accept(row, id);
    } catch (...) {
      throw VisitorFailed{std::current_exception()};
    }
  };
  const FunctionRef<bool(std::size_t, ObjectId)> accept_ref(accept);
  const auto run = [&](bool saves_memory) {
    Objects columns = attributes;
    Workers threads = engine.context.workers.share();
    read_strided(columns, batch.columns, threads);
    const auto& queries = read_in_place(given, engine.context.kernels, threads, batch);
    find(queries, BatchContext{trees,
                               engine.context.kernels,
                               engine.context.workers,
                               {options.filter, columns.filters},
                               columns.sweeps,
                               options.accept ? &accept_ref : nullptr,
                               saves_memory});
  };
  try {
    return run(false);
  } catch (const std::bad_alloc&) {
    drop();
  }
  try {
    run(true);
  } catch (const std::bad_alloc&) {
    drop();
    throw;
  }
}

/// As above, recorded.
template <class Given, class Find>
void batch_call(Engine& engine, CallKind kind, const Given& given, const BatchOptions& options,
                QueryResult& result, detail::Batch& batch, const Find& find) {
  logged(
      engine.calls,
      [&] {
        RecordedCall call{.kind = kind, .batch = options};
        call.batch.attributes = contiguous(options.attributes, call.copied_attributes);
        describe(given, call);
        return call;
      },
      [&] {
        try {
          run_batch(engine, given, options, batch, find);
        } catch (const VisitorFailed& failed) {
          if (engine.calls.recorder() != nullptr) throw;  // the log unwraps it
          std::rethrow_exception(failed.cause);
        }
      },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add_rows(kind, options.order, result);
      });
}

/// What a single query of an engine searches.
SingleSearch search_of(Engine& engine, const QueryOptions& options) {
  return {engine.searched_trees(options.worlds, options.mobilities), &engine.context.memory,
          engine.context.kernels, options.filter};
}

std::optional<Neighbor> find_one(Engine& engine, const Cast& cast, bool takes_any,
                                 const QueryOptions& options) {
  Neighbor hit;
  if (!find_hit(search_of(engine, options), cast, takes_any, hit)) return std::nullopt;
  return hit;
}

}  // namespace

void Index::visit_overlaps(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                           const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::for_each_overlap, .shape = shape, .query = options};
  };
  logged_visits(engine_->calls, describe, visitor, [&](const auto& visit) {
    const VisitMark mark(engine_.get());
    detail::visit_overlaps(search_of(*engine_, options), shape, visit);
  });
}
void Index::visit_inside(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                         const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::for_each_inside, .shape = shape, .query = options};
  };
  logged_visits(engine_->calls, describe, visitor, [&](const auto& visit) {
    const VisitMark mark(engine_.get());
    detail::visit_inside(search_of(*engine_, options), shape, visit);
  });
}
void Index::visit_hits(const Cast& cast, ErasedVisitor<Neighbor> visitor,
                       const QueryOptions& options, const double* max_fraction) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::for_each_hit,
                        .cast = cast,
                        .clips = max_fraction != nullptr,
                        .query = options};
  };
  const auto search = [&](const auto& visit) {
    const VisitMark mark(engine_.get());
    detail::visit_hits(search_of(*engine_, options), cast, visit, max_fraction);
  };
  logged_visits(engine_->calls, describe, visitor, search, max_fraction);
}
void Index::visit_nearest(const Shape& shape, ErasedVisitor<Neighbor> visitor,
                          const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::for_each_nearest, .shape = shape, .query = options};
  };
  logged_visits(engine_->calls, describe, visitor, [&](const auto& visit) {
    const VisitMark mark(engine_.get());
    detail::visit_nearest(search_of(*engine_, options), shape, options.radius, visit);
  });
}

std::optional<ObjectId> Index::cast_any(const Cast& cast, const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::cast_any, .cast = cast, .query = options};
  };
  return logged(
      engine_->calls, describe,
      [&] {
        const auto hit = find_one(*engine_, cast, true, options);
        return hit ? std::optional(hit->id) : std::nullopt;
      },
      [](ResultHash* hash, CallOutcome&, const auto& hit) {
        if (hash != nullptr) hash->add(hit.has_value() ? 1U : 0U);
      });
}
std::optional<CastHit> Index::cast_closest(const Cast& cast, const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::cast_closest, .cast = cast, .query = options};
  };
  return logged(
      engine_->calls, describe,
      [&] {
        const auto hit = find_one(*engine_, cast, false, options);
        return hit ? std::optional(CastHit{hit->distance, hit->id}) : std::nullopt;
      },
      [](ResultHash* hash, CallOutcome&, const auto& hit) {
        if (hash != nullptr && hit) hash->add(*hit);
      });
}
std::size_t Index::find_nearest(const Shape& shape, std::span<Neighbor> nearest,
                                const QueryOptions& options) const {
  const auto describe = [&] {
    return RecordedCall{.kind = CallKind::find_nearest,
                        .shape = shape,
                        .neighbor_count = nearest.size(),
                        .query = options};
  };
  return logged(
      engine_->calls, describe,
      [&] {
        return detail::find_nearest(search_of(*engine_, options), shape, options.radius, nearest);
      },
      [&](ResultHash* hash, CallOutcome&, std::size_t count) {
        if (hash != nullptr) hash->add_all(std::span<const Neighbor>(nearest.first(count)));
      });
}

void Index::find_overlaps(const Shapes& shapes, QueryResult& result,
                          const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::find_overlaps, shapes, options, result, batch,
             [&](const Shapes& queries, const BatchContext& context) {
               detail::find_overlaps(queries, rows_of(options), context, batch);
             });
}
void Index::find_first_overlaps(const Shapes& shapes, QueryResult& result,
                                const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::find_first_overlaps, shapes, options, result, batch,
             [&](const Shapes& queries, const BatchContext& context) {
               detail::find_overlaps(queries, Overlaps::lowest_id, context, batch);
             });
}
void Index::find_inside(const Shapes& shapes, QueryResult& result,
                        const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::find_inside, shapes, options, result, batch,
             [&](const Shapes& queries, const BatchContext& context) {
               detail::find_inside(queries, rows_of(options), context, batch);
             });
}

void Index::cast_any(const Casts& casts, QueryResult& result, const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::cast_any_batch, casts, options, result, batch,
             [&](const Casts& queries, const BatchContext& context) {
               detail::find_hits(queries, CastHits::any, context, batch);
             });
}
void Index::cast_closest(const Casts& casts, QueryResult& result,
                         const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::cast_closest_batch, casts, options, result, batch,
             [&](const Casts& queries, const BatchContext& context) {
               detail::find_hits(queries, CastHits::closest, context, batch);
             });
}
void Index::find_hits(const Casts& casts, QueryResult& result, const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::find_hits, casts, options, result, batch,
             [&](const Casts& queries, const BatchContext& context) {
               detail::find_hits(queries, CastHits::all, context, batch);
             });
}

void Index::find_nearest(const Shapes& shapes, std::size_t k, QueryResult& result,
                         const BatchOptions& options) const {
  detail::Batch& batch = *result.batch_;
  batch_call(*engine_, CallKind::find_nearest_batch, NearestTo{shapes, k}, options, result, batch,
             [&](const NearestTo& queries, const BatchContext& context) {
               detail::find_nearest(queries.shapes, queries.k, options.radius, context, batch);
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
