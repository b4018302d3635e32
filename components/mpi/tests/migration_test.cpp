// SPDX-License-Identifier: MIT
// Objects that go to the ranks that search them, with bytes of the caller.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "scenes/random.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

/// An object with bytes of any length: as many as its row in the world, modulo 5.
struct Body {
  std::size_t row = 0;
  std::vector<std::byte> extra;
};

std::vector<std::byte> extra_of(std::size_t row) {
  return std::vector<std::byte>(row % 5, static_cast<std::byte>(row));
}

void pack(const Body& body, std::vector<std::byte>& bytes) {
  bytes.resize(sizeof(body.row));
  std::memcpy(bytes.data(), &body.row, sizeof(body.row));
  bytes.insert(bytes.end(), body.extra.begin(), body.extra.end());
}

Body unpacked(std::span<const std::byte> bytes) {
  Body body;
  std::memcpy(&body.row, bytes.data(), sizeof(body.row));
  body.extra.assign(bytes.begin() + sizeof(body.row), bytes.end());
  return body;
}

World any_world(scenes::Random& random) {
  World world(600);
  for (Object& object : world) {
    object.box = from_center({random.between(0, 100), random.between(0, 100)}, {0.5F, 0.5F});
    object.owner = static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
  }
  return world;
}

class MigrationByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, MigrationByPartition,
                         testing::Values(Partition::rcb, Partition::hsfc, Partition::rib));

/// The owners of one cut, with other ranks' numbers, own most of the parts of the next one.
TEST_P(MigrationByPartition, IsNotNeededWhereOwnersHaveCompactPartsInAnyOrder) {
  scenes::Random random(10);
  World world = any_world(random);
  DistributedConfig config;
  config.engine.threads = 1;
  config.partition = GetParam();
  const auto owners_of_parts = [&] {
    DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
    broad_phase.update(Rows(world, rank()).objects());
    World all = world;
    for (Object& object : all) object.owner = rank();  // so that all ranks know all owners
    return broad_phase.best_owners(Rows(all, rank()).objects().boxes);
  };
  std::vector<int> owners = owners_of_parts();
  for (std::size_t row = 0; row < world.size(); ++row)
    world[row].owner = (owners[row] + 1) % rank_count();
  owners = owners_of_parts();
  std::size_t same = 0;
  for (std::size_t row = 0; row < world.size(); ++row) same += owners[row] == world[row].owner;
  EXPECT_GE(same, world.size() * 9 / 10);
}

TEST_P(MigrationByPartition, BringsEveryObjectToTheRankThatSearchesItWithAllOfItsBytes) {
  scenes::Random random(9);
  DistributedConfig config;
  config.engine.threads = 1;
  config.engine.events = true;
  config.partition = GetParam();
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  World world = any_world(random);
  std::vector<Body> bodies;
  for (std::size_t row = 0; row < world.size(); ++row) {
    if (world[row].owner == rank()) bodies.push_back({row, extra_of(row)});
  }
  expect_pairs_of_one_engine(world, broad_phase);
  const std::uint64_t hash = broad_phase.hash();
  for (int round = 0; round < 3; ++round) {
    const Rows own(world, rank());
    const std::vector<int> owners = broad_phase.best_owners(own.objects().boxes);
    std::vector<Body> next;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (owners[i] == rank()) next.push_back(bodies[i]);
    }
    broad_phase.migrate(
        owners, [&](std::size_t i, std::vector<std::byte>& bytes) { pack(bodies[i], bytes); },
        [&](int /*rank*/, std::span<const std::byte> bytes) { next.push_back(unpacked(bytes)); });
    std::vector<int> owner_of_row(world.size(), -1);
    for (const Body& body : next) {
      EXPECT_EQ(body.extra, extra_of(body.row));
      owner_of_row[body.row] = rank();
    }
    MPI_Allreduce(MPI_IN_PLACE, owner_of_row.data(), static_cast<int>(world.size()), MPI_INT,
                  MPI_MAX, MPI_COMM_WORLD);
    std::sort(next.begin(), next.end(), [](const Body& a, const Body& b) { return a.row < b.row; });
    bodies = std::move(next);
    for (std::size_t row = 0; row < world.size(); ++row) world[row].owner = owner_of_row[row];
    ASSERT_EQ(of_all_ranks(std::vector<GlobalPair>(bodies.size())).size(), world.size());
    expect_pairs_of_one_engine(world, broad_phase);
    EXPECT_EQ(broad_phase.hash(), hash);
    EXPECT_TRUE(broad_phase.events().begun.empty());
  }
  // Only boxes that cross a border are sent now.
  EXPECT_LE(broad_phase.stats().ghost_count, bodies.size() / 2);
}

TEST(DistributedMigration, ThrowsOnAllRanksIfACallbackOfOneThrows) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  const int culprit = rank_count() - 1;
  const auto no_bytes = [](std::size_t /*row*/, std::vector<std::byte>& /*bytes*/) {};
  bool is_unpacked = false;
  const auto note = [&](int /*rank*/, std::span<const std::byte> /*bytes*/) { is_unpacked = true; };
  const std::vector<int> owners(3, (rank() + 1) % rank_count());
  if (rank_count() > 1) {
    try {
      broad_phase.migrate(
          owners,
          [&](std::size_t /*row*/, std::vector<std::byte>& /*bytes*/) {
            if (rank() == culprit) throw std::runtime_error("full");
          },
          note);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const DistributedError& error) {
      EXPECT_EQ(error.kind(), DistributedError::Kind::callback_failed);
      EXPECT_EQ(error.rank(), culprit);
    }
    EXPECT_FALSE(is_unpacked);
    broad_phase.migrate(owners, no_bytes, note);
    EXPECT_TRUE(is_unpacked);
  }
  const std::vector<int> no_rank(1, rank_count());
  EXPECT_THROW(broad_phase.migrate(no_rank, no_bytes, note), DistributedError);
}

}  // namespace
}  // namespace quadphase::mpi::test
