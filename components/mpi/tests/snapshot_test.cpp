// SPDX-License-Identifier: MIT
// What all ranks have saved is restored on another number of ranks.
#include <gtest/gtest.h>

#include <utility>

#include "scenes/random.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

using Snapshots = std::vector<std::vector<std::byte>>;

/// The snapshots of all ranks, on each of them. Collective.
Snapshots snapshots_of_all_ranks(const std::vector<std::byte>& bytes) {
  Snapshots all(static_cast<std::size_t>(rank_count()));
  for (int other = 0; other < rank_count(); ++other) {
    std::vector<std::byte>& snapshot = all[static_cast<std::size_t>(other)];
    if (rank() == other) snapshot = bytes;
    std::uint64_t size = snapshot.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, other, MPI_COMM_WORLD);
    snapshot.resize(static_cast<std::size_t>(size));
    MPI_Bcast(snapshot.data(), static_cast<int>(size), MPI_BYTE, other, MPI_COMM_WORLD);
  }
  return all;
}

DistributedConfig config_with_events() {
  DistributedConfig config;
  config.engine.threads = 1;
  config.engine.events = true;
  return config;
}

World any_world(scenes::Random& random) {
  World world(300);
  for (Object& object : world) {
    change(object, random);
    object.owner = static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
  }
  return world;
}

TEST(DistributedSnapshot, GivesTheSameEventsOnFewerRanksInAnyDistribution) {
  scenes::Random random(21);
  World world = any_world(random);
  DistributedBroadPhase before(MPI_COMM_WORLD, config_with_events());
  OneEngine engine;
  before.update(Rows(world, rank()).objects());
  engine.update(world);
  std::vector<std::byte> bytes;
  before.save(bytes);
  const Snapshots all = snapshots_of_all_ranks(bytes);
  for (Object& object : world) {
    if (random.below(2) == 0) change(object, random);
    if (random.below(9) == 0) ++object.generation;  // another one in the same place
  }
  // The lower half of the ranks, the first of which restores all snapshots but one.
  const int half = (rank_count() + 1) / 2;
  MPI_Comm fewer = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank() < half ? 0 : MPI_UNDEFINED, rank(), &fewer);
  for (Object& object : world) object.owner %= half;
  engine.update(world);
  std::vector<GlobalPair> begun;
  std::vector<GlobalPair> ended;
  if (fewer != MPI_COMM_NULL) {
    DistributedBroadPhase after(fewer, config_with_events());
    std::vector<std::span<const std::byte>> snapshots;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((i == 0 ? half - 1 : 0) == rank()) snapshots.emplace_back(all[i]);
    }
    after.restore(snapshots);
    after.update(Rows(world, rank()).objects());
    begun.assign(after.events().begun.begin(), after.events().begun.end());
    ended.assign(after.events().ended.begin(), after.events().ended.end());
    after.restore({snapshots.data(), snapshots.size()});
    EXPECT_TRUE(after.events().begun.empty());
  }
  const auto ids_of = [](const std::vector<GlobalPair>& pairs) {
    std::vector<std::pair<GlobalId, GlobalId>> ids;
    for (const GlobalPair& pair : pairs) ids.emplace_back(pair.first, pair.second);
    return ids;
  };
  EXPECT_TRUE(of_all_ranks(std::span<const GlobalPair>(begun)) == engine.begun());
  // Not the places: they are those of the saved update.
  EXPECT_TRUE(ids_of(of_all_ranks(std::span<const GlobalPair>(ended))) == ids_of(engine.ended()));
  if (fewer != MPI_COMM_NULL) MPI_Comm_free(&fewer);
}

TEST(DistributedSnapshot, IsRefusedOnAllRanksIfOneIsDamagedMissingTwiceThereOrOfAnotherTime) {
  scenes::Random random(22);
  const World world = any_world(random);
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config_with_events());
  broad_phase.update({});
  std::vector<std::byte> older;
  broad_phase.save(older);
  broad_phase.update(Rows(world, rank()).objects());
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  const std::uint64_t hash = broad_phase.hash();
  const bool is_culprit = rank() == rank_count() - 1;
  for (int fault = 0; fault < 4; ++fault) {
    if (fault == 1 && rank_count() == 1) continue;  // all of them are of another time
    SCOPED_TRACE(fault);
    std::vector<std::byte> given = bytes;
    if (is_culprit && fault == 0) given.back() ^= std::byte{1};
    if (is_culprit && fault == 1) given = older;
    std::vector<std::span<const std::byte>> snapshots{given};
    if (is_culprit && fault == 2) snapshots.emplace_back(given);
    if (is_culprit && fault == 3) snapshots.clear();
    EXPECT_THROW(broad_phase.restore(snapshots), DistributedError);
    EXPECT_EQ(broad_phase.hash(), hash);
  }
  const std::vector<std::span<const std::byte>> snapshots{bytes};
  broad_phase.restore(snapshots);
  EXPECT_EQ(broad_phase.hash(), hash);
  broad_phase.update(Rows(world, rank()).objects());
  EXPECT_TRUE(broad_phase.events().begun.empty());
  EXPECT_TRUE(broad_phase.events().ended.empty());
}

}  // namespace
}  // namespace quadphase::mpi::test
