// SPDX-License-Identifier: MIT
// Owned columns of box edges, with room past the last row for loads of whole vectors.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/tuning.hpp"
#include "input/given_boxes.hpp"
#include "quadphase/box.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

struct BoxBuffers {
  explicit BoxBuffers(std::pmr::memory_resource* resource)
      : min_x(resource), min_y(resource), max_x(resource), max_y(resource) {}

  void ensure(std::size_t size) {
    for (Buffer<float>* column : {&min_x, &min_y, &max_x, &max_y}) column->ensure(size + kFanout);
  }

  /// As `ensure`, with room for an eighth more if the columns have to grow.
  void ensure_with_spare(std::size_t size) {
    for (Buffer<float>* column : {&min_x, &min_y, &max_x, &max_y})
      column->ensure_with_spare(size + kFanout);
  }

  /// As `ensure`, and the first `kept` boxes stay.
  void ensure_keeping(std::size_t kept, std::size_t size) {
    for (Buffer<float>* column : {&min_x, &min_y, &max_x, &max_y})
      column->ensure_keeping(kept, size + kFanout);
  }

  void set(std::size_t i, const Box& box) noexcept {
    min_x[i] = box.min_x;
    min_y[i] = box.min_y;
    max_x[i] = box.max_x;
    max_y[i] = box.max_y;
  }

  /// The columns from row `first` on.
  [[nodiscard]] BoxSpan from(std::size_t first) const noexcept {
    return {min_x.data() + first, min_y.data() + first, max_x.data() + first, max_y.data() + first};
  }

  /// The same, to be written.
  [[nodiscard]] EdgeColumns edges_from(std::size_t first) noexcept {
    return {min_x.data() + first, min_y.data() + first, max_x.data() + first, max_y.data() + first};
  }

  Buffer<float> min_x;
  Buffer<float> min_y;
  Buffer<float> max_x;
  Buffer<float> max_y;
};

}  // namespace quadphase::detail
