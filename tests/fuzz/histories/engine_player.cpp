// SPDX-License-Identifier: MIT
// Changes of objects.
#include "histories/engine_player.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "fuzz_support/attempt.hpp"
#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"

namespace quadphase::fuzz {
namespace {

using model::Object;
using model::Objects;
using model::Rows;
using model::Span;

constexpr std::uint32_t kOperations = 28;
/// Ids are near and far from each other.
ObjectId id_of(std::uint32_t slot) {
  return slot % 3 == 0 ? 0xFFFF'FFFF - 1'000 * slot : kFirstId + slot;
}

/// Leaves of objects with one id the first, and none whose id is one of `taken`.
template <class Taken>
void drop_equal_ids(Objects& objects, const Taken& taken) {
  std::set<ObjectId> ids;
  std::erase_if(objects, [&](const Object& object) {
    return taken.contains(object.id) || !ids.insert(object.id).second;
  });
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
  check_tree();
  if (kind < 128 || !knows_statics_) return;
  kind >= 224 ? build(in) : update(in);
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
      return add(in, false);
    case 2:
      return add(in, true);
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

Box EnginePlayer::wrapped(Box box) const {
  const auto wrap = [](float& min, float& max, float period) {
    if (period == 0) return;
    const float by = period * std::floor(min / period);
    if (!std::isfinite(by)) return;
    min -= by;
    max -= by;
  };
  wrap(box.min_x, box.max_x, config_.period_x);
  wrap(box.min_y, box.max_y, config_.period_y);
  return box;
}

void EnginePlayer::add(ByteSource& in, bool shares_ids) {
  std::uint32_t count = 1 + in.below(12);
  Object last = object(in, targets());
  const float step = number(in);
  for (std::uint32_t slot = 0; slot < kMostObjects && count > 0; ++slot) {
    const ObjectId id = id_of(slot);
    const auto has_id = [id](const Object& object) { return object.id == id; };
    const bool is_taken = model_.statics().contains(id) || std::ranges::any_of(moving_, has_id);
    if (is_taken && !shares_ids) continue;
    last.id = id;
    last.box = wrapped(last.box);
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
  Objects fallen(begin, end);
  drop_equal_ids(fallen, model_.statics());
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
  std::map<ObjectId, Object> staying = model_.statics();
  for (const ObjectId id : removed) staying.erase(id);
  drop_equal_ids(added, staying);
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
  drop_equal_ids(objects, std::set<ObjectId>{});
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
      engine_->hide(ids);
    } else {
      engine_->patch(rows.boxes(), rows.ids(), rows.attributes());
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

}  // namespace quadphase::fuzz
