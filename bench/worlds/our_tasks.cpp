// SPDX-License-Identifier: MIT
#include "worlds/our_tasks.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <utility>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "worlds/contact.hpp"

namespace quadphase::bench::worlds {
namespace {

class OurBullets final : public World {
 public:
  OurBullets(tbb::task_arena& arena, const Setting& /*setting*/)
      : executor_(arena), broad_phase_({.executor = &executor_}) {}

  void update(const Frame& frame) override {
    broad_phase_.build(frame.moving_boxes);
    broad_phase_.find_overlaps(frame.bullets, hits_);
  }

  void read(Result& result) const override {
    result.pairs.clear();
    for (std::uint32_t row = 0; row < hits_.row_count(); ++row)
      for (const ObjectId id : hits_.ids_of(row))
        result.pairs.push_back(bullet_pair(hits_.row_count(), row, id));
  }

  std::string settings() const override { return "build, find_overlaps"; }

 private:
  TbbExecutor executor_;
  BroadPhase broad_phase_;
  QueryResult hits_;
};

class OurContacts final : public World {
 public:
  OurContacts(tbb::task_arena& arena, const Setting& /*setting*/)
      : arena_(arena),
        executor_(arena),
        broad_phase_({.executor = &executor_, .events = true, .previous_indices = true}) {}

  void update(const Frame& frame) override {
    broad_phase_.update(frame.moving_boxes);
    std::swap(contacts_, old_contacts_);
    contacts_.resize(broad_phase_.pairs().size());
    arena_.execute([&] { carry(); });
  }

  void read(Result& result) const override {
    result.pairs.assign(broad_phase_.pairs().begin(), broad_phase_.pairs().end());
    result.contact_data = 0;
    for (const Contact& contact : contacts_) result.contact_data += checksum(contact);
  }

  std::string settings() const override {
    return "Config::previous_indices, update; data in an array beside the pairs";
  }

 private:
  void carry() {
    const auto pairs = broad_phase_.pairs();
    const auto previous = broad_phase_.previous_indices();
    const tbb::blocked_range<std::size_t> all(0, pairs.size(), 4096);
    tbb::parallel_for(all, [&](const auto& range) {
      for (std::size_t i = range.begin(); i < range.end(); ++i)
        contacts_[i] =
            previous[i] == kNoPair ? begun(pairs[i]) : carried(old_contacts_[previous[i]]);
    });
  }

  tbb::task_arena& arena_;
  TbbExecutor executor_;
  BroadPhase broad_phase_;
  std::vector<Contact> contacts_, old_contacts_;
};

class OurChanges final : public World {
 public:
  OurChanges(tbb::task_arena& arena, const Setting& /*setting*/)
      : executor_(arena), broad_phase_({.executor = &executor_}) {}

  void prepare(const Frame& frame) override { broad_phase_.update(frame.boxes); }

  void update(const Frame& frame) override {
    const Changes& changes = frame.changes;
    found_.clear();
    for (std::size_t change = 0; change < changes.count(); ++change) {
      const BoxView boxes = changes.boxes_of(change);
      broad_phase_.patch(boxes, changes.ids_of(change));
      for (std::size_t i = 0; i < changes.group_size; ++i) {
        const auto row = static_cast<std::uint32_t>(change * changes.group_size + i);
        broad_phase_.for_each_overlap(boxes[i], [&](ObjectId id) {
          found_.push_back(bullet_pair(changes.ids.size(), row, id));
        });
      }
    }
  }

  void read(Result& result) const override { result.pairs = found_; }

  std::string settings() const override { return "update before it; change, for_each_overlap"; }

 private:
  TbbExecutor executor_;
  BroadPhase broad_phase_;
  std::vector<Pair> found_;
};

}  // namespace

std::unique_ptr<World> make_our_bullets(tbb::task_arena& arena, const Setting& setting) {
  return make_world<OurBullets>(arena, setting);
}

std::unique_ptr<World> make_our_contacts(tbb::task_arena& arena, const Setting& setting) {
  return make_world<OurContacts>(arena, setting);
}

std::unique_ptr<World> make_our_changes(tbb::task_arena& arena, const Setting& setting) {
  return make_world<OurChanges>(arena, setting);
}

}  // namespace quadphase::bench::worlds
