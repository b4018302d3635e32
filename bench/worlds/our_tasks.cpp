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

/// Rows of hits, as pairs of a row and an object.
void append_hits(const QueryResult& hits, std::size_t row_count, std::size_t first_row,
                 std::vector<Pair>& pairs) {
  for (std::uint32_t row = 0; row < hits.row_count(); ++row)
    for (const ObjectId id : hits.ids_of(row))
      pairs.push_back(bullet_pair(row_count, static_cast<std::uint32_t>(first_row + row), id));
}

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
    append_hits(hits_, hits_.row_count(), 0, result.pairs);
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

}  // namespace

std::unique_ptr<World> make_our_bullets(tbb::task_arena& arena, const Setting& setting) {
  return make_world<OurBullets>(arena, setting);
}

std::unique_ptr<World> make_our_contacts(tbb::task_arena& arena, const Setting& setting) {
  return make_world<OurContacts>(arena, setting);
}

}  // namespace quadphase::bench::worlds
