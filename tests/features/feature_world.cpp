// SPDX-License-Identifier: MIT
#include "features/feature_world.hpp"

#include <algorithm>
#include <utility>

namespace quadphase::features {
namespace {

using model::Object;
using model::Span;
using model::Spans;

constexpr float kPeriod = 16;
constexpr std::size_t kStaticCount = 30;
Periods periods_of(const Features& features) {
  return {features.period == Period::none ? 0 : kPeriod,
          features.period == Period::both ? kPeriod : 0};
}

}  // namespace

FeatureWorld::FeatureWorld(const Features& features, std::uint64_t seed)
    : features_(features),
      random_(seed, 5),
      engine_(config()),
      model_(features.events != EventKind::none, features.touch == Touch::pair,
             periods_of(features)),
      oracle_(features.touch == Touch::pair, periods_of(features)) {
  oracle_.set_elsewhere();  // in some forms
  make_objects();
}

Config FeatureWorld::config() {
  Config config;
  config.touching = features_.touch == Touch::pair;
  config.period_x = periods_of(features_).x;
  config.period_y = periods_of(features_).y;
  config.events = features_.events != EventKind::none;
  config.previous_indices = features_.events == EventKind::previous_indices;
  if (features_.leaves == Leaves::small) config.leaf_capacity = 2;
  if (features_.execution == Execution::one_thread) config.threads = 1;
  if (features_.execution == Execution::threads) config.threads = 3;
  if (features_.execution == Execution::executor) config.executor = &executor_;
  return config;
}

Spans FeatureWorld::moving_spans() const {
  Spans spans = Spans{}.with(Span::ids);
  if (features_.filters == Filters::groups) spans = spans.with(Span::group);
  if (features_.filters == Filters::masks || features_.filters == Filters::many_classes)
    spans = spans.with(Span::category).with(Span::mask);
  if (features_.worlds == WorldCount::two) spans = spans.with(Span::world);
  if (features_.margins == Margins::some) spans = spans.with(Span::margin);
  if (features_.displacements == Displacements::some)
    spans = spans.with(Span::displacement_x).with(Span::displacement_y);
  if (features_.events != EventKind::none) spans = spans.with(Span::generation);
  return spans;
}

Spans FeatureWorld::static_spans() const {
  const Spans spans{moving_spans().bits & ~kFilterSpans.bits};
  return features_.statics == Statics::filtered ? Spans{spans.bits | kFilterSpans.bits} : spans;
}

Filter FeatureWorld::filter(Filters kind) {
  Filter filter;
  if (kind == Filters::masks) filter = model::random_filter({.groups = 1, .worlds = 1}, random_);
  if (kind == Filters::groups) filter.group = random_.below(4);
  if (kind == Filters::many_classes) {
    filter.category = 1U << random_.below(32);
    filter.mask = static_cast<std::uint32_t>(random_.bits());
  }
  if (features_.worlds == WorldCount::two) filter.world = random_.below(2);
  return filter;
}

/// On a grid of halves, so that many touch; some reach over the border of a period.
Box FeatureWorld::box() {
  if (!moving_.empty() && random_.below(8) == 0)
    return moving_[random_.below(static_cast<std::uint32_t>(moving_.size()))].box;
  const auto half = [&](std::uint32_t limit) {
    return 0.5F * static_cast<float>(random_.below(limit));
  };
  const float x = half(34) - 1;
  const float y = half(34) - 1;
  const float width = half(5);
  return {x, y, x + width, y + half(5)};
}

Object FeatureWorld::object() {
  Object object;
  object.box = box();
  const std::uint32_t number = object_count_++;
  object.id = number % 5 == 0 ? 0xFFFF'0000 - number : 7 + 3 * number;
  object.filter = filter(features_.filters);
  object.margin = 0.25F * static_cast<float>(random_.below(3));
  object.displacement_x = 0.5F * static_cast<float>(random_.below(4)) - 1;
  object.displacement_y = 0.5F * static_cast<float>(random_.below(4)) - 1;
  return object;
}

void FeatureWorld::make_objects() {
  for (std::size_t i = 0; i < kMovingCount; ++i) moving_.push_back(object());
  for (std::size_t i = 0; i < 3; ++i) model::spoil(moving_[11 * i], random_);
  Objects statics;
  while (features_.statics != Statics::none && statics.size() < kStaticCount) {
    statics.push_back(object());
    if (features_.statics == Statics::plain) statics.back().filter = {};
    if (features_.statics == Statics::filtered) statics.back().filter = filter(Filters::masks);
  }
  if (has_store()) {
    add_to_store(model::as_given(moving_, moving_spans()), Mobility::moving);
    add_to_store(model::as_given(statics, static_spans()), Mobility::static_);
    return;
  }
  if (statics.empty()) return;
  give(statics, static_spans(),
       [&](const auto&... boxes_and_more) { engine_->set_static(boxes_and_more...); });
  model_.set_static(as_given(statics, static_spans()));
  oracle_.set_static(as_given(statics, static_spans()));
}

void FeatureWorld::add_to_store(const Objects& objects, Mobility mobility) {
  std::vector<Handle>& handles = mobility == Mobility::moving ? moving_handles_ : static_handles_;
  for (const Object& object : objects) {
    const Handle handle = store_.add(object.box, object.filter, mobility);
    store_.set_margin(handle, object.margin);
    store_.set_displacement(handle, {object.displacement_x, object.displacement_y});
    handles.push_back(handle);
  }
}

/// What the next frame is given.
Objects FeatureWorld::moving_rows() const {
  return has_store() ? model::objects_in(store_.moving_boxes(), store_.moving_attributes())
                     : model::as_given(moving_, moving_spans());
}

void FeatureWorld::move_objects() {
  if (has_store()) {
    for (std::size_t i = 0; i < moving_handles_.size(); i += 3)
      store_.move(moving_handles_[i], box());
    store_.set_filter(moving_handles_.front(), filter(features_.filters));
    store_.remove(moving_handles_.back());
    moving_handles_.pop_back();
    add_to_store(model::as_given({object()}, moving_spans()), Mobility::moving);
    return;
  }
  for (std::size_t i = 0; i < moving_.size(); i += 3) moving_[i].box = box();
  moving_[1].filter = filter(features_.filters);
  ++moving_[2].generation;
  moving_.erase(moving_.begin() + 4);
  moving_.push_back(object());
}

Objects FeatureWorld::take_last_moving(std::size_t count) {
  Objects last(moving_.end() - static_cast<std::ptrdiff_t>(count), moving_.end());
  moving_.resize(moving_.size() - count);
  return last;
}

Objects FeatureWorld::first_statics(std::size_t count) const {
  Objects first;
  for (const auto& [id, object] : model_.statics())
    if (first.size() < count) first.push_back(object);
  return first;
}

/// Objects fall asleep and wake; the static set changes in the next frame.
void FeatureWorld::change_statics() {
  if (features_.pending == Pending::none) return;
  if (has_store()) return change_stored_statics();
  const Spans spans = static_spans();
  Objects removed = first_statics(features_.pending == Pending::add ? 0 : 4);
  Objects added = take_last_moving(features_.pending == Pending::remove ? 0 : 4);
  const std::vector<ObjectId> ids = ids_of(removed);
  switch (features_.pending) {
    case Pending::add:
      give(added, spans, [&](const auto&... given) { engine_->add_static(given...); });
      break;
    case Pending::remove:
      engine_->remove_static(ids);
      break;
    case Pending::exchange:
      for (std::size_t i = 0; i < removed.size() / 2; ++i) {  // replaced
        added.push_back(removed.back());
        added.back().box = box();
        removed.pop_back();
      }
      give(added, spans, [&](const auto&... given) { engine_->exchange_static(ids, given...); });
      break;
    default:
      removed.insert(removed.end(), added.begin(), added.end());
      added = std::exchange(removed, {});
      give(added, spans, [&](const auto&... given) { engine_->set_static(given...); });
      model_.set_static(as_given(added, spans));
      return oracle_.set_static(as_given(added, spans));
  }
  moving_.insert(moving_.end(), removed.begin(), removed.end());
  model_.exchange_static(ids, as_given(added, spans));
  oracle_.remove_static(ids);
  oracle_.add_static(as_given(added, spans));
}

void FeatureWorld::change_stored_statics() {
  const auto exchange = [&](std::vector<Handle>& from, std::vector<Handle>& to, Mobility mobility) {
    const std::size_t count = std::min<std::size_t>(4, from.size());
    const std::vector<Handle> some(from.end() - static_cast<std::ptrdiff_t>(count), from.end());
    from.resize(from.size() - count);
    to.insert(to.begin(), some.begin(), some.end());
    store_.set_mobility(some, mobility);
  };
  if (features_.pending != Pending::remove)
    exchange(moving_handles_, static_handles_, Mobility::static_);
  if (features_.pending != Pending::add)
    exchange(static_handles_, moving_handles_, Mobility::moving);
  if (features_.pending != Pending::set || static_handles_.empty()) return;
  store_.remove(static_handles_.back());
  static_handles_.pop_back();
}

}  // namespace quadphase::features
