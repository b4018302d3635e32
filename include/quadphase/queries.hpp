// SPDX-License-Identifier: MIT
// The queries of a broad phase: what overlaps a shape, what a cast hits, what is nearest.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/query_options.hpp"
#include "quadphase/query_result.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase {

namespace detail {
struct Engine;
struct TryAccess;
}  // namespace detail

/// A visitor of hits that clips the cast: it returns the fraction up to which the cast goes on.
template <class Visit>
concept ClippingVisitor = std::invocable<Visit&, const CastHit&> &&
    std::floating_point<std::invoke_result_t<Visit&, const CastHit&>>;

namespace detail {

/// A clipping visitor as one that returns true to continue.
template <class Visit>
struct ClippedVisit {
  Visit& visit;
  double max_fraction = std::numeric_limits<double>::infinity();

  bool operator()(const CastHit& hit) {
    if (hit.fraction > max_fraction) return false;
    const auto fraction = static_cast<double>(std::invoke(visit, hit));
    if (fraction >= 0 && fraction < max_fraction) max_fraction = fraction;
    return max_fraction > 0;
  }
};

}  // namespace detail

/// What can be searched for: overlaps, casts and neighbors, one at a time or in batches. The base
/// class of `BroadPhase` and of `QueryIndex`.
///
/// Queries look at the boxes that the last finished frame searched: moving and static objects,
/// with margins and displacements; and at what `BroadPhase::patch` and `hide` changed since then.
/// docs/queries.md has an overview, examples and costs.
///
/// Errors:     `std::logic_error` if there is no finished frame to look at: before the first
///             `update` or `build`, after one that failed, and after `reserve` or `restore`. A
///             query that is not valid finds nothing.
/// Complexity: O(log n + found) if boxes are spread out.
/// Threads:    any number of queries at once, between two frames.
class QUADPHASE_API Queries {
 public:
  // Single queries allocate nothing, except to visit more than a few hundred hits. A visitor
  // returns void, or bool: true to continue; see `Visitor`. Its exceptions pass through.

  /// Calls `visit(ObjectId)` for each object whose box overlaps a box, a point, a circle, a
  /// capsule, a rotated box or a convex polygon, in no particular order.
  template <class Visit>
  void for_each_overlap(const Shape& shape, Visit&& visit, const QueryOptions& options = {}) const {
    visit_overlaps(shape, detail::erased<ObjectId>(visit), options);
  }

  /// Calls `visit(ObjectId)` for each object whose box lies wholly inside such a shape, in no
  /// particular order: see `contains`, and for a periodic world `Config::period_x`.
  template <class Visit>
  void for_each_inside(const Shape& shape, Visit&& visit, const QueryOptions& options = {}) const {
    visit_inside(shape, detail::erased<ObjectId>(visit), options);
  }

  /// One of the objects that a ray, a segment, or a moving box, circle or capsule hits; empty if it
  /// hits none. If it hits several, which one is returned is unspecified: it depends on the history
  /// of the static objects, and a restored engine may return another one. In lockstep simulations,
  /// use `cast_closest`.
  [[nodiscard]] std::optional<ObjectId> cast_any(const Cast& cast,
                                                 const QueryOptions& options = {}) const;

  /// The first object that the cast hits.
  [[nodiscard]] std::optional<CastHit> cast_closest(const Cast& cast,
                                                    const QueryOptions& options = {}) const;

  /// Calls `visit(const CastHit&)` for each object that the cast hits, in the order of `CastHit`.
  ///
  /// Up to some 200 hits are found by one search. If there are more, the first are found in pages
  /// of 16, 64 and 256, one search per page, and all others by one more search, which needs 24
  /// bytes for each of them during the call; if there is no memory for that, in pages of 1,024. For
  /// the first hit, `cast_closest` is faster.
  template <class Visit>
  void for_each_hit(const Cast& cast, Visit&& visit, const QueryOptions& options = {}) const {
    visit_hits(cast, detail::erased<CastHit, Neighbor>(visit), options, nullptr);
  }

  /// As above, with a visitor that clips the cast: it returns, as a `double` or `float`, the
  /// fraction up to which the cast goes on. For a narrow phase, where a box is hit but the shape in
  /// it may be missed, or hit later.
  ///
  ///     double closest = 1;
  ///     broad_phase.for_each_hit(segment, [&](const CastHit& hit) {
  ///       if (auto fraction = cast_at_shape(hit.id)) closest = std::min(closest, *fraction);
  ///       return closest;
  ///     });
  ///
  /// Objects whose boxes are entered after that fraction are not visited. The fraction never grows
  /// again: a greater one, a negative one and NaN leave it as it is, so -1 ignores an object and
  /// 1 goes on; 0 stops. The numbers mean what they mean in a callback of Box2D's `RayCast`, but
  /// the visits come in the order of entry. Finds hits in pages of 4, then as above, and searches
  /// no farther than the fraction allows.
  template <ClippingVisitor Visit>
  void for_each_hit(const Cast& cast, Visit&& visit, const QueryOptions& options = {}) const {
    detail::ClippedVisit<Visit> clipped{visit};
    visit_hits(cast, detail::erased<CastHit, Neighbor>(clipped), options, &clipped.max_fraction);
  }

  /// Fills `nearest` with the objects nearest to a point or another shape, in the order of
  /// `Neighbor`, as many as fit; returns how many it wrote. Distances are those of the function
  /// `distance`, which has the formula. A line is a capsule of radius 0.
  ///
  /// A small box takes some 1.7 times as long as a point, a small circle twice as long. For other
  /// shapes, the search looks at the objects in the narrowest strip that holds the shape.
  std::size_t find_nearest(const Shape& shape, std::span<Neighbor> nearest,
                           const QueryOptions& options = {}) const;

  /// Calls `visit(const Neighbor&)` for each object, the nearest first, until the visitor stops.
  /// Objects are found like the hits of `for_each_hit`: the first in pages, the others at once.
  template <class Visit>
  void for_each_nearest(const Shape& shape, Visit&& visit, const QueryOptions& options = {}) const {
    visit_nearest(shape, detail::erased<Neighbor>(visit), options);
  }

  // Batches write one row of `result` for each query, on all threads. Rows do not depend on
  // threads.
  //
  // Errors: `std::invalid_argument` if there are more than 2^32 - 64 queries, or options break
  //         their rules; `std::bad_alloc`. The result is empty after any error.

  /// The objects whose boxes overlap each shape, ascending, or as `BatchOptions::order` says.
  void find_overlaps(const Shapes& shapes, QueryResult& result,
                     const BatchOptions& options = {}) const;
  /// As `find_overlaps`, but only the object with the lowest id for each shape.
  void find_first_overlaps(const Shapes& shapes, QueryResult& result,
                           const BatchOptions& options = {}) const;
  /// The objects whose boxes lie wholly inside each shape, in the same order.
  void find_inside(const Shapes& shapes, QueryResult& result,
                   const BatchOptions& options = {}) const;

  /// For each cast, the object that `cast_any` finds for it alone, without a fraction.
  void cast_any(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;
  /// The first object that each cast hits, and its fraction.
  void cast_closest(const Casts& casts, QueryResult& result,
                    const BatchOptions& options = {}) const;
  /// All objects that each cast hits, and their fractions, in the order of `CastHit`.
  void find_hits(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;

  /// The `k` objects nearest to each shape, and their distances, in the order of `Neighbor`.
  void find_nearest(const Shapes& shapes, std::size_t k, QueryResult& result,
                    const BatchOptions& options = {}) const;

 private:
  friend class BroadPhase;
  friend class QueryIndex;
  friend struct detail::TryAccess;  // for try.hpp

  explicit Queries(std::unique_ptr<detail::Engine> engine) noexcept;
  ~Queries();
  Queries(Queries&& other) noexcept;
  Queries& operator=(Queries&& other) noexcept;

  void visit_overlaps(const Shape& shape, detail::ErasedVisitor<ObjectId> visitor,
                      const QueryOptions& options) const;
  void visit_inside(const Shape& shape, detail::ErasedVisitor<ObjectId> visitor,
                    const QueryOptions& options) const;
  /// `max_fraction`, if there is one, is read again after each visit.
  void visit_hits(const Cast& cast, detail::ErasedVisitor<Neighbor> visitor,
                  const QueryOptions& options, const double* max_fraction) const;
  void visit_nearest(const Shape& shape, detail::ErasedVisitor<Neighbor> visitor,
                     const QueryOptions& options) const;

  std::unique_ptr<detail::Engine> engine_;
};

}  // namespace quadphase
