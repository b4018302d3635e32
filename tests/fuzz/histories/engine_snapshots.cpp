// SPDX-License-Identifier: MIT
// Mistakes, which change nothing, and an engine that goes on as another one.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fuzz_support/attempt.hpp"
#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"
#include "histories/engine_player.hpp"

namespace quadphase::fuzz {

using model::Object;
using model::Objects;
using model::Rows;

void EnginePlayer::make_mistake(ByteSource& in) {
  const ObjectId some_id = model_.statics().empty() ? 7 : model_.statics().begin()->first;
  Objects two(2);
  two[0].id = two[1].id = some_id;
  const Rows twins(two);
  const std::vector<ObjectId> ids = {some_id, some_id};
  const std::vector<ObjectId> unknown = {0xFFF0'0000};
  const std::uint32_t kind = in.below(9);
  const Face before(*engine_);
  require_throws<std::invalid_argument>(
      [&] {
        switch (kind) {
          case 0:
            return engine_->remove_static(unknown);
          case 1:
            return engine_->remove_static(ids);
          case 2:
            return engine_->add_static(twins.boxes(), twins.ids(), twins.attributes());
          case 3:
            return engine_->set_static(twins.boxes(), twins.ids(), twins.attributes());
          case 4:
            return engine_->update(twins.boxes(), {.ids = unknown});
          case 5: {
            BoxView boxes = twins.boxes();
            boxes.max_y = boxes.max_y.first(1);
            return engine_->build(boxes);
          }
          case 6:
            return engine_->reserve(std::size_t{1} << 33U);
          case 7:
            return engine_->reserve(1, std::uint64_t{1} << 49U);
          default: {
            std::span<const std::byte> nothing;
            return engine_->restore(nothing);
          }
        }
      },
      "a mistake");
  require(Face(*engine_) == before, "a mistake changed the shown frame");
}

std::vector<std::byte> EnginePlayer::saved() const {
  std::vector<std::byte> bytes;
  engine_->save(bytes);
  return bytes;
}

void EnginePlayer::require_same_after_restore(const std::vector<std::byte>& before,
                                              const std::function<void(BroadPhase&)>& repeat) {
  Config config = config_;
  config.memory_resource = nullptr;
  config.simd = config.simd == Simd::scalar ? Simd::best : Simd::scalar;
  BroadPhase other(config);
  std::span<const std::byte> rest = before;
  other.restore(rest);
  std::vector<std::byte> again;
  other.save(again);
  require(again == before, "another snapshot after restore");
  repeat(other);
  require(Face(other) == Face(*engine_), "a restored engine shows another frame");
  for (const Pair& pair : other.pairs())
    require(other.tight_boxes_overlap(pair) == engine_->tight_boxes_overlap(pair),
            "tight_boxes_overlap() after restore");
  again.clear();
  other.save(again);
  require(again == saved(), "a restored engine is in another state after a frame");
}

void EnginePlayer::save(ByteSource& in) {
  const Face before(*engine_);
  std::vector<std::byte> bytes;
  if (attempt(in, resource_, [&] { engine_->save(bytes); })) {
    std::vector<std::byte> again;
    engine_->save(again);
    require(bytes == again, "two snapshots of one engine differ");
    snapshot_ = std::move(bytes);
    saved_ = model_;
    saved_pairs_ = previous_pairs_;
  }
  require(Face(*engine_) == before, "save changed the shown frame");
}

void EnginePlayer::restore(ByteSource& in) {
  if (!saved_) return;
  if (in.flag()) {
    // Into a new engine with other options.
    Config options = config(in);
    options.events = config_.events;
    options.previous_indices = config_.previous_indices;
    options.touching = config_.touching;
    options.period_x = config_.period_x;
    options.period_y = config_.period_y;
    options.max_pairs = config_.max_pairs;
    options.memory_resource = &resource_;
    config_ = options;
    model_ = WorldModel(config_.events, config_.touching, {config_.period_x, config_.period_y});
    engine_.emplace(config_);
    std::erase_if(moving_, [](const Object& object) { return object.id < kFirstId; });
  }
  const Face before(*engine_);
  std::span<const std::byte> rest = snapshot_;
  if (!attempt(in, resource_, [&] { engine_->restore(rest); })) {
    require(rest.size() == snapshot_.size(), "a failed restore removed its bytes");
    require(Face(*engine_) == before, "a failed restore changed the shown frame");
    return;
  }
  require(rest.empty(), "restore left some of its bytes");
  model_ = *saved_;
  previous_pairs_ = saved_pairs_;
  model_.fail();
  std::erase_if(moving_,
                [&](const Object& object) { return model_.statics().contains(object.id); });
  require(engine_->pairs().empty(), "pairs() after restore");
  require(engine_->static_count() == model_.statics().size(), "static_count() after restore");
  require_no_tree();
  std::vector<std::byte> again;
  engine_->save(again);
  require(again == snapshot_, "another snapshot after restore");
}

void EnginePlayer::move_engine() {
  const Face before(*engine_);
  BroadPhase other(std::move(*engine_));
  require(Face(other) == before, "a move changed the shown frame");
  BroadPhase another(config_);
  another.build(Rows(moving_).boxes());
  another = std::move(other);
  *engine_ = std::move(another);
  require(Face(*engine_) == before, "an assignment changed the shown frame");
}

}  // namespace quadphase::fuzz
