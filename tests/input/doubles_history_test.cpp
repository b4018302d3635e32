// SPDX-License-Identifier: MIT
// Boxes in double from frame to frame: events, previous indices, and snapshots.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/double_world.hpp"

namespace quadphase::contract {
namespace {

Pairs minus(const Pairs& a, const Pairs& b) {
  Pairs difference;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(difference));
  return difference;
}

template <class Event>
Pairs pairs_of(std::span<const Event> events) {
  Pairs pairs;
  for (const Event& event : events) pairs.push_back(event.pair);
  return pairs;
}

/// A world whose objects move by a few neighbors of their edges; some are in float for some frames.
class History {
 public:
  History(std::uint32_t seed, std::size_t count) : random_(seed), boxes_(fine_boxes(seed, count)) {}

  void move() {
    for (DoubleBox& box : boxes_) {
      if (random_() % 3 != 0) continue;
      const double step = (static_cast<double>(random_() % 3) - 1) * 0x1p-40;
      for (double* const edge : {&box.min_x, &box.min_y, &box.max_x, &box.max_y})
        if (random_() % 2 == 0) *edge += step;
    }
  }
  [[nodiscard]] const std::vector<DoubleBox>& boxes() const { return boxes_; }

 private:
  std::mt19937 random_;
  std::vector<DoubleBox> boxes_;
};

struct Given {
  bool touching;
  bool with_ids;
  bool with_statics;
  bool some_in_float;  // every third frame
  int threads;
};

/// Frames of a history on an engine, which a snapshot of itself replaces now and then.
void check_history(const Given& given) {
  constexpr std::size_t kCount = 240;
  History history(given.touching ? 21 : 22, kCount);
  const std::size_t moving_count = given.with_statics ? 150 : kCount;
  std::vector<ObjectId> ids;
  for (std::uint32_t i = 0; i < kCount; ++i) ids.push_back(given.with_ids ? 3 * i + 5 : i);
  const Config config{.threads = given.threads,
                      .touching = given.touching,
                      .events = true,
                      .previous_indices = true};
  BroadPhase broad_phase(config);
  if (given.with_statics) {
    const DoubleColumns statics{std::span(history.boxes()).subspan(moving_count)};
    broad_phase.set_static({statics.view(), kFineOrigins[1]}, std::span(ids).subspan(moving_count));
  }
  std::vector<DoubleBox> static_boxes(
      history.boxes().begin() + static_cast<std::ptrdiff_t>(moving_count), history.boxes().end());
  Pairs before;
  Pairs before_in_order;
  for (int frame = 0; frame < 12; ++frame) {
    history.move();
    const Origin origin = kFineOrigins[frame / 3 % 4];
    std::vector<DoubleBox> world(
        history.boxes().begin(),
        history.boxes().begin() + static_cast<std::ptrdiff_t>(moving_count));
    std::vector<Box> floats;
    const bool is_float = given.some_in_float && frame % 3 == 1;
    for (DoubleBox& box : world) {
      floats.push_back(
          {static_cast<float>(box.min_x - origin.x), static_cast<float>(box.min_y - origin.y),
           static_cast<float>(box.max_x - origin.x), static_cast<float>(box.max_y - origin.y)});
      const Box& f = floats.back();
      if (is_float)
        box = {static_cast<double>(f.min_x) + origin.x, static_cast<double>(f.min_y) + origin.y,
               static_cast<double>(f.max_x) + origin.x, static_cast<double>(f.max_y) + origin.y};
    }
    const DoubleColumns moving(world);
    world.insert(world.end(), static_boxes.begin(), static_boxes.end());
    Attributes attributes;
    if (given.with_ids) attributes.ids = std::span(ids).first(moving_count);
    if (is_float) {
      broad_phase.update(std::span<const Box>(floats), attributes);
    } else {
      broad_phase.update({moving.view(), origin}, attributes);
    }
    Pairs now = pairs_of_doubles(world, given.touching,
                                 [&](std::uint32_t i, std::uint32_t) { return i < moving_count; });
    for (Pair& pair : now) pair = {ids[pair.first], ids[pair.second]};
    ASSERT_EQ(sorted(broad_phase.pairs()), now) << frame;
    EXPECT_EQ(pairs_of(broad_phase.events().begun), minus(now, before)) << frame;
    EXPECT_EQ(pairs_of(broad_phase.events().ended), minus(before, now)) << frame;
    for (std::size_t i = 0; i < broad_phase.pairs().size(); ++i) {
      const std::uint32_t index = broad_phase.previous_indices()[i];
      const Pair& pair = broad_phase.pairs()[i];
      if (index == kNoPair) {
        EXPECT_FALSE(std::binary_search(before.begin(), before.end(), pair));
      } else {
        ASSERT_LT(index, before_in_order.size());
        EXPECT_EQ(before_in_order[index], pair);
      }
    }
    before = now;
    before_in_order.assign(broad_phase.pairs().begin(), broad_phase.pairs().end());
    if (frame % 4 != 2) continue;
    std::vector<std::byte> bytes;
    broad_phase.save(bytes);
    BroadPhase restored(config);
    std::span<const std::byte> left = bytes;
    restored.restore(left);
    EXPECT_TRUE(left.empty());
    std::vector<std::byte> again;
    restored.save(again);
    EXPECT_EQ(again, bytes) << "another snapshot of the same state";
    broad_phase = std::move(restored);
  }
}

TEST(DoubleHistories, EventsAreThoseOfTheDoublesAlsoAfterSnapshots) {
  for (const bool touching : {true, false})
    for (const bool with_ids : {true, false})
      for (const bool with_statics : {true, false})
        for (const bool some_in_float : {true, false})
          for (const int threads : {1, 3}) {
            SCOPED_TRACE(testing::Message()
                         << touching << with_ids << with_statics << some_in_float << threads);
            check_history({touching, with_ids, with_statics, some_in_float, threads});
          }
}

TEST(DoubleHistories, StaticObjectsMayBeGivenNearAnyOrigins) {
  const std::vector<DoubleBox> boxes = near_edges(31, 5, 0.1, 300);
  const std::size_t half = boxes.size() / 2;
  const DoubleColumns moving{std::span(boxes).first(half)};
  std::vector<ObjectId> ids;
  for (std::size_t i = half; i < boxes.size(); ++i) ids.push_back(static_cast<ObjectId>(i));
  for (const bool touching : {true, false}) {
    const Pairs expected =
        pairs_of_doubles(boxes, touching, [&](std::uint32_t i, std::uint32_t) { return i < half; });
    BroadPhase broad_phase({.threads = 1, .touching = touching});
    const auto expect_pairs = [&](const Origin& origin) {
      broad_phase.update({moving.view(), origin});
      EXPECT_EQ(sorted(broad_phase.pairs()), expected);
    };
    // A third each near other origins, before and between frames.
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t count = (boxes.size() - half) / 3;
      const DoubleColumns some{std::span(boxes).subspan(half + part * count, count)};
      const Origin origins[] = {{0, 0}, {1e6, -1e6}, {5, 5}};
      broad_phase.add_static({some.view(), origins[part]},
                             std::span(ids).subspan(part * count, count));
      if (part == 1) broad_phase.update({moving.view(), {3, 3}});
    }
    for (const Origin& origin : {Origin{5, 5}, Origin{0, 0}, Origin{-7e5, 3}, Origin{5, 5}})
      expect_pairs(origin);
    std::vector<std::byte> bytes;
    broad_phase.add_static(BoxView{}, {});
    broad_phase.save(bytes);
    std::span<const std::byte> left = bytes;
    broad_phase.restore(left);
    expect_pairs({100, 100});
  }
}

TEST(DoubleHistories, StaticObjectsKeepTheirDoublesInSnapshots) {
  const std::vector<DoubleBox> boxes = tiles(0.1, 10, 12);
  const std::size_t half = boxes.size() / 2;
  const DoubleColumns moving{std::span(boxes).first(half)};
  const DoubleColumns statics{std::span(boxes).subspan(half)};
  std::vector<ObjectId> ids;
  for (std::size_t i = half; i < boxes.size(); ++i) ids.push_back(static_cast<ObjectId>(i));
  BroadPhase saved({.threads = 1, .touching = false});
  saved.set_static({statics.view(), {10, 10}}, ids);
  std::vector<std::byte> bytes;
  saved.save(bytes);
  BroadPhase restored({.threads = 1, .touching = false});
  std::span<const std::byte> left = bytes;
  restored.restore(left);
  restored.update({moving.view(), {10, 10}});
  EXPECT_TRUE(restored.pairs().empty());
  restored.update({statics.view(), {10, 10}});  // each static object has itself and no neighbor
  EXPECT_EQ(restored.pairs().size(), half);
}

}  // namespace
}  // namespace quadphase::contract
