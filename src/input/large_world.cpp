// SPDX-License-Identifier: MIT
#include "quadphase/large_world.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "base/floating_point_mode.hpp"
#include "input/validate_input.hpp"

namespace quadphase {
namespace {

/// The next float below `value`, and -inf for -inf. Needs a number.
[[nodiscard]] float next_below(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value == 0) return -std::numeric_limits<float>::denorm_min();
  if (value == -std::numeric_limits<float>::infinity()) return value;
  return std::bit_cast<float>(value > 0 ? bits - 1 : bits + 1);
}

/// The largest float that is at most `value - origin`, exactly; NaN for NaN.
///
/// Why no pair can be lost, even if the correction below were wrong: the difference and its cast
/// are monotone, and the correction only moves outwards. Source: D. Knuth, "The Art of Computer
/// Programming 2", 1969 (the exact error of a sum).
[[nodiscard]] float rounded_down(double value, double origin) noexcept {
  double difference = value - origin;
  const double part = difference - value;
  const double error = (value - (difference - part)) - (origin + part);
  if (std::isinf(difference) && !std::isinf(value))
    difference = std::copysign(std::numeric_limits<double>::max(), difference);
  const float nearest = static_cast<float>(difference);
  const auto wide = static_cast<double>(nearest);
  const bool above = wide > difference || (wide == difference && error < 0);
  return above ? next_below(nearest) : nearest;
}

/// The least float that is at least `value - origin`.
[[nodiscard]] float rounded_up(double value, double origin) noexcept {
  return -rounded_down(-value, -origin);
}

struct Interval {
  float min;
  float max;
};

[[nodiscard]] Interval interval_near(double min, double max, double origin) noexcept {
  // An inverted axis is rounded inwards, so that it stays inverted.
  if (min > max) return {rounded_up(min, origin), rounded_down(max, origin)};
  return {rounded_down(min, origin), rounded_up(max, origin)};
}

[[nodiscard]] Box rounded(const WideBox& box, const Origin& origin) noexcept {
  const Interval x = interval_near(box.min_x, box.max_x, origin.x);
  const Interval y = interval_near(box.min_y, box.max_y, origin.y);
  return {x.min, y.min, x.max, y.max};
}

template <class BoxAt>
BoxView fill(BoxColumns& columns, std::size_t count, const Origin& origin, Executor* executor,
             const BoxAt& box_at) {
  (void)detail::checked_executor(executor);
  if (!std::isfinite(origin.x) || !std::isfinite(origin.y))
    throw std::invalid_argument("quadphase: an origin must be finite");
  columns.resize(count);
  detail::for_each_range_of_caller(count, executor, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) columns.set(i, rounded(box_at(i), origin));
  });
  return columns.view();
}

void require_length(bool holds) {
  if (!holds)
    throw std::invalid_argument("quadphase: the four spans of wide boxes must have one length");
}

}  // namespace

Box to_local(const WideBox& box, const Origin& origin) noexcept {
  const detail::DefaultFloatingPointMode mode;
  return rounded(box, origin);
}

BoxView to_local(const WideBoxView& boxes, const Origin& origin, BoxColumns& columns,
                 Executor* executor) {
  const std::size_t count = boxes.min_x.size();
  require_length(boxes.min_y.size() == count && boxes.max_x.size() == count &&
                 boxes.max_y.size() == count);
  return fill(columns, count, origin, executor, [&boxes](std::size_t i) {
    return WideBox{boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
  });
}

BoxView to_local(const CenterView& boxes, const Origin& origin, BoxColumns& columns,
                 Executor* executor) {
  const std::size_t count = boxes.center_x.size();
  require_length(boxes.center_y.size() == count && boxes.half_width.size() == count &&
                 boxes.half_height.size() == count);
  return fill(columns, count, origin, executor, [&boxes](std::size_t i) {
    return WideBox{
        boxes.center_x[i] - boxes.half_width[i], boxes.center_y[i] - boxes.half_height[i],
        boxes.center_x[i] + boxes.half_width[i], boxes.center_y[i] + boxes.half_height[i]};
  });
}

}  // namespace quadphase
