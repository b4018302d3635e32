// SPDX-License-Identifier: MIT
#include "quadphase/double_box.hpp"

#include "base/chunk_loop.hpp"
#include "base/executor_loop.hpp"
#include "base/floating_point_mode.hpp"
#include "data/local_box.hpp"
#include "input/given_boxes.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase {

Box to_local(const DoubleBox& box, const Origin& origin) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return detail::local_box(box, origin);
}

BoxView detail::to_local(const DoubleBoxes& boxes, BoxColumns& columns, Executor* executor) {
  const auto given_as = [&](const auto& view) { return Boxes(view, boxes.origin); };
  const Boxes all = std::visit(given_as, boxes.view);
  (void)checked_executor(executor);
  const GivenBoxes checked_boxes = given(all);
  const Kernels& kernels = kernels_for(Simd::best);
  columns.resize(checked_boxes.count);
  const EdgeColumns edges = {columns.min_x().data(), columns.min_y().data(), columns.max_x().data(),
                             columns.max_y().data()};
  for_each_range_of_caller(checked_boxes.count, executor, [&](std::size_t first, std::size_t last) {
    read_boxes(checked_boxes, first, last, kernels, edges);
  });
  return columns.view();
}

}  // namespace quadphase
