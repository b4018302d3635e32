// SPDX-License-Identifier: MIT
// What all peers share.
#include "peers/worlds/peer_world.hpp"

#include <algorithm>

namespace quadphase::bench::worlds {

PeerWorld::PeerWorld(tbb::task_arena& arena, const Setting& setting)
    : task_(setting.task), arena_(arena), ids_(setting.order.begin(), setting.order.end()) {
  slots_.resize(ids_.size());
  for (std::size_t slot = 0; slot < ids_.size(); ++slot) {
    const ObjectId id = ids_[slot];
    slots_[id] = static_cast<ObjectId>(slot);
    boxes_.push_back(setting.boxes[id]);
    is_moving_.push_back(setting.statics[id] == 0 ? 1 : 0);
    if (!setting.filters.empty()) filters_.push_back(setting.filters[id]);
  }
}

void PeerWorld::update(const Frame& frame) {
  arena_.execute([&] {
    if (task_ == Task::events) {
      boxes_before_ = boxes_;
      pairs_before_.swap(pairs_);
    }
    copy_boxes(frame);
    move(frame);
    pairs_.clear();
    bullet_count_ = frame.bullets.size();
    if (task_ == Task::bullets) {
      find_hits(frame.bullets);
    } else {
      find_pairs();
    }
    if (task_ == Task::events) find_events();
  });
}

void PeerWorld::copy_boxes(const Frame& frame) {
  for (const ObjectId id : frame.slept) is_moving_[slots_[id]] = 0;
  for (const ObjectId id : frame.made_moving) is_moving_[slots_[id]] = 1;
  if (frame.all_move()) {
    for (std::size_t slot = 0; slot < ids_.size(); ++slot) boxes_[slot] = frame.boxes[ids_[slot]];
    return;
  }
  for (std::size_t row = 0; row < frame.moving.size(); ++row)
    boxes_[slots_[frame.moving[row]]] = frame.moving_boxes[row];
}

void PeerWorld::find_events() {
  for_each_part(pairs_.size(), [&](std::size_t i, Found& found) {
    const Pair pair = pairs_[i];
    if (!overlaps(boxes_before_[pair.first], boxes_before_[pair.second])) found.push_back(pair);
  });
  begun_.clear();
  join_found(begun_);
  for_each_part(pairs_before_.size(), [&](std::size_t i, Found& found) {
    const Pair pair = pairs_before_[i];
    if (!overlaps(boxes_[pair.first], boxes_[pair.second])) found.push_back(pair);
  });
  ended_.clear();
  join_found(ended_);
}

void PeerWorld::join_found(Found& pairs) const {
  for (const Found& found : found_) pairs.insert(pairs.end(), found.begin(), found.end());
}

void PeerWorld::read(Result& result) const {
  const auto to_ids = [&](const Found& slots, std::vector<Pair>& pairs) {
    pairs.clear();
    for (const Pair& pair : slots) {
      if (task_ == Task::bullets) {
        pairs.push_back(bullet_pair(bullet_count_, pair.first, ids_[pair.second]));
      } else {
        const ObjectId a = ids_[pair.first];
        const ObjectId b = ids_[pair.second];
        pairs.push_back(a < b ? Pair{a, b} : Pair{b, a});
      }
    }
  };
  to_ids(task_ == Task::events ? begun_ : pairs_, result.pairs);
  to_ids(ended_, result.ended);
}

}  // namespace quadphase::bench::worlds
