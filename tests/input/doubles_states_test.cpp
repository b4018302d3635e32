// SPDX-License-Identifier: MIT
// Boxes in double in every state of an engine: after memory was given back, after restore, with
// equal ids, and whatever came before.
#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <vector>

#include "support/double_world.hpp"

namespace quadphase::contract {
namespace {

using Bytes = std::vector<std::byte>;

constexpr Origin kFar{1'000, 0};

Bytes saved(const BroadPhase& broad_phase) {
  Bytes bytes;
  broad_phase.save(bytes);
  return bytes;
}

BroadPhase restored(const BroadPhase& from, const Config& config) {
  BroadPhase broad_phase(config);
  const Bytes bytes = saved(from);
  std::span<const std::byte> rest(bytes);
  broad_phase.restore(rest);
  return broad_phase;
}

void set_static(BroadPhase& broad_phase, const std::vector<DoubleBox>& boxes, const Origin& origin,
                const std::vector<ObjectId>& ids) {
  broad_phase.set_static({DoubleColumns(boxes).view(), origin}, ids);
}

void update(BroadPhase& broad_phase, const std::vector<DoubleBox>& boxes, const Origin& origin,
            const Attributes& attributes = {}) {
  broad_phase.update({DoubleColumns(boxes).view(), origin}, attributes);
}

TEST(DoublesOfImages, StayHoweverOftenMemoryIsGivenBack) {
  BroadPhase broad_phase({.threads = 1, .period_x = 100});
  // Across the border; in y apart by less than floats can tell.
  const std::vector<DoubleBox> wall = {{95, 5, 99.5, 6 - 1e-9}};
  const std::vector<DoubleBox> ball = {{-2, 6 - 5e-10, 1, 7}};
  set_static(broad_phase, wall, {}, {7});
  for (int i = 0; i < 4; ++i) {
    update(broad_phase, ball, {});
    EXPECT_TRUE(broad_phase.pairs().empty()) << "frame " << i;
    broad_phase.shrink_to_fit();
  }
  BroadPhase moving({.threads = 1, .period_x = 100});
  moving.build({DoubleColumns(std::vector<DoubleBox>{wall[0], ball[0]}).view(), Origin{}});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(moving.count_pairs(), 0U) << "after " << i;
    moving.shrink_to_fit();
  }
}

TEST(EventsOfDoubles, AreTheSameAfterRestoreWhateverOriginCameBetween) {
  const std::vector<DoubleBox> wall = {{1'000, 0, 1'001, 1}};
  const std::vector<DoubleBox> ball = {{1'000.5, 0, 1'002, 1}};
  const std::vector<ObjectId> id = {0};
  const std::vector<ObjectId> two_ids = {0, 1};
  const Config config{.threads = 1, .max_pairs = 1, .events = true};
  for (const bool fails : {false, true}) {
    BroadPhase lived(config);
    set_static(lived, wall, {}, {2});
    update(lived, ball, {}, {.ids = id});
    if (fails) {
      EXPECT_THROW(update(lived, {ball[0], ball[0]}, kFar, {.ids = two_ids}), std::length_error);
    } else {
      lived.build({DoubleColumns(ball).view(), kFar}, {.ids = id});
    }
    BroadPhase other = restored(lived, config);
    for (BroadPhase* const broad_phase : {&lived, &other}) {
      update(*broad_phase, ball, kFar, {.ids = id});
      EXPECT_EQ(broad_phase->pairs().size(), 1U);
      EXPECT_TRUE(broad_phase->events().begun.empty());
      EXPECT_TRUE(broad_phase->events().ended.empty());
    }
  }
}

TEST(OriginOfStaticDoubles, IsSavedAsTheNextFrameWillHaveIt) {
  const std::vector<float> zero = {0};
  const std::vector<float> one = {1};
  const BoxView ball{zero, zero, one, one};  // near the origin of the static objects
  const std::vector<float> away = {500};
  const auto expect_equal = [&](BroadPhase& lived, const auto& change) {
    BroadPhase other = restored(lived, {.threads = 1});
    for (BroadPhase* const broad_phase : {&lived, &other}) {
      change(*broad_phase);
      broad_phase->update(ball);
    }
    EXPECT_EQ(lived.pairs().size(), other.pairs().size());
    EXPECT_EQ(saved(lived), saved(other));
  };
  for (const bool replaces : {true, false}) {
    BroadPhase lived({.threads = 1});
    set_static(lived, {{10, 0, 11, 1}}, {}, {101});
    lived.update(ball);
    if (replaces) {
      set_static(lived, {{1'000, 0, 1'001, 1}}, kFar, {102});
    } else {
      lived.remove_static(std::vector<ObjectId>{101});
      lived.add_static({DoubleColumns(std::vector<DoubleBox>{{1'000, 0, 1'001, 1}}).view(), kFar},
                       std::vector<ObjectId>{102});
    }
    expect_equal(lived, [](BroadPhase&) {});
    EXPECT_EQ(lived.pairs().size(), 1U);
  }
  // The last object in double leaves, one in float stays.
  BroadPhase lived({.threads = 1});
  lived.set_static(BoxView{away, away, away, away}, std::vector<ObjectId>{101});
  lived.add_static({DoubleColumns(std::vector<DoubleBox>{{10, 0, 11, 1}}).view(), Origin{}},
                   std::vector<ObjectId>{102});
  lived.update(ball);
  lived.remove_static(std::vector<ObjectId>{102});
  lived.update(ball);
  expect_equal(lived, [](BroadPhase& broad_phase) {
    broad_phase.add_static(
        {DoubleColumns(std::vector<DoubleBox>{{1'000, 0, 1'001, 1}}).view(), kFar},
        std::vector<ObjectId>{103});
  });
}

TEST(StaticBoxes, AtTheOriginTakeNoMoreMemoryThanElsewhere) {
  std::vector<DoubleBox> balls;
  for (int i = 0; i < 20'000; ++i) balls.push_back({2.0 * i + 5, 5, 2.0 * i + 6, 6});
  const auto bytes_with = [&](double edge) {
    BroadPhase broad_phase({.threads = 1});
    set_static(broad_phase, {{edge - 1, 0, edge, 1}}, {}, {100'000});
    for (int i = 0; i < 3; ++i) update(broad_phase, balls, {});
    return broad_phase.byte_count();
  };
  EXPECT_EQ(bytes_with(0), bytes_with(1));
  const std::vector<float> zeros(20'000, 0.0F);
  const std::vector<float> ones(20'000, 1.0F);
  const auto bytes_at = [&](float zero) {
    std::vector<float> rows(20'000);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = 2.0F * static_cast<float>(i);
    BroadPhase broad_phase({.threads = 1});
    const std::vector<float> least = {zero};
    const std::vector<float> one = {1};
    broad_phase.set_static(BoxView{least, one, one, one}, std::vector<ObjectId>{100'000});
    for (int i = 0; i < 3; ++i) broad_phase.update(BoxView{rows, zeros, rows, ones});
    return broad_phase.byte_count();
  };
  EXPECT_EQ(bytes_at(-0.0F), bytes_at(0.0F));
}

TEST(ShrinkToFit, LeavesNothingOfTheMarginsOfALargerFrameInDouble) {
  const auto frame = [](BroadPhase& broad_phase, std::size_t count) {
    const std::vector<float> margins(count, 0.1F);
    update(broad_phase, near_edges(1, 0, 0.1, count), {}, {.margin = margins});
  };
  BroadPhase fresh({.threads = 1});
  BroadPhase used({.threads = 1});
  for (int i = 0; i < 2; ++i) frame(used, 20'000);
  for (BroadPhase* const broad_phase : {&fresh, &used}) {
    frame(*broad_phase, 1);
    broad_phase->shrink_to_fit();
  }
  EXPECT_EQ(used.byte_count(), fresh.byte_count());
}

TEST(EqualIdsInDouble, AreSavedWithTheBoxOfTheFirst) {
  const std::vector<ObjectId> ids = {5, 5};
  const auto state = [&](const DoubleBox& second) {
    BroadPhase broad_phase({.threads = 1, .events = true});
    update(broad_phase, {{0, 0, 1, 1}, second}, {}, {.ids = ids});
    return saved(broad_phase);
  };
  EXPECT_EQ(state({0.5, 0, 2, 1}), state({0.25, 0, 2, 1}));
}

TEST(InvalidStaticDoubles, AreTheSameBytesNearAnyOrigin) {
  const auto state = [](const Origin& origin) {
    BroadPhase broad_phase({.threads = 1});
    set_static(broad_phase, {{10, 0, 9, 1}, {0, 0, 1, 1}}, origin, {101, 102});
    update(broad_phase, {{0, 0, 1, 1}}, {});
    return saved(broad_phase);
  };
  EXPECT_EQ(state({}), state(kFar));
}

}  // namespace
}  // namespace quadphase::contract
