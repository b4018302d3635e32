// SPDX-License-Identifier: MIT
#include "quadphase/recorded_queries.hpp"

#include <utility>
#include <vector>

#include "recorder/recorded_call_scope.hpp"

namespace quadphase {

using namespace detail;

RecordedObject::RecordedObject(Recorder& recorder) : state_(std::make_unique<State>()) {
  state_->file = recorder.file_.get();
  state_->number = state_->file->next_subject();
}

RecordedObject::~RecordedObject() {
  end();
}

RecordedObject::RecordedObject(RecordedObject&& other) noexcept = default;

RecordedObject& RecordedObject::operator=(RecordedObject&& other) noexcept {
  if (this == &other) return *this;
  end();
  state_ = std::move(other.state_);
  return *this;
}

void RecordedObject::end() noexcept {
  if (state_ == nullptr) return;
  RecordedCall call;
  call.kind = CallKind::destroy;
  recorded(*this, call, [](CallOutcome&, ResultHash*) {});
}

std::uint32_t RecordedQueries::number() const noexcept {
  return object_.state().number;
}

namespace {

/// Calls a visitor, and notes the visit. Returns false if the visitor stops.
template <class Visit>
bool visited(CallOutcome& outcome, const Visit& visit) {
  ++outcome.visits;
  bool goes_on = false;
  try {
    goes_on = visit();
  } catch (...) {
    outcome.visitor_stopped = true;
    throw VisitorFailed{std::current_exception()};
  }
  outcome.visitor_stopped = !goes_on;
  return goes_on;
}

/// Records a query that visits objects in no particular order. `search(visit)` makes it.
template <class Search>
void record_visits(const RecordedObject& object, RecordedCall& call,
                   const ErasedVisitor<ObjectId>& visitor, const Search& search) {
  recorded(object, call, [&](CallOutcome& outcome, ResultHash* hash) {
    const OpenVisitor open(object.state());
    std::uint64_t sum = 0;
    search([&](ObjectId id) {
      sum += ResultHash::of_id(id);
      return visited(outcome, [&] { return visitor.call(visitor.target, {&id, 1}); });
    });
    if (hash == nullptr) return;
    hash->add(outcome.visits);
    // Why: which objects come first is not promised.
    if (!outcome.visitor_stopped) hash->add(sum);
  });
}

/// Records a query that visits items in their order.
template <class Item, class Search>
void record_ordered_visits(const RecordedObject& object, RecordedCall& call,
                           const ErasedVisitor<Item>& visitor, const Search& search) {
  recorded(object, call, [&](CallOutcome& outcome, ResultHash* hash) {
    const OpenVisitor open(object.state());
    search([&](const Item& item) {
      if (hash != nullptr) hash->add(item);
      return visited(outcome, [&] { return visitor.call(visitor.target, {&item, 1}); });
    });
  });
}

/// Records a batch. `search()` makes it; what it finds is the same everywhere, or only how much.
template <class Search>
void record_batch(const RecordedObject& object, RecordedCall& call, const QueryResult& result,
                  const Search& search) {
  recorded(object, call, [&](CallOutcome&, ResultHash* hash) {
    search();
    if (hash == nullptr) return;
    if (call.kind == CallKind::cast_any_batch) {
      hash->add_offsets(result);
    } else {
      hash->add_batch(result);
    }
  });
}

}  // namespace

void RecordedQueries::visit_overlaps(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                                     const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::for_each_overlap);
  call.shape = shape;
  call.query = options;
  record_visits(object_, call, visitor,
                [&](const auto& visit) { queries_->for_each_overlap(shape, visit, options); });
}

void RecordedQueries::visit_inside(const Shape& shape, ErasedVisitor<ObjectId> visitor,
                                   const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::for_each_inside);
  call.shape = shape;
  call.query = options;
  record_visits(object_, call, visitor,
                [&](const auto& visit) { queries_->for_each_inside(shape, visit, options); });
}

std::optional<ObjectId> RecordedQueries::cast_any(const Cast& cast,
                                                  const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::cast_any);
  call.cast = cast;
  call.query = options;
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::optional<ObjectId> found = queries_->cast_any(cast, options);
    if (hash != nullptr) hash->add(found.has_value() ? 1U : 0U);
    return found;
  });
}

std::optional<CastHit> RecordedQueries::cast_closest(const Cast& cast,
                                                     const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::cast_closest);
  call.cast = cast;
  call.query = options;
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::optional<CastHit> found = queries_->cast_closest(cast, options);
    if (hash != nullptr && found) hash->add(*found);
    return found;
  });
}

void RecordedQueries::visit_hits(const Cast& cast, ErasedVisitor<CastHit> visitor,
                                 const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::for_each_hit);
  call.cast = cast;
  call.query = options;
  record_ordered_visits(object_, call, visitor,
                        [&](const auto& visit) { queries_->for_each_hit(cast, visit, options); });
}

void RecordedQueries::clip_hits(const Cast& cast, ErasedClip visitor,
                                const QueryOptions& options) const {
  RecordedCall call = call_of(CallKind::for_each_hit);
  call.cast = cast;
  call.query = options;
  call.clips = true;
  std::vector<double> fractions;
  recorded(object_, call, [&](CallOutcome& outcome, ResultHash* hash) {
    const OpenVisitor open(object_.state());
    const auto clip = [&](const CastHit& hit) {
      if (hash != nullptr) hash->add(hit);
      double fraction = 0;
      (void)visited(outcome, [&] {
        fraction = visitor.call(visitor.target, hit);
        return true;
      });
      fractions.push_back(fraction);
      outcome.fractions = fractions;
      return fraction;
    };
    queries_->for_each_hit(cast, clip, options);
  });
}

std::size_t RecordedQueries::find_nearest(const Point& point, std::span<Neighbor> nearest,
                                          const NearestOptions& options) const {
  RecordedCall call = call_of(CallKind::find_nearest);
  call.point = point;
  call.neighbor_count = nearest.size();
  call.nearest = options;
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::size_t count = queries_->find_nearest(point, nearest, options);
    if (hash != nullptr) hash->add_all(std::span<const Neighbor>(nearest.first(count)));
    return count;
  });
}

void RecordedQueries::visit_nearest(const Point& point, ErasedVisitor<Neighbor> visitor,
                                    const NearestOptions& options) const {
  RecordedCall call = call_of(CallKind::for_each_nearest);
  call.point = point;
  call.nearest = options;
  record_ordered_visits(object_, call, visitor, [&](const auto& visit) {
    queries_->for_each_nearest(point, visit, options);
  });
}

namespace {

RecordedCall call_of(CallKind kind, const Shapes& shapes, const BatchOptions& options) {
  RecordedCall call = call_of(kind);
  call.shapes = shapes;
  call.batch = options;
  return call;
}

RecordedCall call_of(CallKind kind, const Casts& casts, const BatchOptions& options) {
  RecordedCall call = call_of(kind);
  call.casts = casts;
  call.batch = options;
  return call;
}

}  // namespace

void RecordedQueries::find_overlaps(const Shapes& shapes, QueryResult& result,
                                    const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::find_overlaps, shapes, options);
  record_batch(object_, call, result, [&] { queries_->find_overlaps(shapes, result, options); });
}

void RecordedQueries::find_first_overlaps(const Shapes& shapes, QueryResult& result,
                                          const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::find_first_overlaps, shapes, options);
  record_batch(object_, call, result,
               [&] { queries_->find_first_overlaps(shapes, result, options); });
}

void RecordedQueries::find_inside(const Shapes& shapes, QueryResult& result,
                                  const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::find_inside, shapes, options);
  record_batch(object_, call, result, [&] { queries_->find_inside(shapes, result, options); });
}

void RecordedQueries::cast_any(const Casts& casts, QueryResult& result,
                               const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::cast_any_batch, casts, options);
  record_batch(object_, call, result, [&] { queries_->cast_any(casts, result, options); });
}

void RecordedQueries::cast_closest(const Casts& casts, QueryResult& result,
                                   const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::cast_closest_batch, casts, options);
  record_batch(object_, call, result, [&] { queries_->cast_closest(casts, result, options); });
}

void RecordedQueries::cast_all(const Casts& casts, QueryResult& result,
                               const BatchOptions& options) const {
  RecordedCall call = call_of(CallKind::cast_all, casts, options);
  record_batch(object_, call, result, [&] { queries_->cast_all(casts, result, options); });
}

void RecordedQueries::find_nearest(std::span<const Point> points, std::size_t k,
                                   QueryResult& result, const NearestBatchOptions& options) const {
  RecordedCall call = call_of(CallKind::find_nearest_batch);
  call.points = points;
  call.neighbor_count = k;
  call.nearest_batch = options;
  record_batch(object_, call, result, [&] { queries_->find_nearest(points, k, result, options); });
}

}  // namespace quadphase
