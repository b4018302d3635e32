// SPDX-License-Identifier: MIT
// Snapshots of a store: the same future. What is refused: snapshot_test.cpp.
#include <gtest/gtest.h>

#include <vector>

#include "model/store_model.hpp"

namespace quadphase::model {
namespace {

/// A store with holes, filters and static objects.
ObjectStore some_store(std::size_t count) {
  ObjectStore store;
  Choices choices(1);
  std::vector<Handle> handles(count);
  store.add(Boxes(std::vector<Box>(count, {1, 2, 3, 4})).view(), {}, handles);
  store.remove(choices.some(handles, count / 2));
  std::erase_if(handles, [&](Handle handle) { return !store.contains(handle); });
  store.set_mobility(choices.some(handles, count / 2), Mobility::static_);
  store.set_margin(handles.front(), 2);
  store.set_filter(handles.back(), {2, 2, 2, 2});
  return store;
}

void restore(ObjectStore& store, std::span<const std::byte> bytes) {
  store.restore(bytes);
  EXPECT_TRUE(bytes.empty());
}

/// The same calls, whatever the store.
std::vector<std::byte> future_of(ObjectStore& store) {
  Choices choices(2);
  for (int i = 0; i < 300; ++i) {
    const Handle handle = store.add(choices.box(), choices.filter(), choices.mobility());
    store.move(handle, choices.box());
    const ObjectId id = store.moving_attributes().ids[choices.below(store.moving_count())];
    if (choices.one_in(2)) store.remove(store.handle_of(id));
  }
  return bytes_of(store);
}

TEST(StoreSnapshot, RestoresTheSameFuture) {
  for (const std::size_t count : {10U, 100U, 30'000U}) {
    ObjectStore store = some_store(count);
    const std::vector<std::byte> bytes = bytes_of(store);
    ObjectStore fresh;
    restore(fresh, bytes);
    ObjectStore used = some_store(1'000);
    restore(used, bytes);
    EXPECT_EQ(bytes_of(fresh), bytes);
    EXPECT_EQ(bytes_of(used), bytes);
    const std::vector<std::byte> future = future_of(store);
    EXPECT_EQ(future_of(fresh), future);
    EXPECT_EQ(future_of(used), future);
    restore(store, bytes);
    EXPECT_EQ(bytes_of(store), bytes) << "back in time";
    EXPECT_EQ(future_of(store), future);
  }
}

TEST(StoreSnapshot, AppendsAndTakesOffItsPart) {
  const ObjectStore a = some_store(20);
  const ObjectStore b = some_store(30);
  std::vector<std::byte> bytes(3);  // so that nothing is aligned
  a.save(bytes);
  b.save(bytes);
  bytes.resize(bytes.size() + 5);
  std::span<const std::byte> rest = std::span<const std::byte>(bytes).subspan(3);
  ObjectStore c;
  c.restore(rest);
  EXPECT_EQ(bytes_of(c), bytes_of(a));
  c.restore(rest);
  EXPECT_EQ(bytes_of(c), bytes_of(b));
  EXPECT_EQ(rest.size(), 5U);
}

// Ids and generations are in the slots already.
TEST(StoreSnapshot, TakesASlotAndTheColumnsInUseForEachObject) {
  constexpr std::size_t kCount = 1'000;
  ObjectStore store;
  const std::size_t empty = bytes_of(store).size();
  std::vector<Handle> handles(kCount);
  store.add(Boxes(std::vector<Box>(kCount, {1, 2, 3, 4})).view(), {}, handles);
  EXPECT_EQ(bytes_of(store).size(), empty + kCount * (8 + 16));
  for (const Handle handle : handles) store.set_margin(handle, 1);
  EXPECT_EQ(bytes_of(store).size(), empty + kCount * (8 + 16 + 4));
  store.remove(handles.front());
  store.add(Box{1, 2, 3, 4});  // another generation
  EXPECT_EQ(bytes_of(store).size(), empty + kCount * (8 + 16 + 4));
}

TEST(StoreSnapshot, OfAnEmptyStoreIsEmpty) {
  ObjectStore store = some_store(50);
  restore(store, bytes_of(ObjectStore()));
  EXPECT_EQ(store.size(), 0U);
  EXPECT_EQ(store.add({}).id, 0U);
}

TEST(StoreSnapshot, MakesLaterHandlesStale) {
  ObjectStore store = some_store(50);
  const std::vector<std::byte> bytes = bytes_of(store);
  std::vector<Handle> later;
  for (int i = 0; i < 100; ++i) later.push_back(store.add({}));
  restore(store, bytes);
  for (const Handle handle : later) EXPECT_FALSE(store.contains(handle));
}

}  // namespace
}  // namespace quadphase::model
