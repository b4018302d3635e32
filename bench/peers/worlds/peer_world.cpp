// SPDX-License-Identifier: MIT
// What all peers share.
#include "peers/worlds/peer_world.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

void PeerWorld::prepare(const Frame& frame) {
  if (task_ != Task::changes) return;
  arena_.execute([&] {
    copy_boxes(frame);
    move(frame);
  });
}

void PeerWorld::update(const Frame& frame) {
  if (task_ == Task::changes) {
    arena_.execute([&] { make_changes(frame.changes); });
    return;
  }
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
      find_hits(frame.bullets, 0);
    } else if (task_ == Task::contacts) {
      find_contacts();
    } else {
      find_pairs();
    }
    if (task_ == Task::events) find_events();
  });
}

void PeerWorld::copy_boxes(const Frame& frame) {
  for (const ObjectId id : frame.slept) is_moving_[slots_[id]] = 0;
  for (const ObjectId id : frame.made_moving) is_moving_[slots_[id]] = 1;
  if (frame.is_double()) {
    narrow_boxes(frame);
    return;
  }
  if (frame.all_move()) {
    for (std::size_t slot = 0; slot < ids_.size(); ++slot) boxes_[slot] = frame.boxes[ids_[slot]];
    return;
  }
  for (std::size_t row = 0; row < frame.moving.size(); ++row)
    boxes_[slots_[frame.moving[row]]] = frame.moving_boxes[row];
}

void PeerWorld::narrow_boxes(const Frame& frame) {
  const DoubleBoxView& boxes = frame.double_boxes;
  const Origin origin = frame.origin;
  for (std::size_t slot = 0; slot < ids_.size(); ++slot) {
    const ObjectId id = ids_[slot];
    boxes_[slot] = {static_cast<float>(boxes.min_x[id] - origin.x),
                    static_cast<float>(boxes.min_y[id] - origin.y),
                    static_cast<float>(boxes.max_x[id] - origin.x),
                    static_cast<float>(boxes.max_y[id] - origin.y)};
  }
}

void PeerWorld::make_changes(const Changes& changes) {
  pairs_.clear();
  bullet_count_ = changes.ids.size();
  for (std::size_t change = 0; change < changes.count(); ++change) {
    const auto ids = changes.ids_of(change);
    const BoxView boxes = changes.boxes_of(change);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const ObjectId slot = slots_[ids[i]];
      boxes_[slot] = boxes[i];
      move_slot(slot);
    }
    find_hits(boxes, change * changes.group_size);
  }
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

void PeerWorld::Contacts::assign(std::span<const Pair> pairs, std::size_t slot_count) {
  starts.assign(slot_count + 2, 0);
  others.resize(pairs.size());
  data.resize(pairs.size());
  // One place further than they belong: filling moves each start to that of the next list.
  for (const Pair& pair : pairs) ++starts[pair.first + 2];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const Pair& pair : pairs) others[starts[pair.first + 1]++] = pair.second;
}

Contact PeerWorld::Contacts::find(ObjectId slot, ObjectId other) const {
  const auto first = others.begin() + starts[slot];
  const auto last = others.begin() + starts[slot + 1];
  const auto found = std::find(first, last, other);
  return found == last ? Contact{} : data[static_cast<std::size_t>(found - others.begin())];
}

void PeerWorld::find_contacts() {
  find_pairs();
  std::swap(contacts_, contacts_before_);
  if (contacts_before_.starts.empty()) contacts_before_.assign({}, ids_.size());
  contacts_.assign(pairs_, ids_.size());
  for_each_part(ids_.size(), [&](std::size_t i, Found&) {
    const auto slot = static_cast<ObjectId>(i);
    for (std::uint32_t place = contacts_.starts[slot]; place < contacts_.starts[slot + 1];
         ++place) {
      const ObjectId other = contacts_.others[place];
      const Contact before = contacts_before_.find(slot, other);
      contacts_.data[place] = before.age > 0 ? carried(before) : begun(ids_of(slot, other));
    }
  });
}

void PeerWorld::read_contacts(Result& result) const {
  for (ObjectId slot = 0; slot < ids_.size(); ++slot)
    for (std::uint32_t place = contacts_.starts[slot]; place < contacts_.starts[slot + 1]; ++place)
      add_contact(slot, contacts_.others[place], contacts_.data[place], result);
}

void PeerWorld::join_found(Found& pairs) const {
  for (const Found& found : found_) pairs.insert(pairs.end(), found.begin(), found.end());
}

void PeerWorld::read(Result& result) const {
  if (task_ == Task::contacts) {
    result.pairs.clear();
    read_contacts(result);
    return;
  }
  const auto to_ids = [&](const Found& slots, std::vector<Pair>& pairs) {
    pairs.clear();
    for (const Pair& pair : slots) {
      if (finds_hits()) {
        pairs.push_back(bullet_pair(bullet_count_, pair.first, ids_[pair.second]));
      } else {
        pairs.push_back(ids_of(pair.first, pair.second));
      }
    }
  };
  to_ids(task_ == Task::events ? begun_ : pairs_, result.pairs);
  to_ids(ended_, result.ended);
}

}  // namespace quadphase::bench::worlds
