// SPDX-License-Identifier: MIT
// The bytes of a snapshot follow from the state of an engine: its static objects, the last update,
// and what has changed since. Not from the order of calls, from calls that were refused or failed,
// from objects that came and went, or from buffers that larger frames have left.
#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "model/model_checks.hpp"
#include "scenes/random.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {
namespace {

constexpr std::uint64_t kMostPairs = 3'000;
constexpr ObjectId kFirstStatic = 1'000;
constexpr ObjectId kPassing = 5'000;  // ids of objects that come and go

/// Objects with attributes, and ids from `first_id` on.
Objects some_objects(std::size_t count, ObjectId first_id, std::uint64_t seed) {
  Objects objects = objects_of("uniform", count, seed);
  for (Object& object : objects) object.id = first_id++;
  return objects;
}

/// More pairs than the engine may have.
Objects crowd() {
  Objects objects(100);
  ObjectId id = 0;
  for (Object& object : objects) {
    object.id = id++;
    object.box = {0, 0, 1, 1};
  }
  return objects;
}

/// One way of an engine to the state that the calls without detours lead to.
class Way {
 public:
  /// `seed`: of the detours; 0: none.
  Way(Config config, std::uint64_t seed) : random_(seed), takes_detours_(seed != 0) {
    config.max_pairs = kMostPairs;
    config.memory_resource = &resource_;
    config_ = config;
    engine_.emplace(config_);
  }

  /// Changes the static set into `objects`: whole, or one object after the other.
  void set_static(const Objects& objects) {
    if (takes_detours_ && random_.below(2) == 0) {
      engine_->clear_static();
      for (const Object& object : shuffled(objects, random_.bits())) {
        add({object});
        if (random_.below(16) == 0) detour();
      }
    } else {
      const Rows rows(takes_detours_ ? shuffled(objects, random_.bits()) : objects);
      engine_->set_static(rows.boxes(), rows.ids(), rows.attributes());
    }
    detour();
  }
  /// Replaces the first `count` static objects by others with their ids.
  void replace(const Objects& objects, std::size_t count) {
    std::vector<ObjectId> removed;
    for (std::size_t i = 0; i < count; ++i) removed.push_back(kFirstStatic + ObjectId(i));
    if (takes_detours_ && random_.below(2) == 0) {
      for (const ObjectId id : removed) {
        engine_->remove_static({&id, 1});
        if (random_.below(8) == 0) detour();
      }
      add(shuffled(objects, random_.bits()));
    } else {
      const Rows rows(objects);
      engine_->exchange_static(removed, rows.boxes(), rows.ids(), rows.attributes());
    }
    detour();
  }
  void restart(std::vector<ObjectId> ids) {
    if (takes_detours_) ids.insert(ids.end(), ids.rbegin(), ids.rend());
    for (const ObjectId id : ids) engine_->restart_pairs({&id, 1});
    detour();
  }
  void update(const Objects& moving) {
    const Rows rows(moving);
    if (takes_detours_ && random_.below(2) == 0) {  // as large frames as it likes
      const Rows others(some_objects(500, 0, random_.bits()));
      engine_->update(others.boxes(), others.attributes());
    }
    detour();
    engine_->update(rows.boxes(), rows.attributes());
    detour();
  }

  [[nodiscard]] std::vector<std::byte> saved() const {
    std::vector<std::byte> bytes;
    engine_->save(bytes);
    return bytes;
  }

 private:
  void add(const Objects& objects) {
    const Rows rows(objects);
    engine_->add_static(rows.boxes(), rows.ids(), rows.attributes());
  }

  void detour() {
    for (int i = takes_detours_ ? 3 : 0; i > 0; --i) detour(random_.below(7));
  }
  /// Something after which the state is as before.
  void detour(std::uint32_t kind) {
    switch (kind) {
      case 0: {
        const Objects passing = some_objects(5, kPassing, random_.bits());
        add(passing);
        if (random_.below(2) == 0) fail_a_frame();
        engine_->remove_static(Rows(passing).ids());
        return;
      }
      case 1:
        return fail_a_frame();
      case 2: {
        Objects twins = some_objects(2, kPassing, 1);
        twins[1].id = kPassing;
        EXPECT_THROW(add(twins), std::invalid_argument);
        return;
      }
      case 3: {
        const Objects passing = some_objects(1'000, kPassing, 1);
        resource_.fail_from(random_.below(4));
        bool is_added = false;
        try {
          add(passing);
          is_added = true;
        } catch (const std::bad_alloc&) {
        }
        resource_.work_again();
        if (is_added) engine_->remove_static(Rows(passing).ids());
        return;
      }
      case 4:
        return engine_->reserve(random_.below(2'000), random_.below(2'000));
      case 5: {
        const std::vector<std::byte> bytes = saved();
        std::span<const std::byte> rest = bytes;
        if (random_.below(2) == 0) engine_.emplace(config_);
        engine_->restore(rest);
        return;
      }
      default: {
        std::span<const std::byte> nothing;
        EXPECT_THROW(engine_->restore(nothing), std::invalid_argument);
      }
    }
  }
  /// It has too many pairs, and sometimes no memory.
  void fail_a_frame() {
    if (random_.below(2) == 0) resource_.fail_from(random_.below(12));
    const Rows rows(crowd());
    try {
      engine_->update(rows.boxes(), rows.attributes());
      ADD_FAILURE() << "too many pairs were found";
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    resource_.work_again();
  }

  contract::CountingResource resource_;
  Config config_;
  std::optional<BroadPhase> engine_;
  scenes::Random random_;
  bool takes_detours_;
};

class EqualStates : public testing::TestWithParam<Config> {};

TEST_P(EqualStates, HaveEqualSnapshotsWhicheverWayAnEngineTook) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const auto go = [&](std::uint64_t detours, std::vector<std::vector<std::byte>>& snapshots) {
      Way way(GetParam(), detours);
      const std::size_t count = 20 + seed % 50;
      way.set_static(some_objects(count, kFirstStatic, seed));
      snapshots.push_back(way.saved());
      const Objects moving = some_objects(60, 0, seed + 1);
      way.update(moving);
      snapshots.push_back(way.saved());
      way.replace(some_objects(count / 3, kFirstStatic, seed + 2), count / 3);
      way.restart({7, 3, kFirstStatic, 5});
      snapshots.push_back(way.saved());
      way.update(moving);
      snapshots.push_back(way.saved());
    };
    std::vector<std::vector<std::byte>> expected;
    go(0, expected);
    for (const std::uint64_t detours : {1U, 2U, 3U}) {
      std::vector<std::vector<std::byte>> found;
      go(4 * seed + detours, found);
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_TRUE(found[i] == expected[i])
            << "snapshot " << i << " of seed " << seed << ", way " << detours << ": "
            << found[i].size() << " bytes, " << expected[i].size() << " without detours";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, EqualStates,
    testing::Values(Config{.threads = 1}, Config{.threads = 1, .events = true},
                    Config{.threads = 2, .events = true, .previous_indices = true},
                    Config{.threads = 1, .period_x = 30, .period_y = 30, .events = true}));

// The set had filters and margins, and has none now.
TEST(EqualStates, DoNotRememberColumnsThatNoObjectHasNow) {
  const Objects plain = as_given(some_objects(10, kFirstStatic, 1), Spans{1});
  std::vector<std::byte> expected;
  BroadPhase fresh({.threads = 1});
  const Rows rows(plain, Spans{1});
  fresh.set_static(rows.boxes(), rows.ids());
  fresh.save(expected);
  BroadPhase engine({.threads = 1});
  const Objects grown = some_objects(10, kPassing, 2);
  const Rows grown_rows(grown);
  engine.set_static(grown_rows.boxes(), grown_rows.ids(), grown_rows.attributes());
  engine.update({});
  engine.exchange_static(grown_rows.ids(), rows.boxes(), rows.ids());
  for (int frame = 0; frame < 2; ++frame) {
    std::vector<std::byte> bytes;
    engine.save(bytes);
    EXPECT_TRUE(bytes == expected) << "after " << frame << " frames";
    engine.update({});
  }
}

// An object that is replaced by an equal one has not changed.
TEST(EqualStates, DoNotRememberThatObjectsWereReplacedByEqualOnes) {
  const Objects objects = some_objects(30, kFirstStatic, 1);
  const Rows rows(objects);
  BroadPhase engine({.threads = 1, .events = true});
  engine.set_static(rows.boxes(), rows.ids(), rows.attributes());
  engine.update({});
  std::vector<std::byte> expected;
  engine.save(expected);
  engine.set_static(rows.boxes(), rows.ids(), rows.attributes());
  const Rows some(Objects(objects.begin(), objects.begin() + 9));
  engine.exchange_static(some.ids(), some.boxes(), some.ids(), some.attributes());
  std::vector<std::byte> bytes;
  engine.save(bytes);
  EXPECT_TRUE(bytes == expected);
}

}  // namespace
}  // namespace quadphase::model
