// SPDX-License-Identifier: MIT
// The queries of a periodic world: each is a plain query, moved by whole periods, for every place
// at which it may meet the objects. Most meet them at one place.
//
// Shapes:  coordinates are moved in double and rounded to float. Boxes are not rounded but compared
//          with the exact sums, so a box finds what `overlaps` of periodic.hpp says.
// Repeats: where an object is found at several places, the image with the least distance or
//          fraction counts, and of equal ones the first; see `ImageRule`.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "base/uninitialized_array.hpp"
#include "data/best_hits.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/periodic.hpp"
#include "query/searched_trees.hpp"
#include "shapes/convex_query.hpp"
#include "shapes/double_query.hpp"
#include "shapes/nearest_query.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// The most places of a query along an axis: objects take up less than two periods, and a query two
/// at most, if it is a cast.
inline constexpr std::size_t kMaxAxisMoves = 5;
inline constexpr std::size_t kMaxPlaces = kMaxAxisMoves * kMaxAxisMoves;

/// A query at each place at which it may find something.
template <class Query>
class MovedQueries {
 public:
  [[nodiscard]] std::span<const Query> view() const noexcept { return {queries_.items, count_}; }
  [[nodiscard]] std::span<Query> view() noexcept { return {queries_.items, count_}; }
  /// True if an object may be found at several places.
  [[nodiscard]] bool may_repeat() const noexcept { return may_repeat_; }

  void add(const Query& query) noexcept { std::construct_at(queries_.items + count_++, query); }
  void set_may_repeat(bool may_repeat) noexcept { may_repeat_ = may_repeat; }

 private:
  static_assert(std::is_trivially_copyable_v<Query> && std::is_trivially_destructible_v<Query>);

  UninitializedArray<Query, kMaxPlaces> queries_;
  std::size_t count_ = 0;
  bool may_repeat_ = false;
};

/// Where a query needs no other place: moved by a period, it would be beyond all objects.
/// Why: nearly all queries are there, and this test takes less than finding their places.
class InnerRegion {
 public:
  explicit InnerRegion(const SearchedTrees& trees) noexcept;

  /// True for a query within these bounds, which then finds what it would in the plane. Of bounds
  /// that are not numbers, it is false.
  [[nodiscard]] bool has(const DoubleBox& bounds) const noexcept {
    return bounds.min_x >= region_.min_x && bounds.max_x <= region_.max_x &&
           bounds.max_x - bounds.min_x <= max_width_ && bounds.min_y >= region_.min_y &&
           bounds.max_y <= region_.max_y && bounds.max_y - bounds.min_y <= max_height_;
  }

 private:
  DoubleBox region_;
  double max_width_;
  double max_height_;
};

// None if the query is not valid or too long.

[[nodiscard]] MovedQueries<BoxQuery> moved_box(const Box& box, const SearchedTrees& trees) noexcept;
/// For any shape in float except a box that searches for overlaps.
[[nodiscard]] MovedQueries<ConvexQuery> moved_shape(const Shape& shape, Relation relation,
                                                    const SearchedTrees& trees) noexcept;
/// For a shape in double, which is moved in double.
[[nodiscard]] MovedQueries<DoubleQuery> moved_double(const Shape& shape, Relation relation,
                                                     const SearchedTrees& trees) noexcept;
[[nodiscard]] MovedQueries<CircleQuery> moved_circle(const Circle& circle,
                                                     const SearchedTrees& trees) noexcept;
/// Ready for the kernels, up to the end of the cast.
[[nodiscard]] MovedQueries<CastQuery> moved_cast(const Cast& cast,
                                                 const SearchedTrees& trees) noexcept;

/// A shape whose nearest objects are wanted.
class MovedShapes {
 public:
  /// Needs a searchable shape.
  MovedShapes(const Shape& shape, const SearchedTrees& trees) noexcept;
  MovedShapes(const MovedShapes&) = delete;
  MovedShapes& operator=(const MovedShapes&) = delete;
  ~MovedShapes() = default;

  [[nodiscard]] std::span<const NearestQuery> view() const noexcept { return queries_.view(); }

 private:
  MovedQueries<NearestShape> shapes_;  // none if they are boxes
  MovedQueries<NearestQuery> queries_;
};

/// The fraction or distance of an object that counts: negative if query `i` misses it or another
/// query comes before it.
[[nodiscard]] double measure_image(std::span<const CastQuery> queries, std::size_t i,
                                   const TreeView& tree, std::size_t position) noexcept;
[[nodiscard]] double measure_image(std::span<const NearestQuery> queries, std::size_t i,
                                   const TreeView& tree, std::size_t position) noexcept;

/// The same for a search for the best hits of query `i`.
template <class Query>
[[nodiscard]] ImageRule image_rule(const std::span<const Query>& queries, std::size_t i) noexcept {
  return {&queries, i,
          [](const void* all, std::size_t image, const TreeView& tree, std::size_t position) {
            const auto& places = *static_cast<const std::span<const Query>*>(all);
            return measure_image(places, image, tree, position) >= 0;
          }};
}

}  // namespace quadphase::detail
