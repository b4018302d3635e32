// SPDX-License-Identifier: MIT
#include "histories/store_player.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fuzz_support/attempt.hpp"
#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"

namespace quadphase::fuzz {
namespace {

constexpr std::size_t kMostStored = 64;

Mobility mobility(ByteSource& in) {
  return in.flag() ? Mobility::static_ : Mobility::moving;
}

}  // namespace

void StorePlayer::play(ByteSource& in) {
  switch (in.below(16)) {
    case 0:
    case 1:
    case 2:
      add(in);
      break;
    case 3:
    case 4:
      remove(in);
      break;
    case 5:
    case 6:
      move(in);
      break;
    case 7:
      set_filter(in);
      break;
    case 8:
    case 9:
      set_mobility(in);
      break;
    case 10:
      set_margin(in);
      break;
    case 11:
      set_displacement(in);
      break;
    case 12:
      save(in);
      break;
    case 13:
      restore(in);
      break;
    case 14:
      make_mistake(in);
      break;
    default:
      if (in.flag()) {
        reserve(in);
      } else {
        rarely(in);
      }
  }
  model_.expect_equal(*store_);
}

void StorePlayer::rarely(ByteSource& in) {
  switch (in.below(4)) {
    case 0:
      store_->clear();
      model_.clear();
      break;
    case 1:
      reorder(in);
      break;
    default:
      move_store();
  }
}

void StorePlayer::finish() {
  store_.reset();
  require(resource_.outstanding_bytes() == 0, "a store leaks");
}

StorePlayer::Handles StorePlayer::some(ByteSource& in) const {
  const Handles all = model_.handles();
  Handles chosen;
  if (all.empty()) return chosen;
  const std::size_t first = in.below(all.size());
  const std::uint32_t kind = in.byte();
  const std::size_t step = 1 + kind % 3;
  const std::size_t most = kind < 128 ? 1 : 1 + kind / 3 % 40;
  for (std::size_t at = first; at < all.size() && chosen.size() < most; at += step)
    chosen.push_back(all[at]);
  if (kind % 2 == 0) std::ranges::reverse(chosen);
  return chosen;
}

template <class All, class One, class Model>
void StorePlayer::apply(ByteSource& in, const Handles& handles, const All& all, const One& one,
                        const Model& model) {
  const bool is_done = attempt(in, resource_, [&] {
    if (handles.size() == 1) {
      one(handles[0]);
    } else {
      all(handles);
    }
  });
  if (!is_done) return;
  for (std::size_t i = 0; i < handles.size(); ++i) model(handles[i], i);
}

void StorePlayer::add(ByteSource& in) {
  const Mobility kind = mobility(in);
  const std::uint32_t form = in.byte();
  const Filter filter = fuzz::filter(in);
  if (store_->size() >= kMostStored) return;
  if (form < 128) {
    const Box box = fuzz::box(in);
    Handle handle;
    if (!attempt(in, resource_, [&] { handle = store_->add(box, filter, kind); })) return;
    require(model_.add(box, filter, kind) == handle, "add gave another handle");
    return;
  }
  const model::Boxes boxes([&] {
    std::vector<Box> all = {fuzz::box(in)};
    const float step = number(in);
    while (all.size() < 1 + form % 24) {
      const Box& last = all.back();
      all.push_back({last.min_x + step, last.min_y, last.max_x + step, last.max_y});
    }
    return all;
  }());
  const std::size_t count = boxes.view().size();
  const std::vector<Filter> filters(form % 2 == 0 ? count : 0, filter);
  Handles handles(count);
  if (!attempt(in, resource_, [&] { store_->add(boxes.view(), filters, handles, kind); })) return;
  for (std::size_t i = 0; i < count; ++i)
    require(model_.add(boxes.view()[i], filters.empty() ? Filter{} : filter, kind) == handles[i],
            "add gave another handle");
}

void StorePlayer::remove(ByteSource& in) {
  const Handles handles = some(in);
  if (!handles.empty()) gone_ = handles;
  apply(
      in, handles, [&](const Handles& all) { store_->remove(all); },
      [&](Handle handle) { store_->remove(handle); },
      [&](Handle handle, std::size_t) { model_.remove(handle); });
}

void StorePlayer::move(ByteSource& in) {
  const Handles handles = some(in);
  const Box box = fuzz::box(in);
  const model::Boxes boxes(std::vector<Box>(handles.size(), box));
  apply(
      in, handles, [&](const Handles& all) { store_->move(all, boxes.view()); },
      [&](Handle handle) { store_->move(handle, box); },
      [&](Handle handle, std::size_t) { model_[handle].box = box; });
}

void StorePlayer::set_filter(ByteSource& in) {
  const Handles handles = some(in);
  std::vector<Filter> filters(handles.size());
  for (Filter& filter : filters) filter = fuzz::filter(in);
  apply(
      in, handles, [&](const Handles& all) { store_->set_filter(all, filters); },
      [&](Handle handle) { store_->set_filter(handle, filters[0]); },
      [&](Handle handle, std::size_t i) { model_[handle].filter = filters[i]; });
}

void StorePlayer::set_mobility(ByteSource& in) {
  const Handles handles = some(in);
  const Mobility kind = mobility(in);
  apply(
      in, handles, [&](const Handles& all) { store_->set_mobility(all, kind); },
      [&](Handle handle) { store_->set_mobility(handle, kind); },
      [&](Handle handle, std::size_t) { model_.set_mobility(handle, kind); });
}

void StorePlayer::set_margin(ByteSource& in) {
  const Handles handles = some(in);
  const float margin = number(in);
  const std::vector<float> margins(handles.size(), margin);
  apply(
      in, handles, [&](const Handles& all) { store_->set_margin(all, margins); },
      [&](Handle handle) { store_->set_margin(handle, margin); },
      [&](Handle handle, std::size_t) { model_[handle].margin = margin; });
}

void StorePlayer::set_displacement(ByteSource& in) {
  const Handles handles = some(in);
  const Point by = point(in);
  const Displacement displacement{by.x, by.y};
  const std::vector<Displacement> all_of_it(handles.size(), displacement);
  apply(
      in, handles, [&](const Handles& all) { store_->set_displacement(all, all_of_it); },
      [&](Handle handle) { store_->set_displacement(handle, displacement); },
      [&](Handle handle, std::size_t) { model_[handle].displacement = displacement; });
}

void StorePlayer::reorder(ByteSource& in) {
  // With ids of static objects and of objects that are gone; every id may be twice.
  std::vector<ObjectId> order;
  const std::uint32_t first = in.byte();
  const std::uint32_t step = 1 + in.byte() % 5;
  const std::size_t id_count = model_.ids().size();
  for (std::size_t i = first; i < id_count; i += step)
    order.push_back(static_cast<ObjectId>(in.flag() ? id_count - 1 - i : i));
  std::vector<ObjectId> moving = order;
  std::erase_if(moving,
                [&](ObjectId id) { return std::ranges::count(model_.moving_ids(), id) == 0; });
  std::ranges::sort(moving);
  if (std::ranges::adjacent_find(moving) != moving.end()) {
    require_throws<std::invalid_argument>([&] { store_->reorder(order); }, "an id twice");
    return;
  }
  if (!attempt(in, resource_, [&] { store_->reorder(order); })) return;
  model_.reorder(order);
}

void StorePlayer::reserve(ByteSource& in) {
  const std::size_t moving = in.byte();
  const std::size_t statics = in.byte();
  (void)attempt(in, resource_, [&] { store_->reserve(moving, statics); });
}

void StorePlayer::save(ByteSource& in) {
  std::vector<std::byte> bytes;
  if (!attempt(in, resource_, [&] { store_->save(bytes); })) return;
  snapshot_ = std::move(bytes);
  saved_ = model_;
}

void StorePlayer::restore(ByteSource& in) {
  if (!saved_) return;
  std::span<const std::byte> rest = snapshot_;
  if (!attempt(in, resource_, [&] { store_->restore(rest); })) {
    require(rest.size() == snapshot_.size(), "a failed restore removed its bytes");
    return;
  }
  require(rest.empty(), "restore left some of its bytes");
  model_ = *saved_;
  gone_.clear();
  require(model::bytes_of(*store_) == snapshot_, "another snapshot after restore");
}

void StorePlayer::move_store() {
  ObjectStore other(std::move(*store_));
  ObjectStore another(&resource_);
  another.add({0, 0, 1, 1}, {}, Mobility::static_);
  another = std::move(other);
  *store_ = std::move(another);
}

void StorePlayer::make_mistake(ByteSource& in) {
  const Handles some = this->some(in);
  const std::uint32_t kind = in.below(8);
  // Nobody, or an object that was removed, in front of or behind some that are there.
  Handles bad = some;
  const bool is_stale = !gone_.empty() && !store_->contains(gone_[0]);
  bad.insert(kind % 2 == 0 ? bad.begin() : bad.end(), is_stale ? gone_[0] : Handle::null());
  Handles twice = some;
  if (!some.empty()) twice.push_back(some[0]);
  const Handles& wrong = some.empty() || in.flag() ? bad : twice;
  const model::Boxes boxes(std::vector<Box>(wrong.size(), Box{0, 0, 1, 1}));
  const std::vector<float> margins(wrong.size() + 1);
  require_throws<std::invalid_argument>(
      [&] {
        switch (kind) {
          case 0:
            return store_->remove(wrong);
          case 1:
            return store_->move(wrong, boxes.view());
          case 2:
            return store_->set_mobility(wrong, Mobility::static_);
          case 3:
            return store_->set_filter(wrong, std::vector<Filter>(wrong.size()));
          case 4:
            return store_->set_margin(wrong, std::span(margins).first(wrong.size()));
          case 5:
            return store_->set_margin(some, std::span(margins).first(some.size() + 1));
          case 6:
            return store_->remove(Handle::null());
          default:
            return (void)store_->handle_of(0xFFFF'FFFF);
        }
      },
      "a mistake");
}

}  // namespace quadphase::fuzz
