// SPDX-License-Identifier: MIT
// The rows of a store in the order of the tree: other rows, and nothing else is different.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/store_model.hpp"
#include "quadphase/quadphase.hpp"
#include "support/rows.hpp"

namespace quadphase::model {
namespace {

using contract::Rows;
using contract::shuffled;

Rows copy_of(std::span<const ObjectId> ids) {
  return {ids.begin(), ids.end()};
}

/// The ids of the moving objects, by row.
Rows moving_ids(const ObjectStore& store) {
  return copy_of(store.moving_attributes().ids.contiguous());
}

/// A store and its model: `count` objects, of which every fifth is static and every seventh was
/// removed. `columns`: a bit for each column that exists.
struct Both {
  explicit Both(std::size_t count, unsigned columns = 0) {
    std::vector<Handle> handles;
    for (std::size_t i = 0; i < count; ++i) {
      const Mobility mobility = i % 5 == 4 ? Mobility::static_ : Mobility::moving;
      const Box box = choices.box();
      handles.push_back(store.add(box, {}, mobility));
      EXPECT_EQ(model.add(box, {}, mobility), handles.back());
    }
    for (std::size_t i = 0; i < count; i += 7) {
      store.remove(handles[i]);
      model.remove(handles[i]);
    }
    const auto has = [&](unsigned bit) { return (columns >> bit & 1) != 0; };
    if (has(7) && count > 0) {  // an id again, so generations
      EXPECT_EQ(store.add(Box{1, 1, 2, 2}), model.add({1, 1, 2, 2}, {}, Mobility::moving));
    }
    for (const Handle handle : model.handles()) {
      StoreModel::Object& object = model[handle];
      if (has(0)) object.filter.category = 2 + handle.id % 3;
      if (has(1)) object.filter.mask = handle.id;
      if (has(2)) object.filter.group = handle.id % 9;
      if (has(3)) object.filter.world = handle.id % 2;
      if (has(4)) object.margin = static_cast<float>(handle.id) / 4;
      if (has(5)) object.displacement.x = static_cast<float>(handle.id) / 8;
      if (has(6)) object.displacement.y = -static_cast<float>(handle.id);
      store.set_filter(handle, object.filter);
      store.set_margin(handle, object.margin);
      store.set_displacement(handle, object.displacement);
    }
  }

  /// Reorders both, and expects that arrays by row of the caller's follow.
  void reorder(const Rows& order) {
    const Rows before = moving_ids(store);
    Rows own = before;
    quadphase::reorder(store.reorder(order), own);
    model.reorder(order);
    EXPECT_EQ(own, moving_ids(store));
  }

  Choices choices{5};
  ObjectStore store;
  StoreModel model;
};

TEST(ObjectStoreReorder, MovesEveryColumnThereIs) {
  for (unsigned columns = 0; columns < 256; ++columns) {
    SCOPED_TRACE(columns);
    Both both(70, columns);
    both.reorder(shuffled(70));
    both.model.expect_equal(both.store);
  }
}

TEST(ObjectStoreReorder, PutsTheListedObjectsFirstAndLeavesTheOthersInTheirOrder) {
  Both both(300);
  const Rows all = both.model.ids();
  for (const std::size_t most : {0U, 1U, 2U, 50U, 300U}) {
    for (int round = 0; round < 20; ++round) {
      both.reorder(both.choices.some(all, most));
      both.model.expect_equal(both.store);
    }
  }
}

TEST(ObjectStoreReorder, OfFewObjectsIsTheSame) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 8U}) {
    Both both(count, 0xFF);
    both.reorder({});
    both.model.expect_equal(both.store);
    both.reorder(shuffled(both.model.ids().size()));
    both.model.expect_equal(both.store);
  }
}

TEST(ObjectStoreReorder, LeavesStaticObjectsWhereTheyAre) {
  Both both(100);
  const auto statics = [&] { return copy_of(both.store.static_attributes().ids.contiguous()); };
  const Rows before = statics();
  Rows order = before;
  std::reverse(order.begin(), order.end());
  both.reorder(order);
  EXPECT_EQ(statics(), before);
  both.model.expect_equal(both.store);
}

TEST(ObjectStoreReorder, RefusesAnObjectTwiceAndIdsThatWereNeverGiven) {
  for (const std::size_t count : {60U, 30'000U}) {
    ObjectStore store;
    std::vector<Handle> handles(count);
    store.add(Boxes(std::vector<Box>(count)).view(), {}, handles);
    const Handle statics = store.add({}, {}, Mobility::static_);
    const std::vector<std::byte> before = bytes_of(store);
    Rows twice = shuffled(count);
    twice[count / 3] = twice[count / 2];
    Rows more = shuffled(count);
    more.push_back(7);
    Rows unknown = shuffled(count);
    unknown.back() = statics.id + 1;
    for (const Rows& wrong : {twice, more, unknown, Rows{0xFFFF'FFFF}, Rows{3, 4, 3}}) {
      EXPECT_THROW(store.reorder(wrong), std::invalid_argument);
      EXPECT_EQ(bytes_of(store), before);
    }
    // What was marked in the search for duplicates is forgotten; and what is skipped may be twice.
    Rows order = shuffled(count);
    order.insert(order.begin() + 5, statics.id);
    order.push_back(statics.id);
    EXPECT_NO_THROW(store.reorder(order));
    EXPECT_EQ(moving_ids(store), shuffled(count));
  }
}

// Handles in the order of the rows are found without their slots, and checked all the same.
TEST(ObjectStoreReorder, LeavesHandlesToBeCheckedInTheOrderOfTheRows) {
  for (const unsigned columns : {0U, 0x80U}) {
    Both both(200, columns);
    both.reorder(shuffled(both.model.ids().size()));
    std::vector<Handle> handles;
    for (const ObjectId id : both.model.moving_ids()) handles.push_back(both.store.handle_of(id));
    const auto change = [&](const std::vector<Handle>& some) {
      const std::vector<float> margins(some.size(), both.choices.real());
      both.store.set_margin(some, margins);
      for (const Handle handle : some) both.model[handle].margin = margins[0];
      both.model.expect_equal(both.store);
    };
    change(handles);
    change({handles.begin() + 30, handles.begin() + 60});
    std::vector<Handle> mixed = handles;
    mixed[50] = both.store.handle_of(both.store.static_attributes().ids[0]);
    std::swap(mixed[70], mixed[80]);
    change(mixed);

    for (const std::size_t wrong : {0U, 1U, 90U}) {
      std::vector<Handle> twice = handles;
      twice[wrong] = handles[wrong + 1];
      std::vector<Handle> stale = handles;
      ++stale[wrong].generation;
      const std::vector<std::byte> before = bytes_of(both.store);
      for (const std::vector<Handle>& some : {twice, stale}) {
        EXPECT_THROW(both.store.set_mobility(some, Mobility::static_), std::invalid_argument);
        EXPECT_THROW(both.store.remove(some), std::invalid_argument);
        EXPECT_EQ(bytes_of(both.store), before);
      }
    }
  }
}

TEST(ObjectStoreReorder, GivesTheSameBytesOnAnyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  constexpr std::size_t kCount = 40'000;
  const auto live = [&](int threads, const Rows& order) {
    tbb::task_arena arena(threads);
    return arena.execute([&] {
      ObjectStore store;
      std::vector<Handle> handles(kCount);
      Choices choices(2);
      std::vector<Box> boxes(kCount);
      for (Box& box : boxes) box = choices.box();
      store.add(Boxes(boxes).view(), std::vector<Filter>(kCount, {.group = 3}), handles);
      store.set_mobility(std::span(handles).first(100), Mobility::static_);
      store.remove(std::span(handles).subspan(100, 100));
      const Rows old_rows = copy_of(store.reorder(order));
      return std::pair(bytes_of(store), old_rows);
    });
  };
  for (const std::size_t listed : {kCount, kCount / 2, std::size_t{5}}) {
    Rows order = shuffled(kCount);
    order.resize(listed);
    const auto one = live(1, order);
    for (const int threads : {2, 5, 8})
      EXPECT_TRUE(live(threads, order) == one) << threads << " threads, " << listed << " ids";
  }
}

TEST(ObjectStoreReorder, IsInSnapshots) {
  Both both(200, 0xFF);
  both.reorder(shuffled(200));
  const std::vector<std::byte> bytes = bytes_of(both.store);
  both.reorder({});
  EXPECT_EQ(bytes_of(both.store), bytes) << "an empty order changes nothing";
  ObjectStore restored;
  std::span<const std::byte> rest = bytes;
  restored.restore(rest);
  both.model.expect_equal(restored);
  Rows order = moving_ids(both.store);
  std::reverse(order.begin(), order.end());
  both.reorder(order);
  restored.reorder(order);
  EXPECT_EQ(bytes_of(restored), bytes_of(both.store));
}

TEST(ObjectStoreReorder, SaysHowWellRowsLie) {
  Both both(3'000);
  const Rows order = shuffled(both.model.ids().size());
  Rows moving = order;
  std::erase_if(moving,
                [&](ObjectId id) { return std::ranges::count(both.model.moving_ids(), id) == 0; });
  EXPECT_LT(both.store.row_locality(moving), 0.2F);
  both.reorder(order);
  EXPECT_EQ(both.store.row_locality(moving), 1);
  // Objects that are static, that are gone, or that never were are far from their neighbors.
  const ObjectId statics = both.store.static_attributes().ids[0];
  EXPECT_EQ(both.store.row_locality(Rows{moving[0], statics, moving[1], 0, 9'999, 0xFFFF'FFFF}), 0);
  EXPECT_EQ(both.store.row_locality(Rows{moving[0], moving[64], moving[129]}), 0.5F);
  EXPECT_EQ(both.store.row_locality({}), 1);
}

/// Two stores and engines to which the same happens, but for the order of rows.
class TwoWorlds {
 public:
  explicit TwoWorlds(std::uint32_t seed) : choices_(seed) {
    for (int i = 0; i < 400; ++i) add();
  }

  void step(bool reorders) {
    if (reorders) stores_[1].reorder(engines_[1].order());
    for (int i = 0; i < 60; ++i) change();
    for (int i = 0; i < 2; ++i) engines_[i].update(stores_[i]);
  }

  void expect_equal() {
    EXPECT_EQ(pairs_of(engines_[0]), pairs_of(engines_[1]));
    const auto a = engines_[0].events();
    const auto b = engines_[1].events();
    EXPECT_TRUE(std::ranges::equal(a.begun, b.begun));
    EXPECT_TRUE(std::ranges::equal(a.ended, b.ended));
    EXPECT_EQ(old_pairs_of(engines_[0], last_[0]), old_pairs_of(engines_[1], last_[1]));
    for (int i = 0; i < 2; ++i)
      last_[i].assign(engines_[i].pairs().begin(), engines_[i].pairs().end());
    for (const Handle handle : handles_) {
      EXPECT_EQ(stores_[0].box(handle), stores_[1].box(handle));
      EXPECT_EQ(stores_[0].mobility(handle), stores_[1].mobility(handle));
    }
  }

 private:
  using PairSet = std::set<std::pair<ObjectId, ObjectId>>;

  static PairSet pairs_of(const BroadPhase& engine) {
    PairSet set;
    for (const Pair& pair : engine.pairs()) set.emplace(pair.first, pair.second);
    EXPECT_EQ(set.size(), engine.pairs().size());
    return set;
  }
  /// The pairs that were there before, by the previous indices.
  static PairSet old_pairs_of(const BroadPhase& engine, const std::vector<Pair>& last) {
    PairSet set;
    for (std::size_t i = 0; i < engine.pairs().size(); ++i) {
      const std::uint32_t previous = engine.previous_indices()[i];
      if (previous == kNoPair) continue;
      EXPECT_EQ(last[previous], engine.pairs()[i]);
      set.emplace(engine.pairs()[i].first, engine.pairs()[i].second);
    }
    return set;
  }

  void add() {
    const Box box = choices_.box();
    const Filter filter = choices_.filter();
    const Mobility mobility = choices_.mobility();
    handles_.push_back(stores_[0].add(box, filter, mobility));
    EXPECT_EQ(stores_[1].add(box, filter, mobility), handles_.back());
  }
  void change() {
    const std::size_t which = choices_.below(handles_.size());
    const Handle handle = handles_[which];
    const Box box = choices_.box();
    const Mobility mobility = choices_.mobility();
    const float margin = choices_.real() / 50;
    switch (choices_.below(6)) {
      case 0:
        return add();
      case 1:
        for (ObjectStore& store : stores_) store.remove(handle);
        handles_.erase(handles_.begin() + static_cast<std::ptrdiff_t>(which));
        return;
      case 2:
        for (ObjectStore& store : stores_) store.set_mobility(handle, mobility);
        return;
      case 3:
        for (ObjectStore& store : stores_) store.set_margin(handle, margin);
        return;
      case 4:
        for (ObjectStore& store : stores_) store.set_displacement(handle, {margin, -margin});
        return;
      default:
        for (ObjectStore& store : stores_) store.move(handle, box);
    }
  }

  static Config config() { return {.threads = 2, .events = true, .previous_indices = true}; }

  Choices choices_;
  ObjectStore stores_[2];
  BroadPhase engines_[2] = {BroadPhase(config()), BroadPhase(config())};
  std::vector<Handle> handles_;
  std::vector<Pair> last_[2];
};

TEST(ObjectStoreReorder, LeavesPairsEventsAndPreviousIndicesAsTheyAre) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    TwoWorlds worlds(seed);
    for (int frame = 0; frame < 20; ++frame) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", frame " << frame);
      worlds.step(frame % 3 == 2);
      worlds.expect_equal();
    }
  }
}

// Why with these boxes: no two have their centers in one finest cell.
TEST(ObjectStoreReorder, LeavesTheBytesOfThePairsWhereEachObjectHasACellOfItsOwn) {
  ObjectStore store;
  for (const ObjectId i : shuffled(4'096)) {
    const auto x = static_cast<float>(i % 64);
    const auto y = static_cast<float>(i / 64);
    store.add({x, y, x + 1.25F, y + 1.25F});
  }
  for (const int threads : {1, 2}) {
    BroadPhase engine({.threads = threads});
    engine.update(store);
    const std::vector<Pair> pairs(engine.pairs().begin(), engine.pairs().end());
    const Rows order = copy_of(engine.order());
    EXPECT_LT(store.row_locality(order), threads == 1 ? 0.2F : 2.0F);
    store.reorder(engine.order());
    EXPECT_EQ(store.row_locality(order), 1);
    engine.update(store);
    EXPECT_TRUE(std::ranges::equal(engine.pairs(), pairs));
    EXPECT_EQ(copy_of(engine.order()), order);
    EXPECT_EQ(moving_ids(store), order);
  }
}

}  // namespace
}  // namespace quadphase::model
