// SPDX-License-Identifier: MIT
// Boxes and ids in columns of one's own, which kernels may read in whole registers.
#pragma once

#include <cstddef>

#include "baselines/support/lanes.hpp"
#include "baselines/support/raw_array.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench {

class OwnColumns {
 public:
  void resize(std::size_t count) {
    for (auto* column : {&min_x_, &min_y_, &max_x_, &max_y_}) column->resize(count);
    ids_.resize(count);
  }
  void set(std::size_t i, const Box& box, ObjectId id) noexcept {
    min_x_[i] = box.min_x;
    min_y_[i] = box.min_y;
    max_x_[i] = box.max_x;
    max_y_[i] = box.max_y;
    ids_[i] = id;
  }
  [[nodiscard]] Columns view() const noexcept {
    return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), ids_.data()};
  }
  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return min_x_.byte_count() + min_y_.byte_count() + max_x_.byte_count() + max_y_.byte_count() +
           ids_.byte_count();
  }

 private:
  RawArray<float> min_x_, min_y_, max_x_, max_y_;
  RawArray<ObjectId> ids_;
};

/// Box `i` of the columns, to be tested against others.
[[nodiscard]] inline Query query_of(const Columns& boxes, std::size_t i) noexcept {
  return {{boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]}, boxes.ids[i]};
}

}  // namespace quadphase::bench
