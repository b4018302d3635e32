// SPDX-License-Identifier: MIT
// A fault on one rank is thrown on all, names the rank, and changes nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/counting_resource.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

using Kind = DistributedError::Kind;

World row_of_boxes(int count) {
  World world(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    world[static_cast<std::size_t>(i)].box = {x, 0, x + 1.5F, 1};
    world[static_cast<std::size_t>(i)].owner = i % rank_count();
  }
  return world;
}

template <class Call>
void expect_error(Kind kind, int culprit, const Call& call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const DistributedError& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_EQ(error.rank(), culprit);
    EXPECT_NE(std::string(error.what()).find("on rank " + std::to_string(culprit)),
              std::string::npos);
  }
}

TEST(DistributedFaults, OfArgumentsAreThrownOnAllRanksAndChangeNothing) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  const World world = row_of_boxes(40);
  const Rows own(world, rank());
  broad_phase.update(own.objects());
  const std::uint64_t hash = broad_phase.hash();
  const int culprit = rank_count() - 1;
  const bool is_culprit = rank() == culprit;
  const std::vector<ObjectId> local_ids(own.ids().size());
  const std::vector<Mobility> mobility(own.ids().size() + 1);
  for (int fault = 0; fault < 4; ++fault) {
    SCOPED_TRACE(fault);
    Objects objects = own.objects();
    if (is_culprit && fault == 0) objects.ids = objects.ids.first(1);
    if (is_culprit && fault == 1) objects.attributes.margin = objects.attributes.margin.first(1);
    if (is_culprit && fault == 2) objects.attributes.ids = local_ids;
    if (is_culprit && fault == 3) objects.mobility = mobility;
    expect_error(Kind::invalid_argument, culprit, [&] { broad_phase.update(objects); });
    EXPECT_EQ(broad_phase.hash(), hash);
    EXPECT_EQ(broad_phase.stats().object_count, own.ids().size());
  }
  expect_pairs_of_one_engine(world, broad_phase);
}

TEST(DistributedFaults, OfIdsThatTwoObjectsHaveAreThrownOnAllRanks) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  const World world = row_of_boxes(40);
  const Rows own(world, rank());
  broad_phase.update(own.objects());
  const std::uint64_t hash = broad_phase.hash();
  const int culprit = rank_count() - 1;
  std::vector<GlobalId> ids = own.ids();
  if (rank() == culprit) ids.back() = id_of(0);  // which rank 0 owns
  Objects objects = own.objects();
  objects.ids = ids;
  for (int round = 0; round < 2; ++round)
    expect_error(Kind::invalid_argument, culprit, [&] { broad_phase.update(objects); });
  EXPECT_EQ(broad_phase.hash(), hash);
  expect_pairs_of_one_engine(world, broad_phase);
  DistributedBroadPhase unchecked(MPI_COMM_WORLD, {.engine = {.threads = 1}, .check_ids = false});
  unchecked.update(objects);
}

TEST(DistributedFaults, OfConfigurationsAreThrownOnAllRanks) {
  const int culprit = rank_count() - 1;
  DistributedConfig config;
  config.engine.threads = 1;
  if (rank() == culprit) config.engine.leaf_capacity = 99;
  expect_error(Kind::invalid_argument, culprit,
               [&] { DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config); });
  config.engine.leaf_capacity = 16;
  config.engine.previous_indices = rank() == culprit;
  expect_error(Kind::invalid_argument, culprit,
               [&] { DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config); });
  if (rank_count() == 1) return;
  config.engine.previous_indices = false;
  config.engine.touching = rank() != culprit;
  expect_error(Kind::invalid_argument, culprit,
               [&] { DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config); });
}

TEST(DistributedFaults, OfTooManyPairsAreThrownOnAllRanks) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1, .max_pairs = 200}});
  World crowd(100);
  World row = row_of_boxes(40);
  expect_pairs_of_one_engine(row, broad_phase);
  const std::uint64_t hash = broad_phase.hash();
  const Rows own(crowd, rank());
  EXPECT_THROW(broad_phase.update(own.objects()), DistributedError);
  EXPECT_EQ(broad_phase.hash(), hash);
  expect_pairs_of_one_engine(row, broad_phase);
}

TEST(DistributedFaults, OfMemoryAreThrownOnAllRanksAndTheNextUpdateIsRight) {
  contract::CountingResource memory;
  DistributedConfig config;
  config.engine.threads = 1;
  config.engine.memory_resource = &memory;
  config.partition = Partition::own;  // so that every rank searches many boxes
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  const World few = row_of_boxes(40);
  const World many = row_of_boxes(100'000);
  expect_pairs_of_one_engine(few, broad_phase);
  const std::uint64_t hash = broad_phase.hash();
  const int culprit = rank_count() - 1;
  if (rank() == culprit) memory.fail_from(0);
  const Rows own(many, rank());
  expect_error(Kind::out_of_memory, culprit, [&] { broad_phase.update(own.objects()); });
  EXPECT_EQ(broad_phase.hash(), hash);
  memory.work_again();
  expect_pairs_of_one_engine(many, broad_phase);
}

TEST(DistributedFaults, OfBoxesAreListedWhereTheyWereHandedOver) {
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, {.engine = {.threads = 1}});
  World world = row_of_boxes(40);
  world[7].box.min_x = std::nanf("");
  broad_phase.update(Rows(world, rank()).objects());
  const bool is_owner = rank() == world[7].owner;
  ASSERT_EQ(broad_phase.rejected_ids().size(), is_owner ? 1U : 0U);
  EXPECT_EQ(broad_phase.stats().rejected_count, is_owner ? 1U : 0U);
  if (is_owner) {
    EXPECT_EQ(broad_phase.rejected_ids().front(), id_of(7));
  }
}

}  // namespace
}  // namespace quadphase::mpi::test
