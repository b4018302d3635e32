// SPDX-License-Identifier: MIT
// The tree of a set of boxes and its queries: what overlaps a shape, what a cast hits, what is
// nearest.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/config.hpp"
#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase {

namespace detail {
class Engine;
struct TryAccess;
}  // namespace detail

struct Handle;      // in object_store.hpp
class ObjectStore;  // in object_store.hpp

/// A leaf or a node of a tree. A leaf has up to `Config::leaf_capacity` objects of one quadtree
/// cell, or of several small ones next to each other. A node has the next 16 leaves in the order of
/// the tree, or the next 16 nodes of the level below.
///
/// There are several trees: one of the moving objects, and up to three of static ones. The highest
/// level of each has 1 to 16 nodes.
struct Cell {
  Box bounds;  ///< the smallest box around its objects as they are searched, with margin and
               ///< motion; larger if static objects were removed since it was made
  std::size_t object_count = 0;   ///< objects in it, including those of the cells below
  std::span<const ObjectId> ids;  ///< of a leaf: its objects, in tree order; removed static objects
                                  ///< may be among them. Valid until the tree changes
  std::uint32_t level = 0;        ///< 0: a leaf; for a node, one more than that of its children
  std::uint32_t depth = 0;        ///< 0: on the highest level of its tree; for others, one more
                                  ///< than that of the cell above
  bool is_leaf = false;           ///< it has objects of its own; there are no cells below it
  bool is_large = false;          ///< its objects are large, and come before the others in the tree
  bool is_static = false;         ///< its objects are static
};

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

/// A spatial index of boxes: a tree that is built in one call, and queries: overlaps, casts and
/// neighbors, one at a time or in batches. The base class of `BroadPhase`, which adds pairs, static
/// objects and events.
///
///     quadphase::Index index;
///     index.build(boxes);
///     index.for_each_overlap(view, [&](quadphase::ObjectId id) { draw(id); });
///
/// The tree is a copy: the caller's boxes are not read after the call. Queries look at the boxes
/// that the last finished frame searched, an `update` or a `build`: moving and static objects, with
/// margins and displacements; and at what `patch` and `hide` changed since then, which lasts until
/// the next `build` or `update`. To add and remove objects one by one for good, use an
/// `ObjectStore` and a `BroadPhase`, or its static objects. docs/queries.md has an overview,
/// examples and costs.
///
/// Ids:        the rows of the boxes, or `Attributes::ids`.
/// Bad data:   boxes with NaN or `max < min`, and those that do not fit a periodic world, are not
///             found; `rejected_ids` lists them.
/// Errors:     `std::invalid_argument` if an argument breaks a rule, before anything changes;
///             `std::bad_alloc`. Queries throw `std::logic_error` if there is no finished frame to
///             look at: before the first `update` or `build`, after one that failed, and after
///             `reserve` or `restore`. A query that is not valid finds nothing.
/// Complexity: a query takes O(log n + found) if boxes are spread out.
/// Threads:    one thread at a time may call a non-const function; between such calls, many threads
///             may call const functions, such as queries.
/// Visitors:   may call const functions, and any function of other engines and indexes. On the
///             visitor's thread, the non-const functions of this class throw `std::logic_error`.
/// Memory:     at most 75 bytes per object for 20,000 objects or more, nearly half of that for
///             sorting. Buffers grow; they shrink only through `shrink_to_fit` or when memory runs
///             out. Rebuilding with as many objects allocates nothing.
class QUADPHASE_API Index {
 public:
  /// `config`: `max_pairs`, `events` and `previous_indices` are only for a `BroadPhase`. Errors:
  /// `std::invalid_argument` if a field is out of range.
  explicit Index(const Config& config = {});
  ~Index();
  /// An index or engine that was moved from may only be assigned to or destroyed.
  Index(Index&& other) noexcept;
  /// As above.
  Index& operator=(Index&& other) noexcept;

  /// Makes room for that many objects, so that `build` allocates nothing. Drops the tree. Errors:
  /// `std::invalid_argument` if there are more than 2^32 - 64 objects.
  void reserve(std::size_t object_count);

  /// Builds the tree of these boxes in place of all others, without finding pairs: afterwards, the
  /// `pairs()` of a `BroadPhase` are empty, and `count_pairs` and `for_each_pair_chunk` find them.
  ///
  /// Errors: `std::invalid_argument` if `boxes` or `attributes` break their rules, or there are
  /// more than 2^32 - 64 boxes. Complexity: O(n log n) work, on all threads, close to linear in
  /// practice. Memory: for boxes in double, 32 more bytes per box, and 4 more with ids.
  void build(const Boxes& boxes, const Attributes& attributes = {});

  // Changes between frames, for a continuous solver, which moves some bodies within a step and
  // looks for what they overlap there. Queries see the changes at once, until the next frame;
  // pairs, events, `tight_boxes_overlap`, cells and statistics stay those of the last frame. The
  // next frame is given all boxes, as always. Errors: `std::logic_error` if there is no finished
  // frame, or in a visitor; `std::bad_alloc`, after which there may be no tree to search until the
  // next frame.

  /// Queries find these objects in these boxes, with these attributes: those that are not given
  /// become the defaults, not what the last frame had. Objects of the static set stay static; all
  /// others count as moving, even those that the last frame did not have.
  ///
  /// Invalid boxes are not found. Errors: `std::invalid_argument` if an id is given twice, columns
  /// differ in length, or `attributes.ids` are neither empty nor equal to `ids`, with nothing
  /// changed. Complexity: O((k + 256 + n/256) log n) amortized for k of n objects that were changed
  /// since the last frame, and a hash lookup per hit of a query.
  /// Boxes in double must be given with the origin of the frame; queries with shapes in double find
  /// them by their doubles.
  void patch(const Boxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes = {});

  /// Queries find these objects of a store as they are in it now: after its `move`, say. Objects
  /// that were removed from it stay until they are hidden.
  ///
  ///     store.move(bullets, boxes);
  ///     broad_phase.patch(store, bullets);
  ///
  /// Errors: as above; `std::invalid_argument` if a handle is stale, with nothing changed.
  /// Complexity: as above.
  void patch(const ObjectStore& store, std::span<const Handle> handles);

  /// Queries do not find these objects until the next frame. An id that no object has is ignored.
  /// `patch` brings an object back. Complexity: as `patch`.
  void hide(const Column<ObjectId>& ids);
  /// As above, written `{3, 5}`.
  void hide(std::initializer_list<ObjectId> ids) { hide(std::span(ids.begin(), ids.size())); }

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

  /// The first object that the cast hits. A body that is in the tree hits itself, at 0: leave it
  /// out with a filter, or with `for_each_hit`.
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
  /// fraction up to which the cast goes on: 1 for the rest of a segment or of a moving shape, the
  /// ray's `max_fraction`, or infinity, for that of a `Ray`. For a narrow phase, where a box is hit
  /// but the shape in it may be missed, or hit later.
  ///
  ///     double closest = 1;
  ///     broad_phase.for_each_hit(segment, [&](const CastHit& hit) -> double {
  ///       if (auto fraction = cast_at_shape(hit.id)) closest = std::min(closest, *fraction);
  ///       return closest;
  ///     });
  ///
  /// Objects whose boxes are entered after that fraction are not visited. The fraction never grows
  /// again: a greater one, a negative one and NaN leave it as it is, so -1 ignores an object; 0
  /// stops. The numbers mean what they mean in a callback of Box2D's `RayCast`, whose ray is a
  /// `Segment`: 1 is the end of the displacement, so it goes on, except for a `Ray` that is longer.
  /// But the visits come in the order of entry. Finds hits in pages of 4, then as above, and
  /// searches no farther than the fraction allows.
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
  //         their rules; `std::bad_alloc`; those of a predicate. The result is empty after any
  //         error.

  /// The objects whose boxes overlap each shape, ascending, or as `BatchOptions::order` says. The
  /// rows of another set's boxes are a spatial join: the pairs of the two sets.
  void find_overlaps(const Shapes& shapes, QueryResult& result,
                     const BatchOptions& options = {}) const;
  /// As `find_overlaps`, but only the object with the lowest id for each shape.
  void find_first_overlaps(const Shapes& shapes, QueryResult& result,
                           const BatchOptions& options = {}) const;
  /// The objects whose boxes lie wholly inside each shape, in the same order.
  void find_inside(const Shapes& shapes, QueryResult& result,
                   const BatchOptions& options = {}) const;

  /// For each cast, the object that `cast_any` finds for it alone, without a fraction; with a
  /// predicate, the first that it accepts.
  void cast_any(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;
  /// The first object that each cast hits, and its fraction: `QueryResult::hit_of(row)`. The row of
  /// a cast that hits nothing is empty, so `ids()` has no entry for it.
  void cast_closest(const Casts& casts, QueryResult& result,
                    const BatchOptions& options = {}) const;
  /// All objects that each cast hits, and their fractions, in the order of `CastHit`.
  void find_hits(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;

  /// The `k` objects nearest to each shape, and their distances, in the order of `Neighbor`.
  void find_nearest(const Shapes& shapes, std::size_t k, QueryResult& result,
                    const BatchOptions& options = {}) const;

  /// The ids of the last frame's moving objects in the order of the tree's leaves; rows if no ids
  /// were given. Rejected boxes come last, so this is a permutation of all moving objects.
  ///
  ///     if (frame % 10 == 0) quadphase::reorder(broad_phase.order(), positions, masses, boxes);
  ///
  /// Arrays in this order keep the data of a pair's objects close together in memory, so using the
  /// pairs of 1,000,000 objects takes a third of the time; see reorder.hpp, where `row_locality`
  /// says when to do so again. Empty if there is no tree. Lifetime: valid until the next non-const
  /// call. Complexity: O(1).
  [[nodiscard]] std::span<const ObjectId> order() const noexcept;

  /// Calls `visit(const Cell&)` for each node and leaf of the trees: parents before children, in
  /// the order of the tree. For drawing. Errors: `std::logic_error` if there is no tree.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    visit_cells(detail::erased<Cell>(visit));
  }

  /// The origin of the boxes in double that the last finished frame searched, for `to_local`; (0,
  /// 0) if there were none. Lifetime: valid until the next non-const call.
  [[nodiscard]] const Origin& origin() const noexcept;

  /// Statistics of the last finished frame. Lifetime: valid until the next non-const call.
  [[nodiscard]] const Stats& stats() const noexcept;

  /// The ids of the boxes that the last finished frame rejected, ascending; see
  /// `Stats::rejected_count`. Lifetime: valid until the next non-const call.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept;

  /// Bytes that are held now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// Frees the memory that the last finished frame, the static set, pending changes and the next
  /// frame's events do not need, such as that of one exceptional frame. Until memory runs out,
  /// nothing else does: without this call, a frame of 200 million pairs leaves 3.6 GB allocated.
  ///
  /// Everything that can be read stays, but spans must be read again: it is a non-const call.
  /// 100,000 objects keep 3 MB, and 100,000 pairs 0.8 MB. The next frame allocates as in a new
  /// engine; what `reserve` allocated is gone. What cannot be moved for lack of memory stays where
  /// it is. Errors: `std::logic_error` in a visitor. Complexity: O(n + pairs), a copy.
  void shrink_to_fit();

 private:
  friend class BroadPhase;
  friend struct detail::TryAccess;  // for try.hpp

  explicit Index(std::unique_ptr<detail::Engine> engine) noexcept;

  void visit_cells(detail::ErasedVisitor<Cell> visitor) const;
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
