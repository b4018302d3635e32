// SPDX-License-Identifier: MIT
// All ranks together find what one engine finds: every pair on exactly one rank, with the owners
// and rows of both objects.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/random.hpp"
#include "scenes/scene.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

DistributedConfig config_of(Partition partition, bool touching = true) {
  DistributedConfig config;
  config.engine.threads = 1;
  config.engine.touching = touching;
  config.partition = partition;
  return config;
}

int any_rank(scenes::Random& random) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
}

World world_of(const BoxView& boxes, scenes::Random& random) {
  World world(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    world[i].box = boxes[i];
    world[i].owner = any_rank(random);
  }
  return world;
}

Box scaled(const Box& box, float factor) {
  return {box.min_x * factor, box.min_y * factor, box.max_x * factor, box.max_y * factor};
}

class ByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, ByPartition, testing::ValuesIn(kPartitions));

TEST_P(ByPartition, FindsThePairsOfOneEngineInAllScenesAndMotions) {
  for (const auto& info : scenes::scene_infos()) {
    for (const auto motion :
         {scenes::Motion::all_move, scenes::Motion::one_in_100, scenes::Motion::all_teleport}) {
      SCOPED_TRACE(info.name);
      const std::size_t count = std::min<std::size_t>(info.most_objects, 400);
      const auto scene = scenes::make_scene(info.name, {count, 3, motion});
      DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_of(GetParam()));
      scenes::Random random(7);
      for (int frame = 0; frame < 4; ++frame, scene->step())
        expect_pairs_of_one_engine(world_of(scene->boxes(), random), broad_phase, false);
    }
  }
}

TEST_P(ByPartition, FindsThePairsAndEventsOfOneEngineInRandomHistories) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    scenes::Random random(seed);
    const bool touching = seed % 2 == 0;
    DistributedConfig config = config_of(GetParam(), touching);
    config.engine.events = true;
    DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
    OneEngine engine(touching);
    World world(300);
    for (Object& object : world) change(object, random);
    for (int frame = 0; frame < 25; ++frame) {
      const std::size_t changes = frame % 3 == 0 ? 0 : random.below(60);
      for (std::size_t i = 0; i < changes; ++i) {
        Object& object = world[random.below(static_cast<std::uint32_t>(world.size()))];
        change(object, random);
        object.owner = any_rank(random);
      }
      for (std::size_t i = 0; i < random.below(9); ++i) {  // other objects in the same places
        Object& object = world[random.below(static_cast<std::uint32_t>(world.size()))];
        object.generation = random.below(3);
        if (random.below(2) == 0) object.owner = any_rank(random);
      }
      if (frame % 5 == 4) world.resize(200 + random.below(200), world[random.below(100)]);
      expect_pairs_of_one_engine(world, broad_phase, true, touching);
      engine.update(world);
      EXPECT_TRUE(of_all_ranks(broad_phase.events().begun) == engine.begun());
      EXPECT_TRUE(of_all_ranks(broad_phase.events().ended) == engine.ended());
    }
  }
}

TEST_P(ByPartition, FindsThePairsOfDegenerateWorlds) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_of(GetParam()));
  scenes::Random random(1);
  expect_pairs_of_one_engine({}, broad_phase);
  const auto add = [&](World& world, const Box& box, int owner) {
    world.push_back({});
    world.back().box = box;
    world.back().owner = owner;
  };
  World lattice;  // Cuts between equal coordinates lie on the edges of boxes.
  for (int i = 0; i < 400; ++i) {
    const auto x = static_cast<float>(i % 20);
    const auto y = static_cast<float>(i / 20);
    add(lattice, {x, y, x + 1, y + 1}, any_rank(random));
  }
  World one_place(60);
  for (Object& object : one_place) object.owner = any_rank(random);
  World on_one_rank = lattice;
  for (Object& object : on_one_rank) object.owner = rank_count() - 1;
  World with_giants = lattice;
  add(with_giants, {-5, -5, 50, 50}, 0);
  add(with_giants, {-kInfinity, -kInfinity, kInfinity, kInfinity}, rank_count() - 1);
  add(with_giants, {-kInfinity, 3, 2, kInfinity}, 0);
  World points;
  for (int i = 0; i < 100; ++i) {
    const auto x = static_cast<float>(i % 5);
    add(points, {x, x, x, x}, any_rank(random));
  }
  World all_rejected = one_place;
  for (Object& object : all_rejected) object.box.min_x = std::nanf("");
  World far_away = lattice;
  for (Object& object : far_away) {
    object.box.min_y = kInfinity;
    object.box.max_y = kInfinity;
  }
  World large = lattice;
  World small = lattice;
  for (std::size_t i = 0; i < lattice.size(); ++i) {
    large[i].box = scaled(lattice[i].box, 1e30F);
    small[i].box = scaled(lattice[i].box, 1e-30F);
  }
  World with_one_far = lattice;
  with_one_far.front().box = {1e30F, -2e30F, 3e30F, 4e30F};
  World line;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(i) * 0.75F;
    add(line, {x, 2 * x, x + 1, 2 * x + 1}, any_rank(random));
  }
  World two_places = one_place;
  for (int i = 0; i < 60; ++i) add(two_places, {9, 9, 9, 9}, any_rank(random));
  World few(lattice.begin(), lattice.begin() + 2);
  // Twice, so that cuts that suited the world before are used, too.
  for (int round = 0; round < 2; ++round) {
    for (const World* world :
         {&lattice, &one_place, &on_one_rank, &with_giants, &points, &all_rejected, &far_away,
          &large, &small, &with_one_far, &line, &two_places, &few})
      expect_pairs_of_one_engine(*world, broad_phase);
  }
  for (const World* world : {&large, &small, &with_one_far, &line, &two_places, &few}) {
    DistributedBroadPhase fresh(MPI_COMM_WORLD, config_of(GetParam()));
    for (int frame = 0; frame < 2; ++frame) expect_pairs_of_one_engine(*world, fresh);
  }
}

TEST_P(ByPartition, HasNoEventsWhereOnlyOwnersOrSearchingRanksChange) {
  DistributedConfig config = config_of(GetParam());
  config.engine.events = true;
  config.imbalance_limit = 1;
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  const auto scene = scenes::make_scene("clusters", {.count = 500});
  scenes::Random random(3);
  World world = world_of(scene->boxes(), random);
  broad_phase.update(Rows(world, rank()).objects());
  EXPECT_EQ(broad_phase.events().begun.size(), broad_phase.pairs().size());
  for (int frame = 0; frame < 4; ++frame) {
    for (Object& object : world) object.owner = any_rank(random);
    broad_phase.update(Rows(world, rank()).objects());
    EXPECT_TRUE(broad_phase.events().begun.empty());
    EXPECT_TRUE(broad_phase.events().ended.empty());
  }
  if (rank_count() > 1 && GetParam() != Partition::own) {
    EXPECT_GE(broad_phase.stats().partition_count, 2U);
  }
}

TEST_P(ByPartition, HasAHashThatDependsOnThePairsAlone) {
  const auto scene = scenes::make_scene("mixed", {.count = 500});
  scenes::Random random(11);
  DistributedBroadPhase all(MPI_COMM_WORLD, config_of(GetParam()));
  DistributedBroadPhase alone(MPI_COMM_SELF, config_of(GetParam()));
  World world = world_of(scene->boxes(), random);
  all.update(Rows(world, rank()).objects());
  const std::uint64_t hash = all.hash();
  for (Object& object : world) object.owner = 0;
  alone.update(Rows(world, 0).objects());
  EXPECT_EQ(alone.hash(), hash);
  alone.update({});
  EXPECT_NE(alone.hash(), hash);
}

class ByCuts : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, ByCuts,
                         testing::Values(Partition::rcb, Partition::hsfc, Partition::rib));

TEST_P(ByCuts, CutsAgainWhereTheWorkHasMoved) {
  scenes::Random random(5);
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_of(GetParam()));
  World world(2000);
  for (Object& object : world) {
    object.box = from_center({random.between(0, 100), random.between(0, 100)}, {0.5F, 0.5F});
    object.owner = any_rank(random);
  }
  expect_pairs_of_one_engine(world, broad_phase);
  for (Object& object : world) {  // all into the corner that one rank searches
    object.box.min_x = object.box.min_x * 0.1F;
    object.box.min_y = object.box.min_y * 0.1F;
    object.box.max_x = object.box.min_x + 0.1F;
    object.box.max_y = object.box.min_y + 0.1F;
  }
  expect_pairs_of_one_engine(world, broad_phase);
  const double before = broad_phase.stats().imbalance;
  for (int frame = 0; frame < 6; ++frame) expect_pairs_of_one_engine(world, broad_phase);
  if (rank_count() > 1) {
    EXPECT_GT(before, 1.2);
    EXPECT_LT(broad_phase.stats().imbalance, 1.2);
    EXPECT_GE(broad_phase.stats().partition_count, 2U);
  }
}

TEST_P(ByCuts, WeighsObjectsByPairsThatOtherRanksFound) {
  scenes::Random random(6);
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_of(GetParam()));
  World world(6000);
  for (std::size_t row = 0; row < world.size(); ++row) {
    // A third in a tenth of the world, with 30 neighbors each, and the others with none.
    const bool is_dense = row % 3 == 0;
    const Point center{random.between(0, is_dense ? 10.0F : 100.0F), random.between(0, 100)};
    world[row].box = from_center(center, {is_dense ? 0.95F : 0.01F, is_dense ? 0.95F : 0.01F});
    world[row].owner = rank_count() - 1;
  }
  for (int frame = 0; frame < 8; ++frame) broad_phase.update(Rows(world, rank()).objects());
  EXPECT_LT(broad_phase.stats().imbalance, 1.3);
}

TEST_P(ByCuts, SendsOnlyWhatMeetsAnotherPart) {
  const auto scene = scenes::make_scene("uniform", {.count = 4000});
  scenes::Random random(5);
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_of(GetParam()));
  World world = world_of(scene->boxes(), random);
  broad_phase.update(Rows(world, rank()).objects());
  std::uint64_t searched = broad_phase.stats().searched_count;
  MPI_Allreduce(MPI_IN_PLACE, &searched, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_GE(searched, world.size());
  EXPECT_LT(searched, world.size() * 5 / 4);
}

}  // namespace
}  // namespace quadphase::mpi::test
