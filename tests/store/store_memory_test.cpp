// SPDX-License-Identifier: MIT
// The store's memory: as much as is said, none in a steady state, and no change where it ends.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <vector>

#include "model/static_follower.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {
namespace {

using contract::CountingResource;

Boxes boxes_of(std::size_t count) {
  return Boxes(std::vector<Box>(count, {0, 0, 1, 1}));
}

TEST(StoreMemory, IsWhatIsPromisedAfterReserve) {
  constexpr std::size_t kCount = 100'000;
  CountingResource resource;
  ObjectStore store(&resource);
  store.reserve(kCount);
  EXPECT_EQ(store.byte_count(), resource.outstanding_bytes());
  const std::size_t allocations = resource.allocations();
  std::vector<Handle> handles(kCount);
  store.add(boxes_of(kCount).view(), {}, handles);
  EXPECT_EQ(resource.allocations(), allocations);
  EXPECT_LE(store.byte_count(), kCount * 29 * 9 / 8 + 1024);
}

TEST(StoreMemory, ByteCountIsWhatTheResourceGave) {
  CountingResource resource;
  {
    ObjectStore store(&resource);
    std::vector<Handle> handles(5'000);
    store.add(boxes_of(handles.size()).view(), std::vector<Filter>(handles.size(), {2, 2, 2, 2}),
              handles);
    store.set_mobility(std::span(handles).first(2'000), Mobility::static_);
    StaticFollower follower;
    follower.follow(store);
    store.remove(std::span(handles).first(100));
    follower.follow(store);
    EXPECT_EQ(store.byte_count(), resource.outstanding_bytes());
    const std::size_t bytes = store.byte_count();
    store.clear();
    EXPECT_EQ(store.byte_count(), bytes) << "never shrinks";
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
}

TEST(StoreMemory, GrowsByAnEighth) {
  CountingResource resource;
  ObjectStore store(&resource);
  for (int i = 0; i < 1'000; ++i) store.add({});
  const std::size_t allocations = resource.allocations();
  for (int i = 0; i < 60; ++i) store.add({});
  EXPECT_LE(resource.allocations() - allocations, 20U);
}

TEST(StoreMemory, ASteadyStateAllocatesNothing) {
  CountingResource resource;
  ObjectStore store(&resource);
  StaticFollower follower;
  Choices choices(3);
  std::vector<Handle> all(20'000);
  const Boxes boxes = boxes_of(all.size());
  store.reserve(all.size(), all.size());
  store.add(boxes.view(), {}, all);
  std::vector<std::byte> bytes;
  store.save(bytes);
  std::size_t allocations = 0;
  for (int round = 0; round < 20; ++round) {
    if (round == 3) allocations = resource.allocations();
    const std::size_t count = all.size() / 2 - (round < 3 ? 0 : choices.below(1'000));
    const std::span<Handle> some = std::span(all).first(count);
    const BoxView view = {boxes.view().min_x.first(count), boxes.view().min_y.first(count),
                          boxes.view().max_x.first(count), boxes.view().max_y.first(count)};
    store.move(some, view);
    store.set_filter(some, std::vector<Filter>(count, {2, 3, 1, 1}));
    store.set_mobility(some, Mobility::static_);
    follower.follow(store);
    store.remove(some.first(500));
    follower.follow(store);
    store.set_mobility(some.subspan(500), Mobility::moving);
    const BoxView few = {view.min_x.first(500), view.min_y.first(500), view.max_x.first(500),
                         view.max_y.first(500)};
    store.add(few, {}, some.first(500));
    follower.follow(store);
    std::vector<ObjectId> order(store.moving_count());
    for (std::size_t row = 0; row < order.size(); ++row)
      order[order.size() - 1 - row] = store.moving_attributes().ids[row];
    store.reorder(order);
    if (round % 5 == 4) {
      std::vector<std::byte> now;
      store.save(now);
      std::span<const std::byte> rest = now;
      store.restore(rest);
    }
  }
  EXPECT_EQ(resource.allocations(), allocations);
}

using Call = std::function<void(ObjectStore&, const std::vector<Handle>&)>;

/// Lets every allocation of `call` fail, one after the other.
void expect_strong(const Call& call) {
  const std::vector<std::byte> other = [] {
    ObjectStore store;
    std::vector<Handle> handles(4'000);
    store.add(boxes_of(4'000).view(), std::vector<Filter>(4'000, {3, 3, 3, 3}), handles,
              Mobility::static_);
    return bytes_of(store);
  }();
  std::size_t k = 0;
  for (bool failed = true; failed && !testing::Test::HasFailure(); k = contract::next_failure(k)) {
    SCOPED_TRACE(testing::Message() << "allocation " << k);
    CountingResource resource;
    ObjectStore store(&resource);
    std::vector<Handle> handles(1'000);
    store.add(boxes_of(1'000).view(), {}, handles);
    store.set_mobility(std::span(handles).first(300), Mobility::static_);
    StaticFollower follower;
    follower.follow(store);
    store.remove(std::span(handles).first(10));
    handles.erase(handles.begin(), handles.begin() + 10);
    const std::vector<std::byte> before = bytes_of(store);
    resource.fail_from(k);
    failed = false;
    try {
      call(store, handles);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    resource.work_again();
    if (failed) {
      EXPECT_EQ(bytes_of(store), before);
      EXPECT_TRUE(store.moving_attributes().group.empty());
      EXPECT_EQ(store.byte_count(), resource.outstanding_bytes());
      follower.follow(store);
      EXPECT_TRUE(follower.has_those_of(store));
      call(store, handles);  // memory is back
    }
    follower.follow(store);
    EXPECT_TRUE(follower.has_those_of(store));
    std::span<const std::byte> rest = other;
    store.restore(rest);
    EXPECT_EQ(bytes_of(store), other);
  }
  EXPECT_GT(k, 1U) << "the call allocates nothing";
}

TEST(StoreMemory, WhereItEndsNothingHasChanged) {
  expect_strong([](ObjectStore& store, const auto&) { store.reserve(2'000, 1'000); });
  expect_strong([](ObjectStore& store, const auto&) {
    store.add({}, {2, 2, 2, 2}, Mobility::static_);
  });
  expect_strong([](ObjectStore& store, const auto&) {
    std::vector<Handle> handles(3'000);
    store.add(boxes_of(3'000).view(), std::vector<Filter>(3'000, {2, 2, 2, 2}), handles,
              Mobility::static_);
  });
  expect_strong([](ObjectStore& store, const auto& handles) { store.remove(handles); });
  expect_strong([](ObjectStore& store, const auto& handles) {
    store.set_mobility(handles, Mobility::static_);
  });
  expect_strong([](ObjectStore& store, const auto& handles) {
    std::vector<ObjectId> order;
    for (const Handle handle : handles) order.insert(order.begin(), handle.id);
    store.reorder(order);
  });
  expect_strong([](ObjectStore& store, const auto& handles) {
    store.set_filter(handles, std::vector<Filter>(handles.size(), {2, 2, 2, 2}));
  });
  expect_strong([](ObjectStore& store, const auto& handles) {
    store.set_filter(handles.front(), {2, 2, 2, 2});
  });
  expect_strong([](ObjectStore& store, const auto& handles) {
    store.set_margin(handles, std::vector<float>(handles.size(), 1));
  });
  expect_strong([](ObjectStore& store, const auto& handles) {
    store.set_displacement(handles, std::vector<Displacement>(handles.size(), {1, 1}));
  });
}

TEST(StoreMemory, WhereItEndsInARestoreNothingHasChanged) {
  std::vector<std::byte> large;
  {
    ObjectStore store;
    std::vector<Handle> handles(30'000);
    store.add(boxes_of(30'000).view(), std::vector<Filter>(30'000, {3, 3, 3, 3}), handles,
              Mobility::static_);
    store.save(large);
  }
  expect_strong([&](ObjectStore& store, const auto&) {
    std::span<const std::byte> rest = large;
    store.restore(rest);
  });
}

}  // namespace
}  // namespace quadphase::model
