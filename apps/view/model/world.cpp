// SPDX-License-Identifier: MIT
#include "model/world.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "replay/why_no_pair.hpp"

namespace quadphase::view {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Box kGone{kNan, kNan, kNan, kNan};

Config config_of(const EngineSettings& settings) {
  Config config;
  config.threads = settings.threads;
  config.events = true;
  config.simd = settings.simd;
  config.leaf_capacity = settings.leaf_capacity;
  config.max_depth = settings.max_depth;
  return config;
}

BoxColumns copy_of(const BoxView& boxes, std::size_t count) {
  BoxColumns copy(count);
  const std::size_t kept = std::min(count, boxes.size());
  for (std::size_t i = 0; i < kept; ++i) copy.set(i, boxes[i]);
  for (std::size_t i = kept; i < count; ++i) copy.set(i, kGone);
  return copy;
}

replay::FollowedObject followed(const Box& box, const ObjectState& object) {
  return {box, {}, object.filter, object.is_static, !is_valid(box)};
}

}  // namespace

WorldState WorldState::copy() const {
  return {copy_of(boxes.view(), boxes.size()), objects};
}

std::size_t WorldState::byte_count() const noexcept {
  return boxes.byte_count() + objects.capacity() * sizeof(ObjectState);
}

World::World(const EngineSettings& settings) : settings_(settings), engine_(config_of(settings)) {}

void World::begin_source(const BoxView& boxes, std::span<const ObjectState> states) {
  state_ = {};
  source_ids_.clear();
  has_filters_ = false;
  statics_changed_ = true;
  move_source(boxes, states);
}

void World::move_source(const BoxView& boxes, std::span<const ObjectState> states) {
  if (boxes.size() > source_ids_.size()) {
    const std::size_t count = boxes.size() - source_ids_.size();
    ObjectId id = append(count, {});
    while (source_ids_.size() < boxes.size()) source_ids_.push_back(id++);
  }
  for (std::size_t row = 0; row < source_ids_.size(); ++row) {
    const ObjectId id = source_ids_[row];
    ObjectState& object = state_.objects[id];
    if (object.is_removed || (object.exists && object.is_held)) continue;
    const ObjectState before = object;
    if (row < states.size()) {
      object = states[row];
      has_filters_ |= object.filter != Filter{};
    } else {
      object.exists = row < boxes.size();
      if (object.exists && before.exists && object.is_static) continue;
    }
    statics_changed_ |= object.is_static || before.is_static;
    state_.boxes.set(id, object.exists ? boxes[row] : kGone);
  }
}

ObjectId World::insert(const Box& box, bool is_static, const Filter& filter) {
  const ObjectId id = append(1, {.filter = filter, .is_static = is_static, .is_added = true});
  state_.boxes.set(id, box);
  has_filters_ |= filter != Filter{};
  statics_changed_ |= is_static;
  return id;
}

void World::insert_many(std::size_t count, const Box& area, const Point& size, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  const auto random = [&bits](float low, float high) {
    return low + (high - low) * static_cast<float>(bits() >> 40) / (1 << 24);
  };
  const ObjectId first = append(count, {.filter = {}, .is_added = true});
  for (std::size_t i = first; i < first + count; ++i) {
    const float x = random(area.min_x, area.max_x);
    const float y = random(area.min_y, area.max_y);
    state_.boxes.set(i, from_center({x, y}, {0.5F * size.x, 0.5F * size.y}));
  }
}

void World::move_to(ObjectId id, const Point& center) {
  if (!exists(id)) return;
  const Point size = extent(boxes()[id]);
  state_.boxes.set(id, from_center(center, {0.5F * size.x, 0.5F * size.y}));
  statics_changed_ |= state_.objects[id].is_static;
}

void World::hold(ObjectId id, bool is_held) {
  if (exists(id)) state_.objects[id].is_held = is_held;
}

void World::remove(ObjectId id) {
  if (!exists(id)) return;
  ObjectState& object = state_.objects[id];
  statics_changed_ |= object.is_static;
  object.exists = false;
  object.is_removed = true;
  state_.boxes.set(id, kGone);
}

void World::set_static(ObjectId id, bool is_static) {
  if (!exists(id) || state_.objects[id].is_static == is_static) return;
  state_.objects[id].is_static = is_static;
  statics_changed_ = true;
}

void World::set_filter(ObjectId id, const Filter& filter) {
  if (!exists(id)) return;
  state_.objects[id].filter = filter;
  has_filters_ |= filter != Filter{};
  statics_changed_ |= state_.objects[id].is_static;
}

void World::configure(const EngineSettings& settings) {
  engine_ = BroadPhase(config_of(settings));  // throws before anything changes
  settings_ = settings;
  statics_changed_ = true;
}

void World::update() {
  count_objects();
  if (statics_changed_) {
    static_.read(state_, static_count_, true);
    engine_.set_static(static_.boxes.view(), static_.ids, static_.attributes(has_filters_));
    statics_changed_ = false;
  }
  // Why: straight from the columns, where every row moves.
  if (object_count_ == state_.objects.size() && static_count_ == 0 && !has_filters_)
    return engine_.update(boxes());
  moving_.read(state_, object_count_ - static_count_, false);
  engine_.update(moving_.boxes.view(), moving_.attributes(has_filters_));
}

void World::restore(const WorldState& state) {
  state_ = state.copy();
  source_ids_.clear();  // rows of the source were appended in its order
  for (std::size_t id = 0; id < state_.objects.size(); ++id)
    if (!state_.objects[id].is_added) source_ids_.push_back(static_cast<ObjectId>(id));
  has_filters_ = std::ranges::any_of(
      state_.objects, [](const ObjectState& object) { return object.filter != Filter{}; });
  statics_changed_ = true;
}

bool World::exists(ObjectId id) const noexcept {
  return id < state_.objects.size() && state_.objects[id].exists;
}

std::string World::explain(ObjectId first, ObjectId second) const {
  const auto missing = [](ObjectId id) { return std::to_string(id) + " is not there"; };
  if (!exists(first)) return missing(first);
  if (!exists(second)) return missing(second);
  const auto a = followed(boxes()[first], object(first));
  const auto b = followed(boxes()[second], object(second));
  if (a.is_rejected || b.is_rejected)
    return std::to_string(a.is_rejected ? first : second) + " is rejected";
  const std::string reasons = replay::why_no_pair({first, a}, {second, b}, config_of(settings_));
  return reasons.empty() ? "a pair" : reasons;
}

std::vector<ObjectId> World::partners_of(ObjectId id) const {
  std::vector<ObjectId> partners;
  for (const Pair& pair : pairs()) {
    if (pair.first == id) partners.push_back(pair.second);
    if (pair.second == id) partners.push_back(pair.first);
  }
  std::ranges::sort(partners);
  return partners;
}

ObjectId World::object_at(const Point& point) const {
  // Why no query: it does not find what no object of its filter may pair with.
  const Box at{point.x, point.y, point.x, point.y};
  ObjectId top = kNoObject;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < boxes().size(); ++i) {
    const Box box = boxes()[i];
    if (!is_valid(box) || !overlaps(box, at)) continue;
    const Point size = extent(box);
    const float area = size.x * size.y;
    if (top != kNoObject && area > least) continue;
    top = static_cast<ObjectId>(i);
    least = area;
  }
  return top;
}

void World::Columns::read(const WorldState& state, std::size_t count, bool are_static) {
  boxes.resize(count);
  for (auto* column : {&category, &mask, &group, &world}) column->clear();
  ids.clear();
  const BoxView all = state.boxes.view();
  for (std::size_t i = 0; i < state.objects.size(); ++i) {
    const ObjectState& object = state.objects[i];
    if (!object.exists || object.is_static != are_static) continue;
    boxes.set(ids.size(), all[i]);
    ids.push_back(static_cast<ObjectId>(i));
    category.push_back(object.filter.category);
    mask.push_back(object.filter.mask);
    group.push_back(object.filter.group);
    world.push_back(object.filter.world);
  }
}

Attributes World::Columns::attributes(bool has_filters) const {
  if (!has_filters) return {.ids = ids};
  return {.ids = ids, .category = category, .mask = mask, .group = group, .world = world};
}

ObjectId World::append(std::size_t count, const ObjectState& object) {
  const std::size_t first = state_.objects.size();
  state_.objects.resize(first + count, object);
  state_.boxes = copy_of(state_.boxes.view(), first + count);
  return static_cast<ObjectId>(first);
}

void World::count_objects() {
  object_count_ = 0;
  static_count_ = 0;
  for (const ObjectState& object : state_.objects) {
    object_count_ += object.exists ? 1U : 0U;
    static_count_ += object.exists && object.is_static ? 1U : 0U;
  }
}

}  // namespace quadphase::view
