// SPDX-License-Identifier: MIT
// Handles and ids: a stale one is recognized, the lowest free id is given out, rows are dense.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/store_model.hpp"

namespace quadphase::model {
namespace {

TEST(ObjectStore, AStaleHandleIsRecognised) {
  ObjectStore store;
  const Handle first = store.add({0, 0, 1, 1});
  store.remove(first);
  const Handle second = store.add({2, 2, 3, 3});
  EXPECT_EQ(first.id, second.id);
  EXPECT_NE(first, second);
  EXPECT_FALSE(store.contains(first));
  EXPECT_TRUE(store.contains(second));
  EXPECT_THROW(store.move(first, {}), std::invalid_argument);
  EXPECT_THROW(store.remove(first), std::invalid_argument);
  EXPECT_THROW(store.set_filter(first, {}), std::invalid_argument);
  EXPECT_THROW(store.set_mobility(first, Mobility::static_), std::invalid_argument);
  EXPECT_THROW(store.set_margin(first, 1), std::invalid_argument);
  EXPECT_THROW(store.set_displacement(first, {1, 1}), std::invalid_argument);
  EXPECT_THROW((void)store.box(first), std::invalid_argument);
  EXPECT_THROW((void)store.filter(first), std::invalid_argument);
  EXPECT_THROW((void)store.margin(first), std::invalid_argument);
  EXPECT_THROW((void)store.displacement(first), std::invalid_argument);
  EXPECT_THROW((void)store.mobility(first), std::invalid_argument);
  EXPECT_EQ(store.box(second).min_x, 2);
}

TEST(ObjectStore, ReturnsWhatWasSet) {
  ObjectStore store;
  const Handle plain = store.add({0, 0, 1, 1});
  const Filter filter{.category = 2, .mask = 6, .group = 3, .world = 4};
  for (const Mobility mobility : {Mobility::moving, Mobility::static_}) {
    const Handle handle = store.add({2, 3, 4, 5}, filter, mobility);
    EXPECT_EQ(store.displacement(handle), Displacement{});
    store.set_margin(handle, 0.5F);
    store.set_displacement(handle, {-1, 2});
    EXPECT_EQ(store.box(handle), (Box{2, 3, 4, 5}));
    EXPECT_EQ(store.filter(handle), filter);
    EXPECT_EQ(store.mobility(handle), mobility);
    EXPECT_EQ(store.margin(handle), 0.5F);
    EXPECT_EQ(store.displacement(handle), (Displacement{-1, 2}));
    store.move(handle, {6, 7, 8, 9});
    EXPECT_EQ(store.box(handle), (Box{6, 7, 8, 9}));
    EXPECT_EQ(store.displacement(handle), (Displacement{-1, 2}));
  }
  EXPECT_EQ(store.margin(plain), 0);
  EXPECT_EQ(store.displacement(plain), Displacement{});
  EXPECT_EQ(store.filter(plain), Filter{});
}

TEST(ObjectStore, AHandleThatWasNeverGivenOutIsStale) {
  ObjectStore store;
  EXPECT_FALSE(store.contains(Handle{}));
  EXPECT_FALSE(store.contains({0, 0}));
  const Handle handle = store.add({});
  EXPECT_FALSE(store.contains({handle.id, 1}));
  EXPECT_FALSE(store.contains({handle.id + 1, 0}));
  store.remove(handle);
  EXPECT_FALSE(store.contains({handle.id, 1})) << "the generation that the next one will have";
  EXPECT_THROW((void)store.handle_of(handle.id), std::invalid_argument);
  EXPECT_THROW((void)store.handle_of(0xFFFF'FFFF), std::invalid_argument);
}

TEST(ObjectStore, ClearEndsAllLives) {
  ObjectStore store;
  std::vector<Handle> handles(20'000);
  store.add(Boxes(std::vector<Box>(handles.size())).view(), {}, handles);
  store.set_mobility(std::span(handles).first(100), Mobility::static_);
  store.set_margin(handles[7], 1);
  store.clear();
  EXPECT_EQ(store.size(), 0U);
  EXPECT_TRUE(store.moving_boxes().min_x.empty());
  EXPECT_TRUE(std::none_of(handles.begin(), handles.end(),
                           [&](Handle handle) { return store.contains(handle); }));
  const Handle next = store.add({});
  EXPECT_EQ(next, (Handle{0, 1}));
  EXPECT_TRUE(store.moving_attributes().margin.empty());
  EXPECT_EQ(store.moving_attributes().generation[0], 1U);
}

TEST(ObjectStore, GivesOutTheLowestFreeId) {
  constexpr std::size_t kCount = 300'000;  // more than a word of any but the highest summaries
  ObjectStore store;
  std::vector<Handle> handles(kCount);
  store.add(Boxes(std::vector<Box>(kCount)).view(), {}, handles);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(handles[i].id, i);
  std::set<ObjectId> free;
  Choices choices(5);
  const std::vector<Handle> gone = choices.some(handles, kCount);
  store.remove(gone);
  for (const Handle handle : gone) free.insert(handle.id);
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_EQ(store.add({}).id, *free.begin());
    free.erase(free.begin());
  }
  std::vector<Handle> rest(free.size() + 3);
  store.add(Boxes(std::vector<Box>(rest.size())).view(), {}, rest);
  std::size_t i = 0;
  for (const ObjectId id : free) ASSERT_EQ(rest[i++].id, id);
  EXPECT_EQ(rest[i].id, kCount);
  EXPECT_EQ(store.size(), kCount + 3);
}

TEST(ObjectStore, HoldsMoreObjectsThanSixteenBitsCount) {
  constexpr std::size_t kCount = 200'000;
  ObjectStore store;
  std::vector<Handle> handles;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto x = static_cast<float>(i);
    handles.push_back(
        store.add({x, 0, x, 1}, {}, i % 2 == 1 ? Mobility::static_ : Mobility::moving));
  }
  EXPECT_EQ(store.moving_count(), kCount / 2);
  EXPECT_EQ(store.static_count(), kCount / 2);
  for (std::size_t i = 0; i < kCount; i += 3) store.remove(handles[i]);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(store.contains(handles[i]), i % 3 != 0);
    if (i % 3 == 0) continue;
    ASSERT_EQ(store.box(handles[i]).min_x, static_cast<float>(i));
    ASSERT_EQ(store.mobility(handles[i]), i % 2 == 1 ? Mobility::static_ : Mobility::moving);
  }
}

TEST(ObjectStore, KeepsAnIdFromBirthToDeath) {
  ObjectStore store;
  const Handle a = store.add({0, 0, 1, 1});
  const Handle b = store.add({2, 2, 3, 3});
  const Handle c = store.add({4, 4, 5, 5}, {}, Mobility::static_);
  store.remove(a);  // b's row changes
  store.set_mobility(b, Mobility::static_);
  store.set_mobility(c, Mobility::moving);
  EXPECT_EQ(store.box(b).min_x, 2);
  EXPECT_EQ(store.moving_attributes().ids[0], c.id);
  EXPECT_EQ(store.static_attributes().ids[0], b.id);
  EXPECT_EQ(store.handle_of(b.id), b);
}

TEST(ObjectStore, HasNoColumnOfDefaults) {
  ObjectStore store;
  const Handle a = store.add({0, 0, 1, 1}, Filter{}, Mobility::static_);
  const Handle b = store.add({0, 0, 1, 1});
  store.set_filter(b, {});
  store.set_margin(a, 0);
  store.set_displacement(b, {});
  for (const Attributes& columns : {store.moving_attributes(), store.static_attributes()}) {
    EXPECT_EQ(columns.ids.size(), 1U);
    for (const auto& column :
         {columns.category, columns.mask, columns.group, columns.world, columns.generation})
      EXPECT_TRUE(column.empty());
    for (const auto& column : {columns.margin, columns.displacement_x, columns.displacement_y})
      EXPECT_TRUE(column.empty());
  }
  store.set_filter(a, {.group = 5});
  EXPECT_EQ(store.static_attributes().group[0], 5U);
  EXPECT_EQ(store.moving_attributes().group[0], 0U) << "both sets have the column now";
  EXPECT_TRUE(store.static_attributes().category.empty());
  store.set_displacement(b, {0, -1});
  EXPECT_TRUE(store.moving_attributes().displacement_x.empty());
  EXPECT_EQ(store.moving_attributes().displacement_y[0], -1);
}

TEST(ObjectStore, StoresAnyBox) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  ObjectStore store;
  const Handle handle = store.add({nan, 3, 2, -0.0F});
  EXPECT_NE(store.box(handle).min_x, store.box(handle).min_x);
  EXPECT_TRUE(std::signbit(store.box(handle).max_y));
}

TEST(ObjectStore, RefusesMoreObjectsThanIdsCount) {
  ObjectStore store;
  EXPECT_THROW(store.reserve(0xFFFF'FFC1), std::invalid_argument);
  EXPECT_THROW(store.reserve(0xFFFF'FFC0, 1), std::invalid_argument);
  EXPECT_EQ(store.byte_count(), 0U);
}

TEST(ObjectStore, CanBeMovedAway) {
  ObjectStore store;
  const Handle handle = store.add({0, 0, 1, 1});
  ObjectStore other = std::move(store);
  EXPECT_TRUE(other.contains(handle));
  store = ObjectStore();
  EXPECT_FALSE(store.contains(handle));
}

TEST(Handle, IsNullByDefaultAndNamesNoObject) {
  ObjectStore store;
  const Handle first = store.add({});
  EXPECT_FALSE(first.is_null());
  EXPECT_TRUE(Handle().is_null());
  EXPECT_EQ(Handle(), Handle::null());
  EXPECT_FALSE(store.contains(Handle::null()));
  EXPECT_THROW(store.remove(Handle::null()), std::invalid_argument);
}

TEST(Handle, CanBeAKeyOfAHashTable) {
  ObjectStore store;
  std::unordered_map<Handle, int> names;
  const Handle first = store.add({});
  names[first] = 1;
  store.remove(first);
  const Handle second = store.add({});
  names[second] = 2;
  EXPECT_EQ(first.id, second.id);
  EXPECT_EQ(names.at(first), 1);
  EXPECT_EQ(names.at(second), 2);
}

}  // namespace
}  // namespace quadphase::model
