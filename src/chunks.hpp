// SPDX-License-Identifier: MIT
// How the streaming stages cut the objects: by their number alone.
#pragma once

#include <algorithm>
#include <cstddef>

#include "tuning.hpp"

namespace quadphase::detail {

/// Consecutive ranges of equal size that cover `[0, object_count)`; the last may be shorter.
class Chunks {
 public:
  explicit Chunks(std::size_t object_count) noexcept
      : object_count_(object_count),
        size_(std::max(kChunkObjects, (object_count + kMaxChunks - 1) / kMaxChunks)) {}

  /// Most chunks of any number of objects up to `object_count`.
  [[nodiscard]] static std::size_t max_count(std::size_t object_count) noexcept {
    return std::min(kMaxChunks, (object_count + kChunkObjects - 1) / kChunkObjects);
  }

  [[nodiscard]] std::size_t count() const noexcept { return (object_count_ + size_ - 1) / size_; }
  [[nodiscard]] std::size_t first(std::size_t chunk) const noexcept { return chunk * size_; }
  [[nodiscard]] std::size_t last(std::size_t chunk) const noexcept {
    return std::min(object_count_, (chunk + 1) * size_);
  }

 private:
  std::size_t object_count_;
  std::size_t size_;
};

}  // namespace quadphase::detail
