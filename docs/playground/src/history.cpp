// SPDX-License-Identifier: MIT
#include "history.hpp"

#include <algorithm>

namespace quadphase::playground {

void History::begin(const World& world) {
  keys_.clear();
  speeds_.clear();
  edits_.clear();
  first_speed_ = frame_ = 0;
  first_edit_ = 0;
  keys_.push_back({0, 0, world});
}

void History::advance(World& world, float speed) {
  forget_later();
  speeds_.push_back(speed);
  world.advance(speed);
  ++frame_;
  if (frame_ - keys_.back().frame >= kKeyDistance)
    keys_.push_back({frame_, first_edit_ + edits_.size(), world});
  forget_oldest();
}

void History::edit(World& world, const Edit& edit) {
  forget_later();
  world.apply(edit);
  edits_.push_back({frame_, edit});
}

void History::seek(World& world, std::size_t frame) {
  frame = std::clamp(frame, oldest(), latest());
  auto key = std::prev(keys_.end());
  while (key->frame > frame) --key;
  std::size_t now = key->frame;
  // Why not always from the key: to go on by a frame, a step is enough.
  if (frame_ <= frame && frame_ >= now) {
    now = frame_;
  } else {
    world = key->world;
    apply_edits_of(world, now, key->edit_count);
  }
  for (; now < frame; ++now) {
    world.advance(speeds_[now - first_speed_]);
    apply_edits_of(world, now + 1, first_edit_);
  }
  frame_ = frame;
}

std::uint64_t History::edits_before(std::size_t frame) const {
  const auto after = std::partition_point(edits_.begin(), edits_.end(),
                                          [frame](const Entry& e) { return e.frame < frame; });
  return first_edit_ + static_cast<std::uint64_t>(after - edits_.begin());
}

void History::apply_edits_of(World& world, std::size_t frame, std::uint64_t from) const {
  const std::uint64_t end = edits_before(frame + 1);
  for (std::uint64_t i = std::max(from, edits_before(frame)); i < end; ++i)
    world.apply(edits_[static_cast<std::size_t>(i - first_edit_)].edit);
}

void History::forget_later() {
  while (keys_.back().frame > frame_) keys_.pop_back();
  speeds_.resize(frame_ - first_speed_);
  while (!edits_.empty() && edits_.back().frame > frame_) edits_.pop_back();
}

void History::forget_oldest() {
  while (keys_.size() > 1 && frame_ - keys_[1].frame >= kFrames) {
    keys_.pop_front();
    const Key& oldest = keys_.front();
    for (; first_speed_ < oldest.frame; ++first_speed_) speeds_.pop_front();
    for (; first_edit_ < oldest.edit_count; ++first_edit_) edits_.pop_front();
  }
}

}  // namespace quadphase::playground
