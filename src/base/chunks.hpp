// SPDX-License-Identifier: MIT
// The chunks into which loops over rows are cut. They depend on the number of rows and, in the
// partition only, on the number of workers, which does not change its result.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/tuning.hpp"

namespace quadphase::detail {

/// Consecutive ranges of equal size that cover `[0, row_count)`; the last may be shorter.
class Chunks {
 public:
  /// At most `max_count` chunks, of at least kChunkObjects rows.
  explicit Chunks(std::size_t row_count, std::size_t max_count = kMaxChunks) noexcept
      : Chunks(row_count, std::max(kChunkObjects, (row_count + max_count - 1) / max_count),
               Size{}) {}

  /// The most chunks that up to `row_count` rows can make.
  [[nodiscard]] static std::size_t most_for(std::size_t row_count) noexcept {
    return std::min(kMaxChunks, (row_count + kChunkObjects - 1) / kChunkObjects);
  }

  /// Chunks of `size` rows.
  [[nodiscard]] static Chunks of_size(std::size_t row_count, std::size_t size) noexcept {
    return Chunks(row_count, size, Size{});
  }

  [[nodiscard]] std::size_t count() const noexcept {
    if (row_count_ <= size_) return row_count_ > 0 ? 1 : 0;  // without a division
    return (row_count_ + size_ - 1) / size_;
  }
  [[nodiscard]] std::size_t first(std::size_t chunk) const noexcept { return chunk * size_; }
  [[nodiscard]] std::size_t last(std::size_t chunk) const noexcept {
    return std::min(row_count_, (chunk + 1) * size_);
  }

 private:
  struct Size {};
  Chunks(std::size_t row_count, std::size_t size, Size /*tag*/) noexcept
      : row_count_(row_count), size_(size) {}

  std::size_t row_count_;
  std::size_t size_;
};

}  // namespace quadphase::detail
