// SPDX-License-Identifier: MIT
#include "replay/followed_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "quadphase/periodic.hpp"
#include "replay/why_no_pair.hpp"

namespace quadphase::replay {
namespace {

std::size_t count_of(const RecordedCall& call) {
  switch (call.form) {
    case BoxForm::columns:
      return call.boxes.size();
    case BoxForm::rows:
      return call.rows.count;
    case BoxForm::doubles:
      return call.doubles.min_x.size();
    default:
      return call.centers.center_x.size();
  }
}

Box float_box_of(const RecordedCall& call, std::size_t row) {
  if (call.form == BoxForm::columns) return call.boxes[row];
  Box box;
  std::memcpy(static_cast<void*>(&box),
              static_cast<const std::byte*>(call.rows.first) + row * call.rows.stride, sizeof(box));
  return box;
}

DoubleBox double_box_of(const RecordedCall& call, std::size_t row) {
  if (call.form == BoxForm::doubles)
    return {call.doubles.min_x[row], call.doubles.min_y[row], call.doubles.max_x[row],
            call.doubles.max_y[row]};
  const CenterView& view = call.centers;
  return {view.center_x[row] - view.half_width[row], view.center_y[row] - view.half_height[row],
          view.center_x[row] + view.half_width[row], view.center_y[row] + view.half_height[row]};
}

bool has_doubles(const RecordedCall& call) {
  return call.form == BoxForm::doubles || call.form == BoxForm::centers;
}

/// A box with its margin, swept along its displacement. The formula is that of
/// docs/persistent_objects.md, in the numbers of the box.
template <class AnyBox>
AnyBox swept(const AnyBox& box, float margin, float displacement_x, float displacement_y) {
  using Number = decltype(box.min_x + box.max_x);
  const auto x = static_cast<Number>(displacement_x);
  const auto y = static_cast<Number>(displacement_y);
  const auto around = static_cast<Number>(margin);
  return {box.min_x + std::min(x, Number{0}) - around, box.min_y + std::min(y, Number{0}) - around,
          box.max_x + std::max(x, Number{0}) + around, box.max_y + std::max(y, Number{0}) + around};
}

/// A row as a frame sees it. Of a box in double, `search` waits for the origin of the frame.
template <class AnyBox>
FollowedObject object_of(const AnyBox& box, const Attributes& attributes, std::size_t row) {
  const auto at = [row](const auto& column, auto other) {
    return column.empty() ? other : column[row];
  };
  FollowedObject object;
  object.filter = {at(attributes.category, 1U), at(attributes.mask, ~0U), at(attributes.group, 0U),
                   at(attributes.world, 0U)};
  const float margin = at(attributes.margin, 0.0F);
  const float x = at(attributes.displacement_x, 0.0F);
  const float y = at(attributes.displacement_y, 0.0F);
  const AnyBox search = swept(box, margin, x, y);
  object.is_rejected =
      !is_valid(box) || !(margin >= 0) || !(x == x) || !(y == y) || !is_valid(search);
  if constexpr (std::is_same_v<AnyBox, DoubleBox>) {
    object.double_search = search;
  } else {
    object.search = search;
  }
  return object;
}

FollowedObject object_of(const RecordedCall& call, std::size_t row) {
  if (has_doubles(call)) return object_of(double_box_of(call, row), call.attributes, row);
  return object_of(float_box_of(call, row), call.attributes, row);
}

std::optional<FollowedObject> find_in(const BoxView& boxes, const Attributes& attributes,
                                      ObjectId id) {
  const std::span<const ObjectId> ids = attributes.ids.contiguous();
  const auto place = std::ranges::find(ids, id);
  if (place == ids.end()) return std::nullopt;
  const auto row = static_cast<std::size_t>(place - ids.begin());
  return object_of(boxes[row], attributes, row);
}

}  // namespace

void FollowedWorld::add_statics(const RecordedCall& call) {
  // The origin of static objects in double stays while there are any.
  if (has_doubles(call) && std::ranges::none_of(statics_, [](const auto& entry) {
        return entry.second.double_search.has_value();
      }))
    origin_ = call.origin;
  for (std::size_t row = 0; row < count_of(call) && row < call.ids.size(); ++row) {
    FollowedObject object = object_of(call, row);
    object.is_static = true;
    statics_[call.ids[row]] = object;
  }
}

void FollowedWorld::change_statics(const RecordedCall& call) {
  switch (call.kind) {
    case CallKind::set_static:
      statics_.clear();
      knows_statics_ = true;
      return add_statics(call);
    case CallKind::exchange_static:
      for (const ObjectId id : call.removed) statics_.erase(id);
      return add_statics(call);
    case CallKind::add_static:
      return add_statics(call);
    case CallKind::remove_static:
      for (const ObjectId id : call.ids) statics_.erase(id);
      return;
    case CallKind::clear_static:
      statics_.clear();
      knows_statics_ = true;
      return;
    case CallKind::restore:
      statics_.clear();
      knows_statics_ = false;
      return;
    default:
      return;
  }
}

bool FollowedWorld::follow(const RecordedCall& call, const ReplayResult& result,
                           const Replayer& replayer) {
  if (call.subject != engine_ || !result.is_made || result.code != StatusCode::ok) return false;
  if (call.kind == CallKind::create_engine) config_ = call.config;
  change_statics(call);
  if (call.kind != CallKind::update && call.kind != CallKind::build &&
      call.kind != CallKind::update_store)
    return false;
  frame_ = &call;
  if (has_doubles(call)) origin_ = call.origin;
  store_ = nullptr;
  if (call.kind == CallKind::update_store) {
    store_ = replayer.store(call.store);
    statics_.clear();
    knows_statics_ = true;
    const Attributes attributes = store_->static_attributes();
    for (std::size_t row = 0; row < attributes.ids.size(); ++row) {
      FollowedObject object = object_of(store_->static_boxes()[row], attributes, row);
      object.is_static = true;
      statics_[attributes.ids[row]] = object;
    }
  }
  ++frame_count_;
  return true;
}

FollowedObject FollowedWorld::as_searched(FollowedObject object) const {
  if (object.double_search) object.search = to_local(*object.double_search, origin_);
  if (!fits(object.search, {config_.period_x, config_.period_y})) object.is_rejected = true;
  return object;
}

std::optional<FollowedObject> FollowedWorld::find(ObjectId id) const {
  if (frame_ == nullptr) return std::nullopt;
  if (const auto place = statics_.find(id); place != statics_.end())
    return as_searched(place->second);
  if (store_ != nullptr) {
    const auto found = find_in(store_->moving_boxes(), store_->moving_attributes(), id);
    return found ? std::optional(as_searched(*found)) : std::nullopt;
  }
  std::size_t row = id;
  if (!frame_->attributes.ids.empty()) {
    const std::span<const ObjectId> ids = frame_->attributes.ids.contiguous();
    row = static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
  }
  if (row >= count_of(*frame_)) return std::nullopt;
  return as_searched(object_of(*frame_, row));
}

void FollowedWorld::for_each(
    const std::function<void(ObjectId, const FollowedObject&)>& visit) const {
  if (frame_ == nullptr) return;
  for (const auto& [id, object] : statics_) visit(id, as_searched(object));
  const auto visit_row = [&](const FollowedObject& object, const Attributes& attributes,
                             std::size_t row) {
    const ObjectId id = attributes.ids.empty() ? static_cast<ObjectId>(row) : attributes.ids[row];
    visit(id, as_searched(object));
  };
  if (store_ != nullptr) {
    const BoxView boxes = store_->moving_boxes();
    const Attributes attributes = store_->moving_attributes();
    for (std::size_t row = 0; row < boxes.size(); ++row)
      visit_row(object_of(boxes[row], attributes, row), attributes, row);
    return;
  }
  for (std::size_t row = 0; row < count_of(*frame_); ++row)
    visit_row(object_of(*frame_, row), frame_->attributes, row);
}

std::string FollowedWorld::explain(ObjectId first, ObjectId second) const {
  std::string reasons;
  const auto add = [&](const std::string& reason) {
    if (!reason.empty()) reasons += (reasons.empty() ? "" : "; ") + reason;
  };
  const std::optional<FollowedObject> objects[] = {find(first), find(second)};
  for (std::size_t i = 0; i < 2; ++i) {
    const ObjectId id = i == 0 ? first : second;
    if (!objects[i]) {
      add(fmt::format("{} is not there{}", id,
                      knows_statics_ ? "" : " (or static, in a snapshot that was restored)"));
    } else if (objects[i]->is_rejected) {
      add(fmt::format("{} is rejected", id));
    }
  }
  if (!objects[0] || !objects[1]) return reasons;
  add(why_no_pair({first, *objects[0]}, {second, *objects[1]}, config_, origin_));
  return reasons.empty() ? "a pair" : reasons;
}

}  // namespace quadphase::replay
