// SPDX-License-Identifier: MIT
// Frames, which are run again on an engine that goes on from a snapshot.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fuzz_support/attempt.hpp"
#include "fuzz_support/failure.hpp"
#include "histories/engine_player.hpp"

namespace quadphase::fuzz {

using model::Objects;
using model::Rows;
using model::Span;

template <class Call>
void EnginePlayer::frame(ByteSource& in, WorldModel next, bool stores_pairs, const Call& call,
                         const std::function<void(BroadPhase&)>& repeat) {
  const Face before(*engine_);
  const std::vector<std::byte> state = saved();
  const bool is_crowd = stores_pairs && next.pairs().size() > config_.max_pairs;
  bool is_done = false;
  try {
    is_done = attempt(in, resource_, call);
  } catch (const std::length_error&) {
    require(is_crowd, "std::length_error without too many pairs");
  }
  if (!is_done) {
    model_.fail();
    require(Face(*engine_) == before, "a failed frame changed the shown one");
    require(!knows_statics_ || saved() == state, "a failed frame changed the snapshot");
    return require_no_tree();
  }
  require(!is_crowd, "more pairs than max_pairs");
  model_ = std::move(next);
  tree_pairs_ = model_.pairs();
  require_none(difference_of_frame(*engine_, model_), stores_pairs ? "update" : "build");
  if (stores_pairs && config_.previous_indices)
    require_none(previous_pairs_.follow(*engine_), "update");
  require_same_after_restore(state, repeat);
}

void EnginePlayer::update(ByteSource& in) {
  const model::Spans given = moving_spans(in);
  const Rows rows(moving_, given);
  WorldModel next = model_;
  next.update(as_given(moving_, given));
  const auto call = [&](BroadPhase& engine) { engine.update(rows.boxes(), rows.attributes()); };
  frame(
      in, std::move(next), true, [&] { call(*engine_); }, call);
}

void EnginePlayer::build(ByteSource& in) {
  const model::Spans given = moving_spans(in);
  const Rows rows(moving_, given);
  WorldModel updated = model_;
  updated.update(as_given(moving_, given));
  WorldModel next = model_;
  next.build(as_given(moving_, given));
  const auto call = [&](BroadPhase& engine) { engine.build(rows.boxes(), rows.attributes()); };
  frame(
      in, std::move(next), false, [&] { call(*engine_); }, call);
  if (!model_.has_tree()) return;
  tree_pairs_ = updated.pairs();
}

void EnginePlayer::update(ByteSource& in, ObjectStore& store) {
  const Objects moving = model::objects_in(store.moving_boxes(), store.moving_attributes());
  WorldModel next = model_;
  next.set_static(model::objects_in(store.static_boxes(), store.static_attributes()));
  next.update(moving);
  knows_statics_ = false;
  const auto repeat = [&](BroadPhase& engine) {
    engine.set_static(store.static_boxes(), store.static_attributes().ids,
                      store.static_attributes());
    engine.update(store.moving_boxes(), store.moving_attributes());
  };
  frame(
      in, std::move(next), true, [&] { engine_->update(store); }, repeat);
  knows_statics_ = model_.has_tree();
}

void EnginePlayer::reserve(ByteSource& in) {
  const Face before(*engine_);
  const std::size_t objects = in.byte();
  const std::uint32_t pairs = 4 * in.byte();
  const bool is_done = attempt(in, resource_, [&] { engine_->reserve(objects, pairs); });
  model_.fail();
  require_no_tree();
  if (is_done) {
    require(engine_->pairs().empty(), "pairs() after reserve");
  } else {
    require(Face(*engine_) == before, "a failed reserve changed the shown frame");
  }
}

model::Spans EnginePlayer::moving_spans(ByteSource& in) const {
  const model::Spans given = some_of(given_.moving, in);
  if (in.below(4) == 0) return given;
  // Without ids, rows are the ids, which no static object should have.
  const bool is_free = std::ranges::none_of(
      model_.statics(), [](const auto& entry) { return entry.first < kMostObjects; });
  return is_free ? given : given.with(Span::ids);
}

}  // namespace quadphase::fuzz
