// SPDX-License-Identifier: MIT
// How an engine follows the static objects: nothing is lost, nothing is told twice.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "model/static_follower.hpp"

namespace quadphase::model {
namespace {

/// A store of static objects, handed over to a follower.
class StaticObjects : public testing::Test {
 protected:
  StaticObjects() : handles_(kCount) {
    store_.add(Boxes(std::vector<Box>(kCount, {0, 0, 1, 1})).view(), {}, handles_,
               Mobility::static_);
    follower_.follow(store_);
  }

  static constexpr std::size_t kCount = 800;
  ObjectStore store_;
  std::vector<Handle> handles_;
  StaticFollower follower_;
};

TEST(StaticChanges, AreEverythingAtFirst) {
  ObjectStore store;
  store.add({0, 0, 1, 1}, {}, Mobility::static_);
  store.add({0, 0, 1, 1});
  const detail::StaticChanges changes = objects_of(store).static_changes({});
  EXPECT_TRUE(changes.replaces_all);
  EXPECT_TRUE(changes.removed.empty());
  EXPECT_EQ(changes.boxes.size(), 1U);
}

TEST_F(StaticObjects, TellNothingWhereNothingChanged) {
  store_.add({0, 0, 1, 1});
  store_.move(store_.add({}), {3, 3, 4, 4});
  const detail::StaticChanges changes = follower_.changes_of(store_);
  EXPECT_FALSE(changes.replaces_all);
  EXPECT_TRUE(changes.removed.empty());
  EXPECT_EQ(changes.boxes.size(), 0U);
}

TEST_F(StaticObjects, TellWhatCameWokeWentAndChanged) {
  const Handle came = store_.add({5, 5, 6, 6}, {}, Mobility::static_);
  store_.set_mobility(handles_[10], Mobility::moving);
  store_.remove(handles_[20]);
  store_.move(handles_[30], {7, 7, 8, 8});
  store_.set_filter(handles_[40], {.group = 3});
  const Handle fleeting = store_.add({}, {}, Mobility::static_);
  store_.remove(fleeting);
  const detail::StaticChanges changes = follower_.changes_of(store_);
  ASSERT_FALSE(changes.replaces_all);
  EXPECT_EQ(std::vector(changes.removed.begin(), changes.removed.end()),
            (std::vector<ObjectId>{10, 20, 30, 40}));
  const auto ids = changes.attributes.ids.contiguous();
  EXPECT_EQ(std::vector(ids.begin(), ids.end()), (std::vector<ObjectId>{came.id, 30, 40}));
  EXPECT_EQ(changes.boxes.min_x[1], 7);
  EXPECT_EQ(changes.attributes.group[2], 3U);
  follower_.follow(store_);
  EXPECT_TRUE(follower_.has_those_of(store_));
}

TEST_F(StaticObjects, TellAReplacedObjectAsRemovedAndAdded) {
  store_.remove(handles_[3]);
  const Handle next = store_.add({9, 9, 9, 9}, {}, Mobility::static_);
  ASSERT_EQ(next.id, 3U);
  const detail::StaticChanges changes = follower_.changes_of(store_);
  EXPECT_EQ(changes.removed.size(), 1U);
  EXPECT_EQ(changes.attributes.ids[0], 3U);
  EXPECT_EQ(changes.attributes.generation[0], 1U);
}

TEST_F(StaticObjects, TellTheSameUntilHandedOver) {
  store_.remove(handles_[3]);
  EXPECT_EQ(follower_.changes_of(store_).removed.size(), 1U);
  store_.remove(handles_[4]);  // the engine threw, the world goes on
  EXPECT_EQ(follower_.changes_of(store_).removed.size(), 2U);
}

TEST_F(StaticObjects, TellEverythingWhenMoreThanAnEighthChanged) {
  for (std::size_t i = 0; i < kCount / 8; ++i) store_.move(handles_[i], {1, 1, 2, 2});
  EXPECT_FALSE(follower_.changes_of(store_).replaces_all);
  store_.move(handles_[0], {2, 2, 3, 3});
  EXPECT_FALSE(follower_.changes_of(store_).replaces_all) << "no further object";
  store_.move(handles_[kCount / 8], {1, 1, 2, 2});
  EXPECT_TRUE(follower_.changes_of(store_).replaces_all);
  follower_.follow(store_);
  EXPECT_TRUE(follower_.has_those_of(store_));
  EXPECT_FALSE(follower_.changes_of(store_).replaces_all);
}

TEST_F(StaticObjects, TellEverythingAfterClearAndRestore) {
  const std::vector<std::byte> bytes = bytes_of(store_);
  std::span<const std::byte> rest = bytes;
  store_.restore(rest);
  EXPECT_TRUE(follower_.changes_of(store_).replaces_all);
  follower_.follow(store_);
  EXPECT_TRUE(follower_.has_those_of(store_));
  store_.clear();
  EXPECT_TRUE(follower_.changes_of(store_).replaces_all);
  follower_.follow(store_);
  EXPECT_TRUE(follower_.has_those_of(store_));
}

TEST_F(StaticObjects, ServeASecondEngineRightly) {
  StaticFollower second;
  for (std::size_t i = 0; i < 10; ++i) {
    store_.move(handles_[i], {4, 4, 5, 5});
    second.follow(store_);
    EXPECT_TRUE(second.has_those_of(store_));
    store_.remove(handles_[100 + i]);
    follower_.follow(store_);
    EXPECT_TRUE(follower_.has_those_of(store_)) << "though the second took the changes before";
  }
}

TEST_F(StaticObjects, OfAnotherStoreAreTakenForNothingKnown) {
  ObjectStore other;
  other.add({}, {}, Mobility::static_);
  EXPECT_TRUE(follower_.changes_of(other).replaces_all);
  follower_.follow(other);
  EXPECT_TRUE(follower_.has_those_of(other));
  EXPECT_TRUE(follower_.changes_of(store_).replaces_all);
}

TEST_F(StaticObjects, GiveNoReceiptForWhatWasNotTold) {
  (void)follower_.changes_of(store_);
  store_.move(handles_[0], {4, 4, 5, 5});
  const detail::StaticVersion late = objects_of(store_).commit_static_changes();
  EXPECT_TRUE(objects_of(store_).static_changes(late).replaces_all);
  EXPECT_EQ(follower_.changes_of(store_).removed.size(), 1U) << "still to be had";

  (void)follower_.changes_of(store_);
  store_.set_mobility(std::vector<Handle>{handles_[1]}, Mobility::moving);
  EXPECT_TRUE(
      objects_of(store_).static_changes(objects_of(store_).commit_static_changes()).replaces_all);
}

TEST_F(StaticObjects, MoveWithTheirStore) {
  store_.remove(handles_[7]);
  ObjectStore moved = std::move(store_);
  const detail::StaticChanges changes = follower_.changes_of(moved);
  EXPECT_FALSE(changes.replaces_all);
  EXPECT_EQ(changes.removed.size(), 1U);
}

}  // namespace
}  // namespace quadphase::model
