// SPDX-License-Identifier: MIT
// Boxes that are long in x, boxes that are long in y, and others, all over each other: exact, the
// same on any threads and instruction sets, and at a cost that grows with their number alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "scenes/adversarial.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

Columns adversarial(const std::string& name, std::size_t count) {
  for (const scenes::AdversarialInput& input : scenes::adversarial_inputs())
    if (input.name == name) return input.make(count);
  throw std::invalid_argument("no such input: " + name);
}

TEST(AdversarialInputs, HaveExactlyTheirPairs) {
  for (const scenes::AdversarialInput& input : scenes::adversarial_inputs()) {
    SCOPED_TRACE(input.name);
    const Columns boxes = input.make(input.name == "equal" ? 300 : 3'000);
    BroadPhase broad_phase({.threads = 1});
    expect_exact(broad_phase, boxes.view());
  }
}

TEST(LongBoxes, InBothDirectionsHaveTheSamePairsOnAnyThreadsAndInstructionSets) {
  for (const char* const name : {"wires", "bars-both-ways"}) {
    const Columns boxes = adversarial(name, 30'000);
    BroadPhase serial({.threads = 1});
    expect_exact(serial, boxes.view());
    for (const Simd simd : supported_simds()) {
      for (const int threads : {1, 2, 4}) {
        SCOPED_TRACE(testing::Message() << name << ", " << threads << " threads");
        BroadPhase other({.threads = threads, .simd = simd});
        other.update(boxes.view());
        EXPECT_TRUE(copy_of(other.pairs()) == copy_of(serial.pairs()));
      }
    }
  }
}

/// Whether the world of one object is far from the others, so that these have one number in the
/// first keys.
enum class FarWorld { none, one };

/// Boxes on layers that filters tell apart, in some worlds: lines in x and lines in y on two
/// layers, or few of them among squares on a third.
struct Layers {
  Layers() = default;

  /// Lines, `share` of all in x and as many in y, of a length that is this part of the world's
  /// side.
  static Layers of_few_lines(std::size_t count, float share, float part,
                             std::uint32_t world_count = 1) {
    scenes::Random random(count);
    const float side = std::sqrt(static_cast<float>(count));
    Layers layers;
    for (std::size_t i = 0; i < count; ++i) {
      const float x = random.between(0, side);
      const float y = random.between(0, side);
      const float kind = random.unit();
      if (kind < share) {
        layers.boxes.push_back({x, y, x + part * side, y});
        layers.layer.push_back(1);
      } else if (kind < 2 * share) {
        layers.boxes.push_back({x, y, x, y + part * side});
        layers.layer.push_back(2);
      } else {
        layers.boxes.push_back({x, y, x + 0.5F, y + 0.5F});
        layers.layer.push_back(4);
      }
      layers.world.push_back(static_cast<std::uint32_t>(random.below(world_count)));
    }
    return layers;
  }

  Layers(std::size_t count, std::uint32_t world_count, FarWorld far = FarWorld::none) {
    scenes::Random random(count);
    const float side = std::sqrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
      const float x = random.between(0, side);
      const float y = random.between(0, side);
      const float length = random.between(10, 60);
      const bool is_wide = random.below(2) == 0;
      boxes.push_back(is_wide ? Box{x, y, x + length, y + 0.01F}
                              : Box{x, y, x + 0.01F, y + length});
      layer.push_back(is_wide ? 1 : 2);
      world.push_back(far == FarWorld::one && i == 5
                          ? 0xFFFF'FF00U
                          : static_cast<std::uint32_t>(random.below(world_count)));
    }
  }

  [[nodiscard]] Attributes attributes(std::size_t first, std::size_t last) const {
    const auto part = [=](const std::vector<std::uint32_t>& column) {
      return std::span(column).subspan(first, last - first);
    };
    return {.category = part(layer), .mask = part(layer), .world = part(world)};
  }

  /// All pairs; `static_count`: that many objects are static, the first ones.
  [[nodiscard]] Pairs pairs(std::size_t static_count) const {
    Pairs all;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = std::max(i + 1, static_count); j < boxes.size(); ++j) {
        if (layer[i] == layer[j] && world[i] == world[j] && overlaps(boxes[i], boxes[j]))
          all.push_back({static_cast<ObjectId>(i), static_cast<ObjectId>(j)});
      }
    }
    return all;
  }

  std::vector<Box> boxes;
  std::vector<std::uint32_t> layer;
  std::vector<std::uint32_t> world;
};

TEST(LongBoxes, OnTwoLayersInManyWorldsPairExactly) {
  for (const std::uint32_t world_count : {1U, 3U, 100U}) {
    for (const FarWorld far : {FarWorld::none, FarWorld::one}) {
      SCOPED_TRACE(testing::Message() << world_count << (far == FarWorld::one ? ", one far" : ""));
      const Layers layers(4'000, world_count, far);
      BroadPhase broad_phase({.threads = 2});
      broad_phase.update(layers.boxes, layers.attributes(0, 4'000));
      const auto difference = oracle::compare_pairs(broad_phase.pairs(), layers.pairs(0));
      EXPECT_FALSE(difference) << *difference;
    }
  }
}

TEST(LongBoxes, PairExactlyWithStaticOnes) {
  const std::vector<ObjectId> ids = ids_from(0, 4'000);
  constexpr std::size_t kStatic = 2'500;
  for (const FarWorld far : {FarWorld::none, FarWorld::one}) {
    const Layers layers(4'000, 3, far);
    BroadPhase broad_phase({.threads = 2});
    broad_phase.set_static(std::span(layers.boxes).first(kStatic), std::span(ids).first(kStatic),
                           layers.attributes(0, kStatic));
    Attributes moving = layers.attributes(kStatic, 4'000);
    moving.ids = std::span(ids).subspan(kStatic);
    broad_phase.update(std::span(layers.boxes).subspan(kStatic), moving);
    const auto difference = oracle::compare_pairs(broad_phase.pairs(), layers.pairs(kStatic));
    EXPECT_FALSE(difference) << *difference;
  }
}

double tests_per_object(const BroadPhase& broad_phase, std::size_t count) {
  return static_cast<double>(broad_phase.stats().test_count) / static_cast<double>(count);
}

TEST(LongBoxes, InBothDirectionsTakeNearlyAsManyTestsEachWhereTheyAreSixteenTimesAsMany) {
  const auto tests = [](std::size_t count) {
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(adversarial("bars-both-ways", count).view());
    return tests_per_object(broad_phase, count);
  };
  EXPECT_LE(tests(5'000), 12);
  EXPECT_LE(tests(80'000), 12);
}

TEST(LongBoxes, OnTwoLayersTakeNearlyAsManyTestsEachWhereTheyAreSixteenTimesAsMany) {
  const auto tests = [](std::size_t count) {
    const Layers layers(count, 1);
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(layers.boxes, layers.attributes(0, count));
    return tests_per_object(broad_phase, count);
  };
  EXPECT_LE(tests(5'000), 40);
  EXPECT_LE(tests(80'000), 40);
}

/// Lines that are few, in both directions: one box in 10 to 200 each. If large boxes shared leaves,
/// it would be up to 1,846 tests, and over 20 in most cases of many boxes.
TEST(LongBoxes, ThatAreFewTakeNearlyAsManyTestsEachWhateverTheirShareAndLength) {
  for (const float part : {0.25F, 0.9F}) {
    for (const int one_in : {10, 20, 50, 200}) {
      for (const std::size_t count : {10'000U, 100'000U, 400'000U}) {
        SCOPED_TRACE(testing::Message() << count << ", one in " << one_in << ", " << part);
        const Layers layers = Layers::of_few_lines(count, 1 / static_cast<float>(one_in), part);
        BroadPhase broad_phase({.threads = 1});
        broad_phase.update(layers.boxes, layers.attributes(0, count));
        EXPECT_LE(tests_per_object(broad_phase, count), 20);
      }
    }
  }
}

TEST(LongBoxes, ThatAreFewAndMayPairTakeFewTestsForEachObjectAndPair) {
  for (const float part : {0.25F, 0.9F}) {
    for (const int one_in : {10, 20, 50, 200}) {
      for (const std::size_t count : {10'000U, 60'000U}) {
        SCOPED_TRACE(testing::Message() << count << ", one in " << one_in << ", " << part);
        const Layers layers = Layers::of_few_lines(count, 1 / static_cast<float>(one_in), part);
        BroadPhase broad_phase({.threads = 1});
        broad_phase.build(layers.boxes);
        const std::uint64_t pairs = broad_phase.count_pairs();
        EXPECT_LE(broad_phase.stats().test_count, 50 * count + 2 * pairs);
      }
    }
  }
}

/// If 32 large boxes were looked at, the lines in y could be missed, and it would be 90 to 450
/// tests.
TEST(LongBoxes, AlongAllOthersTakeFewTestsWhereHardlyAnyCrossThem) {
  for (const auto& [count, in_x, in_y, part] :
       {std::tuple(100'000U, 0.1F, 0.003F, 0.9F), std::tuple(400'000U, 0.2F, 0.002F, 0.25F),
        std::tuple(400'000U, 0.2F, 0.001F, 0.9F)}) {
    scenes::Random random(count);
    const float side = std::sqrt(static_cast<float>(count));
    Layers layers;
    for (std::size_t i = 0; i < count; ++i) {
      const float x = random.between(0, side);
      const float y = random.between(0, side);
      const float kind = random.unit();
      const bool is_in_x = kind < in_x;
      const bool is_in_y = !is_in_x && kind < in_x + in_y;
      layers.boxes.push_back(
          is_in_y ? Box{x, y, x, y + part * side}
                  : Box{x, y, x + (is_in_x ? part * side : 1), y + (is_in_x ? 0 : 0.001F)});
      layers.layer.push_back(is_in_x ? 1 : is_in_y ? 2 : 4);
      layers.world.push_back(0);
    }
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(layers.boxes, layers.attributes(0, count));
    EXPECT_LE(tests_per_object(broad_phase, count), 20) << count << ", " << in_y << ", " << part;
  }
}

/// Not long enough to be large, so they are in leaves with the squares.
TEST(LongBoxes, ThatAreFewAmongSquaresOfNearlyTheirLengthTakeFewTests) {
  for (const std::size_t count : {10'000U, 160'000U}) {
    const float part = 15 / std::sqrt(static_cast<float>(count));
    for (const float share : {0.11F, 0.09F}) {
      const Layers layers = Layers::of_few_lines(count, share, part);
      BroadPhase broad_phase({.threads = 1});
      broad_phase.update(layers.boxes, layers.attributes(0, count));
      EXPECT_LE(tests_per_object(broad_phase, count), 25) << count << ", " << share;
    }
  }
}

TEST(LongBoxes, ThatAreFewPairExactlyInManyWorlds) {
  for (const std::uint32_t world_count : {1U, 3U}) {
    const Layers layers = Layers::of_few_lines(4'000, 0.05F, 0.9F, world_count);
    for (const std::size_t static_count : {0U, 2'500U}) {
      SCOPED_TRACE(testing::Message() << world_count << " worlds, " << static_count << " static");
      const std::vector<ObjectId> ids = ids_from(0, 4'000);
      BroadPhase broad_phase({.threads = 2});
      broad_phase.set_static(std::span(layers.boxes).first(static_count),
                             std::span(ids).first(static_count),
                             layers.attributes(0, static_count));
      Attributes moving = layers.attributes(static_count, 4'000);
      moving.ids = std::span(ids).subspan(static_count);
      broad_phase.update(std::span(layers.boxes).subspan(static_count), moving);
      const auto difference =
          oracle::compare_pairs(broad_phase.pairs(), layers.pairs(static_count));
      EXPECT_FALSE(difference) << *difference;
    }
  }
}

TEST(LongBoxes, ThatAreFewHaveTheSamePairsOnAnyThreadsAndInstructionSets) {
  const Layers layers = Layers::of_few_lines(30'000, 0.05F, 0.25F);
  BroadPhase serial({.threads = 1});
  serial.update(layers.boxes);
  for (const Simd simd : supported_simds()) {
    for (const int threads : {1, 2, 4}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << threads << " threads");
      BroadPhase other({.threads = threads, .simd = simd});
      other.update(layers.boxes);
      EXPECT_TRUE(copy_of(other.pairs()) == copy_of(serial.pairs()));
    }
  }
}

TEST(LongBoxes, AmongShortOnesThatTheyMayNotPairWithTakeFewTestsWhetherTheyAreLargeOrNot) {
  for (const std::size_t count : {10'000U, 100'000U, 1'000'000U}) {
    SCOPED_TRACE(count);
    scenes::Random random(count);
    const float side = std::sqrt(static_cast<float>(count));
    std::vector<Box> boxes;
    std::vector<std::uint32_t> layer;
    for (std::size_t i = 0; i < count; ++i) {
      const float x = random.between(0, side);
      const float y = random.between(0, side);
      layer.push_back(1 + random.below(2));
      boxes.push_back(layer.back() == 1 ? Box{x, y, x + side / 4, y} : Box{x, y, x, y + 0.5F});
    }
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(boxes, {.category = layer, .mask = layer});
    EXPECT_LE(tests_per_object(broad_phase, count), 70);
  }
}

/// Small boxes decide how cells are stretched, however many large ones there are.
TEST(LongBoxes, InAStackTakeFewTestsBesideAnyNumberOfLargeSquares) {
  constexpr std::size_t kCount = 50'000;
  for (const std::uint32_t large_in_hundred : {0U, 10U, 25U, 30U}) {
    SCOPED_TRACE(large_in_hundred);
    scenes::Random random(large_in_hundred);
    std::vector<Box> boxes;
    float next_square = 1e6F;
    for (std::size_t i = 0; i < kCount; ++i) {
      if (random.below(100) < large_in_hundred) {
        boxes.push_back({next_square, 0, next_square + 7e5F, 7e5F});
        next_square += 7.1e5F;
      } else {
        const float x = random.between(0, 100);
        const auto y = static_cast<float>(i);
        boxes.push_back({x, y, x + 1e4F, y + 0.5F});
      }
    }
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(boxes);
    EXPECT_LE(tests_per_object(broad_phase, kCount), 8);
  }
}

}  // namespace
}  // namespace quadphase::contract
