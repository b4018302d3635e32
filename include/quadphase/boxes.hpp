// SPDX-License-Identifier: MIT
// The boxes of a call, however they lie in memory: in columns or in rows, in float or in double.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>

#include "quadphase/box.hpp"
#include "quadphase/double_box.hpp"

namespace quadphase {

namespace detail {

/// A span, vector or array of boxes.
template <class Range, class Item>
concept BoxRange = std::convertible_to<const Range&, std::span<const Item>>;

/// A span, vector or array of structs.
template <class Range, class Struct>
concept StructRange = std::ranges::contiguous_range<Range> &&
    std::derived_from<std::ranges::range_value_t<Range>, Struct>;

/// Whether this may be a box of floats under another name, such as a `b2AABB`: its size is that of
/// four floats, its alignment not that of two doubles, and four ints do not initialize it.
template <class Edges>
inline constexpr bool kMayBeBox = std::same_as<Edges, Box> ||
                                  (std::is_class_v<Edges> && sizeof(Edges) == 4 * sizeof(float) &&
                                   alignof(Edges) != 8 && !requires(int number) {
                                     Edges{number, number, number, number};
                                   });

/// Whether a pointer to this may point to a box of floats.
template <class First>
[[nodiscard]] constexpr bool may_be_floats() noexcept {
  if constexpr (std::is_void_v<First>) {
    return true;
  } else {
    return std::same_as<std::remove_all_extents_t<First>, float> || sizeof(First) == 1 ||
           kMayBeBox<First>;
  }
}

/// The member of the first struct; null if there is none.
template <class Member, class Range, class Struct>
[[nodiscard]] const Member* first_member(const Range& structs, const Member Struct::*member) {
  if (std::ranges::size(structs) == 0) return nullptr;
  return std::addressof(std::ranges::data(structs)->*member);
}

}  // namespace detail

/// A view of boxes: what every call that reads boxes takes.
///
///     broad_phase.update({min_x, min_y, max_x, max_y});          // columns of floats
///     broad_phase.update({min_x, min_y, max_x, max_y, origin});  // columns of doubles
///     broad_phase.update(boxes);                                 // a vector, array or span of Box
///     broad_phase.update({bodies, &Body::box});                  // a Box or b2AABB of each body
///     broad_phase.update({&proxies[0].aabb, proxies.size(), sizeof(Proxy)});
///     broad_phase.update(Boxes::of_doubles({&b->x0, &b->y0, &b->x1, &b->y1}, count, sizeof(*b)));
///     broad_phase.patch(body.box, body.id);                      // one box
///     broad_phase.update({quadphase::CenterView{x, y, half_width, half_height}, origin});
///
/// Shape:     four numbers for each box, any distance apart in memory, with one stride from box to
///            box for all four. Box i has the id i, unless `Attributes::ids` says otherwise.
/// Alignment: any. Nothing past the last box is read.
/// Lifetime:  the boxes are read during a call that takes them, never after it.
/// Doubles:   for worlds that are too large for floats; see double_box.hpp.
/// Cost:      columns of floats are read in place. All other forms are first copied to columns of
///            the engine, on its threads; the time counts toward `StageTimes::bounds`. Rows of
///            floats: 0.4 ns per box and thread if they are in the cache, 1 ns if not; 18 bytes per
///            box, which an engine that is only given columns does not need. Doubles: see
///            double_box.hpp.
/// Errors:    calls that take boxes throw `std::invalid_argument` if columns differ in length, the
///            stride is less than the size of a box, the origin is not finite, or there are more
///            than 2^32 - 64 boxes.
class Boxes {
 public:
  /// No boxes.
  constexpr Boxes() noexcept = default;

  // Implicit, as the constructors of a span are. NOLINTBEGIN(google-explicit-constructor)

  /// Four columns of floats.
  constexpr Boxes(const BoxView& view) noexcept
      : Boxes(view.min_x, view.min_y, view.max_x, view.max_y) {}
  /// As above.
  constexpr Boxes(std::span<const float> min_x, std::span<const float> min_y,
                  std::span<const float> max_x, std::span<const float> max_y) noexcept
      : columns_{min_x.data(), min_y.data(), max_x.data(), max_y.data()},
        counts_{min_x.size(), min_y.size(), max_x.size(), max_y.size()} {}

  /// Four columns of doubles.
  constexpr Boxes(const DoubleBoxView& view, const Origin& origin = {}) noexcept
      : Boxes(view.min_x, view.min_y, view.max_x, view.max_y, origin) {}
  /// As above.
  constexpr Boxes(std::span<const double> min_x, std::span<const double> min_y,
                  std::span<const double> max_x, std::span<const double> max_y,
                  const Origin& origin = {}) noexcept
      : columns_{min_x.data(), min_y.data(), max_x.data(), max_y.data()},
        counts_{min_x.size(), min_y.size(), max_x.size(), max_y.size()},
        stride_(sizeof(double)),
        origin_(origin),
        is_double_(true) {}
  /// Centers and half sizes in double.
  constexpr Boxes(const CenterView& view, const Origin& origin = {}) noexcept
      : Boxes(view.center_x, view.center_y, view.half_width, view.half_height, origin) {
    has_centers_ = true;
  }

  /// A span, vector or array of boxes.
  template <detail::BoxRange<Box> Range>
  Boxes(const Range& boxes) noexcept
      : Boxes(std::span<const Box>(boxes).data(), std::span<const Box>(boxes).size()) {}
  /// As above, in double.
  template <detail::BoxRange<DoubleBox> Range>
  Boxes(const Range& boxes, const Origin& origin = {}) noexcept
      : Boxes(std::span<const DoubleBox>(boxes).data(), std::span<const DoubleBox>(boxes).size(),
              sizeof(DoubleBox), origin) {}

  /// One box.
  Boxes(const Box& box) noexcept : Boxes(&box, 1) {}
  /// As above, in double.
  Boxes(const DoubleBox& box, const Origin& origin = {}) noexcept
      : Boxes(&box, 1, sizeof(DoubleBox), origin) {}
  // NOLINTEND(google-explicit-constructor)

  /// The member `box` of each struct in a span, vector or array: a `Box`, or another struct of four
  /// floats in the same order, such as a `b2AABB`.
  template <class Edges, class Struct, detail::StructRange<Struct> Range>
  requires detail::kMayBeBox<Edges> Boxes(const Range& structs, const Edges Struct::*box)
  noexcept
      : Boxes(detail::first_member(structs, box), std::ranges::size(structs),
              sizeof(std::ranges::range_value_t<Range>)) {}
  /// As above, in double.
  template <class Struct, detail::StructRange<Struct> Range>
  Boxes(const Range& structs, const DoubleBox Struct::*box, const Origin& origin = {}) noexcept
      : Boxes(detail::first_member(structs, box), std::ranges::size(structs),
              sizeof(std::ranges::range_value_t<Range>), origin) {}

  /// `count` boxes of four floats each, in the order of `Box`, at any alignment: the first at
  /// `first`, each `stride` bytes after the one before. Box2D's boxes have this form, too.
  template <class First>
  Boxes(const First* first, std::size_t count, std::size_t stride = sizeof(Box)) noexcept
      : Boxes(edges_at(first, sizeof(float)), count, stride, sizeof(Box)) {
    static_assert(
        detail::may_be_floats<First>(),
        "quadphase: `first` must point to four floats, to the first of them, or to bytes; for "
        "doubles, it must point to a `DoubleBox`, or use `Boxes::of_doubles`");
  }
  /// As above, of doubles, in the order of `DoubleBox`.
  Boxes(const DoubleBox* first, std::size_t count, std::size_t stride = sizeof(DoubleBox),
        const Origin& origin = {}) noexcept
      : Boxes(edges_at(first, sizeof(double)), count, stride, sizeof(DoubleBox)) {
    origin_ = origin;
    is_double_ = true;
  }

  /// Where each of the four numbers of the first box is.
  struct Columns {
    const void* min_x;  ///< least x, or x of the center
    const void* min_y;  ///< least y, or y of the center
    const void* max_x;  ///< greatest x, or half of the width
    const void* max_y;  ///< greatest y, or half of the height
  };
  /// Boxes of floats whose numbers may be anywhere, each `stride` bytes from the same number of the
  /// next box: arrays of any layout, or four members of a struct.
  [[nodiscard]] static Boxes of_floats(const Columns& first, std::size_t count,
                                       std::size_t stride) noexcept {
    return {first, count, stride, sizeof(float)};
  }
  /// As above, of doubles.
  [[nodiscard]] static Boxes of_doubles(const Columns& first, std::size_t count, std::size_t stride,
                                        const Origin& origin = {}) noexcept {
    Boxes boxes(first, count, stride, sizeof(double));
    boxes.origin_ = origin;
    boxes.is_double_ = true;
    return boxes;
  }

  /// Number of boxes.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return counts_[0]; }
  /// Where the numbers of the first box are.
  [[nodiscard]] constexpr const Columns& columns() const noexcept { return columns_; }
  /// How many boxes each column has, in the order of the columns.
  [[nodiscard]] constexpr std::span<const std::size_t, 4> counts() const noexcept {
    return counts_;
  }
  /// Bytes from one box to the next.
  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }
  /// The least stride that these boxes may have.
  [[nodiscard]] constexpr std::size_t least_stride() const noexcept { return least_stride_; }
  /// Whether they are in double.
  [[nodiscard]] constexpr bool is_double() const noexcept { return is_double_; }
  /// Whether they are centers and half sizes.
  [[nodiscard]] constexpr bool has_centers() const noexcept { return has_centers_; }
  /// For boxes in double: the point that is (0, 0) in float.
  [[nodiscard]] constexpr const Origin& origin() const noexcept { return origin_; }

 private:
  Boxes(const Columns& first, std::size_t count, std::size_t stride,
        std::size_t least_stride) noexcept
      : columns_(first),
        counts_{count, count, count, count},
        stride_(stride),
        least_stride_(least_stride) {}

  [[nodiscard]] static Columns edges_at(const void* first, std::size_t size) noexcept {
    if (first == nullptr) return {};
    const auto* const bytes = static_cast<const std::byte*>(first);
    return {bytes, bytes + size, bytes + 2 * size, bytes + 3 * size};
  }

  Columns columns_{};
  std::size_t counts_[4] = {0, 0, 0, 0};
  std::size_t stride_ = sizeof(float);
  std::size_t least_stride_ = 0;
  Origin origin_{};
  bool is_double_ = false;
  bool has_centers_ = false;
};

}  // namespace quadphase
