// SPDX-License-Identifier: MIT
// What can be asked of an engine: the queries, the formulas that decide them, and the answers.
//
// Each query comes in two forms, members of BroadPhase. The visitor form answers one at once:
// no allocation, const, from any thread between updates. The batch form takes a span of queries,
// on all threads, into a result that the caller keeps. Both look at moving and static objects, as
// they were in the last `update` or `build`, by the boxes that are searched: with margins and
// motions. All formulas are evaluated in double precision, in the order in which they stand here.
//
//     query        found                   visitor form           batch form
//     Box             boxes that overlap it   for_each_in_box        find_in_boxes
//     Point           boxes that contain it   for_each_at_point      find_at_points
//     Circle          boxes that overlap it   for_each_in_circle     find_in_circles
//     Ray, Segment,   one that is hit         any_hit                find_any_hits
//     BoxCast         the first one           closest_hit            find_closest_hits
//                     all, by distance        for_each_hit           find_all_hits
//     Point and k     the k nearest boxes     find_nearest           find_nearest
//                     all, nearest first      for_each_nearest
//
// A query that is not valid, see each, has an empty answer, in its own row of a batch, too.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

/// A closed disc. Valid when the center is finite and `radius >= 0`; it may be infinite.
struct Circle {
  Point center;
  float radius = 0;
};

/// From one point to another. Distances are fractions: 0 at `from`, 1 at `to`. Valid when finite;
/// two equal points are one point.
struct Segment {
  Point from;
  Point to;
};

/// Distances are multiples of the length of `direction`, up to `max_distance`, which may be
/// infinite. Valid when `direction` is not (0, 0), `max_distance >= 0`, and the rest finite.
struct Ray {
  Point origin;
  Point direction;
  float max_distance = std::numeric_limits<float>::infinity();
};

/// A box that moves along `displacement`. Distances are fractions of it. Valid when the box is, and
/// everything is finite; without a displacement, it is hit where it stands.
struct BoxCast {
  Box box;
  Point displacement;
};

/// A ray, a segment or a moving box in one form: `box` moves by the vector `to - from` for each
/// unit of distance.
struct Cast {
  // Not explicit: each of the three is taken where a cast is asked for.
  constexpr Cast(const Ray& ray) noexcept  // NOLINT(google-explicit-constructor)
      : box{ray.origin.x, ray.origin.y, ray.origin.x, ray.origin.y},
        to(ray.direction),
        max_distance(ray.max_distance),
        must_move(true) {}
  constexpr Cast(const Segment& segment) noexcept  // NOLINT(google-explicit-constructor)
      : box{segment.from.x, segment.from.y, segment.from.x, segment.from.y},
        from(segment.from),
        to(segment.to) {}
  constexpr Cast(const BoxCast& cast) noexcept  // NOLINT(google-explicit-constructor)
      : box(cast.box), to(cast.displacement) {}

  Box box;  // where it begins; a point where nothing but a point moves
  Point from;
  Point to;
  float max_distance = 1;
  bool must_move = false;  // not valid without a motion
};

/// The distance at which a cast enters a box; 0 where it begins in it; nothing where it misses, or
/// one of the two is not valid.
///
///     dx     = cast.to.x - cast.from.x                 dy likewise
///
///     near_x = (box.min_x - cast.box.max_x) / dx       where dx > 0; where dx < 0, of the
///     far_x  = (box.max_x - cast.box.min_x) / dx       other edges; where dx = 0, -inf and
///                                                      inf. y likewise
///
///     enter  = max(0, near_x, near_y)
///     leave  = min(max_distance, far_x, far_y)         for an infinite max_distance, the
///                                                      greatest finite double
///
/// It is hit where enter <= leave and the box overlaps the bounds of the whole sweep,
/// [cast.box.min_x + min(0, dx * max_distance), cast.box.max_x + max(0, dx * max_distance)], y
/// likewise.
[[nodiscard]] std::optional<double> entry_distance(const Cast& cast, const Box& box) noexcept;

/// The distance from a point to a box; 0 inside. Needs a finite point and a valid box.
///
///     sqrt(x * x + y * y), where x = max(0, box.min_x - point.x, point.x - box.max_x), y likewise
[[nodiscard]] double distance(const Point& point, const Box& box) noexcept;

/// True when a valid circle and a valid box have a point in common.
///
///     x * x + y * y <= radius * radius, with x and y as in `distance`
[[nodiscard]] bool overlaps(const Circle& circle, const Box& box) noexcept;

/// An object that was found at a distance. The less is the nearer; of equally near ones, the one
/// with the lower id.
struct Hit {
  double distance = 0;
  ObjectId id = 0;

  friend constexpr bool operator==(const Hit&, const Hit&) noexcept = default;
  friend constexpr auto operator<=>(const Hit&, const Hit&) noexcept = default;
};

namespace detail {

template <class Value>
concept CastKind =
    std::same_as<Value, Ray> || std::same_as<Value, Segment> || std::same_as<Value, BoxCast>;

template <class Range>
concept RangeOfCasts = CastKind<std::ranges::range_value_t<Range>> &&
                       std::constructible_from < std::span<const std::ranges::range_value_t<Range>>,
const Range& > ;

}  // namespace detail

/// Many rays, segments or moving boxes, read in place: a span, vector or array of either.
class Casts {
 public:
  // Not explicit, as the constructor of a span.
  template <detail::RangeOfCasts Range>
  Casts(const Range& range) noexcept  // NOLINT(google-explicit-constructor)
      : Casts(std::span<const std::ranges::range_value_t<Range>>(range), nullptr) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] Cast operator[](std::size_t row) const noexcept {
    if (kind_ == Kind::ray) return static_cast<const Ray*>(first_)[row];
    if (kind_ == Kind::segment) return static_cast<const Segment*>(first_)[row];
    return static_cast<const BoxCast*>(first_)[row];
  }

 private:
  enum class Kind { ray, segment, box };
  Casts(std::span<const Ray> rays, std::nullptr_t) noexcept
      : kind_(Kind::ray), first_(rays.data()), count_(rays.size()) {}
  Casts(std::span<const Segment> segments, std::nullptr_t) noexcept
      : kind_(Kind::segment), first_(segments.data()), count_(segments.size()) {}
  Casts(std::span<const BoxCast> casts, std::nullptr_t) noexcept
      : kind_(Kind::box), first_(casts.data()), count_(casts.size()) {}

  Kind kind_;
  const void* first_;
  std::size_t count_;
};

/// The answers to a batch of queries, a row each, in compressed rows: the ids of all rows end to
/// end, and where each row begins. Keep it and use it again: its buffers grow and never shrink, so
/// that batches of steady size allocate nothing.
///
/// Order:   the rows as the queries; what a row holds, each search says.
/// Threads: one search at a time. Searches with results of their own may run at once.
class QueryResult {
 public:
  /// `resource`: where the buffers come from; null: `std::pmr::get_default_resource()`. It must
  /// outlive the result and allow calls from several threads one after the other.
  explicit QueryResult(std::pmr::memory_resource* resource = nullptr);
  ~QueryResult();
  QueryResult(QueryResult&& other) noexcept;
  QueryResult& operator=(QueryResult&& other) noexcept;
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;

  // Lifetime of all spans: until the next search.

  /// Queries asked.
  [[nodiscard]] std::size_t row_count() const noexcept;
  /// Where each row begins in `ids()`, and behind them the end of the last: row_count() + 1
  /// numbers.
  [[nodiscard]] std::span<const std::size_t> offsets() const noexcept;
  /// Objects found.
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept;
  /// The distance of each; empty after searches that measure none.
  [[nodiscard]] std::span<const double> distances() const noexcept;

  /// The objects of one row. Needs `row < row_count()`.
  [[nodiscard]] std::span<const ObjectId> ids_of(std::size_t row) const noexcept {
    return ids().subspan(offsets()[row], offsets()[row + 1] - offsets()[row]);
  }
  /// Their distances. Needs a search that measures them.
  [[nodiscard]] std::span<const double> distances_of(std::size_t row) const noexcept {
    return distances().subspan(offsets()[row], offsets()[row + 1] - offsets()[row]);
  }

  /// Bytes that the result holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

  // One that was moved from may only be assigned to, or destroyed.

 private:
  friend class BroadPhase;
  struct Search;
  std::unique_ptr<Search> search_;
};

namespace detail {

/// Calls a visitor, which may return nothing; false when it says that it has seen enough.
template <class Visit, class Item>
[[nodiscard]] bool keep_going(Visit& visit, const Item& item) {
  if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Item&>>) {
    visit(item);
    return true;
  } else {
    return static_cast<bool>(visit(item));
  }
}

}  // namespace detail
}  // namespace quadphase
