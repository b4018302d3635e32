// SPDX-License-Identifier: MIT
// Boxes as an array of structures: a box per row, alone or inside a larger struct.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>

#include "quadphase/box.hpp"

namespace quadphase {

namespace detail {

/// A span, vector or array of boxes.
template <class Range>
concept BoxRange = std::convertible_to<const Range&, std::span<const Box>>;

/// A span, vector or array of structs.
template <class Range, class Struct>
concept StructRange = std::ranges::contiguous_range<Range> &&
    std::derived_from<std::ranges::range_value_t<Range>, Struct>;

}  // namespace detail

/// Boxes at a fixed distance from each other, read in place.
///
///     std::vector<quadphase::Box> boxes;
///     broad_phase.update(boxes);                                      // a vector, array or span
///     broad_phase.update({bodies, &Body::box});                       // a member of each body
///     broad_phase.update({&proxies[0].aabb, proxies.size(), sizeof(Proxy)});
///
/// Shape:     the four floats of a box lie in the order of `Box`: min x, min y, max x, max y. Other
///            types of boxes in this order, such as Box2D's, are passed by pointer and stride.
/// Alignment: any, of the pointer and of the stride. Nothing past the last box is read.
/// Lifetime:  the boxes are read during a call that takes them, never after it.
/// Cost:      the engine writes them to columns of its own first, on its threads: 0.4 ns per box
///            and thread if they are in the cache, 1 ns if not. The columns take 18 bytes per box,
///            which an engine that is only given columns does not have; those of static objects
///            are there anyway.
class StridedBoxes {
 public:
  /// `count` boxes, the first at `first`, each `stride` bytes after the one before. A call that
  /// takes them throws `std::invalid_argument` if the stride is less than the size of a box.
  constexpr StridedBoxes(const void* first, std::size_t count,
                         std::size_t stride = sizeof(Box)) noexcept
      : first_(first), count_(count), stride_(stride) {}

  /// A span, vector or array of boxes. Implicit, as the constructor of a span is.
  template <detail::BoxRange Range>
  StridedBoxes(const Range& boxes) noexcept  // NOLINT(google-explicit-constructor)
      : StridedBoxes(std::span<const Box>(boxes)) {}
  /// As above.
  StridedBoxes(std::span<const Box> boxes) noexcept  // NOLINT(google-explicit-constructor)
      : StridedBoxes(boxes.data(), boxes.size()) {}

  /// The member `box` of each struct in a span, vector or array.
  template <class Struct, detail::StructRange<Struct> Range>
  StridedBoxes(const Range& structs, const Box Struct::*box) noexcept
      : StridedBoxes(nullptr, std::ranges::size(structs),
                     sizeof(std::ranges::range_value_t<Range>)) {
    if (count_ > 0) first_ = std::addressof(std::ranges::data(structs)->*box);
  }

  /// Number of boxes.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
  /// Where the first box is.
  [[nodiscard]] constexpr const void* first() const noexcept { return first_; }
  /// Bytes from one box to the next.
  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }

 private:
  const void* first_;
  std::size_t count_;
  std::size_t stride_;
};

}  // namespace quadphase
