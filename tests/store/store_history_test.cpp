// SPDX-License-Identifier: MIT
// The store against its model, over long random histories.
#include <gtest/gtest.h>

#include <vector>

#include "model/static_follower.hpp"

namespace quadphase::model {
namespace {

/// A store and its model, to which the same happens.
class History {
 public:
  History(std::uint32_t seed, std::size_t batch) : choices_(seed), batch_(batch) {}

  void step() {
    switch (choices_.below(13)) {
      case 0:
        return add_one();
      case 1:
        return add_many();
      case 2:
        return remove_one();
      case 3:
        return remove_many();
      case 4:
        return move_one();
      case 5:
        return move_many();
      case 6:
        return filter();
      case 7:
        return static_one();
      case 8:
        return static_many();
      case 9:
        return margins();
      case 10:
        return reorder();
      case 11:
        return commit();
      default:
        return rarely();
    }
  }

  void expect_equal() const { model_.expect_equal(store_); }

 private:
  [[nodiscard]] std::vector<Handle> some() { return choices_.some(model_.handles(), batch_); }

  void add_one() {
    const Box box = choices_.box();
    const Filter filter = choices_.filter();
    const Mobility mobility = choices_.mobility();
    ASSERT_EQ(store_.add(box, filter, mobility), model_.add(box, filter, mobility));
  }
  void add_many() {
    std::vector<Box> boxes(choices_.below(batch_));
    for (Box& box : boxes) box = choices_.box();
    std::vector<Filter> filters(choices_.one_in(2) ? boxes.size() : 0);
    for (Filter& filter : filters) filter = choices_.filter();
    const Mobility mobility = choices_.mobility();
    std::vector<Handle> handles(boxes.size());
    store_.add(Boxes(boxes).view(), filters, handles, mobility);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      ASSERT_EQ(handles[i],
                model_.add(boxes[i], filters.empty() ? Filter{} : filters[i], mobility));
  }
  void remove_one() {
    for (const Handle handle : choices_.some(model_.handles(), 1)) {
      store_.remove(handle);
      model_.remove(handle);
      ASSERT_FALSE(store_.contains(handle));
    }
  }
  void remove_many() {
    const std::vector<Handle> handles = some();
    store_.remove(handles);
    for (const Handle handle : handles) model_.remove(handle);
  }
  void move_one() {
    for (const Handle handle : choices_.some(model_.handles(), 1)) {
      const Box box = choices_.box();
      store_.move(handle, box);
      model_[handle].box = box;
    }
  }
  void move_many() {
    const std::vector<Handle> handles = some();
    std::vector<Box> boxes(handles.size());
    for (Box& box : boxes) box = choices_.box();
    store_.move(handles, Boxes(boxes).view());
    for (std::size_t i = 0; i < boxes.size(); ++i) model_[handles[i]].box = boxes[i];
  }
  void filter() {
    const std::vector<Handle> handles = some();
    std::vector<Filter> filters(handles.size());
    for (Filter& filter : filters) filter = choices_.filter();
    if (choices_.one_in(2)) {
      store_.set_filter(handles, filters);
    } else {
      for (std::size_t i = 0; i < handles.size(); ++i) store_.set_filter(handles[i], filters[i]);
    }
    for (std::size_t i = 0; i < handles.size(); ++i) model_[handles[i]].filter = filters[i];
  }
  void static_one() {
    for (const Handle handle : choices_.some(model_.handles(), 1)) {
      const Mobility mobility = choices_.mobility();
      store_.set_mobility(handle, mobility);
      model_.set_mobility(handle, mobility);
      ASSERT_EQ(store_.mobility(handle), mobility);
    }
  }
  void static_many() {
    const std::vector<Handle> handles = some();
    const Mobility mobility = choices_.mobility();
    store_.set_mobility(handles, mobility);
    for (const Handle handle : handles) model_.set_mobility(handle, mobility);
  }
  void margins() {
    const std::vector<Handle> handles = some();
    std::vector<float> margins(handles.size());
    std::vector<Displacement> displacements(handles.size());
    for (std::size_t i = 0; i < handles.size(); ++i) {
      margins[i] = choices_.real();
      displacements[i] = {0, choices_.real()};
    }
    if (choices_.one_in(2)) {
      store_.set_margin(handles, margins);
      store_.set_displacement(handles, displacements);
    } else {
      for (std::size_t i = 0; i < handles.size(); ++i) {
        store_.set_margin(handles[i], margins[i]);
        store_.set_displacement(handles[i], displacements[i]);
      }
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
      model_[handles[i]].margin = margins[i];
      model_[handles[i]].displacement = displacements[i];
    }
  }
  void reorder() {
    // Also static objects, removed ones, and not all.
    std::vector<ObjectId> order = choices_.some(model_.ids(), 2 * batch_);
    if (choices_.one_in(3)) order = choices_.some(model_.moving_ids(), model_.moving_ids().size());
    store_.reorder(order);
    model_.reorder(order);
  }
  void commit() {
    if (choices_.one_in(4)) (void)follower_.changes_of(store_);  // read in vain
    follower_.follow(store_);
    ASSERT_TRUE(follower_.has_those_of(store_));
  }
  void rarely() {
    if (choices_.one_in(20)) {
      store_.clear();
      model_.clear();
    } else if (choices_.one_in(5)) {
      past_ = bytes_of(store_);
      past_model_ = model_;
    } else if (choices_.one_in(5) && !past_.empty()) {
      std::span<const std::byte> past = past_;
      store_.restore(past);
      ASSERT_TRUE(past.empty());
      model_ = past_model_;
    } else if (choices_.one_in(5)) {
      const std::vector<std::byte> bytes = bytes_of(store_);
      std::span<const std::byte> rest = bytes;
      ObjectStore other;
      other.restore(rest);
      store_ = std::move(other);
    }
  }

  Choices choices_;
  std::size_t batch_;
  ObjectStore store_;
  StoreModel model_;
  StaticFollower follower_;
  std::vector<std::byte> past_;
  StoreModel past_model_;
};

void expect_follows(std::uint32_t seed, std::size_t batch, int steps) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  History history(seed, batch);
  for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "step " << i);
    history.step();
    history.expect_equal();
  }
}

TEST(ObjectStore, FollowsItsModelWithFewObjects) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) expect_follows(seed, 4, 300);
}

TEST(ObjectStore, FollowsItsModelWithManyObjects) {
  for (std::uint32_t seed = 100; seed < 104; ++seed) expect_follows(seed, 300, 200);
}

}  // namespace
}  // namespace quadphase::model
