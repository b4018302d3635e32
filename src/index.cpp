// SPDX-License-Identifier: MIT
// The members of Index: how it is built, and changes that queries see until the next frame. Queries
// are in queries.cpp.
#include "quadphase/index.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine_calls.hpp"
#include "input/given_boxes.hpp"
#include "quadphase/object_store.hpp"

namespace quadphase {

using namespace detail;

namespace {

Config config_of_index(Config config) {
  config.events = config.previous_indices = false;
  return config;
}

}  // namespace

Index::Index(const Config& config)
    : Index(new_engine(CallKind::create_index, config, config_of_index(config))) {}
Index::Index(std::unique_ptr<Engine> engine) noexcept : engine_(std::move(engine)) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

void Index::reserve(std::size_t object_count) {
  reserve_call(*engine_, object_count, 0);
}
void Index::build(const Boxes& boxes, const Attributes& attributes) {
  frame_call(*engine_, CallKind::build, boxes, attributes);
}

void Index::patch(const Boxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes) {
  logged(
      engine_->calls, [&] { return call_with_boxes(CallKind::patch, boxes, ids, attributes); },
      [&] { engine_->patch(given(boxes), ids, attributes); });
}

namespace {

/// An object of a store, as `patch` is given it.
struct PatchedObject {
  Box box;
  ObjectId id;
  Filter filter;
  float margin;
  Displacement displacement;
};

/// Columns that differ from the default. Lifetime: that of the objects.
Attributes attributes_of(const std::vector<PatchedObject>& objects) {
  const auto have = [&](auto member, const auto& normal) {
    return std::any_of(objects.begin(), objects.end(),
                       [&](const PatchedObject& object) { return object.*member != normal; });
  };
  Attributes attributes;
  if (have(&PatchedObject::filter, Filter{}))
    attributes.set_filters({objects, &PatchedObject::filter});
  if (have(&PatchedObject::margin, 0.0F)) attributes.margin = {objects, &PatchedObject::margin};
  if (have(&PatchedObject::displacement, Displacement{})) {
    const Displacement& first = objects.front().displacement;
    attributes.displacement_x = {&first.x, objects.size(), sizeof(PatchedObject)};
    attributes.displacement_y = {&first.y, objects.size(), sizeof(PatchedObject)};
  }
  return attributes;
}

}  // namespace

void Index::patch(const ObjectStore& store, std::span<const Handle> handles) {
  std::vector<PatchedObject> objects(handles.size());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const Handle handle = handles[i];
    objects[i] = {store.box(handle), handle.id, store.filter(handle), store.margin(handle),
                  store.displacement(handle)};
  }
  patch({objects, &PatchedObject::box}, {objects, &PatchedObject::id}, attributes_of(objects));
}

void Index::hide(const Column<ObjectId>& ids) {
  logged(
      engine_->calls, [&] { return call_with_ids(CallKind::hide, ids); },
      [&] { engine_->hide(ids); });
}

std::span<const ObjectId> Index::order() const noexcept {
  return engine_->order();
}
void Index::visit_cells(ErasedVisitor<quadphase::Cell> visitor) const {
  engine_->visit_cells(visitor);
}
const Origin& Index::origin() const noexcept {
  return engine_->origin();
}
const Stats& Index::stats() const noexcept {
  return engine_->stats;
}
std::span<const ObjectId> Index::rejected_ids() const noexcept {
  return engine_->rejected_ids();
}
std::size_t Index::byte_count() const noexcept {
  return engine_->context.memory.byte_count();
}
void Index::shrink_to_fit() {
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::shrink_to_fit}; },
      [&] { engine_->shrink_to_fit(); });
}

}  // namespace quadphase
