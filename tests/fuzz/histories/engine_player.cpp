// SPDX-License-Identifier: MIT
// Changes of objects, and frames.
#include "histories/engine_player.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "oracle/exact_pairs.hpp"
#include "support/attempt.hpp"
#include "support/failure.hpp"
#include "support/inputs.hpp"

namespace quadphase::fuzz {
namespace {

using model::Object;
using model::Objects;
using model::Rows;
using model::Span;

constexpr std::uint32_t kOperations = 28;
constexpr std::size_t kMostObjects = 64;
/// Ids are near and far from each other.
ObjectId id_of(std::uint32_t slot) {
  return slot % 3 == 0 ? 0xFFFF'FFFF - 1'000 * slot : kFirstId + slot;
}

}  // namespace

EnginePlayer::EnginePlayer(Config config, const GivenColumns& given)
    : resource_(config.threads > 1),
      config_(config),
      given_(given),
      model_(config.events, config.touching, {config.period_x, config.period_y}) {
  config_.memory_resource = &resource_;
  engine_.emplace(config_);
  result_.emplace(&resource_);
}

void EnginePlayer::play(ByteSource& in) {
  const std::uint32_t kind = in.byte();
  play(kind % kOperations, in);
  if (kind >= 128 && knows_statics_) kind >= 224 ? build(in) : update(in);
  check_tree();
}

/// Nothing but a frame changes the pairs of the tree, stored or not.
void EnginePlayer::check_tree() {
  if (model_.has_tree())
    require(engine_->count_pairs() == tree_pairs_.size(), "count_pairs() is wrong");
}

void EnginePlayer::play(std::uint32_t operation, ByteSource& in) {
  // A frame of a store failed: first of all, the static set is made known again.
  if (!knows_statics_ && (operation < 20 || operation == 24)) return clear_static();
  switch (operation) {
    case 0:
    case 1:
    case 2:
      return add(in);
    case 3:
    case 4:
      return change(in);
    case 5:
    case 6:
      return sleep(in);
    case 7:
      return wake(in);
    case 8:
      return renew_static(in);
    case 9:
      return make_mistake(in);
    case 10:
    case 11:
    case 12:
      return update(in);
    case 13:
      return build(in);
    case 14:
      return reserve(in);
    case 15:
      return save(in);
    case 16:
      return restore(in);
    case 17:
      return clear_static();
    case 18:
    case 19:
      return search(in);
    case 20:
      return stream(in);
    case 21:
      return visit(in);
    case 22:
      return visit_in_order(in);
    case 23:
      return in.below(4) == 0 ? move_engine() : look_at_cells(in);
    case 24:
      return exchange(in);
    case 25:
      return restart_pairs(in);
    default:
      return change_queries(in);
  }
}

void EnginePlayer::finish() {
  ByteSource none({});
  if (!knows_statics_) clear_static();
  update(none);
  stream(none);
  engine_.reset();
  result_.reset();
  require(resource_.outstanding_bytes() == 0, "memory leaks");
  require(resource_.meetings() == 0, "two threads allocate at once");
}

std::vector<Box> EnginePlayer::targets() const {
  std::vector<Box> boxes;
  for (const Object& object : moving_) boxes.push_back(object.box);
  for (const auto& [id, object] : model_.statics()) boxes.push_back(object.box);
  return boxes;
}

void EnginePlayer::add(ByteSource& in) {
  std::uint32_t count = 1 + in.below(12);
  Object last = object(in, targets());
  const float step = number(in);
  for (std::uint32_t slot = 0; slot < kMostObjects && count > 0; ++slot) {
    const ObjectId id = id_of(slot);
    if (model_.statics().contains(id)) continue;
    if (std::ranges::any_of(moving_, [id](const Object& object) { return object.id == id; }))
      continue;
    last.id = id;
    moving_.push_back(last);
    last.box.min_x += step;
    last.box.max_x += step;
    --count;
  }
}

void EnginePlayer::change(ByteSource& in) {
  if (moving_.empty()) return;
  const std::uint32_t kind = in.byte();
  const std::size_t row = in.below(moving_.size());
  if (kind < 64) {
    moving_[row] = moving_.back();
    return moving_.pop_back();
  }
  const Object other = object(in, targets());
  const std::size_t last = std::min(moving_.size(), row + 1 + kind % 8);
  for (std::size_t i = row; i < last; ++i) {
    Object& object = moving_[i];
    if (kind < 128) {
      object.box = other.box;
    } else if (kind < 192) {
      object.filter = other.filter;
    } else {
      const ObjectId id = std::exchange(object, other).id;
      object.id = id;
    }
  }
}

void EnginePlayer::sleep(ByteSource& in) {
  if (moving_.empty()) return;
  const auto first = static_cast<std::ptrdiff_t>(in.below(moving_.size()));
  const auto count = static_cast<std::ptrdiff_t>(1 + in.below(24));
  const auto begin = moving_.begin() + first;
  const auto end = begin + std::min(count, moving_.end() - begin);
  const Objects fallen(begin, end);
  const model::Spans given = static_spans(in);
  const Rows rows(fallen, given);
  const Face before(*engine_);
  if (attempt(in, resource_,
              [&] { engine_->add_static(rows.boxes(), rows.ids(), rows.attributes()); })) {
    model_.add_static(as_given(fallen, given));
    moving_.erase(begin, end);
  }
  require(Face(*engine_) == before, "add_static showed before the next frame");
}

void EnginePlayer::wake(ByteSource& in) {
  std::vector<ObjectId> ids;
  const std::uint32_t first = in.byte();
  const std::size_t step = 1 + in.below(4);
  std::size_t at = first;
  for (const auto& [id, object] : model_.statics())
    if (at++ % step == 0 && ids.size() < 1 + first / 16) ids.push_back(id);
  const Face before(*engine_);
  if (attempt(in, resource_, [&] { engine_->remove_static(ids); })) {
    for (const ObjectId id : ids) {
      if (id >= kFirstId && first % 2 == 0) moving_.push_back(model_.statics().at(id));
    }
    model_.remove_static(ids);
  }
  require(Face(*engine_) == before, "remove_static showed before the next frame");
}

void EnginePlayer::renew_static(ByteSource& in) {
  Objects objects;
  const std::size_t step = 1 + in.below(3);
  std::size_t at = 0;
  for (const auto& [id, object] : model_.statics())
    if (at++ % step == 0) objects.push_back(object);
  if (in.flag()) std::ranges::reverse(objects);
  const model::Spans given = static_spans(in);
  const Rows rows(objects, given);
  const Face before(*engine_);
  if (attempt(in, resource_,
              [&] { engine_->set_static(rows.boxes(), rows.ids(), rows.attributes()); }))
    model_.set_static(as_given(objects, given));
  require(Face(*engine_) == before, "set_static showed before the next frame");
}

void EnginePlayer::exchange(ByteSource& in) {
  std::vector<ObjectId> removed;
  Objects added;
  for (const auto& [id, object] : model_.statics()) {
    const std::uint32_t kind = in.below(4);
    if (kind < 2) removed.push_back(id);
    if (kind == 0) added.push_back(object);
  }
  for (std::uint32_t count = in.below(8); count > 0 && !moving_.empty(); --count) {
    added.push_back(moving_.back());
    moving_.pop_back();
  }
  const bool is_mistake = in.below(8) == 0 && !added.empty();
  if (is_mistake) added.push_back(added.front());
  const model::Spans given = static_spans(in);
  const Rows rows(added, given);
  const auto call = [&] {
    engine_->exchange_static(removed, rows.boxes(), rows.ids(), rows.attributes());
  };
  const Face before(*engine_);
  if (is_mistake) {
    require_throws<std::invalid_argument>(call, "exchange_static with an id twice");
  } else if (attempt(in, resource_, call)) {
    model_.exchange_static(removed, as_given(added, given));
  }
  require(Face(*engine_) == before, "exchange_static showed before the next frame");
}

void EnginePlayer::clear_static() {
  const Face before(*engine_);
  engine_->clear_static();
  model_.set_static({});
  knows_statics_ = true;
  require(Face(*engine_) == before, "clear_static showed before the next frame");
}

void EnginePlayer::restart_pairs(ByteSource& in) {
  std::vector<ObjectId> ids;
  for (std::uint32_t count = 1 + in.below(8); count > 0; --count) {
    const std::uint32_t slot = in.below(kMostObjects);
    ids.push_back(in.flag() ? id_of(slot) : slot);
  }
  const Face before(*engine_);
  if (attempt(in, resource_, [&] { engine_->restart_pairs(ids); })) model_.restart_pairs(ids);
  require(Face(*engine_) == before, "restart_pairs showed before the next frame");
}

void EnginePlayer::change_queries(ByteSource& in) {
  Objects objects;
  const std::size_t step = 1 + in.below(6);
  std::size_t at = 0;
  for (const auto& [id, object] : model_.statics())
    if (at++ % step == 0) objects.push_back(object);
  for (const Object& object : moving_)
    if (at++ % step == 0) objects.push_back(object);
  const Object other = object(in, targets());
  std::vector<ObjectId> ids;
  for (Object& object : objects) {
    object.box = other.box;
    object.filter = other.filter;
    ids.push_back(object.id);
  }
  const model::Spans given = some_of(given_.changes, in).with(Span::ids);
  const bool removes = in.flag();
  const bool is_mistake = !removes && in.below(4) == 0 && !objects.empty();
  if (is_mistake) objects.push_back(objects.front());
  const Rows rows(objects, given);
  const auto call = [&] {
    if (removes) {
      engine_->remove(ids);
    } else {
      engine_->change(rows.boxes(), rows.ids(), rows.attributes());
    }
  };
  if (!model_.has_tree()) return require_throws<std::logic_error>(call, "a change without a frame");
  const Face before(*engine_);
  if (is_mistake) {
    require_throws<std::invalid_argument>(call, "a change of an id twice");
  } else if (!attempt(in, resource_, call)) {
    model_.fail();
    require_no_tree();
  } else if (removes) {
    model_.remove(ids);
  } else {
    model_.change(as_given(objects, given));
  }
  require(Face(*engine_) == before, "a change for queries showed in the frame");
}

template <class Call>
void EnginePlayer::frame(ByteSource& in, WorldModel next, bool stores_pairs, const Call& call) {
  const Face before(*engine_);
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
    return require_no_tree();
  }
  require(!is_crowd, "more pairs than max_pairs");
  model_ = std::move(next);
  tree_pairs_ = model_.pairs();
  require_none(difference_of_frame(*engine_, model_), stores_pairs ? "update" : "build");
  if (stores_pairs && config_.previous_indices)
    require_none(previous_pairs_.follow(*engine_), "update");
}

void EnginePlayer::update(ByteSource& in) {
  const model::Spans given = moving_spans(in);
  const Rows rows(moving_, given);
  WorldModel next = model_;
  next.update(as_given(moving_, given));
  frame(in, std::move(next), true, [&] { engine_->update(rows.boxes(), rows.attributes()); });
}

void EnginePlayer::build(ByteSource& in) {
  const model::Spans given = moving_spans(in);
  const Rows rows(moving_, given);
  WorldModel updated = model_;
  updated.update(as_given(moving_, given));
  WorldModel next = model_;
  next.build(as_given(moving_, given));
  frame(in, std::move(next), false, [&] { engine_->build(rows.boxes(), rows.attributes()); });
  if (!model_.has_tree()) return;
  tree_pairs_ = updated.pairs();
}

void EnginePlayer::update(ByteSource& in, ObjectStore& store) {
  const Objects moving = model::objects_in(store.moving_boxes(), store.moving_attributes());
  WorldModel next = model_;
  next.set_static(model::objects_in(store.static_boxes(), store.static_attributes()));
  next.update(moving);
  knows_statics_ = false;
  frame(in, std::move(next), true, [&] { engine_->update(store); });
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

model::Spans EnginePlayer::some_of(model::Spans given, ByteSource& in) {
  const std::uint32_t bits = in.raw<std::uint16_t>();
  return bits % 4 != 3 ? given : model::Spans{bits >> 2U & given.bits};
}

model::Spans EnginePlayer::moving_spans(ByteSource& in) const {
  const model::Spans given = some_of(given_.moving, in);
  // Without ids, rows are the ids, which no static object may have.
  const bool is_free = std::ranges::none_of(
      model_.statics(), [](const auto& entry) { return entry.first < kMostObjects; });
  return is_free ? given : given.with(Span::ids);
}

}  // namespace quadphase::fuzz
