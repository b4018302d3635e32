// SPDX-License-Identifier: MIT
// Columns of box edges, for callers whose boxes are not stored as columns already.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "quadphase/box.hpp"

namespace quadphase {

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
