// SPDX-License-Identifier: MIT
// The members of BroadPhase: each records its call, and is one line around the engine, whose frame
// pipeline is in engine/engine.cpp.
#include "quadphase/broad_phase.hpp"

#include <stdexcept>
#include <utility>

#include "base/checksum.hpp"
#include "call/snapshot_size.hpp"
#include "engine/engine.hpp"
#include "engine_calls.hpp"
#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"
#include "store/stored_objects.hpp"

namespace quadphase {

using namespace detail;

BroadPhase::BroadPhase(const Config& config)
    : Index(new_engine(CallKind::create_engine, config, config)) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void BroadPhase::reserve(std::size_t object_count, std::uint64_t pair_count) {
  reserve_call(*engine_, object_count, pair_count);
}

// Updates.

void BroadPhase::update(const Boxes& boxes, const Attributes& attributes) {
  // Why here: where nothing moves, neither code nor data are in the caches, and each of their lines
  // takes longer than all instructions.
  if (engine_->can_skip_update() && are_no_floats(boxes) && is_empty(attributes))
    return engine_->require_no_visit();
  frame_call(*engine_, CallKind::update, boxes, attributes);
}

void BroadPhase::update(ObjectStore& store) {
  StoredObjects& objects = StoreAccess::objects_of(store);
  if (objects.moving.count() == 0 && engine_->can_skip_update(objects.tracker))
    return engine_->require_no_visit();
  if (engine_->calls.recorder() != nullptr && objects.calls.recorder() != engine_->calls.recorder())
    throw std::invalid_argument(
        "quadphase: a store must have the recorder of the engine that it updates");
  logged(
      engine_->calls,
      [&] {
        return RecordedCall{.kind = CallKind::update_store, .store = objects.calls.subject()};
      },
      [&] { engine_->update(objects); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add_frame(*engine_);
      });
}

// Pairs.

std::span<const Pair> BroadPhase::pairs() const noexcept {
  return engine_->pairs();
}
std::span<const Pair> BroadPhase::sorted_pairs() {
  return engine_->sorted_pairs();
}
Adjacency BroadPhase::adjacency(std::size_t id_count) {
  return engine_->adjacency(id_count);
}

std::size_t BroadPhase::chunk_count() const {
  return logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::chunk_count}; },
      [&] { return engine_->chunk_count(); },
      [](ResultHash* hash, CallOutcome&, std::size_t count) {
        if (hash != nullptr) hash->add(std::uint64_t{count});
      });
}

std::uint64_t BroadPhase::count_pairs() {
  return logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::count_pairs}; },
      [&] { return engine_->count(); },
      [](ResultHash* hash, CallOutcome&, std::uint64_t count) {
        if (hash != nullptr) hash->add(count);
      });
}

void BroadPhase::visit_chunks(ChunkVisitor visit) {
  logged_chunks(engine_->calls, visit, [&](ChunkVisitor logged) { engine_->stream(logged); });
}

// Static objects.

void BroadPhase::set_static(const Boxes& boxes, const Column<ObjectId>& ids,
                            const Attributes& attributes) {
  logged(
      engine_->calls, [&] { return call_with_boxes(CallKind::set_static, boxes, ids, attributes); },
      [&] { engine_->set_static(given(boxes), ids, attributes); });
}

void BroadPhase::exchange_static(const Column<ObjectId>& removed, const Boxes& boxes,
                                 const Column<ObjectId>& ids, const Attributes& attributes) {
  logged(
      engine_->calls,
      [&] { return call_with_boxes(CallKind::exchange_static, boxes, ids, attributes, removed); },
      [&] { engine_->exchange_static(removed, given(boxes), ids, attributes); });
}

void BroadPhase::clear_static() {
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::clear_static}; },
      [&] { engine_->set_static(given(BoxView{}), {}, {}); });
}

std::size_t BroadPhase::static_count() const noexcept {
  return engine_->static_count();
}
std::span<const Pair> BroadPhase::static_pairs() {
  return engine_->static_pairs();
}

// Events.

Events BroadPhase::events() const noexcept {
  return engine_->events();
}
std::span<const std::uint32_t> BroadPhase::previous_indices() const noexcept {
  return engine_->previous_indices();
}

void BroadPhase::restart_pairs(const Column<ObjectId>& ids) {
  logged(
      engine_->calls, [&] { return call_with_ids(CallKind::restart_pairs, ids); },
      [&] { engine_->begin_pairs_anew(ids); });
}

bool BroadPhase::tight_boxes_overlap(const Pair& pair) const {
  return logged(
      engine_->calls,
      [&] { return RecordedCall{.kind = CallKind::tight_boxes_overlap, .pair = pair}; },
      [&] { return engine_->tight_boxes_overlap(pair); },
      [](ResultHash* hash, CallOutcome&, bool touches) {
        if (hash != nullptr) hash->add(touches ? 1U : 0U);
      });
}

// Snapshots.

void BroadPhase::save(std::vector<std::byte>& bytes) const {
  const std::size_t before = bytes.size();
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::save}; },
      [&] { engine_->save(bytes); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
      });
}

void BroadPhase::restore(std::span<const std::byte>& bytes) {
  logged(
      engine_->calls,
      [&] { return RecordedCall{.kind = CallKind::restore, .bytes = snapshot_in(bytes)}; },
      [&] { engine_ = engine_->restored(bytes); });
}

}  // namespace quadphase
