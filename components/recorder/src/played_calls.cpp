// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <vector>

#include "base/checksum.hpp"
#include "played_objects.hpp"

namespace quadphase::detail {
namespace {

constexpr std::uint64_t kMostReservedObjects = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostReservedPairs = std::uint64_t{1} << 26U;
constexpr std::uint64_t kMaxObjects = 0xFFFF'FFFF - 63;
constexpr std::uint64_t kMaxPairs = std::uint64_t{1} << 48U;

/// A count that is too large to be valid is refused, as it was when recorded; any other is a hint.
std::uint64_t reserved(std::uint64_t count, std::uint64_t rule, std::uint64_t most) noexcept {
  return count > rule ? count : std::min(count, most);
}

/// The boxes of a call as they were given.
Boxes boxes_of(const RecordedCall& call) noexcept {
  switch (call.form) {
    case BoxForm::columns:
      return call.boxes;
    case BoxForm::rows:
      return {call.rows.first, call.rows.count, call.rows.stride};
    case BoxForm::doubles:
      return {call.doubles, call.origin};
    case BoxForm::centers:
      return {call.centers, call.origin};
  }
  return {};
}

Box first_box(const BoxView& boxes) noexcept {
  return {boxes.min_x[0], boxes.min_y[0], boxes.max_x[0], boxes.max_y[0]};
}

/// True if all columns have the one entry that the form for one object has.
bool is_single(const RecordedCall& call) noexcept {
  const auto has = [](std::size_t size) { return size == 1; };
  switch (call.kind) {
    case CallKind::add:
      return has(call.boxes.min_x.size()) && has(call.boxes.min_y.size()) &&
             has(call.boxes.max_x.size()) && has(call.boxes.max_y.size()) &&
             has(call.filters.size());
    case CallKind::move:
      return has(call.handles.size()) && has(call.boxes.min_x.size()) &&
             has(call.boxes.min_y.size()) && has(call.boxes.max_x.size()) &&
             has(call.boxes.max_y.size());
    case CallKind::set_filter:
      return has(call.handles.size()) && has(call.filters.size());
    case CallKind::set_margin:
      return has(call.handles.size()) && has(call.margins.size());
    case CallKind::set_displacement:
      return has(call.handles.size()) && has(call.displacements.size());
    default:
      return has(call.handles.size());
  }
}

}  // namespace

void PlayedCall::play_single(ObjectStore& store) {
  const RecordedCall& call = call_;
  switch (call.kind) {
    case CallKind::add:
      return hash_.add(
          time([&] { return store.add(first_box(call.boxes), call.filters[0], call.mobility); }));
    case CallKind::remove_objects:
      return time([&] { store.remove(call.handles[0]); });
    case CallKind::move:
      return time([&] { store.move(call.handles[0], first_box(call.boxes)); });
    case CallKind::set_filter:
      return time([&] { store.set_filter(call.handles[0], call.filters[0]); });
    case CallKind::set_mobility:
      return time([&] { store.set_mobility(call.handles[0], call.mobility); });
    case CallKind::set_margin:
      return time([&] { store.set_margin(call.handles[0], call.margins[0]); });
    default:
      return time([&] { store.set_displacement(call.handles[0], call.displacements[0]); });
  }
}

bool PlayedCall::play(ObjectStore& store) {
  const RecordedCall& call = call_;
  if (call.is_single && is_single(call)) {
    play_single(store);
    return true;
  }
  switch (call.kind) {
    case CallKind::reserve:
      time([&] {
        store.reserve(
            static_cast<std::size_t>(reserved(call.counts[0], kMaxObjects, kMostReservedObjects)),
            static_cast<std::size_t>(reserved(call.counts[1], kMaxObjects, kMostReservedObjects)));
      });
      return true;
    case CallKind::add: {
      // The program's span may have had another length, which is refused.
      const std::size_t most = boxes_of(call).size() + 1;
      std::vector<Handle> handles(
          static_cast<std::size_t>(std::min<std::uint64_t>(call.counts[0], most)));
      time([&] { store.add(boxes_of(call), call.filters, handles, call.mobility); });
      hash_.add_all(std::span<const Handle>(handles));
      return true;
    }
    case CallKind::remove_objects:
      time([&] { store.remove(call.handles); });
      return true;
    case CallKind::move:
      time([&] { store.move(call.handles, boxes_of(call)); });
      return true;
    case CallKind::set_filter:
      time([&] { store.set_filter(call.handles, call.filters); });
      return true;
    case CallKind::set_mobility:
      time([&] { store.set_mobility(call.handles, call.mobility); });
      return true;
    case CallKind::set_margin:
      time([&] { store.set_margin(call.handles, call.margins); });
      return true;
    case CallKind::set_displacement:
      time([&] { store.set_displacement(call.handles, call.displacements); });
      return true;
    case CallKind::reorder:
      hash_.add_all(time([&] { return store.reorder(call.ids); }));
      return true;
    case CallKind::clear:
      time([&] { store.clear(); });
      return true;
    case CallKind::shrink_to_fit:
      time([&] { store.shrink_to_fit(); });
      return true;
    default:
      return play_snapshot(store);
  }
}

template <class Subject>
bool PlayedCall::play_snapshot(Subject& subject) {
  if (call_.kind == CallKind::save) {
    std::vector<std::byte> bytes;
    time([&] { subject.save(bytes); });
    hash_.add(sum_of(bytes, 1));
    return true;
  }
  if (call_.kind == CallKind::restore) {
    std::span<const std::byte> bytes = call_.bytes;
    time([&] { subject.restore(bytes); });
    return true;
  }
  return false;
}

bool PlayedCall::play(Index& index) {
  const RecordedCall& call = call_;
  switch (call.kind) {
    case CallKind::reserve:
      time([&] {
        index.reserve(
            static_cast<std::size_t>(reserved(call.counts[0], kMaxObjects, kMostReservedObjects)));
      });
      return true;
    case CallKind::build:
      time([&] { index.build(boxes_of(call), call.attributes); });
      if (wants_hash_) hash_.add_all(index.rejected_ids());
      return true;
    case CallKind::patch:
      time([&] { index.patch(boxes_of(call), call.ids, call.attributes); });
      return true;
    case CallKind::hide:
      time([&] { index.hide(call.ids); });
      return true;
    case CallKind::shrink_to_fit:
      time([&] { index.shrink_to_fit(); });
      return true;
    default:
      return play_query(index);
  }
}

bool PlayedCall::play_statics(BroadPhase& engine) {
  const RecordedCall& call = call_;
  switch (call.kind) {
    case CallKind::set_static:
      time([&] { engine.set_static(boxes_of(call), call.ids, call.attributes); });
      return true;
    case CallKind::add_static:
      time([&] { engine.add_static(boxes_of(call), call.ids, call.attributes); });
      return true;
    case CallKind::exchange_static:
      time(
          [&] { engine.exchange_static(call.removed, boxes_of(call), call.ids, call.attributes); });
      return true;
    case CallKind::remove_static:
      time([&] { engine.remove_static(call.ids); });
      return true;
    case CallKind::clear_static:
      time([&] { engine.clear_static(); });
      return true;
    default:
      return false;
  }
}

bool PlayedCall::play_pairs(BroadPhase& engine) {
  const RecordedCall& call = call_;
  switch (call.kind) {
    case CallKind::count_pairs:
      hash_.add(time([&] { return engine.count_pairs(); }));
      return true;
    case CallKind::chunk_count:
      hash_.add(std::uint64_t{time([&] { return engine.chunk_count(); })});
      return true;
    case CallKind::for_each_pair_chunk: {
      std::atomic<std::uint64_t> sum{0};
      time([&] {
        engine.for_each_pair_chunk([&](std::span<const Pair> pairs, std::size_t) {
          if (wants_hash_) sum += ResultHash::sum_of(pairs);
        });
      });
      hash_.add(sum.load());
      return true;
    }
    case CallKind::restart_pairs:
      time([&] { engine.restart_pairs(call.ids); });
      return true;
    case CallKind::tight_boxes_overlap:
      // Two objects that are not a pair have no answer, and may have no boxes.
      if (!std::ranges::count(engine.pairs(), call.pair)) return false;
      hash_.add(time([&] { return engine.tight_boxes_overlap(call.pair); }) ? 1U : 0U);
      return true;
    default:
      return false;
  }
}

bool PlayedCall::play(BroadPhase& engine, ObjectStore* store) {
  const RecordedCall& call = call_;
  const auto finish_frame = [&] {
    if (wants_hash_) hash_.add_frame(engine);
    return true;
  };
  switch (call.kind) {
    case CallKind::reserve:
      time([&] {
        engine.reserve(
            static_cast<std::size_t>(reserved(call.counts[0], kMaxObjects, kMostReservedObjects)),
            reserved(call.counts[1], kMaxPairs, kMostReservedPairs));
      });
      return true;
    case CallKind::update:
      time([&] { engine.update(boxes_of(call), call.attributes); });
      return finish_frame();
    case CallKind::update_store:
      if (store == nullptr) return false;
      time([&] { engine.update(*store); });
      return finish_frame();
    case CallKind::build:
      time([&] { engine.build(boxes_of(call), call.attributes); });
      return finish_frame();
    default:
      return play_statics(engine) || play_pairs(engine) || play_snapshot(engine) ||
             play(static_cast<Index&>(engine));
  }
}

}  // namespace quadphase::detail
