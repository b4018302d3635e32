// SPDX-License-Identifier: MIT
// Owned columns of box edges, with room past the last row for loads of whole vectors.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "base/tuning.hpp"
#include "data/box_forms.hpp"
#include "data/tree_view.hpp"
#include "quadphase/box.hpp"

namespace quadphase::detail {

/// Four columns in one piece of memory, each on a cache line of its own. Contents are not
/// initialized. Errors of all functions that make room: `std::bad_alloc`.
class BoxBuffer {
 public:
  explicit BoxBuffer(std::pmr::memory_resource* resource) noexcept : edges_(resource) {}

  /// Makes room for `size` boxes. Growing drops the contents.
  void ensure(std::size_t size) {
    constexpr std::size_t kMost = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Box);
    if (size > kMost - 2 * kVector) throw std::bad_array_new_length();
    edges_.ensure(4 * stride_of(size));
  }

  /// As `ensure`, with room for an eighth more if the columns have to grow.
  void ensure_with_spare(std::size_t size) {
    if (stride_of(size) > stride()) ensure(size + size / 8);
  }

  /// As `ensure`, but the first `kept` boxes stay; if there is an error, all boxes stay.
  void ensure_keeping(std::size_t kept, std::size_t size) {
    if (stride_of(size) > stride()) move_to(kept, size);
  }

  /// Gives back the memory beyond the first `kept` boxes, as `Buffer::shrink`.
  void shrink(std::size_t kept) noexcept {
    if (stride_of(kept) >= stride()) return;
    if (kept == 0) return edges_.release();
    try {
      move_to(kept, kept);
    } catch (const std::bad_alloc&) {
    }
  }
  void release() noexcept { edges_.release(); }

  void set(std::size_t i, const Box& box) noexcept { edges_from(0).set(i, box); }

  /// The columns from row `first` on.
  [[nodiscard]] BoxSpan from(std::size_t first) const noexcept {
    const float* const min_x = edges_.data() + first;
    return {min_x, min_x + stride(), min_x + 2 * stride(), min_x + 3 * stride()};
  }

  /// The same columns, for writing.
  [[nodiscard]] EdgeColumns edges_from(std::size_t first) noexcept {
    float* const min_x = edges_.data() + first;
    return {min_x, min_x + stride(), min_x + 2 * stride(), min_x + 3 * stride()};
  }

  /// Minima of x, of y, maxima of x and of y of the first `count` boxes.
  [[nodiscard]] std::array<std::span<const float>, 4> columns(std::size_t count) const noexcept {
    const BoxSpan edges = from(0);
    return {
        {{edges.min_x, count}, {edges.min_y, count}, {edges.max_x, count}, {edges.max_y, count}}};
  }
  [[nodiscard]] std::array<std::span<float>, 4> columns(std::size_t count) noexcept {
    const EdgeColumns edges = edges_from(0);
    return {
        {{edges.min_x, count}, {edges.min_y, count}, {edges.max_x, count}, {edges.max_y, count}}};
  }

  /// The most boxes that there is room for.
  [[nodiscard]] std::size_t capacity() const noexcept {
    return std::max(stride(), kVector) - kVector;
  }
  /// The memory of the columns, 16 bytes per box, for anything else until they are written.
  [[nodiscard]] void* memory() noexcept { return edges_.data(); }

 private:
  /// Moves the first `kept` boxes to memory for `size` boxes.
  void move_to(std::size_t kept, std::size_t size) {
    BoxBuffer moved(edges_.resource());
    moved.ensure(size);
    for (std::size_t edge = 0; edge < 4; ++edge)
      std::copy_n(edges_.data() + edge * stride(), kept,
                  moved.edges_.data() + edge * moved.stride());
    *this = std::move(moved);
  }

  static constexpr std::size_t kVector = kFanout;  // floats in a cache line and in a vector

  /// Floats from the start of a column to that of the next one.
  static constexpr std::size_t stride_of(std::size_t size) noexcept {
    return (size + 2 * kVector - 1) / kVector * kVector;
  }
  [[nodiscard]] std::size_t stride() const noexcept { return edges_.capacity() / 4; }

  Buffer<float> edges_;  // minima of x, of y, maxima of x, of y
};

}  // namespace quadphase::detail
