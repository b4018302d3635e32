// SPDX-License-Identifier: MIT
// The kinds of queries, and many queries of one kind at random positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase::bench::queries {

/// What each query must find, and store in arrays.
enum class Task {
  in_box,        ///< all objects that overlap a box
  at_point,      ///< all that contain a point
  in_circle,     ///< all that overlap a circle
  any_hit,       ///< one that a segment hits, if there is one
  closest_hit,   ///< the first that it hits, and where
  all_hits,      ///< all that it hits, and where, by distance
  closest_disc,  ///< the first of the discs in the boxes that it hits, and where
  nearest        ///< the k nearest to a point, and how far they are, by distance
};

/// The greatest `nearest_count`.
inline constexpr std::size_t kMaxNearest = 8;

/// One line of the list of kinds.
struct QueryKind {
  std::string_view name;
  std::string_view description;
  Task task = Task::in_box;
  std::size_t nearest_count = 0;    ///< of `Task::nearest`; up to kMaxNearest
  bool objects_are_points = false;  ///< the middles of the scene's boxes in place of the boxes
};

/// All kinds, in the order of the report.
[[nodiscard]] std::span<const QueryKind> query_kinds();

/// Null where there is none of that name.
[[nodiscard]] const QueryKind* find_query_kind(std::string_view name);

/// What `--join` adds to them: the queries are the boxes of another file.
inline constexpr QueryKind kJoinKind{"join", "the boxes that overlap a box of another file",
                                     Task::in_box};

/// True where answers have distances.
[[nodiscard]] constexpr bool has_distances(Task task) noexcept {
  return task == Task::closest_hit || task == Task::all_hits || task == Task::closest_disc ||
         task == Task::nearest;
}

/// Many queries of one kind. One of the four columns is filled, as the task says.
///
/// Invariant: no segment is parallel to an axis.
struct Queries {
  Task task = Task::in_box;
  std::size_t nearest_count = 0;
  std::vector<Box> boxes{};
  std::vector<Point> points{};  ///< `at_point`, `nearest`
  std::vector<Circle> circles{};
  std::vector<Segment> segments{};

  [[nodiscard]] std::size_t size() const noexcept {
    return boxes.size() + points.size() + circles.size() + segments.size();
  }
};

/// The least box around all boxes. Needs at least one.
[[nodiscard]] Box bounds_of(const BoxView& boxes);

/// `count` queries, each anywhere in the objects' bounds, in no order. Equal arguments give equal
/// queries.
///
/// Boxes are squares, and circles discs, of the one size with which ten objects are found on
/// average; a segment's length is a twentieth of the world's side. Needs bounds with an area.
[[nodiscard]] Queries make_queries(const QueryKind& kind, const BoxView& objects, std::size_t count,
                                   std::uint64_t seed);

/// Queries of `kJoinKind`: these boxes, in this order.
[[nodiscard]] Queries make_join(const BoxView& boxes);

}  // namespace quadphase::bench::queries
