// SPDX-License-Identifier: MIT
// Memory that ends at any allocation of a call: static objects and the shown frame are as they
// were, and the next frame is the model's, with its events.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>
#include <ostream>
#include <utility>

#include "model/model_checks.hpp"
#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {
namespace {

/// The engine of a small world that moves and sleeps, and its model.
struct LimitedWorld {
  explicit LimitedWorld(Spans spans) : given(spans) {
    statics = split_off(moving, 300);
    later = split_off(moving, 280);
    moving = as_given(std::move(moving), given);
    statics = as_given(std::move(statics), given);
    set_static(statics);
    model.set_static(statics);
    update();
    model.update(moving);
  }

  void set_static(const Objects& objects) {
    const Rows rows(objects, given);
    broad_phase.set_static(rows.boxes(), rows.ids(), rows.attributes());
  }
  void add_static(const Objects& objects) {
    const Rows rows(objects);
    broad_phase.add_static(rows.boxes(), rows.ids(), rows.attributes());
  }
  void update() {
    const Rows rows(moving, given);
    broad_phase.update(rows.boxes(), rows.attributes());
  }

  Spans given;
  Objects moving = objects_of("clusters", 900);
  Objects statics, later;
  contract::CountingResource resource;
  BroadPhase broad_phase{
      {.threads = 1, .events = true, .previous_indices = true, .memory_resource = &resource}};
  WorldModel model{true};
};

struct Call {
  const char* name;
  std::function<void(LimitedWorld&)> of_engine;
  std::function<void(LimitedWorld&)> of_model;
};

std::ostream& operator<<(std::ostream& stream, const Call& call) {
  return stream << call.name;
}

std::vector<ObjectId> first_ids(const Objects& objects, std::size_t count) {
  std::vector<ObjectId> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(objects[i].id);
  return ids;
}

Objects few(const LimitedWorld& world) {
  return {world.later.begin(), world.later.begin() + 5};
}

/// Fewer, others and more objects than there are; by the tiers that they may go to, and by whether
/// all are sorted anew.
std::vector<Call> calls() {
  return {
      {"AnUpdate", [](LimitedWorld& w) { w.update(); },
       [](LimitedWorld& w) { w.model.update(w.moving); }},
      {"RestartingPairs",
       [](LimitedWorld& w) { w.broad_phase.restart_pairs(first_ids(w.moving, 50)); },
       [](LimitedWorld& w) { w.model.restart_pairs(first_ids(w.moving, 50)); }},
      {"SettingOthersStatic",
       [](LimitedWorld& w) {
         const Rows rows(w.later);
         w.broad_phase.set_static(rows.boxes(), rows.ids(), rows.attributes());
       },
       [](LimitedWorld& w) { w.model.set_static(w.later); }},
      {"SettingNoneStatic", [](LimitedWorld& w) { w.broad_phase.clear_static(); },
       [](LimitedWorld& w) { w.model.set_static({}); }},
      {"AddingAFew", [](LimitedWorld& w) { w.add_static(few(w)); },
       [](LimitedWorld& w) { w.model.add_static(few(w)); }},
      {"AddingMany", [](LimitedWorld& w) { w.add_static(w.later); },
       [](LimitedWorld& w) { w.model.add_static(w.later); }},
      {"RemovingAFew",
       [](LimitedWorld& w) { w.broad_phase.remove_static(first_ids(w.statics, 3)); },
       [](LimitedWorld& w) { w.model.remove_static(first_ids(w.statics, 3)); }},
      {"ExchangingAFew",
       [](LimitedWorld& w) {
         const Rows rows(few(w));
         w.broad_phase.exchange_static(first_ids(w.statics, 3), rows.boxes(), rows.ids(),
                                       rows.attributes());
       },
       [](LimitedWorld& w) { w.model.exchange_static(first_ids(w.statics, 3), few(w)); }},
      {"RemovingMany",
       [](LimitedWorld& w) { w.broad_phase.remove_static(first_ids(w.statics, 200)); },
       [](LimitedWorld& w) { w.model.remove_static(first_ids(w.statics, 200)); }},
  };
}

/// Lets the k-th allocation of a call fail; false once the call needs no more than k. If no other
/// allocation fails, the call is done all the same.
bool fails_at(std::size_t k, bool once, Spans given, const Call& call) {
  LimitedWorld world(given);
  if (call.name == std::string("AnUpdate"))
    for (const Object& object : as_given(world.later, given)) world.moving.push_back(object);
  const Shown before(world.broad_phase);
  if (once) {
    world.resource.fail_once_at(k);
  } else {
    world.resource.fail_from(k);
  }
  try {
    call.of_engine(world);
    call.of_model(world);
  } catch (const std::bad_alloc&) {
    EXPECT_FALSE(once);
    EXPECT_TRUE(Shown(world.broad_phase) == before) << "the shown frame changed";
  }
  const bool was_there = world.resource.failures() > 0;
  world.resource.work_again();
  EXPECT_EQ(world.broad_phase.static_count(), world.model.static_count());
  world.update();
  world.model.update(world.moving);
  const Difference difference = difference_of_frame(world.broad_phase, world.model);
  EXPECT_FALSE(difference) << "the next frame: " << *difference;
  QueryResult result;
  const Difference of_search =
      difference_of_searches(world.broad_phase, world.model, world.moving, given, result);
  EXPECT_FALSE(of_search) << "the next search: " << *of_search;
  return was_there;
}

class LivingMemoryIn : public testing::TestWithParam<Call> {};

TEST_P(LivingMemoryIn, MayEndAtAnyAllocation) {
  // Objects without a filter, too: those that come later have some, and each tree gets them then.
  for (const Spans given : {kAllSpans, kNoSpan.with(Span::ids)}) {
    for (const bool once : {true, false}) {
      bool failed = true;
      for (std::size_t k = 0; failed && !HasFailure(); k = contract::next_failure(k)) {
        SCOPED_TRACE(testing::Message() << "allocation " << k << (once ? " only" : " and all after")
                                        << ", columns " << given.bits);
        failed = fails_at(k, once, given, GetParam());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Call, LivingMemoryIn, testing::ValuesIn(calls()),
                         [](const auto& call) { return std::string(call.param.name); });

// The trees of static objects may be gone then, and no tombstone must be written to them.
TEST(LivingMemory, ThatEndsWhileStaticObjectsAreSortedLetsThemBeRemoved) {
  bool failed = true;
  for (std::size_t k = 0; failed && !HasFailure(); k = contract::next_failure(k)) {
    SCOPED_TRACE(k);
    LimitedWorld world(kAllSpans);
    world.add_static(world.later);
    world.model.add_static(world.later);
    world.resource.fail_from(k);
    failed = false;
    try {
      world.update();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    world.resource.work_again();
    if (!failed) world.model.update(world.moving);
    const std::vector<ObjectId> gone = first_ids(world.statics, 200);
    world.broad_phase.remove_static(gone);
    world.model.remove_static(gone);
    world.update();
    world.model.update(world.moving);
    const Difference difference = difference_of_frame(world.broad_phase, world.model);
    EXPECT_FALSE(difference) << *difference;
  }
}

TEST(LivingMemory, IsCountedAndGivenBack) {
  contract::CountingResource resource;
  {
    Objects moving = objects_of("mixed", 3'000);
    Objects statics = split_off(moving, 1'000);
    BroadPhase broad_phase(
        {.threads = 2, .events = true, .previous_indices = true, .memory_resource = &resource});
    for (std::ptrdiff_t first = 0; first < 2'000; first += 500) {
      const Rows static_rows(statics);
      broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
      EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes());
      const Rows rows(moving);
      broad_phase.update(rows.boxes(), rows.attributes());
      EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes());
      std::swap_ranges(statics.begin(), statics.begin() + 500, moving.begin() + first);
    }
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
}

// Ids may be any numbers: no table is as long as the greatest of them.
TEST(LivingMemory, DoesNotGrowWithTheIds) {
  contract::CountingResource resource;
  BroadPhase broad_phase({.threads = 1, .events = true, .memory_resource = &resource});
  Objects objects(3);
  objects[1].id = 70'000;
  objects[2].id = 0xFFFF'FFFF;
  for (std::uint32_t frame = 0; frame < 4; ++frame) {
    objects[2].generation = frame;
    const Objects statics = {objects[frame % 2]};
    const Rows static_rows(statics);
    broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
    const Rows rows({objects[2], objects[1 - frame % 2]});
    broad_phase.update(rows.boxes(), rows.attributes());
    EXPECT_EQ(broad_phase.events().begun.size(), frame == 0 ? 3U : 2U);
  }
  EXPECT_LT(resource.peak_bytes(), std::size_t{8} << 20U);
}

// All pairs begin in the first update, and all change in the second one.
TEST(LivingMemory, IsNotAskedForByEventsWithinWhatWasReserved) {
  const auto first = contract::frame_of("uniform", 15'000);
  const auto second = contract::frame_of("uniform", 15'000, 1, 2);
  BroadPhase counter({.threads = 1});
  std::uint64_t pair_count = 0;
  for (const BoxView& boxes : {first.view(), second.view()}) {
    counter.build(boxes);
    pair_count = std::max(pair_count, counter.count_pairs());
  }
  for (const int threads : {1, 2}) {
    SCOPED_TRACE(threads);
    contract::CountingResource resource;
    BroadPhase broad_phase({.threads = threads, .events = true, .memory_resource = &resource});
    broad_phase.reserve(15'000, pair_count);
    const std::size_t allocations = resource.allocations();
    for (const BoxView& boxes : {first.view(), second.view(), second.view(), first.view()}) {
      broad_phase.update(boxes);
      EXPECT_EQ(resource.allocations(), allocations);
    }
    EXPECT_GT(broad_phase.events().begun.size(), pair_count / 2);
  }
}

TEST(LivingMemory, IsNotAskedForByTheSecondUpdateWithEventsOfTheSameObjects) {
  contract::CountingResource resource;
  const Rows rows(objects_of("uniform", 3'000));
  BroadPhase broad_phase({.threads = 1, .events = true, .memory_resource = &resource});
  broad_phase.reserve(3'000, 10'000);
  broad_phase.update(rows.boxes(), rows.attributes());
  const std::size_t allocations = resource.allocations();
  broad_phase.update(rows.boxes(), rows.attributes());
  EXPECT_EQ(resource.allocations(), allocations);
}

// A world in which some move, sleep and wake in every frame, in steady numbers.
TEST(LivingMemory, IsNotAskedForInSteadyFrames) {
  contract::CountingResource resource;
  Objects moving = objects_of("uniform", 3'000);
  Objects statics = split_off(moving, 1'000);
  BroadPhase broad_phase({.threads = 1, .events = true, .memory_resource = &resource});
  const Rows static_rows(statics);
  broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
  scenes::Random random(12);
  std::size_t allocations = 0;
  for (int frame = 0; frame < 120; ++frame) {
    if (frame == 80) allocations = resource.allocations();
    const std::size_t m = random.below(2'000);
    const std::size_t s = random.below(1'000);
    broad_phase.remove_static(std::vector<ObjectId>{statics[s].id});
    std::swap(moving[m], statics[s]);
    std::swap(moving[random.below(2'000)].box, moving[random.below(2'000)].box);
    const Rows asleep({statics[s]});
    broad_phase.add_static(asleep.boxes(), asleep.ids(), asleep.attributes());
    const Rows rows(moving);
    broad_phase.update(rows.boxes(), rows.attributes());
  }
  EXPECT_EQ(resource.allocations(), allocations);
}

}  // namespace
}  // namespace quadphase::model
