// SPDX-License-Identifier: MIT
// Morton keys of 2 x 32 bits, and a sort.
#include "scenes/z_order.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace quadphase::scenes {
namespace {

/// The bits of `value`, each followed by a 0.
std::uint64_t spread(std::uint32_t value) {
  std::uint64_t bits = value;
  bits = (bits | bits << 16U) & 0x0000FFFF0000FFFFU;
  bits = (bits | bits << 8U) & 0x00FF00FF00FF00FFU;
  bits = (bits | bits << 4U) & 0x0F0F0F0F0F0F0F0FU;
  bits = (bits | bits << 2U) & 0x3333333333333333U;
  return (bits | bits << 1U) & 0x5555555555555555U;
}

/// Where values lie between the least and the greatest of them, in 32 bits.
class Scale {
 public:
  explicit Scale(std::span<const float> values) {
    if (values.empty()) return;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    low_ = static_cast<double>(*least);
    width_ = static_cast<double>(*greatest) - low_;
  }

  [[nodiscard]] std::uint32_t cell(float value) const {
    if (width_ <= 0) return 0;
    return static_cast<std::uint32_t>((static_cast<double>(value) - low_) / width_ * 4294967295.0);
  }

 private:
  double low_ = 0;
  double width_ = 0;
};

}  // namespace

std::vector<ObjectId> z_order(const BoxView& boxes) {
  const Scale x(boxes.min_x);
  const Scale y(boxes.min_y);
  std::vector<std::pair<std::uint64_t, ObjectId>> keys(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    keys[i] = {spread(x.cell(boxes.min_x[i])) | spread(y.cell(boxes.min_y[i])) << 1U,
               static_cast<ObjectId>(i)};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<ObjectId> order;
  order.reserve(keys.size());
  for (const auto& key : keys) order.push_back(key.second);
  return order;
}

}  // namespace quadphase::scenes
