// SPDX-License-Identifier: MIT
// What the engine reads: closed boxes in structure-of-arrays columns, and the overlap test that
// defines a pair.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace quadphase {

/// A point of the plane, or a vector.
struct Point {
  float x = 0;  ///< along the first axis
  float y = 0;  ///< along the second axis

  friend constexpr bool operator==(const Point&, const Point&) noexcept = default;
};

/// An axis-aligned box `[min, max]` on both axes, which is closed unless `Config::touching` is
/// false.
///
/// Valid when `min <= max` on both axes; zero width or height (a point) and infinite edges are
/// valid.
struct Box {
  float min_x = 0;  ///< least x
  float min_y = 0;  ///< least y
  float max_x = 0;  ///< greatest x
  float max_y = 0;  ///< greatest y

  friend constexpr bool operator==(const Box&, const Box&) noexcept = default;
};

/// True if the box may join pairs: `min <= max` on both axes and nothing is NaN.
[[nodiscard]] constexpr bool is_valid(const Box& box) noexcept {
  return box.min_x <= box.max_x && box.min_y <= box.max_y;
}

/// True if two valid boxes overlap. Touching counts: the boxes are closed. This defines what a pair
/// is, unless `Config::touching` is false.
[[nodiscard]] constexpr bool overlaps(const Box& a, const Box& b) noexcept {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}

/// True if two valid boxes overlap where touching does not count, as with `Config::touching` false.
/// A box without width or height overlaps those that have it strictly inside, and none at its own
/// place: two equal points do not overlap, nor does such a box overlap itself.
[[nodiscard]] constexpr bool interiors_overlap(const Box& a, const Box& b) noexcept {
  return a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
}

/// True if two valid boxes overlap for an engine with this `Config::touching`.
[[nodiscard]] constexpr bool overlaps(const Box& a, const Box& b, bool touching) noexcept {
  return touching ? overlaps(a, b) : interiors_overlap(a, b);
}

/// True if every point of `inner` is in `outer`. Needs valid boxes.
[[nodiscard]] constexpr bool contains(const Box& outer, const Box& inner) noexcept {
  return outer.min_x <= inner.min_x && outer.min_y <= inner.min_y && outer.max_x >= inner.max_x &&
         outer.max_y >= inner.max_y;
}

/// The smallest box that contains two valid boxes: their union.
[[nodiscard]] constexpr Box merge(const Box& a, const Box& b) noexcept {
  return {a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
          a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
}

/// The area of the intersection of two finite, valid boxes over that of their union (IoU): 1 for
/// equal boxes, 0 for boxes that do not overlap, or only touch, or have no area. Computed in
/// double.
[[nodiscard]] constexpr double overlap_ratio(const Box& a, const Box& b) noexcept {
  const auto area = [](const Box& box) {
    return (static_cast<double>(box.max_x) - static_cast<double>(box.min_x)) *
           (static_cast<double>(box.max_y) - static_cast<double>(box.min_y));
  };
  if (!interiors_overlap(a, b)) return 0;
  const double shared =
      area({a.min_x > b.min_x ? a.min_x : b.min_x, a.min_y > b.min_y ? a.min_y : b.min_y,
            a.max_x < b.max_x ? a.max_x : b.max_x, a.max_y < b.max_y ? a.max_y : b.max_y});
  const double all = area(a) + area(b) - shared;
  return all > 0 ? shared / all : 0;
}

/// Width and height.
[[nodiscard]] constexpr Point extent(const Box& box) noexcept {
  return {box.max_x - box.min_x, box.max_y - box.min_y};
}

/// The point in the middle. It is finite for every box: one infinite edge puts it at the largest
/// float, two opposite infinite edges put it at 0, and so does NaN.
/// Why halves: the sum of two large edges overflows.
[[nodiscard]] constexpr Point center(const Box& box) noexcept {
  const auto middle_of = [](float min, float max) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    const float middle = 0.5F * min + 0.5F * max;
    if (!(middle == middle)) return 0.0F;
    const float bounded = middle < -kLargest ? -kLargest : middle;
    return bounded > kLargest ? kLargest : bounded;
  };
  return {middle_of(box.min_x, box.max_x), middle_of(box.min_y, box.max_y)};
}

/// The box `[center - half_size, center + half_size]`.
[[nodiscard]] constexpr Box from_center(const Point& center, const Point& half_size) noexcept {
  return {center.x - half_size.x, center.y - half_size.y, center.x + half_size.x,
          center.y + half_size.y};
}

/// Four columns of box edges, read in place.
///
/// Shape:     four spans of equal length; row i of all four is box i, and i is its object id.
/// Alignment: any; no padding is read past the last row.
/// Lifetime:  the columns are read during a call that takes a view, never after it.
/// Others:    `Boxes` also takes boxes in rows; `DoubleBoxView` and `CenterView` are in double.
struct BoxView {
  std::span<const float> min_x;  ///< least x of each box
  std::span<const float> min_y;  ///< least y of each box
  std::span<const float> max_x;  ///< greatest x of each box
  std::span<const float> max_y;  ///< greatest y of each box

  /// Number of boxes, if the four spans have equal lengths.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return min_x.size(); }

  /// Row `i` as a box.
  [[nodiscard]] constexpr Box operator[](std::size_t i) const noexcept {
    return {min_x[i], min_y[i], max_x[i], max_y[i]};
  }
};

/// Owns four columns of box edges. Fill it in every frame, and pass `view()` to the engine.
///
///     quadphase::BoxColumns columns;
///     columns.resize(bodies.size());
///     for (std::size_t i = 0; i < bodies.size(); ++i) columns.set(i, box_of(bodies[i]));
///     broad_phase.update(columns.view());
///
/// Threads: different rows may be set from different threads at the same time.
/// Memory:  16 bytes per box; grows with a reserve of an eighth and never shrinks, so frames of
///          steady size allocate nothing.
class BoxColumns {
 public:
  /// No boxes.
  BoxColumns() = default;
  /// `count` boxes whose values are unspecified. Errors: as `resize`.
  explicit BoxColumns(std::size_t count) { resize(count); }
  /// Takes the columns of `other`, which has no boxes then.
  BoxColumns(BoxColumns&& other) noexcept { swap(other); }
  /// Exchanges the columns of both.
  BoxColumns& operator=(BoxColumns&& other) noexcept {
    swap(other);
    return *this;
  }

  /// Sets the number of boxes to `count`. The values of all rows are unspecified afterwards, so set
  /// every row.
  ///
  /// Errors: `std::bad_alloc`; the columns are then as they were.
  void resize(std::size_t count) {
    if (count > capacity_) {
      const std::size_t capacity = count + count / 8;
      edges_ = std::make_unique_for_overwrite<float[]>(4 * capacity);
      capacity_ = capacity;
    }
    size_ = count;
  }

  /// Writes row `i`. Needs `i < size()`.
  void set(std::size_t i, const Box& box) noexcept {
    min_x()[i] = box.min_x;
    min_y()[i] = box.min_y;
    max_x()[i] = box.max_x;
    max_y()[i] = box.max_y;
  }

  /// One column, for writing. Lifetime: valid until `resize`, a move or the columns' destruction.
  [[nodiscard]] std::span<float> min_x() noexcept { return column(0); }
  [[nodiscard]] std::span<float> min_y() noexcept { return column(1); }  ///< as `min_x`
  [[nodiscard]] std::span<float> max_x() noexcept { return column(2); }  ///< as `min_x`
  [[nodiscard]] std::span<float> max_y() noexcept { return column(3); }  ///< as `min_x`

  /// The columns for the engine. Lifetime: valid until `resize`, a move or the columns'
  /// destruction.
  [[nodiscard]] BoxView view() const& noexcept {
    return {column(0), column(1), column(2), column(3)};
  }
  BoxView view() const&& = delete;  // the columns would be gone before the view is read

  /// Number of boxes.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Bytes that the columns hold now.
  [[nodiscard]] std::size_t byte_count() const noexcept { return 4 * capacity_ * sizeof(float); }

 private:
  [[nodiscard]] std::span<float> column(std::size_t edge) const noexcept {
    return {edges_.get() + edge * capacity_, size_};
  }
  void swap(BoxColumns& other) noexcept {
    std::swap(edges_, other.edges_);
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
  }

  std::unique_ptr<float[]> edges_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace quadphase
