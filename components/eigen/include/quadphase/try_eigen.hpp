// SPDX-License-Identifier: MIT
// Adapter: boxes in Eigen arrays without exceptions; try.hpp has the rules.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <span>

#include "quadphase/eigen.hpp"
#include "quadphase/try.hpp"

namespace quadphase {

namespace detail {

template <class Boxes>
Status try_copy_boxes(const Boxes& boxes, std::size_t count, BoxColumns& columns,
                      Executor* executor) noexcept {
  Status status = try_resize(columns, count);
  if (!status.is_ok()) return status;
  BoxCopy<Boxes> copy{boxes, columns};
  return TryAccess::for_each_range(count, executor, &BoxCopy<Boxes>::copy_range, &copy);
}

}  // namespace detail

/// `copy_boxes`; the view is `columns.view()`.
template <EigenBoxes T>
Status try_copy_boxes(const T& boxes, BoxColumns& columns, Executor* executor = nullptr) noexcept {
  const auto layout = detail::layout_of(boxes);
  return detail::try_copy_boxes(layout, layout.count, columns, executor);
}
/// As above, of a list of boxes.
inline Status try_copy_boxes(std::span<const Eigen::AlignedBox2f> boxes, BoxColumns& columns,
                             Executor* executor = nullptr) noexcept {
  return detail::try_copy_boxes(boxes, boxes.size(), columns, executor);
}

}  // namespace quadphase
