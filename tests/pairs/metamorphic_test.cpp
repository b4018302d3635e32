// SPDX-License-Identifier: MIT
// What a change of the input does to the set of pairs, whatever the input is: no model needed.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/seeded.hpp"
#include "quadphase/quadphase.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

using contract::Columns;
using PairSet = std::vector<Pair>;  // ascending

PairSet sorted(std::span<const Pair> pairs) {
  PairSet set(pairs.begin(), pairs.end());
  std::ranges::sort(set);
  return set;
}

PairSet pairs_of(const Columns& boxes, const Attributes& attributes = {}) {
  static BroadPhase broad_phase({.threads = 1});
  broad_phase.update(boxes.view(), attributes);
  return sorted(broad_phase.pairs());
}

Box map_box(const Box& box, const auto& x, const auto& y) {
  return {x(box.min_x), y(box.min_y), x(box.max_x), y(box.max_y)};
}
Columns mapped(const Columns& boxes, const auto& x, const auto& y) {
  Columns result;
  result.resize(boxes.view().size());
  for (std::size_t i = 0; i < boxes.view().size(); ++i)
    result.set(i, map_box(boxes.view()[i], x, y));
  return result;
}

/// A frame of some scene, with coordinates that are multiples of 1/64 below 2^15, so that sums with
/// such numbers are exact.
Columns any_boxes() {
  const auto scene = *rc::gen::element<std::string>("uniform", "dense", "mixed", "clusters",
                                                    "galaxy", "giants", "walls", "roads", "line");
  const auto count = *rc::gen::inRange<std::size_t>(2, 1'500);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 99);
  const auto round = [](float value) { return std::round(value * 64) / 64; };
  return mapped(contract::frame_of(scene, count, 1, seed), round, round);
}

void expect_for_any(const char* property, const auto& check) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check(property, check));
}

TEST(PairsOfAnyFrame, StayWhenTheWorldIsMoved) {
  expect_for_any("translation by multiples of 1/64", [] {
    const Columns boxes = any_boxes();
    const auto step = [](int steps) {
      return [by = static_cast<float>(steps) / 64](float value) { return value + by; };
    };
    const Columns moved = mapped(boxes, step(*rc::gen::inRange(-100'000, 100'000)),
                                 step(*rc::gen::inRange(-100'000, 100'000)));
    RC_ASSERT((pairs_of(moved) == pairs_of(boxes)));
  });
}

TEST(PairsOfAnyFrame, StayWhenTheWorldIsScaledByPowersOfTwo) {
  expect_for_any("scaling by powers of two, x and y each by its own", [] {
    const Columns boxes = any_boxes();
    const auto scale = [](int exponent) {
      return [exponent](float value) { return std::ldexp(value, exponent); };
    };
    const Columns scaled =
        mapped(boxes, scale(*rc::gen::inRange(-90, 90)), scale(*rc::gen::inRange(-90, 90)));
    RC_ASSERT((pairs_of(scaled) == pairs_of(boxes)));
  });
}

TEST(PairsOfAnyFrame, StayWhenTheWorldIsMirroredOrTurned) {
  expect_for_any("x to -x, and x and y exchanged", [] {
    const Columns boxes = any_boxes();
    Columns mirrored;
    Columns turned;
    mirrored.resize(boxes.view().size());
    turned.resize(boxes.view().size());
    for (std::size_t i = 0; i < boxes.view().size(); ++i) {
      const Box box = boxes.view()[i];
      mirrored.set(i, {-box.max_x, box.min_y, -box.min_x, box.max_y});
      turned.set(i, {box.min_y, box.min_x, box.max_y, box.max_x});
    }
    const PairSet pairs = pairs_of(boxes);
    RC_ASSERT((pairs_of(mirrored) == pairs));
    RC_ASSERT((pairs_of(turned) == pairs));
  });
}

TEST(PairsOfAnyFrame, ArePermutedAsRowsAre) {
  expect_for_any("any order of rows", [] {
    const Columns boxes = any_boxes();
    std::vector<std::uint32_t> row_of(boxes.view().size());  // where each box goes
    std::iota(row_of.begin(), row_of.end(), 0U);
    scenes::Random random(*rc::gen::inRange<std::uint64_t>(0, 1'000));
    for (std::uint32_t i = static_cast<std::uint32_t>(row_of.size()); i > 1; --i)
      std::swap(row_of[i - 1], row_of[random.below(i)]);
    Columns permuted;
    permuted.resize(boxes.view().size());
    for (std::size_t i = 0; i < boxes.view().size(); ++i) permuted.set(row_of[i], boxes.view()[i]);
    PairSet expected;
    for (const Pair& pair : pairs_of(boxes)) {
      const auto [first, second] = std::minmax({row_of[pair.first], row_of[pair.second]});
      expected.push_back({first, second});
    }
    RC_ASSERT((pairs_of(permuted) == sorted(expected)));
  });
}

TEST(PairsOfAnyFrame, AreThoseOfItsPartsAndBetweenThem) {
  expect_for_any("a frame cut in two, the parts joined by batches and by static objects", [] {
    const Columns boxes = any_boxes();
    const auto cut = *rc::gen::inRange<std::size_t>(0, boxes.view().size() + 1);
    const auto part = [&](std::size_t first, std::size_t last) {
      Columns columns;
      columns.resize(last - first);
      for (std::size_t i = first; i < last; ++i) columns.set(i - first, boxes.view()[i]);
      return columns;
    };
    const Columns left = part(0, cut);
    const Columns right = part(cut, boxes.view().size());
    const auto shift = static_cast<ObjectId>(cut);
    std::vector<ObjectId> right_ids(right.view().size());
    std::iota(right_ids.begin(), right_ids.end(), shift);

    // The right part moves beside the static left one; then come the pairs of the left alone.
    BroadPhase broad_phase({.threads = 1});
    std::vector<ObjectId> left_ids(left.view().size());
    std::iota(left_ids.begin(), left_ids.end(), 0U);
    broad_phase.set_static(left.view(), left_ids);
    broad_phase.update(right.view(), Attributes{.ids = right_ids});
    PairSet joined(broad_phase.pairs().begin(), broad_phase.pairs().end());
    const PairSet left_pairs = pairs_of(left);
    joined.insert(joined.end(), left_pairs.begin(), left_pairs.end());
    const PairSet whole = pairs_of(boxes);
    RC_ASSERT((sorted(joined) == whole));

    // The pairs of each part, and the overlaps of one with the other.
    PairSet searched = left_pairs;
    for (const Pair& pair : pairs_of(right))
      searched.push_back({pair.first + shift, pair.second + shift});
    BroadPhase of_left({.threads = 1});
    of_left.build(left.view());
    QueryResult result;
    of_left.find_overlaps(right.view(), result);
    for (std::size_t row = 0; row < right.view().size(); ++row)
      for (const ObjectId id : result.ids_of(row))
        searched.push_back({id, static_cast<ObjectId>(row) + shift});
    RC_ASSERT((sorted(searched) == whole));
  });
}

TEST(PairsOfAnyFrame, AreJoinedByThoseOfABoxThatIsAddedAndNoOthers) {
  expect_for_any("one more box", [] {
    const Columns boxes = any_boxes();
    const auto like = *rc::gen::inRange<std::size_t>(0, boxes.view().size());
    const Box added = boxes.view()[like];
    Columns more = boxes;
    more.resize(boxes.view().size() + 1);
    more.set(boxes.view().size(), added);
    PairSet expected = pairs_of(boxes);
    for (std::size_t i = 0; i < boxes.view().size(); ++i) {
      const Box box = boxes.view()[i];
      if (box.min_x <= added.max_x && added.min_x <= box.max_x && box.min_y <= added.max_y &&
          added.min_y <= box.max_y)
        expected.push_back({static_cast<ObjectId>(i), static_cast<ObjectId>(boxes.view().size())});
    }
    RC_ASSERT((pairs_of(more) == sorted(expected)));
  });
}

TEST(PairsOfAnyFrame, OnlyBecomeMoreWhenMarginsGrow) {
  expect_for_any("margins", [] {
    const Columns boxes = any_boxes();
    std::vector<float> margins(boxes.view().size(), 0.0F);
    PairSet fewer = pairs_of(boxes);
    for (int step = 0; step < 3; ++step) {
      const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000);
      scenes::Random random(seed);
      for (float& margin : margins) margin += random.unit();
      PairSet more = pairs_of(boxes, Attributes{.margin = margins});
      RC_ASSERT((std::ranges::includes(more, fewer)));
      fewer = std::move(more);
    }
  });
}

TEST(PairsOfAnyFrame, AreTheSameByAStoreByStaticCallsAndByOnePlainFrame) {
  expect_for_any("three ways to say one frame", [] {
    const Columns boxes = any_boxes();
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000);
    scenes::Random random(seed);
    ObjectStore store;
    Columns moving;
    Columns resting;
    std::vector<ObjectId> moving_ids;
    std::vector<ObjectId> static_ids;
    std::vector<bool> is_static(boxes.view().size());
    for (std::size_t i = 0; i < boxes.view().size(); ++i) {
      is_static[i] = random.below(3) == 0;
      (void)store.add(boxes.view()[i], {}, is_static[i] ? Mobility::static_ : Mobility::moving);
      Columns& columns = is_static[i] ? resting : moving;
      std::vector<ObjectId>& ids = is_static[i] ? static_ids : moving_ids;
      columns.resize(ids.size() + 1);
      columns.set(ids.size(), boxes.view()[i]);
      ids.push_back(static_cast<ObjectId>(i));
    }
    PairSet expected;
    for (const Pair& pair : pairs_of(boxes))
      if (!is_static[pair.first] || !is_static[pair.second]) expected.push_back(pair);

    BroadPhase of_store({.threads = 1});
    of_store.update(store);
    RC_ASSERT((sorted(of_store.pairs()) == expected));
    BroadPhase of_calls({.threads = 1});
    of_calls.set_static(resting.view(), static_ids);
    of_calls.update(moving.view(), Attributes{.ids = moving_ids});
    RC_ASSERT((sorted(of_calls.pairs()) == expected));
  });
}

}  // namespace
}  // namespace quadphase::model
