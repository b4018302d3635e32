// SPDX-License-Identifier: MIT
// The chunks into which the streaming stages cut the objects. They depend on the number of objects
// and, in the partition only, on the number of workers, which does not change its result.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/tuning.hpp"

namespace quadphase::detail {

/// Consecutive ranges of equal size that cover `[0, object_count)`; the last one may be shorter.
class Chunks {
 public:
  explicit Chunks(std::size_t object_count, std::size_t max_count = kMaxChunks) noexcept
      : object_count_(object_count),
        size_(std::max(kChunkObjects, (object_count + max_count - 1) / max_count)) {}

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
