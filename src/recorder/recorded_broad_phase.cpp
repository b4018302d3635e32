// SPDX-License-Identifier: MIT
#include "quadphase/recorded_broad_phase.hpp"
#include "quadphase/recorded_query_index.hpp"

#include <atomic>
#include <optional>
#include <utility>

#include "base/checksum.hpp"
#include "recorder/recorded_call_scope.hpp"
#include "recorder/snapshot_size.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// A call of boxes in one of their forms.
template <class Boxes>
RecordedCall call_of(CallKind kind, const Boxes& boxes, std::span<const ObjectId> ids,
                     const Attributes& attributes) {
  RecordedCall call = call_of(kind);
  call.attributes = attributes;
  call.ids = ids;
  if constexpr (std::is_same_v<Boxes, BoxView>) {
    call.boxes = boxes;
  } else if constexpr (std::is_same_v<Boxes, StridedBoxes>) {
    call.form = BoxForm::rows;
    call.rows = boxes;
  } else {
    call.origin = boxes.origin;
    if (const auto* const wide = std::get_if<WideBoxView>(&boxes.view)) {
      call.form = BoxForm::wide;
      call.wide = *wide;
    } else {
      call.form = BoxForm::centers;
      call.centers = std::get<CenterView>(boxes.view);
    }
  }
  return call;
}

/// Calls `function(boxes...)` with boxes as the public functions take them.
template <class Boxes, class Function>
void with(const Boxes& boxes, const Function& function) {
  if constexpr (std::is_same_v<Boxes, WideBoxes>) {
    std::visit([&](const auto& view) { function(view, boxes.origin); }, boxes.view);
  } else {
    function(boxes);
  }
}

RecordedCall create(CallKind kind, const Config& config) {
  RecordedCall call = call_of(kind);
  call.config = config;
  call.has_executor = config.executor != nullptr;
  return call;
}

/// Records a frame: an update or a build of an engine.
template <class Function>
void record_frame(const RecordedObject& object, RecordedCall call, const BroadPhase& engine,
                  const Function& function) {
  recorded(object, call, [&](CallOutcome&, ResultHash* hash) {
    function();
    if (hash != nullptr) hash->add_frame(engine);
  });
}

/// Records a call that returns nothing and shows nothing before the next frame.
template <class Function>
void record(const RecordedObject& object, RecordedCall call, const Function& function) {
  recorded(object, call, [&](CallOutcome&, ResultHash*) { function(); });
}

}  // namespace

RecordedBroadPhase::RecordedBroadPhase(Recorder& recorder, const Config& config)
    : RecordedQueries(recorder) {
  record(object_, create(CallKind::create_engine, config),
         [&] { engine_ = std::make_unique<BroadPhase>(config); });
  queries_ = engine_.get();
}

void RecordedBroadPhase::reserve(std::size_t object_count, std::uint64_t pair_count) {
  RecordedCall call = call_of(CallKind::reserve);
  call.counts[0] = object_count;
  call.counts[1] = pair_count;
  record(object_, call, [&] { engine_->reserve(object_count, pair_count); });
}

// The three forms of boxes, alike.
#define QUADPHASE_RECORD_FRAME(name, parameter, function)                                   \
  void RecordedBroadPhase::function(const parameter& boxes, const Attributes& attributes) { \
    record_frame(object_, call_of(CallKind::name, boxes, {}, attributes), *engine_, [&] {   \
      with(boxes, [&](const auto&... given) { engine_->name(given..., attributes); });      \
    });                                                                                     \
  }
QUADPHASE_RECORD_FRAME(update, BoxView, update)
QUADPHASE_RECORD_FRAME(update, StridedBoxes, update)
QUADPHASE_RECORD_FRAME(update, WideBoxes, update_wide)
QUADPHASE_RECORD_FRAME(build, BoxView, build)
QUADPHASE_RECORD_FRAME(build, StridedBoxes, build)
QUADPHASE_RECORD_FRAME(build, WideBoxes, build_wide)
#undef QUADPHASE_RECORD_FRAME

#define QUADPHASE_RECORD_CHANGE(name, parameter, function)                                  \
  void RecordedBroadPhase::function(const parameter& boxes, std::span<const ObjectId> ids,  \
                                    const Attributes& attributes) {                         \
    record(object_, call_of(CallKind::name, boxes, ids, attributes), [&] {                  \
      with(boxes, [&](const auto&... given) { engine_->name(given..., ids, attributes); }); \
    });                                                                                     \
  }
QUADPHASE_RECORD_CHANGE(set_static, BoxView, set_static)
QUADPHASE_RECORD_CHANGE(set_static, StridedBoxes, set_static)
QUADPHASE_RECORD_CHANGE(set_static, WideBoxes, set_static_wide)
QUADPHASE_RECORD_CHANGE(add_static, BoxView, add_static)
QUADPHASE_RECORD_CHANGE(add_static, StridedBoxes, add_static)
QUADPHASE_RECORD_CHANGE(add_static, WideBoxes, add_static_wide)
QUADPHASE_RECORD_CHANGE(change, BoxView, change)
QUADPHASE_RECORD_CHANGE(change, StridedBoxes, change)
QUADPHASE_RECORD_CHANGE(change, WideBoxes, change_wide)
#undef QUADPHASE_RECORD_CHANGE

#define QUADPHASE_RECORD_EXCHANGE(parameter, function)                                             \
  void RecordedBroadPhase::function(std::span<const ObjectId> removed, const parameter& boxes,     \
                                    std::span<const ObjectId> ids, const Attributes& attributes) { \
    RecordedCall call = call_of(CallKind::exchange_static, boxes, ids, attributes);                \
    call.removed = removed;                                                                        \
    record(object_, call, [&] {                                                                    \
      with(boxes, [&](const auto&... given) {                                                      \
        engine_->exchange_static(removed, given..., ids, attributes);                              \
      });                                                                                          \
    });                                                                                            \
  }
QUADPHASE_RECORD_EXCHANGE(BoxView, exchange_static)
QUADPHASE_RECORD_EXCHANGE(StridedBoxes, exchange_static)
QUADPHASE_RECORD_EXCHANGE(WideBoxes, exchange_static_wide)
#undef QUADPHASE_RECORD_EXCHANGE

void RecordedBroadPhase::update(RecordedObjectStore& store) {
  RecordedCall call = call_of(CallKind::update_store);
  call.store = store.number();
  record_frame(object_, call, *engine_, [&] { engine_->update(*store.store_); });
}

std::uint64_t RecordedBroadPhase::count_pairs() {
  RecordedCall call = call_of(CallKind::count_pairs);
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::uint64_t count = engine_->count_pairs();
    if (hash != nullptr) hash->add(count);
    return count;
  });
}

std::size_t RecordedBroadPhase::chunk_count() const {
  RecordedCall call = call_of(CallKind::chunk_count);
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::size_t count = engine_->chunk_count();
    if (hash != nullptr) hash->add(std::uint64_t{count});
    return count;
  });
}

void RecordedBroadPhase::visit_chunks(ChunkVisitor visit) {
  RecordedCall call = call_of(CallKind::for_each_pair_chunk);
  recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const OpenVisitor open(object_.state());
    std::atomic<std::uint64_t> sum{0};
    const bool is_wanted = hash != nullptr;
    engine_->for_each_pair_chunk([&](std::span<const Pair> pairs, std::size_t chunk_index) {
      if (is_wanted) sum += ResultHash::sum_of(pairs);
      try {
        visit(pairs, chunk_index);
      } catch (...) {
        throw VisitorFailed{std::current_exception()};
      }
    });
    if (is_wanted) hash->add(sum.load());
  });
}

void RecordedBroadPhase::remove_static(std::span<const ObjectId> ids) {
  RecordedCall call = call_of(CallKind::remove_static);
  call.ids = ids;
  record(object_, call, [&] { engine_->remove_static(ids); });
}

void RecordedBroadPhase::clear_static() {
  record(object_, call_of(CallKind::clear_static), [&] { engine_->clear_static(); });
}

void RecordedBroadPhase::remove(std::span<const ObjectId> ids) {
  RecordedCall call = call_of(CallKind::remove);
  call.ids = ids;
  record(object_, call, [&] { engine_->remove(ids); });
}

void RecordedBroadPhase::restart_pairs(std::span<const ObjectId> ids) {
  RecordedCall call = call_of(CallKind::restart_pairs);
  call.ids = ids;
  record(object_, call, [&] { engine_->restart_pairs(ids); });
}

bool RecordedBroadPhase::touching(const Pair& pair) const {
  RecordedCall call = call_of(CallKind::touching);
  call.pair = pair;
  return recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const bool touches = engine_->touching(pair);
    if (hash != nullptr) hash->add(touches ? 1U : 0U);
    return touches;
  });
}

void RecordedBroadPhase::shrink_to_fit() {
  record(object_, call_of(CallKind::shrink_to_fit), [&] { engine_->shrink_to_fit(); });
}

void RecordedBroadPhase::save(std::vector<std::byte>& bytes) const {
  RecordedCall call = call_of(CallKind::save);
  recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::size_t before = bytes.size();
    engine_->save(bytes);
    if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
  });
}

void RecordedBroadPhase::restore(std::span<const std::byte>& bytes) {
  RecordedCall call = call_of(CallKind::restore);
  call.bytes = snapshot_in(bytes);
  record(object_, call, [&] { engine_->restore(bytes); });
}

RecordedQueryIndex::RecordedQueryIndex(Recorder& recorder, const Config& config)
    : RecordedQueries(recorder) {
  record(object_, create(CallKind::create_index, config),
         [&] { index_ = std::make_unique<QueryIndex>(config); });
  queries_ = index_.get();
}

void RecordedQueryIndex::reserve(std::size_t object_count) {
  RecordedCall call = call_of(CallKind::reserve);
  call.counts[0] = object_count;
  record(object_, call, [&] { index_->reserve(object_count); });
}

void RecordedQueryIndex::shrink_to_fit() {
  record(object_, call_of(CallKind::shrink_to_fit), [&] { index_->shrink_to_fit(); });
}

namespace {

template <class Boxes>
void record_build(const RecordedObject& object, QueryIndex& index, const Boxes& boxes,
                  const Attributes& attributes) {
  RecordedCall call = call_of(CallKind::build, boxes, {}, attributes);
  recorded(object, call, [&](CallOutcome&, ResultHash* hash) {
    with(boxes, [&](const auto&... given) { index.build(given..., attributes); });
    if (hash != nullptr) hash->add_all(index.rejected_ids());
  });
}

template <class Boxes>
void record_change(const RecordedObject& object, QueryIndex& index, const Boxes& boxes,
                   std::span<const ObjectId> ids, const Attributes& attributes) {
  record(object, call_of(CallKind::change, boxes, ids, attributes), [&] {
    with(boxes, [&](const auto&... given) { index.change(given..., ids, attributes); });
  });
}

}  // namespace

void RecordedQueryIndex::build(const BoxView& boxes, const Attributes& attributes) {
  record_build(object_, *index_, boxes, attributes);
}
void RecordedQueryIndex::build(const StridedBoxes& boxes, const Attributes& attributes) {
  record_build(object_, *index_, boxes, attributes);
}
void RecordedQueryIndex::build_wide(const WideBoxes& boxes, const Attributes& attributes) {
  record_build(object_, *index_, boxes, attributes);
}
void RecordedQueryIndex::change(const BoxView& boxes, std::span<const ObjectId> ids,
                                const Attributes& attributes) {
  record_change(object_, *index_, boxes, ids, attributes);
}
void RecordedQueryIndex::change(const StridedBoxes& boxes, std::span<const ObjectId> ids,
                                const Attributes& attributes) {
  record_change(object_, *index_, boxes, ids, attributes);
}
void RecordedQueryIndex::change_wide(const WideBoxes& boxes, std::span<const ObjectId> ids,
                                     const Attributes& attributes) {
  record_change(object_, *index_, boxes, ids, attributes);
}
void RecordedQueryIndex::remove(std::span<const ObjectId> ids) {
  RecordedCall call = call_of(CallKind::remove);
  call.ids = ids;
  record(object_, call, [&] { index_->remove(ids); });
}

}  // namespace quadphase
