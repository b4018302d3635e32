// SPDX-License-Identifier: MIT
// The model in plain loops and sorted containers, to be checked by reading.
#include "model/world_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "oracle/exact_pairs.hpp"

namespace quadphase::model {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Pair ascending(ObjectId a, ObjectId b) {
  return a < b ? Pair{a, b} : Pair{b, a};
}

/// Pairs of the places in a list whose fat boxes overlap.
std::vector<Pair> overlapping_places(const Objects& objects, bool touching) {
  std::vector<float> min_x, min_y, max_x, max_y;
  for (const Object& object : objects) {
    const Box box = fat_box(object).value_or(Box{kNan, kNan, kNan, kNan});
    min_x.push_back(box.min_x);
    min_y.push_back(box.min_y);
    max_x.push_back(box.max_x);
    max_y.push_back(box.max_y);
  }
  return oracle::exact_pairs({min_x, min_y, max_x, max_y}, touching);
}

}  // namespace

Rows::Rows(const Objects& objects, Spans given) {
  for (const Object& object : objects) {
    min_x_.push_back(object.box.min_x);
    min_y_.push_back(object.box.min_y);
    max_x_.push_back(object.box.max_x);
    max_y_.push_back(object.box.max_y);
    all_ids_.push_back(object.id);
    if (given.has(Span::ids)) ids_.push_back(object.id);
    if (given.has(Span::category)) category_.push_back(object.filter.category);
    if (given.has(Span::mask)) mask_.push_back(object.filter.mask);
    if (given.has(Span::group)) owner_.push_back(object.filter.group);
    if (given.has(Span::world)) world_.push_back(object.filter.world);
    if (given.has(Span::margin)) margin_.push_back(object.margin);
    if (given.has(Span::displacement_x)) displacement_x_.push_back(object.displacement_x);
    if (given.has(Span::displacement_y)) displacement_y_.push_back(object.displacement_y);
    if (given.has(Span::generation)) generation_.push_back(object.generation);
  }
}

Attributes Rows::attributes() const noexcept {
  Attributes attributes;
  attributes.ids = ids_;
  attributes.category = category_;
  attributes.mask = mask_;
  attributes.group = owner_;
  attributes.world = world_;
  attributes.margin = margin_;
  attributes.displacement_x = displacement_x_;
  attributes.displacement_y = displacement_y_;
  attributes.generation = generation_;
  return attributes;
}

Objects as_given(Objects objects, Spans given) {
  ObjectId row = 0;
  for (Object& object : objects) {
    if (!given.has(Span::ids)) object.id = row;
    if (!given.has(Span::category)) object.filter.category = 1;
    if (!given.has(Span::mask)) object.filter.mask = 0xFFFF'FFFF;
    if (!given.has(Span::group)) object.filter.group = 0;
    if (!given.has(Span::world)) object.filter.world = 0;
    if (!given.has(Span::margin)) object.margin = 0;
    if (!given.has(Span::displacement_x)) object.displacement_x = 0;
    if (!given.has(Span::displacement_y)) object.displacement_y = 0;
    if (!given.has(Span::generation)) object.generation = 0;
    ++row;
  }
  return objects;
}

Objects objects_in(const BoxView& boxes, const Attributes& attributes) {
  Objects objects(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    Object& object = objects[i];
    const auto set = [i](auto& value, const auto& column) {
      if (!column.empty()) value = column[i];
    };
    object.box = boxes[i];
    object.id = static_cast<ObjectId>(i);
    set(object.id, attributes.ids);
    set(object.filter.category, attributes.category);
    set(object.filter.mask, attributes.mask);
    set(object.filter.group, attributes.group);
    set(object.filter.world, attributes.world);
    set(object.margin, attributes.margin);
    set(object.displacement_x, attributes.displacement_x);
    set(object.displacement_y, attributes.displacement_y);
    set(object.generation, attributes.generation);
  }
  return objects;
}

std::optional<Box> fat_box(const Object& object) {
  const Box& box = object.box;
  if (!is_valid(box)) return std::nullopt;
  if (!(object.margin >= 0)) return std::nullopt;
  if (std::isnan(object.displacement_x) || std::isnan(object.displacement_y)) return std::nullopt;
  const Box grown = {box.min_x + std::min(0.0F, object.displacement_x) - object.margin,
                     box.min_y + std::min(0.0F, object.displacement_y) - object.margin,
                     box.max_x + std::max(0.0F, object.displacement_x) + object.margin,
                     box.max_y + std::max(0.0F, object.displacement_y) + object.margin};
  if (!is_valid(grown)) return std::nullopt;
  return grown;
}

void WorldModel::set_static(const Objects& objects) {
  std::map<ObjectId, Object> statics;
  for (const Object& object : objects)
    if (!statics.emplace(object.id, object).second) throw std::invalid_argument("two have one id");
  statics_ = std::move(statics);
}

void WorldModel::add_static(const Objects& objects) {
  std::map<ObjectId, Object> statics = statics_;
  for (const Object& object : objects)
    if (!statics.emplace(object.id, object).second)
      throw std::invalid_argument("it is static already");
  statics_ = std::move(statics);
}

void WorldModel::remove_static(std::span<const ObjectId> ids) {
  std::map<ObjectId, Object> statics = statics_;
  for (const ObjectId id : ids)
    if (statics.erase(id) == 0) throw std::invalid_argument("it is not static, or comes twice");
  statics_ = std::move(statics);
}

void WorldModel::exchange_static(std::span<const ObjectId> removed, const Objects& added) {
  const std::map<ObjectId, Object> before = statics_;
  try {
    remove_static(removed);
    add_static(added);
  } catch (...) {
    statics_ = before;
    throw;
  }
}

void WorldModel::change(const Objects& objects) {
  std::set<ObjectId> ids;
  for (const Object& object : objects)
    if (!ids.insert(object.id).second) throw std::invalid_argument("two have one id");
  for (const ObjectId id : ids) remove({&id, 1});
  queried_.insert(queried_.end(), objects.begin(), objects.end());
}

void WorldModel::remove(std::span<const ObjectId> ids) {
  for (const ObjectId id : ids)
    std::erase_if(queried_, [id](const Object& object) { return object.id == id; });
}

std::optional<Box> WorldModel::searched_box(const Object& object) const {
  const std::optional<Box> box = fat_box(object);
  return box && torus_.fits(*box) ? box : std::nullopt;
}

std::vector<Pair> WorldModel::overlapping(const Objects& objects) const {
  if (!torus_.periods.has_any()) return overlapping_places(objects, torus_.touching);
  std::vector<std::pair<ObjectId, Box>> boxes;
  for (ObjectId place = 0; place < objects.size(); ++place)
    if (const std::optional<Box> box = searched_box(objects[place])) boxes.push_back({place, *box});
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (torus_.overlap(boxes[i].second, boxes[j].second))
        pairs.push_back({boxes[i].first, boxes[j].first});
  return pairs;
}

WorldModel::Members WorldModel::members_with(const Objects& moving) const {
  Members members;
  for (const Object& object : moving) members.emplace(object.id, Member{object, false});
  for (const auto& [id, object] : statics_) members.emplace(id, Member{object, true});
  return members;
}

void WorldModel::build(const Objects& moving) {
  has_tree_ = true;
  shown_ = members_with(moving);
  queried_ = moving;
  shown_statics_.clear();
  for (const auto& [id, object] : statics_) shown_statics_.push_back(object);
  queried_.insert(queried_.end(), shown_statics_.begin(), shown_statics_.end());
  has_equal_ids_ = shown_.size() < queried_.size();
  rejected_.clear();
  for (const Object& object : moving)
    if (!searched_box(object)) rejected_.push_back(object.id);
  std::sort(rejected_.begin(), rejected_.end());
  pairs_.clear();
  begun_.clear();
  ended_.clear();
}

namespace {

/// Written anew, from the description of `Filter`.
bool match(const Filter& a, const Filter& b) {
  if (a.world != b.world) return false;
  if (a.group != 0 && b.group != 0 && a.group == b.group) return false;
  const bool a_takes_b = (a.mask & b.category) != 0;
  const bool b_takes_a = (b.mask & a.category) != 0;
  return a_takes_b && b_takes_a;
}

}  // namespace

void WorldModel::update(const Objects& moving) {
  build(moving);
  Objects all = moving;
  for (const auto& [id, object] : statics_) all.push_back(object);
  for (const Pair& places : overlapping(all)) {
    const Object& a = all[places.first];
    const Object& b = all[places.second];
    const bool both_static = places.first >= moving.size() && places.second >= moving.size();
    if (!both_static && match(a.filter, b.filter)) pairs_.push_back(ascending(a.id, b.id));
  }
  std::sort(pairs_.begin(), pairs_.end());
  if (with_events_) compare(shown_, pairs_);
}

std::vector<Pair> WorldModel::static_pairs() const {
  std::vector<Pair> pairs;
  for (const Pair& places : overlapping(shown_statics_)) {
    const Object& a = shown_statics_[places.first];
    const Object& b = shown_statics_[places.second];
    if (match(a.filter, b.filter)) pairs.push_back(ascending(a.id, b.id));
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool WorldModel::is_replaced(ObjectId id, const Members& a, const Members& b) const {
  const auto in_a = a.find(id);
  const auto in_b = b.find(id);
  if (in_a == a.end() || in_b == b.end()) return true;
  return in_a->second.object.generation != in_b->second.object.generation;
}

void WorldModel::compare(const Members& now, const std::vector<Pair>& pairs) {
  const auto is_replaced_of = [&](const Pair& pair) {
    return is_replaced(pair.first, updated_, now) || is_replaced(pair.second, updated_, now);
  };
  const auto are_static_in = [](const Members& members, const Pair& pair) {
    return members.at(pair.first).is_static && members.at(pair.second).is_static;
  };
  const auto may_pair_in = [](const Members& members, const Pair& pair) {
    return match(members.at(pair.first).object.filter, members.at(pair.second).object.filter);
  };
  const auto is_restarted = [&](const Pair& pair) {
    return restarted_.contains(pair.first) || restarted_.contains(pair.second);
  };
  std::set<Pair> present(pairs.begin(), pairs.end());
  for (const Pair& pair : present) {
    if (is_replaced_of(pair)) {
      begun_.push_back({pair, BeginReason::added});
    } else if (is_restarted(pair) || !updated_pairs_.contains(pair)) {
      begun_.push_back({pair, are_static_in(updated_, pair)  ? BeginReason::made_moving
                              : !may_pair_in(updated_, pair) ? BeginReason::filtered_in
                              : is_restarted(pair)           ? BeginReason::restarted
                                                             : BeginReason::touched});
    }
  }
  for (const Pair& pair : updated_pairs_) {
    if (is_replaced_of(pair)) {
      ended_.push_back({pair, EndReason::removed});
    } else if (!present.contains(pair)) {
      ended_.push_back({pair, are_static_in(now, pair)  ? EndReason::made_static
                              : !may_pair_in(now, pair) ? EndReason::filtered_out
                                                        : EndReason::separated});
    }
  }
  updated_ = now;
  updated_pairs_ = std::move(present);
  restarted_.clear();
}

bool WorldModel::touching(const Pair& pair) const {
  return torus_.overlap(shown_.at(pair.first).object.box, shown_.at(pair.second).object.box);
}

std::vector<std::vector<ObjectId>> WorldModel::overlaps_of(const Objects& rows) const {
  std::vector<std::vector<ObjectId>> found(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::optional<Box> box = fat_box(rows[row]);
    const auto meet = [&](const Object& object) {
      const std::optional<Box> other = searched_box(object);
      if (box && other && torus_.overlap(*box, *other) && match(rows[row].filter, object.filter))
        found[row].push_back(object.id);
    };
    for (const Object& object : queried_) meet(object);
    std::sort(found[row].begin(), found[row].end());
  }
  return found;
}

}  // namespace quadphase::model
