// SPDX-License-Identifier: MIT
// Bulk calls: the bytes of the loop, at any size, on any number of threads; all or nothing.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/store_model.hpp"

namespace quadphase::model {
namespace {

/// The same life, by bulk calls or by loops.
class Life {
 public:
  Life(std::uint32_t seed, std::size_t count, bool in_bulk)
      : choices_(seed), count_(count), in_bulk_(in_bulk) {}

  [[nodiscard]] std::vector<std::byte> live() {
    for (int round = 0; round < 4; ++round) {
      add(round == 1);
      change();
      remove();
      set_mobility(Mobility::static_);
      change();
      set_mobility(Mobility::moving);
    }
    return bytes_of(store_);
  }

 private:
  /// Four floats that are no row.
  struct Body {
    float max_y, max_x, mass, min_y, min_x;
  };

  [[nodiscard]] std::vector<Handle> some() { return choices_.some(all_, count_); }

  /// The boxes in one of the forms that bulk calls take; those of the next call have another one.
  [[nodiscard]] quadphase::Boxes in_a_form(const std::vector<Box>& boxes) {
    switch (form_++ % 3) {
      case 0:
        columns_ = Boxes(boxes).columns;
        return columns_.view();
      case 1:
        return boxes;
      default:
        bodies_.clear();
        for (const Box& box : boxes)
          bodies_.push_back({box.max_y, box.max_x, 0, box.min_y, box.min_x});
        if (bodies_.empty()) return {};
        return quadphase::Boxes::of_floats(
            {&bodies_[0].min_x, &bodies_[0].min_y, &bodies_[0].max_x, &bodies_[0].max_y},
            bodies_.size(), sizeof(Body));
    }
  }

  void add(bool with_filters) {
    std::vector<Box> boxes(count_);
    for (Box& box : boxes) box = choices_.box();
    std::vector<Filter> filters(with_filters ? count_ : 0);
    for (Filter& filter : filters) filter = choices_.filter();
    std::vector<Handle> handles(count_);
    const Mobility mobility = choices_.mobility();
    if (in_bulk_) {
      store_.add(in_a_form(boxes), filters, handles, mobility);
    } else {
      for (std::size_t i = 0; i < count_; ++i)
        handles[i] = store_.add(boxes[i], with_filters ? filters[i] : Filter{}, mobility);
    }
    all_.insert(all_.end(), handles.begin(), handles.end());
  }
  void change() {
    const std::vector<Handle> handles = some();
    const std::size_t count = handles.size();
    std::vector<Box> boxes(count);
    for (Box& box : boxes) box = choices_.box();
    std::vector<Filter> filters(count);
    for (Filter& filter : filters) filter = choices_.filter();
    const std::vector<float> margins(count, choices_.real());
    const std::vector<Displacement> displacements(count, {choices_.real(), 0});
    if (in_bulk_) {
      store_.move(handles, in_a_form(boxes));
      store_.set_filter(handles, filters);
      store_.set_margin(handles, margins);
      store_.set_displacement(handles, displacements);
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      store_.move(handles[i], boxes[i]);
      store_.set_filter(handles[i], filters[i]);
      store_.set_margin(handles[i], margins[i]);
      store_.set_displacement(handles[i], displacements[i]);
    }
  }
  void remove() {
    const std::vector<Handle> handles = some();
    if (in_bulk_) {
      store_.remove(handles);
    } else {
      for (const Handle handle : handles) store_.remove(handle);
    }
    std::erase_if(all_, [&](Handle handle) { return !store_.contains(handle); });
  }
  void set_mobility(Mobility mobility) {
    const std::vector<Handle> handles = some();
    if (in_bulk_) return store_.set_mobility(handles, mobility);
    for (const Handle handle : handles) store_.set_mobility(handle, mobility);
  }

  Choices choices_;
  std::size_t count_;
  bool in_bulk_;
  std::size_t form_ = 0;
  BoxColumns columns_;
  std::vector<Body> bodies_;
  ObjectStore store_;
  std::vector<Handle> all_;
};

TEST(ObjectStoreBulk, GivesTheBytesOfTheLoop) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    for (const std::size_t count : {1U, 2U, 7U, 65U, 1'000U})
      ASSERT_EQ(Life(seed, count, true).live(), Life(seed, count, false).live());
  }
}

TEST(ObjectStoreBulk, GivesTheBytesOfTheLoopOnAnyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  const std::vector<std::byte> loop = Life(3, 40'000, false).live();
  for (const int threads : {1, 2, 4, 7}) {
    tbb::task_arena arena(threads);
    arena.execute([&] { EXPECT_EQ(Life(3, 40'000, true).live(), loop) << threads << " threads"; });
  }
}

TEST(ObjectStoreBulk, EqualHistoriesGiveEqualBytes) {
  EXPECT_EQ(Life(9, 500, true).live(), Life(9, 500, true).live());
  EXPECT_NE(Life(9, 500, true).live(), Life(10, 500, true).live());
}

/// Each bulk call that takes handles, with arguments of the right length.
template <class Visit>
void for_each_call(const std::vector<Handle>& handles, const Visit& visit) {
  const std::size_t count = handles.size();
  visit([&](ObjectStore& store) { store.remove(handles); });
  visit([&](ObjectStore& store) { store.set_mobility(handles, Mobility::static_); });
  visit([&](ObjectStore& store) { store.set_mobility(handles, Mobility::moving); });
  visit([&](ObjectStore& store) {
    store.move(handles, Boxes(std::vector<Box>(count, {5, 5, 6, 6})).view());
  });
  visit([&](ObjectStore& store) {
    store.set_filter(handles, std::vector<Filter>(count, {7, 7, 7, 7}));
  });
  visit([&](ObjectStore& store) { store.set_margin(handles, std::vector<float>(count, 1)); });
  visit([&](ObjectStore& store) {
    store.set_displacement(handles, std::vector<Displacement>(count, {1, 2}));
  });
}

TEST(ObjectStoreBulk, IsAllOrNothing) {
  for (const std::size_t count : {3U, 30'000U}) {
    ObjectStore store;
    std::vector<Handle> handles(count);
    store.add(Boxes(std::vector<Box>(count)).view(), {}, handles);
    const Handle dead = store.add({});
    store.remove(dead);
    const std::vector<std::byte> before = bytes_of(store);

    std::vector<Handle> stale = handles;
    stale[count / 2] = dead;
    std::vector<Handle> unknown = handles;
    unknown.back() = Handle{};
    std::vector<Handle> twice = handles;
    twice.back() = twice.front();
    for (const std::vector<Handle>& wrong : {stale, unknown, twice}) {
      for_each_call(wrong, [&](const auto& call) {
        EXPECT_THROW(call(store), std::invalid_argument);
        EXPECT_EQ(bytes_of(store), before);
        EXPECT_TRUE(store.moving_attributes().category.empty());
        EXPECT_TRUE(store.moving_attributes().margin.empty());
      });
    }
    // What was marked in the search for duplicates is forgotten.
    std::reverse(handles.begin(), handles.end());
    for_each_call(handles, [&](const auto& call) {
      std::span<const std::byte> bytes = before;
      store.restore(bytes);
      EXPECT_NO_THROW(call(store));
    });
  }
}

TEST(ObjectStoreBulk, RefusesSpansOfUnequalLengths) {
  ObjectStore store;
  std::vector<Handle> handles(4);
  const Boxes four(std::vector<Box>(4));
  const Boxes three(std::vector<Box>(3));
  EXPECT_THROW(store.add(three.view(), {}, handles), std::invalid_argument);
  EXPECT_THROW(store.add(four.view(), std::vector<Filter>(3), handles), std::invalid_argument);
  BoxView torn = four.view();
  torn.max_y = torn.max_y.first(3);
  EXPECT_THROW(store.add(torn, {}, handles), std::invalid_argument);
  EXPECT_EQ(store.size(), 0U);
  store.add(four.view(), {}, handles);
  EXPECT_THROW(store.move(handles, three.view()), std::invalid_argument);
  EXPECT_THROW(store.move(handles, torn), std::invalid_argument);
  EXPECT_THROW(store.set_filter(handles, std::vector<Filter>(5)), std::invalid_argument);
  EXPECT_THROW(store.set_margin(handles, std::vector<float>(3)), std::invalid_argument);
  EXPECT_THROW(store.set_displacement(handles, std::vector<Displacement>(3)),
               std::invalid_argument);
}

TEST(ObjectStoreBulk, RefusesBoxesInDoubleAndBoxesThatOverlapInMemory) {
  ObjectStore store;
  std::vector<Handle> handles(3);
  const std::vector<Box> boxes(3);
  store.add(boxes, {}, handles);
  const std::vector<std::byte> before = bytes_of(store);
  const std::vector<DoubleBox> wide(3);
  const quadphase::Boxes torn(boxes.data(), 3, sizeof(Box) - 1);
  for (const quadphase::Boxes& wrong : {quadphase::Boxes(wide), torn}) {
    std::vector<Handle> others(3);
    EXPECT_THROW(store.add(wrong, {}, others), std::invalid_argument);
    EXPECT_THROW(store.move(handles, wrong), std::invalid_argument);
    EXPECT_EQ(bytes_of(store), before);
  }
}

TEST(ObjectStoreBulk, TakesNothingAtAll) {
  ObjectStore store;
  for_each_call({}, [&](const auto& call) { call(store); });
  store.add({}, {}, std::span<Handle>());
  EXPECT_EQ(store.size(), 0U);
}

}  // namespace
}  // namespace quadphase::model
