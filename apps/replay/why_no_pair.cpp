// SPDX-License-Identifier: MIT
#include "replay/why_no_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "data/local_box.hpp"

namespace quadphase::replay {
namespace {

/// One axis of a box as it is searched: floats, or the doubles that it was given in.
struct Interval {
  double min;
  double max;
  bool is_double;
};

Interval axis_of(const FollowedObject& object, std::size_t axis) {
  if (object.double_search) {
    const DoubleBox& box = *object.double_search;
    return axis == 0 ? Interval{box.min_x, box.max_x, true} : Interval{box.min_y, box.max_y, true};
  }
  const Box& box = object.search;
  const auto of = [](float min, float max) {
    return Interval{static_cast<double>(min), static_cast<double>(max), false};
  };
  return axis == 0 ? of(box.min_x, box.max_x) : of(box.min_y, box.max_y);
}

/// The image of an interval, computed as the engine does: of floats in float.
Interval moved_back(const Interval& interval, float period) {
  const auto moved = [&](double edge) {
    return interval.is_double ? edge - static_cast<double>(period)
                              : static_cast<double>(static_cast<float>(edge) - period);
  };
  return {moved(interval.min), moved(interval.max), interval.is_double};
}

/// The sign of `value - origin - limit`, exactly.
int sign_of(double value, double origin, double limit) {
  const auto [difference, error] = detail::ExactDifference(value, origin);
  if (difference != limit) return difference < limit ? -1 : 1;
  return error < 0 ? -1 : static_cast<int>(error > 0);
}

/// The sign of `a - b`, of edges of two intervals.
int compared(double a, bool a_is_double, double b, bool b_is_double, double origin) {
  if (a_is_double == b_is_double) return sign_of(a, 0, b);
  return a_is_double ? sign_of(a, origin, b) : -sign_of(b, origin, a);
}

bool overlap(const Interval& a, const Interval& b, double origin, bool touching) {
  const int limit = touching ? 0 : -1;
  return compared(a.min, a.is_double, b.max, b.is_double, origin) <= limit &&
         compared(b.min, b.is_double, a.max, a.is_double, origin) <= limit;
}

/// What keeps two objects apart on one axis, or nothing. The intervals in words are near the origin
/// of both, if only one of them was given in double.
std::string gap(char name, Interval a, Interval b, double origin, bool touching, float period) {
  if (overlap(a, b, origin, touching)) return {};
  if (period > 0 && (overlap(a, moved_back(b, period), origin, touching) ||
                     overlap(moved_back(a, period), b, origin, touching)))
    return {};
  if (a.is_double != b.is_double) {
    Interval& doubles = a.is_double ? a : b;
    doubles = {doubles.min - origin, doubles.max - origin, true};
  }
  // Floats in few digits, as they were written.
  const auto words = [](const Interval& interval) {
    if (interval.is_double) return fmt::format("[{}, {}]", interval.min, interval.max);
    return fmt::format("[{}, {}]", static_cast<float>(interval.min),
                       static_cast<float>(interval.max));
  };
  const double distance = std::max(b.min - a.max, a.min - b.max);
  return fmt::format("apart on {} by {} ({} and {})", name, static_cast<float>(distance), words(a),
                     words(b));
}

/// What keeps two filters from matching, where the first is that of `first`.
std::string category_reason(const NamedObject& first, const NamedObject& second) {
  const std::uint32_t category = first.object.filter.category;
  const std::uint32_t mask = second.object.filter.mask;
  if ((category & mask) != 0) return {};
  return fmt::format("category {:#x} of {} is not in mask {:#x} of {}", category, first.id, mask,
                     second.id);
}

}  // namespace

std::string why_no_pair(const NamedObject& first, const NamedObject& second, const Config& config,
                        const Origin& origin) {
  const auto& [a, b] = std::tie(first.object, second.object);
  std::string reasons;
  const auto add = [&](const std::string& reason) {
    if (!reason.empty()) reasons += (reasons.empty() ? "" : "; ") + reason;
  };
  if (a.is_static && b.is_static) add("both are static");
  add(category_reason(first, second));
  add(category_reason(second, first));
  if (a.filter.group == b.filter.group && a.filter.group != 0)
    add(fmt::format("both are in group {}", a.filter.group));
  if (a.filter.world != b.filter.world)
    add(fmt::format("in worlds {} and {}", a.filter.world, b.filter.world));
  if (a.is_rejected || b.is_rejected) return reasons;
  add(gap('x', axis_of(a, 0), axis_of(b, 0), origin.x, config.touching, config.period_x));
  add(gap('y', axis_of(a, 1), axis_of(b, 1), origin.y, config.touching, config.period_y));
  return reasons;
}

}  // namespace quadphase::replay
