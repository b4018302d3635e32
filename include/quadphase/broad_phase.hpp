// SPDX-License-Identifier: MIT
// The engine: boxes in, every overlapping pair out. Update, then read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/events.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/pair_chunks.hpp"
#include "quadphase/pairs_between.hpp"
#include "quadphase/queries.hpp"
#include "quadphase/stats.hpp"

namespace quadphase {

struct Cell;  // in cells.hpp

namespace detail {
struct Engine;
}  // namespace detail

/// A 2D broad phase that is rebuilt from Morton codes in every frame, in parallel.
///
///     quadphase::BroadPhase broad_phase;
///     broad_phase.update({min_x, min_y, max_x, max_y});
///     for (auto [first, second] : broad_phase.pairs()) narrow_phase(first, second);
///
/// Exact:    it finds every overlapping pair of valid boxes exactly once, with `first < second`,
///           and no other pair.
/// Order:    the bytes of the pair array depend on the boxes, their attributes, the static objects,
///           `leaf_capacity` and `max_depth` only. They do not depend on threads, SIMD, earlier
///           frames or the compiler.
/// Bad data: a box with NaN or `max < min` joins no pair; `stats()` counts it.
/// Threads:  one thread at a time may call a non-const function; between such calls, many threads
///           may call const functions. Engines are independent, and work inside oneTBB tasks.
/// Memory:   buffers grow and never shrink. A frame allocates nothing while it has at most an
///           eighth more objects and pairs than the largest frame before, or than `reserve` was
///           given. 100,000 objects take some 8 MB, and 100,000 pairs 1.8 MB.
/// Errors:   `std::invalid_argument` where an argument breaks a rule, before any state changes;
///           `std::bad_alloc`. After an `update` or `build` that threw, `pairs()`, `events()` and
///           `stats()` still show the last finished frame, there is no tree to count, stream or
///           search, and the next frame is right.
/// Source:   I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves as a sorted
///           list of keys).
class BroadPhase {
 public:
  /// Errors: `std::invalid_argument` where a field of `config` is out of range.
  explicit BroadPhase(const Config& config = {});
  ~BroadPhase();
  /// An engine that was moved from may only be assigned to or destroyed.
  BroadPhase(BroadPhase&& other) noexcept;
  /// As above.
  BroadPhase& operator=(BroadPhase&& other) noexcept;
  BroadPhase(const BroadPhase&) = delete;
  BroadPhase& operator=(const BroadPhase&) = delete;

  /// Grows the buffers for frames of this many objects and pairs, so that they need not grow later.
  ///
  /// Drops the current tree and pairs; `stats()` stays. Errors: `std::invalid_argument` where there
  /// are more than 2^32 - 64 objects or 2^48 pairs, with nothing changed; `std::bad_alloc`.
  void reserve(std::size_t object_count, std::uint64_t pair_count = 0);

  /// Builds the tree, and finds and stores every overlapping pair.
  ///
  /// Errors:     `std::invalid_argument` where the spans differ in length or hold more than
  ///             2^32 - 64 boxes; `std::length_error` where there are more than
  ///             `Config::max_pairs` pairs.
  /// Complexity: O(n log n + pairs) work in the worst case, close to linear in practice.
  void update(const BoxView& boxes, const Attributes& attributes = {});

  /// `update` with the objects of a store. The store's static objects become the engine's, by the
  /// changes since the last call.
  ///
  /// A store serves one engine best: an engine that takes turns with another one, or whose static
  /// set was changed by other calls, gets all static objects anew. Errors: as `update` and
  /// `set_static`.
  void update(ObjectStore& store);

  /// The pairs of the last finished `update`, in the order of the tree's leaves, not sorted by id.
  ///
  /// Empty before the first `update` and after `build`. Lifetime: valid until the next non-const
  /// call.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept;

  /// Builds the tree without finding pairs, for `count_pairs`, `for_each_pair_chunk` and queries.
  ///
  /// `pairs()` is empty afterwards. Errors: as `update`, except for `max_pairs`.
  void build(const BoxView& boxes, const Attributes& attributes = {});

  /// The number of pairs of the current tree, which are not stored; after `update`, the number of
  /// `pairs()`. Errors: `std::logic_error` where there is no tree: before the first `update` or
  /// `build`, after one that threw, and after `reserve` and `restore`.
  [[nodiscard]] std::uint64_t count_pairs();

  /// All chunk indices of `for_each_pair_chunk` are below this.
  ///
  /// It does not depend on threads, so an array can keep the results of all chunks in order.
  /// Errors: as `count_pairs`.
  [[nodiscard]] std::size_t chunk_count() const;

  /// Calls `consume(std::span<const Pair> pairs, std::size_t chunk_index)` for each chunk of pairs,
  /// concurrently from all threads. No chunk is empty. In the order of their indices, the chunks
  /// are the pairs in the order of `pairs()`.
  ///
  /// After `build`, pairs are found, passed on and not stored; after `update`, chunks are parts of
  /// the stored array. Chunks and their indices do not depend on threads.
  /// Lifetime: a span is valid during its call. Errors: as `count_pairs`; exceptions of `consume`
  /// pass through.
  template <class Consume>
  void for_each_pair_chunk(Consume&& consume) {
    visit_chunks(detail::chunk_visitor(consume));
  }

  /// As above, with only those pairs for which `accept(pair)` is true.
  ///
  /// `accept` is inlined and called concurrently. A chunk may come in several pieces, in order on
  /// one thread and with the same index.
  template <class Accept, class Consume>
  void for_each_pair_chunk(Accept&& accept, Consume&& consume) {
    for_each_pair_chunk(detail::accepted_pairs(accept, consume));
  }

  // Static objects: walls, and bodies that sleep. They are sorted once and kept. A frame finds the
  // pairs of moving objects with each other and with static ones, never those of two static ones.
  // Pairs with a static object come after all others, ordered by the position of the moving object
  // in the tree, then by the id of the static one.
  //
  // Changes wait for the next `update` or `build`, which applies them first. Until then everything
  // that can be read shows the last finished frame. `ids` has one id for each box; no two objects,
  // moving or static, may have the same id. `attributes.ids` is not read. Invalid boxes are kept
  // but join no pair, and `stats()` does not count them. Errors: `std::invalid_argument` where
  // spans differ in length, or where an id breaks the rule of a function, given the static set with
  // all pending changes; `std::bad_alloc`. Nothing has changed then.

  /// Replaces all static objects. Errors: two have the same id. Complexity: O(n), and that of
  /// `build` in the next frame.
  void set_static(const BoxView& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});

  /// Adds static objects. Errors: two have the same id, or a static object has the id already.
  /// Complexity: O((k + n/256) log n) amortized for k of n objects, including the next frame's
  /// part; from n/8 changes on, all are sorted anew.
  void add_static(const BoxView& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});

  /// Removes static objects. Errors: no static object has the id, or it comes twice. Complexity: as
  /// `add_static`.
  void remove_static(std::span<const ObjectId> ids);

  /// Removes all static objects.
  void clear_static();

  /// The number of static objects in the last finished frame; after `restore`, in the next one.
  [[nodiscard]] std::size_t static_count() const noexcept;

  /// The pairs that began and that ended between the last two finished updates.
  ///
  /// Both lists are empty without `Config::events`, and after `build`, which events ignore.
  /// Lifetime: valid until the next non-const call.
  [[nodiscard]] Events events() const noexcept;

  /// True when the tight boxes of a pair overlap: those without margins and displacements.
  ///
  /// Needs a pair of `pairs()`. Errors: `std::logic_error` where there is no finished frame, or the
  /// last one failed. Complexity: O(1).
  [[nodiscard]] bool touching(const Pair& pair) const;

  /// Finds every overlap of the caller's boxes, bullets or sensors or view rectangles, with the
  /// objects that the engine holds, moving and static. Nothing is inserted.
  ///
  /// Filters, margins and displacements of both sides count; `attributes.ids` and `generation` are
  /// not read. `result` holds (row, id) pairs, ascending by row, then by id. After `update` or
  /// `build`; without a tree there are only static objects. Boxes that are not valid find nothing.
  /// Between a change of the static set and the next frame, an object that became static is found
  /// twice. Errors: as `build`; after `std::bad_alloc` the result is empty. Threads: many searches
  /// at once, each with a result of its own.
  void find_overlaps(const BoxView& boxes, const Attributes& attributes,
                     OverlapResult& result) const;

  /// As `find_overlaps`, with at most one pair a row: that of the lowest id.
  void find_first_overlaps(const BoxView& boxes, const Attributes& attributes,
                           OverlapResult& result) const;

  // Queries, one at a time: queries.hpp says what each finds. `filter` is that of the query:
  // it finds only objects that may pair with it. A visitor returns nothing, or false when it has
  // seen enough; what it throws passes through. After `update` or `build`; without a tree there are
  // only static objects. Between a change of the static set and the next frame, an object that fell
  // asleep may be found twice. Complexity: O(log n + found) where boxes are spread out;
  // docs/queries.md has the costs.

  /// Calls `visit(ObjectId)` for each object whose box overlaps `box`, in no promised order.
  template <class Visit>
  void for_each_in_box(const Box& box, Visit&& visit, const Filter& filter = {}) const {
    visit_ids(box, filter, erased<ObjectId>(visit));
  }

  /// As above, for each object whose box contains `point`.
  template <class Visit>
  void for_each_at_point(const Point& point, Visit&& visit, const Filter& filter = {}) const {
    visit_ids(Box{point.x, point.y, point.x, point.y}, filter, erased<ObjectId>(visit));
  }

  /// As above, for each object whose box overlaps `circle`.
  template <class Visit>
  void for_each_in_circle(const Circle& circle, Visit&& visit, const Filter& filter = {}) const {
    visit_ids(circle, filter, erased<ObjectId>(visit));
  }

  /// An object that a ray, segment or moving box hits, if there is one: it takes the fewest steps
  /// to find, and which of several it is, is not promised.
  [[nodiscard]] std::optional<ObjectId> any_hit(const Cast& cast,
                                                const Filter& filter = {}) const noexcept;

  /// The first object that it hits.
  [[nodiscard]] std::optional<Hit> closest_hit(const Cast& cast,
                                               const Filter& filter = {}) const noexcept;

  /// Calls `visit(const Hit&)` for all objects that it hits, in their order.
  ///
  /// Up to some 200 are found at once; more come page by page, each a search from the root: for all
  /// of very many, `find_all_hits` is faster, and for the first one `closest_hit`.
  template <class Visit>
  void for_each_hit(const Cast& cast, Visit&& visit, const Filter& filter = {}) const {
    visit_hits(cast, filter, erased<Hit>(visit));
  }

  /// Fills `nearest` with the objects nearest to `point`, in their order, as many as there is room
  /// for, none farther than `radius`; returns how many.
  std::size_t find_nearest(const Point& point, std::span<Hit> nearest,
                           float radius = std::numeric_limits<float>::infinity(),
                           const Filter& filter = {}) const noexcept;

  /// Calls `visit(const Hit&)` for all objects, the nearest first, until it says that it has seen
  /// enough: page by page, of 16, 64, 256, then 1,024.
  template <class Visit>
  void for_each_nearest(const Point& point, Visit&& visit, const Filter& filter = {}) const {
    visit_nearest(point, filter, erased<Hit>(visit));
  }

  // Queries by the hundred thousand: a row of `result` each. `filters` is empty, or has one
  // filter for all queries, or one for each. Rows do not depend on threads. Errors:
  // `std::invalid_argument` where there is another number of filters, or more than 2^32 - 64
  // queries; `std::bad_alloc`; the result is then empty. Threads: many searches at once, each
  // with a result of its own.

  /// The objects whose boxes overlap each box, ascending.
  void find_in_boxes(std::span<const Box> boxes, QueryResult& result,
                     std::span<const Filter> filters = {}) const;
  /// The objects whose boxes contain each point, ascending.
  void find_at_points(std::span<const Point> points, QueryResult& result,
                      std::span<const Filter> filters = {}) const;
  /// The objects whose boxes overlap each circle, ascending.
  void find_in_circles(std::span<const Circle> circles, QueryResult& result,
                       std::span<const Filter> filters = {}) const;
  /// One object that each ray, segment or moving box hits, if there is one; no distances.
  void find_any_hits(const Casts& casts, QueryResult& result,
                     std::span<const Filter> filters = {}) const;
  /// The first object that each hits, and its distance.
  void find_closest_hits(const Casts& casts, QueryResult& result,
                         std::span<const Filter> filters = {}) const;
  /// All objects that each hits, with their distances, in their order.
  void find_all_hits(const Casts& casts, QueryResult& result,
                     std::span<const Filter> filters = {}) const;
  /// The `k` objects nearest to each point, none farther than `radius`, with their distances, in
  /// their order.
  void find_nearest(std::span<const Point> points, std::size_t k, QueryResult& result,
                    float radius = std::numeric_limits<float>::infinity(),
                    std::span<const Filter> filters = {}) const;

  /// Calls `visit(const Cell&)` for each node and leaf of the trees: parents before children, in
  /// the order of the tree. For pictures; needs quadphase/cells.hpp. Errors: as `count_pairs`.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    visit_cells(erased<Cell>(visit));
  }

  /// Appends a snapshot to `bytes`: the static objects and, with `Config::events`, the pairs and
  /// filters of the last update, on which later results depend.
  ///
  /// It can be restored on machines of the same byte order. Errors: `std::bad_alloc`.
  void save(std::vector<std::byte>& bytes) const;

  /// Restores the snapshot at the start of `bytes`, and removes it from `bytes`. From then on,
  /// equal calls give equal pairs and events. The configuration stays. There is no tree, and
  /// `pairs()` is empty, until the next frame.
  ///
  /// Errors: `std::invalid_argument` where there is no undamaged snapshot, or where the snapshot is
  /// of an engine with another `Config::events`; `std::bad_alloc`. The engine is then as it was.
  void restore(std::span<const std::byte>& bytes);

  /// Figures of the last finished frame. Lifetime: valid until the next non-const call.
  [[nodiscard]] const Stats& stats() const noexcept;

  /// The ids of the boxes that the last finished frame rejected, ascending; see
  /// `Stats::rejected_count`. Lifetime: valid until the next non-const call.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept;

  /// Bytes that the engine holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  void visit_chunks(detail::ChunkVisitor visit);

  /// A visitor behind a pointer: `call` hands over some items, and returns false when the visitor
  /// has seen enough.
  template <class Item>
  struct Erased {
    void* target;
    bool (*call)(void* target, std::span<const Item> items);
  };
  template <class Item, class Visit>
  static Erased<Item> erased(Visit& visit) noexcept {
    void* target = nullptr;
    if constexpr (std::is_function_v<Visit>) {
      target = reinterpret_cast<void*>(&visit);
    } else {
      target = const_cast<void*>(static_cast<const void*>(std::addressof(visit)));
    }
    return {target, [](void* visitor, std::span<const Item> items) {
              Visit& see = *reinterpret_cast<Visit*>(visitor);
              for (const Item& item : items)
                if (!detail::keep_going(see, item)) return false;
              return true;
            }};
  }
  void visit_ids(const Box& box, const Filter& filter, Erased<ObjectId> visitor) const;
  void visit_ids(const Circle& circle, const Filter& filter, Erased<ObjectId> visitor) const;
  void visit_hits(const Cast& cast, const Filter& filter, Erased<Hit> visitor) const;
  void visit_nearest(const Point& point, const Filter& filter, Erased<Hit> visitor) const;
  void visit_cells(Erased<Cell> visitor) const;

  std::unique_ptr<detail::Engine> engine_;
};

}  // namespace quadphase
