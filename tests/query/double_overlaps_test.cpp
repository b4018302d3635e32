// SPDX-License-Identifier: MIT
// Overlap queries whose shapes are in double: what they find is what the formulas say of the
// doubles, wherever the origin is; in every state of an engine, one at a time and in batches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "double_overlaps.hpp"
#include "quadphase/index.hpp"
#include "support/double_world.hpp"

namespace quadphase::contract {
namespace {

Shape shape_of(const DoubleShape& shape) {
  return std::visit([](const auto& item) { return Shape(item); }, shape);
}

Ids found_by(const Index& queries, const DoubleShape& shape, bool inside) {
  Ids ids;
  const auto keep = [&](ObjectId id) { ids.push_back(id); };
  inside ? queries.for_each_inside(shape_of(shape), keep)
         : queries.for_each_overlap(shape_of(shape), keep);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// Expects the rows of a batch of the shapes of one kind to be those of single queries.
template <class Item>
void expect_batch_of(const Index& queries, std::span<const DoubleShape> shapes) {
  std::vector<Item> items;
  for (const DoubleShape& shape : shapes)
    if (const auto* const item = std::get_if<Item>(&shape)) items.push_back(*item);
  QueryResult result;
  QueryResult first;
  QueryResult inside;
  queries.find_overlaps(items, result);
  queries.find_first_overlaps(items, first);
  queries.find_inside(items, inside);
  const auto row = [](const QueryResult& of, std::size_t i) {
    return Ids(of.ids().begin() + static_cast<std::ptrdiff_t>(of.offsets()[i]),
               of.ids().begin() + static_cast<std::ptrdiff_t>(of.offsets()[i + 1]));
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Ids ids = found_by(queries, items[i], false);
    ASSERT_EQ(row(result, i), ids);
    ASSERT_EQ(row(first, i), ids.empty() ? Ids{} : Ids{ids.front()});
    ASSERT_EQ(row(inside, i), found_by(queries, items[i], true));
  }
}

void expect_exact(const Index& queries, const World& world, std::span<const DoubleShape> shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (const bool inside : {false, true})
      ASSERT_EQ(found_by(queries, shapes[i], inside), expected(world, shapes[i], inside))
          << (inside ? "inside" : "overlaps") << " shape " << i << " of kind " << shapes[i].index();
  }
  expect_batch_of<DoubleBox>(queries, shapes);
  expect_batch_of<DoublePoint>(queries, shapes);
  expect_batch_of<DoubleCircle>(queries, shapes);
  expect_batch_of<DoubleCapsule>(queries, shapes);
}

/// Shapes whose edges are those of the objects, or nearly.
std::vector<DoubleShape> shapes_near(std::span<const Object> objects, std::mt19937& random) {
  std::vector<DoubleShape> shapes;
  const auto pick = [&]() -> const DoubleBox& { return objects[random() % objects.size()].box; };
  const auto corner = [&] {
    const DoubleBox& box = pick();
    return DoublePoint{random() % 2 == 0 ? box.min_x : box.max_x,
                       random() % 2 == 0 ? box.min_y : box.max_y};
  };
  const auto radius = [&](const DoublePoint& center) {
    switch (random() % 4) {
      case 0:
        return distance_of(center, pick());
      case 1:
        return farthest_of(center, pick());
      case 2:
        return std::nextafter(distance_of(center, pick()), 0.0);
      default:
        return 0.0;
    }
  };
  for (int i = 0; i < 24; ++i) {
    const DoublePoint a = corner();
    const DoublePoint b = corner();
    shapes.push_back(
        DoubleBox{std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)});
    shapes.push_back(a);
    shapes.push_back(DoubleCircle{a, radius(a)});
    shapes.push_back(DoubleCapsule{a, random() % 8 == 0 ? a : b, std::min(radius(a), 4.0)});
  }
  return shapes;
}

std::vector<DoubleBox> boxes_of(std::span<const Object> objects) {
  std::vector<DoubleBox> boxes;
  for (const Object& object : objects) boxes.push_back(object.box);
  return boxes;
}
Ids ids_of(std::span<const Object> objects) {
  Ids ids;
  for (const Object& object : objects) ids.push_back(object.id);
  return ids;
}
std::vector<Object> objects_of(std::span<const DoubleBox> boxes, ObjectId first_id) {
  std::vector<Object> objects;
  for (const DoubleBox& box : boxes)
    if (is_valid(box)) objects.push_back({first_id++, box});
  return objects;
}

TEST(DoubleOverlaps, AreThoseOfTheDoublesNearEveryOrigin) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    World world{seed % 2 == 0};
    const Config config{.threads = 1, .touching = world.touching};
    world.objects = objects_of(near_edges(seed, seed % 3 == 0 ? 3e7 : 0.1, 0.1, 300), 5);
    const std::vector<DoubleShape> shapes = shapes_near(world.objects, random);
    const std::vector<DoubleBox> boxes = boxes_of(world.objects);
    const Ids ids = ids_of(world.objects);
    for (const Origin& origin : {Origin{}, Origin{3e7, 3e7}, Origin{1e6, -1e12}}) {
      SCOPED_TRACE(std::to_string(seed) + " near " + std::to_string(origin.x));
      Index index(config);
      index.build({DoubleColumns(boxes).view(), origin}, {.ids = ids});
      expect_exact(index, world, shapes);
      index.shrink_to_fit();
      expect_exact(index, world, shapes);
      BroadPhase broad_phase(config);
      broad_phase.update({DoubleColumns(boxes).view(), origin}, {.ids = ids});
      expect_exact(broad_phase, world, shapes);
    }
  }
}

TEST(DoubleOverlaps, OfWorldsOnAllScalesAreThoseOfTheDoubles) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    World world{seed % 2 == 0};
    world.objects = objects_of(extremes(seed, 200), 0);
    const std::vector<DoubleBox> boxes = boxes_of(world.objects);
    std::vector<DoubleShape> shapes;
    for (const DoubleBox& box : extremes(seed + 100, 60)) {
      shapes.push_back(box);
      shapes.push_back(DoublePoint{box.min_x, box.max_y});
    }
    for (const Origin& origin : {Origin{}, Origin{1e30, -1e-30}}) {
      Index index({.threads = 1, .touching = world.touching});
      index.build({DoubleColumns(boxes).view(), origin});
      ASSERT_NO_FATAL_FAILURE(expect_exact(index, world, shapes)) << seed;
    }
  }
}

/// The boxes that margins and displacements make of some objects, by the formula of the header.
std::vector<Object> swept(std::span<const Object> objects, std::span<const float> margins,
                          std::span<const float> moves) {
  std::vector<Object> all(objects.begin(), objects.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto margin = static_cast<double>(margins[i]);
    const auto move = static_cast<double>(moves[i]);
    DoubleBox& box = all[i].box;
    box = {box.min_x + std::min(0.0, move) - margin, box.min_y - margin,
           box.max_x + std::max(0.0, move) + margin, box.max_y + margin};
  }
  return all;
}

TEST(DoubleOverlaps, KnowStaticFloatSweptChangedAndRemovedObjects) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Origin origin = kFineOrigins[seed % std::size(kFineOrigins)];
    World world{seed % 2 == 0};
    BroadPhase broad_phase({.threads = 1, .touching = world.touching});
    const bool are_swept = seed % 3 == 0;
    const bool moving_in_float = seed % 5 == 0;

    std::vector<Object> moving = objects_of(fine_boxes(seed, 80), 1'000);
    const std::vector<Object> fixed = objects_of(fine_boxes(seed + 50, 40), 2'000);
    // Edges that floats hold near the origin.
    std::vector<Box> floats;
    std::vector<Object> in_float;
    for (ObjectId id = 3'000; id < 3'030; ++id) {
      const double x = std::floor(origin.x) + static_cast<double>(random() % 20);
      const double y = std::floor(origin.y) + static_cast<double>(random() % 20);
      const DoubleBox box{x, y, x + 1, y + 2};
      in_float.push_back({id, box});
      floats.push_back(
          {static_cast<float>(box.min_x - origin.x), static_cast<float>(box.min_y - origin.y),
           static_cast<float>(box.max_x - origin.x), static_cast<float>(box.max_y - origin.y)});
    }
    const std::vector<float> margins(moving.size(), 0.25F);
    const std::vector<float> moves(moving.size(), -0.5F);
    Attributes attributes;
    const Ids moving_ids = moving_in_float ? ids_of(in_float) : ids_of(moving);
    attributes.ids = moving_ids;
    const std::vector<float> zeros(moving.size(), 0.0F);
    if (are_swept && !moving_in_float) {
      attributes.margin = margins;
      attributes.displacement_x = moves;
      attributes.displacement_y = zeros;
    }
    broad_phase.set_static({DoubleColumns(boxes_of(fixed)).view(), origin}, ids_of(fixed));
    if (moving_in_float) {
      broad_phase.update(floats, attributes);
      moving = in_float;
    } else {
      broad_phase.add_static(floats, ids_of(in_float));
      broad_phase.update({DoubleColumns(boxes_of(moving)).view(), origin}, attributes);
      if (are_swept) moving = swept(moving, margins, moves);
    }
    world.objects = moving;
    world.objects.insert(world.objects.end(), fixed.begin(), fixed.end());
    if (!moving_in_float)
      world.objects.insert(world.objects.end(), in_float.begin(), in_float.end());
    std::vector<DoubleShape> shapes = shapes_near(world.objects, random);
    expect_exact(broad_phase, world, shapes);

    // Some get other boxes, and some are new; then some are removed.
    std::vector<Object> changed = objects_of(fine_boxes(seed + 90, 20), 1'000);
    for (std::size_t i = 0; i < changed.size(); ++i)
      changed[i].id = i % 3 == 0   ? 2'000 + static_cast<ObjectId>(i)
                      : i % 3 == 1 ? 1'000 + static_cast<ObjectId>(i)
                                   : 9'000 + static_cast<ObjectId>(i);
    broad_phase.patch({DoubleColumns(boxes_of(changed)).view(), origin}, ids_of(changed));
    const Ids removed = {1'001, 2'003, 1'050};
    const auto drop = [&](const Ids& ids) {
      std::erase_if(world.objects, [&](const Object& object) {
        return std::ranges::find(ids, object.id) != ids.end();
      });
    };
    drop(ids_of(changed));
    world.objects.insert(world.objects.end(), changed.begin(), changed.end());
    expect_exact(broad_phase, world, shapes);
    broad_phase.hide(removed);
    drop(removed);
    expect_exact(broad_phase, world, shapes);
  }
}

TEST(DoubleOverlaps, OfPeriodicWorldsMoveTheShapeByWholePeriodsInDouble) {
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    World world{seed % 2 == 0, 32};
    const Origin origin = seed % 3 == 0 ? Origin{100, -50} : Origin{};
    std::vector<Object> moving = objects_of(fine_boxes(seed, 60), 0);
    std::vector<Object> fixed = objects_of(fine_boxes(seed + 50, 30), 500);
    for (std::vector<Object>* const some : {&moving, &fixed})
      for (Object& object : *some) object.box = moved(object.box, origin.x - 96, origin.y + 52);
    BroadPhase broad_phase(
        {.threads = 1, .touching = world.touching, .period_x = 32, .period_y = 32});
    broad_phase.set_static({DoubleColumns(boxes_of(fixed)).view(), origin}, ids_of(fixed));
    broad_phase.update({DoubleColumns(boxes_of(moving)).view(), origin});
    world.objects = moving;
    world.objects.insert(world.objects.end(), fixed.begin(), fixed.end());
    std::vector<DoubleShape> shapes = shapes_near(world.objects, random);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const double x = (static_cast<double>(random() % 3) - 1) * 32;
      std::visit([&](auto& shape) { shape = moved(shape, x, 32 - x); }, shapes[i]);
      // No longer than a period, and some boxes exactly as long.
      if (auto* const circle = std::get_if<DoubleCircle>(&shapes[i]))
        circle->radius = std::min(circle->radius, 12.0);
      auto* const box = std::get_if<DoubleBox>(&shapes[i]);
      if (box != nullptr && i % 3 == 0) box->max_x = box->min_x + (i % 2 == 0 ? 32 : 40);
    }
    expect_exact(broad_phase, world, shapes);
  }
}

TEST(DoubleOverlaps, ReachAsFarAsDistancesAreRounded) {
  std::mt19937 random(1);
  const auto fraction = [&] { return static_cast<double>(random()) * 0x1p-32; };
  for (int i = 0; i < 300; ++i) {
    const DoublePoint center{fraction(), fraction()};
    const Origin origin{1e9 * (1 + fraction()), i % 2 == 0 ? 1e9 * (1 + fraction()) : 0.5};
    const DoubleBox box{origin.x, origin.y, origin.x + 1, origin.y + 1};
    const double radius = distance_of(center, box);
    Index index({.threads = 1});
    index.build({DoubleColumns(std::vector<DoubleBox>{box}).view(), origin});
    ASSERT_EQ(found_by(index, DoubleCircle{center, radius}, false).size(), 1U) << i;
    ASSERT_EQ(found_by(index, DoubleCapsule{center, center, radius}, false).size(), 1U) << i;
    // The same in float, near the origin of a box in double.
    BroadPhase broad_phase({.threads = 1});
    broad_phase.add_static(std::vector<Box>{{0, 0, 1, 1}}, Ids{7});
    broad_phase.update(
        {DoubleColumns(std::vector<DoubleBox>{{5e9, 5e9, 5e9, 5e9}}).view(), origin});
    const DoublePoint local{center.x - origin.x, center.y - origin.y};
    const double of_local = distance_of(local, {0, 0, 1, 1});
    ASSERT_EQ(found_by(broad_phase, DoubleCircle{center, of_local}, false), Ids{7}) << i;
  }
}

TEST(DoubleOverlaps, OfBatchesHaveMarginsAndDisplacementsInDouble) {
  std::mt19937 random(1);
  World world;
  world.objects = objects_of(fine_boxes(1, 200), 0);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update({DoubleColumns(boxes_of(world.objects)).view(), {100, -50}});
  std::vector<DoubleBox> given;
  for (const DoubleShape& shape : shapes_near(world.objects, random))
    if (const auto* const box = std::get_if<DoubleBox>(&shape)) given.push_back(*box);
  const std::vector<float> margins(given.size(), 0x1p-30F);
  const std::vector<float> moves(given.size(), 0x1p-20F);
  const std::vector<float> zeros(given.size(), 0.0F);
  QueryResult result;
  broad_phase.find_overlaps(
      given, result,
      {.attributes = {.margin = margins, .displacement_x = moves, .displacement_y = zeros}});
  const std::vector<Object> fat = swept(objects_of(given, 0), margins, moves);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Ids row(result.ids().begin() + static_cast<std::ptrdiff_t>(result.offsets()[i]),
                  result.ids().begin() + static_cast<std::ptrdiff_t>(result.offsets()[i + 1]));
    ASSERT_EQ(row, expected(world, fat[i].box, false)) << i;
  }
}

TEST(DoubleOverlaps, OfShapesThatAreNotValidFindNothing) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Index index({.threads = 1});
  index.build({DoubleColumns(std::vector<DoubleBox>{{-1, -1, 1, 1}}).view(), Origin{}});
  const DoubleShape shapes[] = {
      DoubleBox{1, 0, 0, 1},
      DoubleBox{kNan, 0, 1, 1},
      DoublePoint{0, kNan},
      DoubleCircle{{0, 0}, -1},
      DoubleCircle{{kNan, 0}, 1},
      DoubleCircle{{0, 0}, kNan},
      DoubleCircle{{0, 1e300}, 1},
      DoubleCircle{{0, 0}, 1e300},
      DoubleCapsule{{0, 0}, {1, 1}, -1},
      DoubleCapsule{{0, 0}, {kInfinity, 1}, 1},
  };
  for (const DoubleShape& shape : shapes) {
    EXPECT_TRUE(found_by(index, shape, false).empty());
    EXPECT_TRUE(found_by(index, shape, true).empty());
  }
  EXPECT_EQ(found_by(index, DoubleBox{-kInfinity, -kInfinity, kInfinity, kInfinity}, true).size(),
            1U);
}

}  // namespace
}  // namespace quadphase::contract
