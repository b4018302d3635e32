// SPDX-License-Identifier: MIT
#include "replay/why_no_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "quadphase/periodic.hpp"

namespace quadphase::replay {
namespace {

/// What keeps two intervals apart, or nothing.
std::string gap(const char* axis, float a_min, float a_max, float b_min, float b_max, bool touching,
                float period) {
  if (detail::find_move(a_min, a_max, b_min, b_max, touching, period) != 2) return {};
  const float distance = std::max(b_min - a_max, a_min - b_max);
  return fmt::format("apart on {} by {} ([{}, {}] and [{}, {}])", axis, distance, a_min, a_max,
                     b_min, b_max);
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

std::string why_no_pair(const NamedObject& first, const NamedObject& second, const Config& config) {
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
  add(gap("x", a.search.min_x, a.search.max_x, b.search.min_x, b.search.max_x, config.touching,
          config.period_x));
  add(gap("y", a.search.min_y, a.search.max_y, b.search.min_y, b.search.max_y, config.touching,
          config.period_y));
  return reasons;
}

}  // namespace quadphase::replay
