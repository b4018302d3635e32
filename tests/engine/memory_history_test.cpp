// SPDX-License-Identifier: MIT
// Memory that ends at any allocation of a history: the last finished frame can still be read, what
// did not fail is not lost, and the next frame is the model's, with its events.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cstddef>
#include <functional>
#include <new>
#include <utility>
#include <vector>

#include "model/model_checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {
namespace {

/// What an engine shows after each frame of a history.
using Frames = std::vector<Shown>;

// Made once: to make them takes as long as a history.
const Objects& crowd_objects() {
  static const Objects objects = objects_of("clusters", 1'500);
  return objects;
}
const Objects& plain_objects() {
  static const Objects objects = [] {
    Objects all = as_given(objects_of("uniform", 2'600), kNoSpan);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].id = 100'000 + static_cast<ObjectId>(i);
    return all;
  }();
  return objects;
}

/// An engine through a history, in which memory may end.
class History {
 public:
  /// Frames are compared with `expected`; where it is null, with the model.
  History(int threads, const Frames* expected)
      : expected_(expected),
        broad_phase_({.threads = threads, .events = true, .memory_resource = &resource_}) {}

  /// Plays it all. Each step is tried again until it does not fail.
  void play() {
    const Objects movers = part(crowd_objects(), 0, 600);
    const Objects walls = part(plain_objects(), 0, 300);
    update(movers, kNoSpan.with(Span::ids));
    set_static(walls, kNoSpan);  // no filters at all
    update(movers, kNoSpan.with(Span::ids));
    add_static(part(plain_objects(), 300, 5), kNoSpan);
    update(movers, kAllSpans);  // now the moving objects have some
    update(movers, kNoSpan.with(Span::ids));
    add_static(part(crowd_objects(), 600, 4), kAllSpans);  // now static ones
    remove_static(part(plain_objects(), 10, 20));
    update(part(crowd_objects(), 20, 500), kNoSpan.with(Span::ids));
    add_static(part(crowd_objects(), 610, 30), kAllSpans);
    build(movers);
    set_static(part(plain_objects(), 300, 2'000), kNoSpan);  // more than there are moving objects
    update(part(crowd_objects(), 0, 1'000), kAllSpans);
    remove_static(part(plain_objects(), 400, 600));
    add_static(part(crowd_objects(), 1'000, 400), kAllSpans);
    update(movers, kAllSpans);
    set_static({}, kNoSpan);
    update(part(crowd_objects(), 100, 1'200), kAllSpans);
  }

  contract::CountingResource& resource() { return resource_; }
  [[nodiscard]] const Frames& frames() const { return frames_; }

 private:
  static Objects part(const Objects& objects, std::size_t first, std::size_t count) {
    const auto begin = objects.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  /// Calls `step` until it does not fail; after one failure memory works again.
  void repeat(const char* what, const std::function<void()>& step) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const Shown before(broad_phase_);
      const std::size_t static_count = broad_phase_.static_count();
      try {
        step();
        return;
      } catch (const std::bad_alloc&) {
        resource_.work_again();
        EXPECT_TRUE(Shown(broad_phase_) == before) << what << ": the shown frame changed";
        EXPECT_EQ(broad_phase_.static_count(), static_count) << what;
      }
    }
    ADD_FAILURE() << what << " failed where memory was there";
  }
  void frame(const char* what, const std::function<void()>& of_engine,
             const std::function<void()>& of_model) {
    repeat(what, of_engine);
    frames_.emplace_back(broad_phase_);
    if (expected_ != nullptr) {
      EXPECT_TRUE(frames_.back() == (*expected_)[frames_.size() - 1]) << what;
      return;
    }
    of_model();
    const Difference difference = difference_of_frame(broad_phase_, model_);
    EXPECT_FALSE(difference) << what << ": " << *difference;
  }

  void update(const Objects& moving, Spans given) {
    const Rows rows(moving, given);
    frame(
        "update", [&] { broad_phase_.update(rows.boxes(), rows.attributes()); },
        [&] { model_.update(as_given(moving, given)); });
  }
  void build(const Objects& moving) {
    const Rows rows(moving);
    frame(
        "build", [&] { broad_phase_.build(rows.boxes(), rows.attributes()); },
        [&] { model_.build(moving); });
  }
  void set_static(const Objects& objects, Spans given) {
    const Rows rows(objects, given);
    repeat("set_static",
           [&] { broad_phase_.set_static(rows.boxes(), rows.ids(), rows.attributes()); });
    if (expected_ == nullptr) model_.set_static(as_given(objects, given.with(Span::ids)));
  }
  void add_static(const Objects& objects, Spans given) {
    const Rows rows(objects, given);
    repeat("add_static",
           [&] { broad_phase_.add_static(rows.boxes(), rows.ids(), rows.attributes()); });
    if (expected_ == nullptr) model_.add_static(as_given(objects, given.with(Span::ids)));
  }
  void remove_static(const Objects& objects) {
    std::vector<ObjectId> ids;
    for (const Object& object : objects) ids.push_back(object.id);
    repeat("remove_static", [&] { broad_phase_.remove_static(ids); });
    if (expected_ == nullptr) model_.remove_static(ids);
  }

  const Frames* expected_;
  Frames frames_;
  contract::CountingResource resource_;
  BroadPhase broad_phase_;
  WorldModel model_{true};
};

class MemoryOfAHistory : public testing::TestWithParam<int> {};

TEST_P(MemoryOfAHistory, MayEndAtAnyAllocation) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  History right(GetParam(), nullptr);
  right.play();
  for (const bool once : {true, false}) {
    bool failed = true;
    std::size_t k = 0;
    for (; failed && !HasFailure(); k = contract::next_failure(k)) {
      SCOPED_TRACE(testing::Message() << "allocation " << k << (once ? " only" : " and all after"));
      History history(GetParam(), &right.frames());
      if (once) {
        history.resource().fail_once_at(k);
      } else {
        history.resource().fail_from(k);
      }
      history.play();
      failed = history.resource().failures() > 0;
    }
    EXPECT_GT(k, 200U) << "the history hardly allocates";
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, MemoryOfAHistory, testing::Values(1, 4));

// The frame's buffers are shared with the trees of static objects, which may lose or outgrow them.
TEST(MemoryOfStaticObjects, ThatEndsLeavesRoomForTheMovingOnes) {
  const Objects moving = objects_of("uniform", 1'000);
  Objects statics = objects_of("uniform", 2'000, 2);
  for (std::size_t i = 0; i < statics.size(); ++i) statics[i].id = static_cast<ObjectId>(i);
  const Rows rows(moving);
  const Rows static_rows(statics);
  for (std::size_t k = 0;; k = contract::next_failure(k)) {
    contract::CountingResource resource;
    BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
    WorldModel model;
    broad_phase.update(rows.boxes(), rows.attributes());
    broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
    resource.fail_once_at(k);
    try {
      broad_phase.update(rows.boxes(), rows.attributes());
    } catch (const std::bad_alloc&) {
    }
    const bool failed = resource.failures() > 0;
    resource.work_again();
    broad_phase.update(rows.boxes(), rows.attributes());
    model.set_static(statics);
    model.update(moving);
    const Difference difference = difference_of_frame(broad_phase, model);
    ASSERT_FALSE(difference) << "allocation " << k << ": " << *difference;
    if (!failed) break;
  }
}

}  // namespace
}  // namespace quadphase::model
