// SPDX-License-Identifier: MIT
// Adapter: boxes in Eigen arrays of any layout, viewed in place.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <span>
#include <type_traits>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/executor.hpp"

namespace quadphase {

/// An array that can be viewed in place: rows min_x, min_y, max_x, max_y, and one column per box.
using BoxRows = Eigen::Array<float, 4, Eigen::Dynamic, Eigen::RowMajor>;

namespace detail {

template <class T, class Number>
concept IsBoxArray = std::is_base_of_v<Eigen::DenseBase<T>, T> &&
                     std::is_same_v<typename T::Scalar, Number> &&
                     ((T::RowsAtCompileTime == 4) != (T::ColsAtCompileTime == 4)) &&
                     (static_cast<unsigned>(T::Flags) &
                      static_cast<unsigned>(Eigen::DirectAccessBit)) != 0;

}  // namespace detail

/// Arrays, matrices, maps, refs and blocks of floats that hold boxes: one dimension is 4 at compile
/// time, for min_x, min_y, max_x, max_y in this order; the other one is the number of boxes.
template <class T>
concept EigenBoxes = detail::IsBoxArray<T, float>;

namespace detail {

// The memory layout of boxes: edge e of box i is edges[e * edge_stride + i * box_stride].
template <class Number>
struct EigenLayout {
  const Number* edges;
  std::ptrdiff_t edge_stride;
  std::ptrdiff_t box_stride;
  std::size_t count;
};

template <class Number>
[[nodiscard]] Boxes::Columns columns_of(const EigenLayout<Number>& layout) noexcept {
  const auto edge = [&](std::ptrdiff_t e) { return layout.edges + e * layout.edge_stride; };
  if (layout.count == 0) return {};
  return {edge(0), edge(1), edge(2), edge(3)};
}

template <class T>
[[nodiscard]] EigenLayout<typename T::Scalar> layout_of(const T& boxes) noexcept {
  if constexpr (T::RowsAtCompileTime == 4) {
    return {boxes.data(), boxes.rowStride(), boxes.colStride(),
            static_cast<std::size_t>(boxes.cols())};
  } else {
    return {boxes.data(), boxes.colStride(), boxes.rowStride(),
            static_cast<std::size_t>(boxes.rows())};
  }
}

// True if each of the four edges is contiguous: rows of a row-major 4 x n array, columns of a
// column-major n x 4 array.
template <EigenBoxes T>
inline constexpr bool kIsColumns =
    (T::RowsAtCompileTime == 4) == static_cast<bool>(T::IsRowMajor) && T::InnerStrideAtCompileTime
                                                                           == 1;

// True if a T never owns its floats, so even a temporary T may be viewed. A Ref to const is not
// among these types, because it holds a copy if strides do not fit.
template <class T>
inline constexpr bool kNeverOwns = false;
template <class Plain, int Options, class Stride>
inline constexpr bool kNeverOwns<Eigen::Map<Plain, Options, Stride>> = true;
template <class Plain, int Options, class Stride>
inline constexpr bool kNeverOwns<Eigen::Ref<Plain, Options, Stride>> = !std::is_const_v<Plain>;

// Box i of a layout, and of a list.
[[nodiscard]] inline Box box_at(const EigenLayout<float>& layout, std::size_t i) noexcept {
  const float* const box = layout.edges + static_cast<std::ptrdiff_t>(i) * layout.box_stride;
  return {box[0], box[layout.edge_stride], box[2 * layout.edge_stride],
          box[3 * layout.edge_stride]};
}
[[nodiscard]] inline Box box_at(std::span<const Eigen::AlignedBox2f> boxes,
                                std::size_t i) noexcept {
  const Eigen::Vector2f& min = boxes[i].min();
  const Eigen::Vector2f& max = boxes[i].max();
  return {min.x(), min.y(), max.x(), max.y()};
}

// Copies boxes to columns of the same size, a range of rows at a time.
template <class Boxes>
struct BoxCopy {
  const Boxes& boxes;
  BoxColumns& columns;

  static void copy_range(void* context, std::size_t first, std::size_t last) {
    const BoxCopy& copy = *static_cast<const BoxCopy*>(context);
    for (std::size_t i = first; i < last; ++i) copy.columns.set(i, box_at(copy.boxes, i));
  }
};

template <class Boxes>
BoxView copy_boxes(const Boxes& boxes, std::size_t count, BoxColumns& columns, Executor* executor) {
  columns.resize(count);
  BoxCopy<Boxes> copy{boxes, columns};
  for_each_range(count, executor, &BoxCopy<Boxes>::copy_range, &copy);
  return columns.view();
}

}  // namespace detail

/// EigenBoxes whose four edges are contiguous, so that the engine can read them in place:
/// `BoxRows`, or an `Eigen::Array<float, Eigen::Dynamic, 4>` (one column per edge), and maps, refs
/// and blocks of either.
template <class T>
concept EigenColumns = EigenBoxes<T> && detail::kIsColumns<T>;

/// Views `boxes` in place; nothing is copied.
///
///     quadphase::BoxRows boxes(4, count);
///     boxes.topRows<2>() = position.rowwise() - radius;
///     boxes.bottomRows<2>() = position.rowwise() + radius;
///     broad_phase.update(quadphase::box_view(boxes));
///
/// Lifetime: valid until `boxes` is destroyed or resized. A temporary cannot be viewed, unless it
///           is an `Eigen::Map` or a `Ref` to non-const, which never own their floats.
template <EigenColumns T>
[[nodiscard]] BoxView box_view(const T& boxes) noexcept {
  const auto layout = detail::layout_of(boxes);
  const auto column = [&layout](std::ptrdiff_t edge) {
    return std::span<const float>(layout.edges + edge * layout.edge_stride, layout.count);
  };
  return {column(0), column(1), column(2), column(3)};
}

template <EigenColumns T>
requires(!detail::kNeverOwns<T>) BoxView box_view(const T&& boxes)
= delete;  // the floats may be gone before the view is read

/// Arrays, matrices, maps, refs and blocks like `EigenBoxes`, of doubles.
template <class T>
concept EigenDoubleBoxes = detail::IsBoxArray<T, double>;

/// A view of boxes in any other layout: column-major 4 x n (`Eigen::Array4Xf`, one box after the
/// other), row-major n x 4, maps and blocks with strides. The engine reads them in place. Strides
/// must not be negative.
///
///     Eigen::Array4Xf boxes(4, count);
///     broad_phase.update(quadphase::box_view(boxes));
///
/// Lifetime: as above.
template <EigenBoxes T>
requires(!EigenColumns<T>) [[nodiscard]] Boxes box_view(const T& boxes) noexcept {
  const auto layout = detail::layout_of(boxes);
  return Boxes::of_floats(detail::columns_of(layout), layout.count,
                          static_cast<std::size_t>(layout.box_stride) * sizeof(float));
}
/// As above, of doubles in any layout; see double_box.hpp.
template <EigenDoubleBoxes T>
[[nodiscard]] Boxes box_view(const T& boxes, const Origin& origin = {}) noexcept {
  const auto layout = detail::layout_of(boxes);
  return Boxes::of_doubles(detail::columns_of(layout), layout.count,
                           static_cast<std::size_t>(layout.box_stride) * sizeof(double), origin);
}

template <class T>
requires((EigenBoxes<T> || EigenDoubleBoxes<T>)&&!EigenColumns<T> && !detail::kNeverOwns<T>) Boxes
    box_view(const T&& boxes, const Origin& origin = {})
= delete;

/// Copies boxes of any layout into `columns`: column-major 4 x n (`Eigen::Array4Xf`, one box
/// after the other), row-major n x 4, maps and blocks with strides.
///
///     quadphase::BoxColumns columns;  // kept from frame to frame
///     broad_phase.update(quadphase::copy_boxes(boxes, columns));
///
/// Threads:  from 10,000 boxes on, those of the executor or, without one, of the calling thread's
///           oneTBB arena.
/// Lifetime: `boxes` is read during the call; the view is that of `columns`.
template <EigenBoxes T>
BoxView copy_boxes(const T& boxes, BoxColumns& columns, Executor* executor = nullptr) {
  const auto layout = detail::layout_of(boxes);
  return detail::copy_boxes(layout, layout.count, columns, executor);
}

/// Copies a list of boxes, such as an array or a `std::vector`, into `columns`, as above.
///
/// An empty `AlignedBox2f`, whose min is above its max, is copied as it is; the engine rejects it.
inline BoxView copy_boxes(std::span<const Eigen::AlignedBox2f> boxes, BoxColumns& columns,
                          Executor* executor = nullptr) {
  return detail::copy_boxes(boxes, boxes.size(), columns, executor);
}

/// A column, such as one of an `ObjectStore`, as an Eigen array.
template <class T>
using ColumnMap = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;

/// The four columns of a `BoxView` as Eigen arrays.
struct BoxMaps {
  ColumnMap<float> min_x;  ///< `BoxView::min_x`
  ColumnMap<float> min_y;  ///< `BoxView::min_y`
  ColumnMap<float> max_x;  ///< `BoxView::max_x`
  ColumnMap<float> max_y;  ///< `BoxView::max_y`
};

/// Views a column in place; nothing is copied.
///
///     const auto margin = quadphase::eigen_view(store.moving_attributes().margin);
///     const quadphase::BoxMaps boxes = quadphase::eigen_view(store.moving_boxes());
///     const Eigen::ArrayXf area = (boxes.max_x - boxes.min_x) * (boxes.max_y - boxes.min_y);
///
/// Lifetime: that of the column.
template <class T>
[[nodiscard]] ColumnMap<T> eigen_view(std::span<const T> column) noexcept {
  return {column.data(), static_cast<Eigen::Index>(column.size())};
}
/// As above, of a column of an `ObjectStore`. Strided columns have no view here: it is empty.
template <class T>
[[nodiscard]] ColumnMap<T> eigen_view(const Column<T>& column) noexcept {
  return eigen_view(column.contiguous());
}
/// Views the four columns of boxes in place.
[[nodiscard]] inline BoxMaps eigen_view(const BoxView& boxes) noexcept {
  return {eigen_view(boxes.min_x), eigen_view(boxes.min_y), eigen_view(boxes.max_x),
          eigen_view(boxes.max_y)};
}

}  // namespace quadphase
