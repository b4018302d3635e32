// SPDX-License-Identifier: MIT
#include "replay/described_call.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadphase::replay {
namespace {

std::size_t box_count_of(const RecordedCall& call) {
  return std::max({call.boxes.size(), call.rows.count, call.doubles.min_x.size(),
                   call.centers.center_x.size()});
}

std::string ending_of(const CallOutcome& outcome) {
  if (!outcome.is_known) return "the file does not say how it ended";
  if (outcome.code == StatusCode::ok) return "it returned";
  return "it threw: " + std::string(outcome.message);
}

}  // namespace

std::string described(const RecordedCall& call) {
  return fmt::format("call {}: {} of {}; {} boxes, {} ids, {} handles\n{}", call.number,
                     name_of(call.kind), call.subject, box_count_of(call), call.ids.size(),
                     call.handles.size(), ending_of(call.outcome));
}

std::string described(const std::optional<FollowedObject>& object) {
  if (!object) return "not there";
  const auto box_words = [](const auto& box) {
    return fmt::format("[{}, {}] x [{}, {}]", box.min_x, box.max_x, box.min_y, box.max_y);
  };
  return fmt::format(
      "{}{}{}, category {:#x}, mask {:#x}, group {}, world {}",
      object->double_search ? box_words(*object->double_search) : box_words(object->search),
      object->is_static ? ", static" : "", object->is_rejected ? ", rejected" : "",
      object->filter.category, object->filter.mask, object->filter.group, object->filter.world);
}

}  // namespace quadphase::replay
