// SPDX-License-Identifier: MIT
// Snapshots from strangers: damaged ones are refused, and forged ones, whose checksum is right, are
// refused or harmless. White box, for the checksum.
#include "base/snapshot.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string_view>

#include "model/store_model.hpp"
#include "quadphase/quadphase.hpp"
#include "store/slots.hpp"

namespace quadphase::model {
namespace {

using Bytes = std::vector<std::byte>;

/// A store with holes, all columns and static objects.
void fill(ObjectStore& store) {
  Choices choices(1);
  for (int i = 0; i < 60; ++i) {
    const Handle handle = store.add(choices.box(), choices.filter(), choices.mobility());
    store.set_margin(handle, choices.real());
    store.set_displacement(handle, {choices.real(), choices.real()});
    if (choices.one_in(4)) store.remove(handle);
  }
}

/// An engine that has seen a few frames of a store, and changes of the static set after the last.
void run(BroadPhase& engine, ObjectStore& store, std::size_t frames) {
  Choices choices(2);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (int i = 0; i < 20; ++i) {
      const ObjectId id = store.moving_attributes().ids[choices.below(store.moving_count())];
      store.move(store.handle_of(id), choices.box());
      if (choices.one_in(5)) store.remove(store.handle_of(id));
      if (choices.one_in(3)) store.add(choices.box(), choices.filter(), choices.mobility());
    }
    engine.update(store);
  }
}

/// What takes and gives snapshots.
struct Subject {
  virtual ~Subject() = default;
  virtual void save(Bytes& bytes) const = 0;
  virtual void restore(std::span<const std::byte>& bytes) = 0;
  /// Uses everything that a snapshot can hold.
  virtual void live() = 0;
};

struct StoreSubject : Subject {
  StoreSubject() { fill(store); }
  void save(Bytes& bytes) const override { store.save(bytes); }
  void restore(std::span<const std::byte>& bytes) override { store.restore(bytes); }
  void live() override {
    BroadPhase engine({.threads = 1, .events = true});
    engine.update(store);
    if (store.moving_count() > 0) run(engine, store, 2);
    store.clear();
    store.add({0, 0, 1, 1});
  }

  ObjectStore store;
};

struct EngineSubject : Subject {
  EngineSubject(bool events, bool previous_indices)
      : engine({.threads = 1, .events = events, .previous_indices = previous_indices}) {
    fill(store);
    run(engine, store, 3);
    const std::vector<ObjectId> gone(store.static_attributes().ids.contiguous().begin(),
                                     store.static_attributes().ids.contiguous().begin() + 2);
    engine.remove_static(gone);
    engine.restart_pairs(store.moving_attributes().ids.contiguous().first(3));
  }
  void save(Bytes& bytes) const override { engine.save(bytes); }
  void restore(std::span<const std::byte>& bytes) override { engine.restore(bytes); }
  void live() override {
    engine.update(store.moving_boxes(), store.moving_attributes());
    for (const Pair& pair : engine.pairs()) (void)engine.tight_boxes_overlap(pair);
    engine.update(store);
    run(engine, store, 2);
    engine.update({});
  }

  ObjectStore store;
  BroadPhase engine;
};

class Snapshots : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] std::unique_ptr<Subject> subject() const {
    const std::string_view kind = GetParam();
    if (kind == "Store") return std::make_unique<StoreSubject>();
    return std::make_unique<EngineSubject>(kind != "Engine", kind == "EngineWithPreviousIndices");
  }
  [[nodiscard]] Bytes snapshot() const {
    Bytes bytes;
    subject()->save(bytes);
    return bytes;
  }
};

/// False where the bytes are refused, which must change nothing.
bool takes(Subject& subject, const Bytes& bytes) {
  Bytes before;
  subject.save(before);
  std::span<const std::byte> rest = bytes;
  try {
    subject.restore(rest);
    return true;
  } catch (const std::invalid_argument&) {
  }
  EXPECT_EQ(rest.size(), bytes.size());
  Bytes after;
  subject.save(after);
  EXPECT_EQ(after, before);
  return false;
}

void flip(Bytes& bytes, std::size_t bit) {
  bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
}

TEST_P(Snapshots, AreRefusedWhereAnyBitIsFlipped) {
  const std::unique_ptr<Subject> subject = this->subject();
  Bytes bytes = snapshot();
  ASSERT_TRUE(takes(*subject, bytes));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    if (bit >= 8 * sizeof(detail::SnapshotHeader) && bit % 7 != 0) continue;
    flip(bytes, bit);
    ASSERT_FALSE(takes(*subject, bytes)) << "bit " << bit;
    flip(bytes, bit);
  }
}

TEST_P(Snapshots, AreRefusedWhereTheyAreCutShort) {
  const std::unique_ptr<Subject> subject = this->subject();
  const Bytes bytes = snapshot();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(takes(*subject, Bytes(bytes.begin(), bytes.begin() + static_cast<long>(size))));
}

/// Makes the checksum right again, as far as that can be.
void forge(Bytes& bytes) {
  detail::SnapshotHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.size < sizeof(header) || header.size > bytes.size()) return;
  header.checksum = detail::checksum_of(std::span(bytes).first(header.size));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

TEST_P(Snapshots, ThatAreForgedAreRefusedOrHarmless) {
  const Bytes good = snapshot();
  std::mt19937 random(7);
  int taken = 0;
  for (int round = 0; round < 1'500; ++round) {
    Bytes bytes = good;
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t i = 0; i < changes; ++i) {
      // Every third in the header, and often whole words of all ones or zeros.
      const std::size_t end = random() % 3 == 0 ? sizeof(detail::SnapshotHeader) : bytes.size();
      if (random() % 2 == 0) {
        flip(bytes, random() % (8 * end));
      } else {
        const std::uint32_t word = random() % 2 == 0 ? 0U : ~0U;
        std::memcpy(bytes.data() + random() % (end / 4) * 4, &word, sizeof(word));
      }
    }
    forge(bytes);
    const std::unique_ptr<Subject> subject = this->subject();
    if (!takes(*subject, bytes)) continue;
    ++taken;
    try {
      subject->live();
    } catch (const std::invalid_argument&) {
    }
  }
  EXPECT_GT(taken, 100) << "few of them got far enough to do harm";
}

// An object's slot would be used again with the generation of a handle that was given out before.
TEST(StoreSnapshot, OfAnObjectInARetiredSlotIsRefused) {
  StoreSubject subject;
  const Handle handle = subject.store.handle_of(subject.store.moving_attributes().ids[0]);
  Bytes bytes;
  subject.save(bytes);
  const std::size_t generation_at = sizeof(detail::SnapshotHeader) +
                                    handle.id * sizeof(detail::Slot) +
                                    offsetof(detail::Slot, generation);
  for (const std::uint32_t generation : {detail::kRetired - 1, detail::kRetired}) {
    std::memcpy(bytes.data() + generation_at, &generation, sizeof(generation));
    forge(bytes);
    EXPECT_EQ(takes(subject, bytes), generation != detail::kRetired);
  }
}

TEST_P(Snapshots, OfTheOtherKindAreRefused) {
  const std::unique_ptr<Subject> subject = this->subject();
  Bytes other;
  if (std::string_view(GetParam()) == "Store") {
    EngineSubject(false, false).save(other);
  } else {
    StoreSubject().save(other);
  }
  EXPECT_FALSE(takes(*subject, other));
}

// Its pairs would begin and end for no reason.
TEST(EngineSnapshot, OfAnEngineForWhichTouchingCountsOtherwiseIsRefusedWithEvents) {
  for (const bool events : {true, false}) {
    for (const bool touching : {true, false}) {
      ObjectStore store;
      fill(store);
      BroadPhase engine({.threads = 1, .touching = touching, .events = events});
      engine.update(store);
      Bytes bytes;
      engine.save(bytes);
      BroadPhase same({.threads = 1, .touching = touching, .events = events});
      std::span<const std::byte> rest = bytes;
      same.restore(rest);
      EXPECT_TRUE(rest.empty());
      BroadPhase other({.threads = 1, .touching = !touching, .events = events});
      rest = bytes;
      if (events) {
        EXPECT_THROW(other.restore(rest), std::invalid_argument);
      } else {
        EXPECT_NO_THROW(other.restore(rest)) << "static objects are the same for both";
      }
    }
  }
}

TEST(EngineSnapshot, OfAnEngineOfAnotherWorldIsRefused) {
  const std::vector<Config> worlds = {{.threads = 1},
                                      {.threads = 1, .period_x = 50},
                                      {.threads = 1, .period_x = 60},
                                      {.threads = 1, .period_y = 50}};
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    ObjectStore store;
    fill(store);
    BroadPhase engine(worlds[i]);
    engine.update(store);
    Bytes bytes;
    engine.save(bytes);
    for (std::size_t j = 0; j < worlds.size(); ++j) {
      BroadPhase other(worlds[j]);
      std::span<const std::byte> rest = bytes;
      if (i == j) {
        EXPECT_NO_THROW(other.restore(rest));
      } else {
        EXPECT_THROW(other.restore(rest), std::invalid_argument);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachKind, Snapshots,
                         testing::Values("Store", "Engine", "EngineWithEvents",
                                         "EngineWithPreviousIndices"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Snapshot, IsLittleEndian) {
  Bytes bytes;
  ObjectStore store;
  store.add({1, 2, 3, 4});
  store.save(bytes);
  const std::string_view name = "QUADSNAP";
  EXPECT_EQ(std::memcmp(bytes.data(), name.data(), name.size()), 0);
  const auto byte = [](unsigned value) { return static_cast<std::byte>(value); };
  // 1.0F is 0x3F80'0000: the first column of the only row, after the header and the slot.
  const Bytes one = {byte(0), byte(0), byte(0x80), byte(0x3F)};
  const std::size_t at = sizeof(detail::SnapshotHeader) + sizeof(detail::Slot);
  EXPECT_EQ(Bytes(bytes.begin() + at, bytes.begin() + at + 4), one);
}

}  // namespace
}  // namespace quadphase::model
