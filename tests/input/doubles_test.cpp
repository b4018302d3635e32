// SPDX-License-Identifier: MIT
// Boxes in double have the pairs of the doubles, whatever the origin.
#include <gtest/gtest.h>

#include <mutex>
#include <string>

#include "support/double_world.hpp"

namespace quadphase::contract {
namespace {

constexpr auto kAll = [](std::uint32_t, std::uint32_t) { return true; };

struct Scene {
  std::string name;
  std::vector<DoubleBox> boxes;
  std::vector<Origin> origins;
};

std::vector<Scene> scenes() {
  return {{"tiles of 0.1", tiles(0.1, 10, 16), {{10, 10}, {0, 0}, {10.5, 11}, {-3e6, 1e9}}},
          {"tiles of 1/3", tiles(1.0 / 3, -3, 16), {{-3, -3}, {0, 0}, {1e-9, 1e7}}},
          {"tiles of 1/7 far away", tiles(1.0 / 7, 1e9, 16), {{1e9, 1e9}, {0, 0}, {1e18, 0}}},
          {"near edges", near_edges(1, 5, 0.1, 300), {{5, 5}, {0, 0}, {5.1, 4.9}, {1e4, -1e4}}},
          {"near edges at 0", near_edges(2, -1.2, 0.1, 300), {{0, 0}, {0.1, -0.3}, {1e-320, 7}}},
          {"near edges, tiny", near_edges(3, 1e-300, 1e-301, 300), {{0, 0}, {1e-300, 1e-300}}},
          {"near edges, subnormal floats", near_edges(4, 1e-40, 1e-42, 300), {{0, 0}, {1e-40, 0}}},
          {"near edges, huge", near_edges(5, 1e300, 1e298, 300), {{0, 0}, {1e300, 1.1e300}}},
          {"extremes", extremes(6, 200), {{0, 0}, {1, -1}, {1e30, 1e300}, {-1e308, 1e-300}}}};
}

/// Calls `check(config)` for all instruction sets and some numbers of threads.
template <class Check>
void for_each_config(bool touching, const Check& check) {
  for (const Simd simd : kInstructionSets) {
    if (!is_supported(simd)) continue;
    for (const int threads : {1, 2, 3}) {
      Config config;
      config.threads = threads;
      config.simd = simd;
      config.touching = touching;
      SCOPED_TRACE(std::string(name_of(simd)) + ", threads " + std::to_string(threads));
      check(config);
    }
  }
}

TEST(Doubles, PairsAreThoseOfTheDoublesNearEveryOrigin) {
  for (const Scene& scene : scenes()) {
    const DoubleColumns columns(scene.boxes);
    for (const bool touching : {true, false}) {
      const Pairs expected = pairs_of_doubles(scene.boxes, touching, kAll);
      for (const Origin& origin : scene.origins) {
        SCOPED_TRACE(scene.name + (touching ? ", touching, " : ", ") + std::to_string(origin.x));
        Pairs first;
        for_each_config(touching, [&](const Config& config) {
          BroadPhase broad_phase(config);
          broad_phase.update({columns.view(), origin});
          ASSERT_EQ(sorted(broad_phase.pairs()), expected);
          const Pairs pairs(broad_phase.pairs().begin(), broad_phase.pairs().end());
          if (first.empty()) first = pairs;
          ASSERT_EQ(pairs, first) << "another order";
          broad_phase.build({columns.view(), origin});
          ASSERT_EQ(broad_phase.count_pairs(), expected.size());
          std::mutex mutex;
          std::vector<Pairs> chunks(broad_phase.chunk_count());
          broad_phase.for_each_pair_chunk([&](std::span<const Pair> piece, std::size_t chunk) {
            const std::lock_guard lock(mutex);
            chunks[chunk].insert(chunks[chunk].end(), piece.begin(), piece.end());
          });
          Pairs streamed;
          for (const Pairs& chunk : chunks)
            streamed.insert(streamed.end(), chunk.begin(), chunk.end());
          ASSERT_EQ(streamed, first);
        });
      }
    }
  }
}

TEST(Doubles, LargeFramesHaveThePairsOfTheDoubles) {
  const std::vector<DoubleBox> boxes = tiles(0.1, 10, 120);  // more than one thread's share
  const DoubleColumns columns(boxes);
  for (const bool touching : {true, false}) {
    for (const int threads : {1, 3}) {
      BroadPhase broad_phase({.threads = threads, .touching = touching});
      broad_phase.update({columns.view(), {10, 10}});
      // Each tile touches eight others, but for those at the border.
      EXPECT_EQ(broad_phase.pairs().size(), touching ? 2U * 119 * 120 + 2U * 119 * 119 : 0U);
    }
  }
}

TEST(Doubles, CentersHaveThePairsOfTheirEdgesInDouble) {
  const std::vector<DoubleBox> boxes = near_edges(7, 3, 0.1, 300);
  std::vector<double> x, y, half_width, half_height;
  std::vector<DoubleBox> edges;
  for (const DoubleBox& box : boxes) {
    x.push_back((box.min_x + box.max_x) / 2);
    y.push_back((box.min_y + box.max_y) / 2);
    half_width.push_back((box.max_x - box.min_x) / 2);
    half_height.push_back((box.max_y - box.min_y) / 2);
    edges.push_back({x.back() - half_width.back(), y.back() - half_height.back(),
                     x.back() + half_width.back(), y.back() + half_height.back()});
  }
  for (const bool touching : {true, false}) {
    const Pairs expected = pairs_of_doubles(edges, touching, kAll);
    for_each_config(touching, [&](const Config& config) {
      BroadPhase broad_phase(config);
      broad_phase.update({CenterView{x, y, half_width, half_height}, {3, 4}});
      ASSERT_EQ(sorted(broad_phase.pairs()), expected);
    });
  }
}

TEST(Doubles, IdsAndFiltersGoWithThem) {
  const std::vector<DoubleBox> boxes = near_edges(8, 5, 0.1, 300);
  const DoubleColumns columns(boxes);
  std::vector<std::uint32_t> ids, categories, masks, worlds;
  std::mt19937 random(9);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    ids.push_back(7 * static_cast<std::uint32_t>(boxes.size()) - 7 * i);
    categories.push_back(1U << random() % 3);
    masks.push_back(random() % 8);
    worlds.push_back(random() % 2);
  }
  Attributes attributes;
  attributes.ids = ids;
  attributes.category = categories;
  attributes.mask = masks;
  attributes.world = worlds;
  for (const bool touching : {true, false}) {
    Pairs expected = pairs_of_doubles(boxes, touching, [&](std::uint32_t i, std::uint32_t j) {
      return may_pair({categories[i], masks[i], 0, worlds[i]},
                      {categories[j], masks[j], 0, worlds[j]});
    });
    for (Pair& pair : expected) pair = {ids[pair.second], ids[pair.first]};
    std::sort(expected.begin(), expected.end());
    for_each_config(touching, [&](const Config& config) {
      BroadPhase broad_phase(config);
      broad_phase.update({columns.view(), {5, 5}}, attributes);
      ASSERT_EQ(sorted(broad_phase.pairs()), expected);
      broad_phase.build({columns.view(), {5, 5}}, attributes);
      ASSERT_EQ(broad_phase.count_pairs(), expected.size());
    });
  }
}

/// Moving and static objects, some in float and some in double. Returns all pairs, ascending.
TEST(Doubles, MeetStaticObjectsAndFloatsExactly) {
  for (const Origin& origin : kFineOrigins) {
    const std::vector<DoubleBox> boxes = fine_boxes(10, 400);
    const std::size_t moving_count = 200;
    // Floats near the origin, as doubles of the world.
    const auto in_float = [&](const DoubleBox& box) {
      return Box{static_cast<float>(box.min_x - origin.x), static_cast<float>(box.min_y - origin.y),
                 static_cast<float>(box.max_x - origin.x),
                 static_cast<float>(box.max_y - origin.y)};
    };
    const auto in_world = [&](const Box& box) {
      return DoubleBox{
          static_cast<double>(box.min_x) + origin.x, static_cast<double>(box.min_y) + origin.y,
          static_cast<double>(box.max_x) + origin.x, static_cast<double>(box.max_y) + origin.y};
    };
    for (const bool double_moving : {true, false}) {
      for (const int double_statics : {0, 1, 2}) {  // none, all, every second one
        std::vector<DoubleBox> world = boxes;
        std::vector<Box> floats;
        for (std::size_t i = 0; i < world.size(); ++i) {
          floats.push_back(in_float(world[i]));
          const bool is_double = i < moving_count
                                     ? double_moving
                                     : double_statics == 1 || (double_statics == 2 && i % 2 == 0);
          if (!is_double) world[i] = in_world(floats[i]);
        }
        std::vector<DoubleBox> double_part;
        std::vector<Box> float_part;
        std::vector<ObjectId> double_ids, float_ids;
        for (std::size_t i = moving_count; i < world.size(); ++i) {
          if (double_statics == 1 || (double_statics == 2 && i % 2 == 0)) {
            double_part.push_back(world[i]);
            double_ids.push_back(static_cast<ObjectId>(i));
          } else {
            float_part.push_back(floats[i]);
            float_ids.push_back(static_cast<ObjectId>(i));
          }
        }
        const DoubleColumns moving{std::span(world).first(moving_count)};
        const DoubleColumns statics(double_part);
        for (const bool touching : {true, false}) {
          SCOPED_TRACE(std::to_string(origin.x) + (double_moving ? " moving in double, " : " ") +
                       std::to_string(double_statics) + (touching ? " touching" : ""));
          const Pairs expected = pairs_of_doubles(
              world, touching, [&](std::uint32_t i, std::uint32_t) { return i < moving_count; });
          for_each_config(touching, [&](const Config& config) {
            BroadPhase broad_phase(config);
            broad_phase.set_static(float_part, float_ids);
            broad_phase.add_static({statics.view(), origin}, double_ids);
            const auto run = [&] {
              if (double_moving) {
                broad_phase.update({moving.view(), origin});
              } else {
                broad_phase.update(std::span<const Box>(floats).first(moving_count));
              }
            };
            run();
            ASSERT_EQ(sorted(broad_phase.pairs()), expected);
            // Removed and added again, in float first: in trees of few.
            const std::vector<ObjectId> some(
                double_ids.begin(),
                double_ids.begin() + static_cast<std::ptrdiff_t>(double_ids.size() / 9));
            const DoubleColumns again{std::span(double_part).first(some.size())};
            broad_phase.remove_static(some);
            run();
            broad_phase.add_static({again.view(), origin}, some);
            run();
            ASSERT_EQ(sorted(broad_phase.pairs()), expected);
          });
        }
      }
    }
  }
}

TEST(Doubles, MeetAcrossTheBorderOfAPeriodicWorld) {
  constexpr Origin kOrigin = {1000, -30};
  constexpr double kPeriod = 2.4;
  const Periods periods{static_cast<float>(kPeriod), 0};
  const Periods both{static_cast<float>(kPeriod), static_cast<float>(kPeriod)};
  std::vector<DoubleBox> boxes = near_edges(13, 0, 0.1, 400);
  std::mt19937 random(14);
  // Some begin before the border; those at its end share edges with images to the last bit.
  for (DoubleBox& box : boxes) {
    const double x = kOrigin.x - (random() % 3 == 0 ? 0.2 : 0);
    const double y = kOrigin.y - (random() % 3 == 0 ? 0.2 : 0);
    box = {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
    if (random() % 4 == 0) {  // an image of a box that may be there
      const auto moved = static_cast<double>(both.x);
      if (box.max_x < kOrigin.x + 0.5)
        box = {box.min_x + moved, box.min_y, box.max_x + moved, box.max_y};
    }
  }
  const std::size_t half = boxes.size() / 2;
  const DoubleColumns all(boxes);
  const DoubleColumns moving{std::span(boxes).first(half)};
  const DoubleColumns statics{std::span(boxes).subspan(half)};
  std::vector<ObjectId> static_ids;
  for (std::size_t i = half; i < boxes.size(); ++i) static_ids.push_back(static_cast<ObjectId>(i));
  for (const Periods& world : {periods, both}) {
    for (const bool touching : {true, false}) {
      std::size_t across = 0;
      const auto expect = [&](std::size_t first_static) {
        Pairs pairs;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
          for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
            if (i >= first_static || !is_valid(boxes[i]) || !is_valid(boxes[j]) ||
                !fits(to_local(boxes[i], kOrigin), world) ||
                !fits(to_local(boxes[j], kOrigin), world) ||
                !overlaps(boxes[i], boxes[j], touching, world))
              continue;
            pairs.push_back({i, j});
            across += overlaps(boxes[i], boxes[j], touching) ? 0U : 1U;
          }
        }
        return pairs;
      };
      const Pairs expected = expect(boxes.size());
      const Pairs expected_mixed = expect(half);
      EXPECT_GT(across, 100U);
      for_each_config(touching, [&](Config config) {
        config.period_x = world.x;
        config.period_y = world.y;
        BroadPhase broad_phase(config);
        broad_phase.update({all.view(), kOrigin});
        ASSERT_EQ(sorted(broad_phase.pairs()), expected);
        broad_phase.set_static({statics.view(), kOrigin}, static_ids);
        broad_phase.update({moving.view(), kOrigin});
        ASSERT_EQ(sorted(broad_phase.pairs()), expected_mixed);
      });
    }
  }
}

TEST(Doubles, MarginsAndMotionsAreAddedInDouble) {
  const std::vector<DoubleBox> boxes = near_edges(11, 5, 0.1, 300);
  const DoubleColumns columns(boxes);
  std::vector<float> margins, dx, dy;
  std::mt19937 random(12);
  const float values[] = {0, 0.1F, -0.1F, 0.05F, -0.3F, std::numeric_limits<float>::quiet_NaN()};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    margins.push_back(std::abs(values[random() % 4]));
    if (i % 50 == 7) margins.back() = -1;
    dx.push_back(values[random() % (i % 30 == 3 ? 6 : 5)]);
    dy.push_back(values[random() % 5]);
  }
  std::vector<DoubleBox> fat;
  const auto wide = [](float number) { return static_cast<double>(number); };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const DoubleBox& box = boxes[i];
    const double margin = wide(margins[i]);
    const bool is_good = is_valid(box) && margin >= 0 && dx[i] == dx[i];
    fat.push_back({is_good ? box.min_x + std::min(0.0, wide(dx[i])) - margin : 1e9,
                   box.min_y + std::min(0.0, wide(dy[i])) - margin,
                   is_good ? box.max_x + std::max(0.0, wide(dx[i])) + margin : -1e9,
                   box.max_y + std::max(0.0, wide(dy[i])) + margin});
  }
  Attributes attributes;
  attributes.margin = margins;
  attributes.displacement_x = dx;
  attributes.displacement_y = dy;
  Attributes static_attributes;
  const std::size_t half = boxes.size() / 2;
  static_attributes.margin = std::span(margins).subspan(half);
  static_attributes.displacement_x = std::span(dx).subspan(half);
  static_attributes.displacement_y = std::span(dy).subspan(half);
  Attributes moving_attributes;
  moving_attributes.margin = std::span(margins).first(half);
  moving_attributes.displacement_x = std::span(dx).first(half);
  moving_attributes.displacement_y = std::span(dy).first(half);
  const DoubleColumns moving{std::span(boxes).first(half)};
  const DoubleColumns statics{std::span(boxes).subspan(half)};
  std::vector<ObjectId> static_ids;
  for (std::size_t i = half; i < boxes.size(); ++i) static_ids.push_back(static_cast<ObjectId>(i));
  for (const bool touching : {true, false}) {
    const Pairs expected = pairs_of_doubles(fat, touching, kAll);
    const Pairs expected_mixed =
        pairs_of_doubles(fat, touching, [&](std::uint32_t i, std::uint32_t) { return i < half; });
    for (const Origin& origin : {Origin{5, 5}, Origin{0, 0}, Origin{-1e5, 77}}) {
      for_each_config(touching, [&](const Config& config) {
        BroadPhase broad_phase(config);
        const auto check = [&](const Pairs& pairs) {
          ASSERT_EQ(sorted(broad_phase.pairs()), pairs);
          for (const Pair& pair : pairs)
            ASSERT_EQ(broad_phase.tight_boxes_overlap(pair),
                      overlaps(boxes[pair.first], boxes[pair.second], touching));
        };
        broad_phase.update({columns.view(), origin}, attributes);
        check(expected);
        broad_phase.set_static({statics.view(), origin}, static_ids, static_attributes);
        broad_phase.update({moving.view(), origin}, moving_attributes);
        check(expected_mixed);
      });
    }
  }
}

}  // namespace
}  // namespace quadphase::contract
