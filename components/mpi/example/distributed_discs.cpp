// SPDX-License-Identifier: MIT
// A million discs fall and bounce over the ranks of MPI:
//
//     mpirun -n 4 distributed_discs --discs 1000000
//
// Each rank owns a part of the discs and hands over their boxes. The rank that gets a pair requests
// the two discs from their owners, finds the impulse, and sends it to them. Impulses are sums of
// integers, so the world is the same to the bit on every number of ranks, with its hash and its
// momentum.
#include <mpi.h>
#include <quadphase/box.hpp>
#include <quadphase/mpi.hpp>

#include "falling_discs.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using falling_discs::Disc;
using falling_discs::World;
using quadphase::mpi::GlobalId;
using quadphase::mpi::Place;

/// A list of items for each rank.
template <class T>
using ForRanks = std::vector<std::vector<T>>;

/// Sends to each rank its items; returns what each has sent. Items are plain bytes.
template <class T>
ForRanks<T> exchange(const ForRanks<T>& sent) {
  const std::size_t ranks = sent.size();
  std::vector<int> counts(ranks), starts(ranks + 1), incoming(ranks), places(ranks + 1);
  std::vector<T> items;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    items.insert(items.end(), sent[rank].begin(), sent[rank].end());
    counts[rank] = static_cast<int>(sent[rank].size() * sizeof(T));
    starts[rank + 1] = starts[rank] + counts[rank];
  }
  MPI_Alltoall(counts.data(), 1, MPI_INT, incoming.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (std::size_t rank = 0; rank < ranks; ++rank) places[rank + 1] = places[rank] + incoming[rank];
  std::vector<T> all(static_cast<std::size_t>(places[ranks]) / sizeof(T));
  MPI_Alltoallv(items.data(), counts.data(), starts.data(), MPI_BYTE, all.data(), incoming.data(),
                places.data(), MPI_BYTE, MPI_COMM_WORLD);
  ForRanks<T> received(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::size_t size = sizeof(T);
    received[rank].assign(all.begin() + places[rank] / static_cast<int>(size),
                          all.begin() + places[rank + 1] / static_cast<int>(size));
  }
  return received;
}

struct Impulse {
  std::uint32_t row;
  float x, y;
};

/// The discs of one rank: some columns of the arena, so that few neighbors are on other ranks.
struct OwnDiscs {
  OwnDiscs(Eigen::Index count, int rank, int ranks)
      : first(count * rank / ranks),
        world(part_of(falling_discs::make_world(count), first, count * (rank + 1) / ranks)) {
    const auto own = static_cast<std::size_t>(world.radius.size());
    boxes.resize(own);
    for (std::size_t i = 0; i < own; ++i) ids.push_back(static_cast<GlobalId>(first) + i);
  }

  static World part_of(const World& all, Eigen::Index begin, Eigen::Index end) {
    const Eigen::Index count = end - begin;
    return {all.position.middleCols(begin, count),
            all.velocity.middleCols(begin, count),
            all.radius.middleCols(begin, count),
            all.mass.middleCols(begin, count),
            all.impulse.middleCols(begin, count),
            all.boxes.middleCols(begin, count),
            all.size};
  }

  void move() {
    falling_discs::integrate(world);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto box = world.boxes.col(static_cast<Eigen::Index>(i));
      boxes.set(i, {box(0), box(1), box(2), box(3)});
    }
  }

  Eigen::Index first;
  World world;
  quadphase::BoxColumns boxes;
  std::vector<GlobalId> ids;
};

/// The narrow phase. Returns the deepest overlap of this rank's pairs.
float collide(OwnDiscs& own, std::span<const quadphase::mpi::GlobalPair> pairs, std::size_t ranks) {
  // A disc is requested once for each of its pairs: simple, and not the least that could be sent.
  ForRanks<std::uint32_t> requests(ranks);
  for (const quadphase::mpi::GlobalPair& pair : pairs)
    for (const Place& place : {pair.first_place, pair.second_place})
      requests[static_cast<std::size_t>(place.rank)].push_back(place.row);
  const ForRanks<std::uint32_t> requested = exchange(requests);
  ForRanks<std::array<float, 6>> answers(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (const std::uint32_t row : requested[rank]) {
      const Disc disc = falling_discs::disc_of(own.world, row);
      answers[rank].push_back({disc.position(0), disc.position(1), disc.velocity(0),
                               disc.velocity(1), disc.radius, disc.mass});
    }
  }
  const ForRanks<std::array<float, 6>> discs = exchange(answers);
  std::vector<std::size_t> next(ranks, 0);
  const auto take = [&](const Place& place) {
    const auto rank = static_cast<std::size_t>(place.rank);
    const std::array<float, 6>& disc = discs[rank][next[rank]++];
    return Disc{{disc[0], disc[1]}, {disc[2], disc[3]}, disc[4], disc[5]};
  };
  ForRanks<Impulse> impulses(ranks);
  float deepest = 0;
  for (const quadphase::mpi::GlobalPair& pair : pairs) {
    const Disc a = take(pair.first_place);
    const Disc b = take(pair.second_place);
    const falling_discs::Contact contact = falling_discs::contact_of(a, b);
    if (contact.depth <= 0) continue;
    deepest = std::max(deepest, contact.depth);
    const float x = contact.impulse(0), y = contact.impulse(1);
    impulses[static_cast<std::size_t>(pair.first_place.rank)].push_back(
        {pair.first_place.row, -x, -y});
    impulses[static_cast<std::size_t>(pair.second_place.rank)].push_back(
        {pair.second_place.row, x, y});
  }
  for (const std::vector<Impulse>& from : exchange(impulses))
    for (const Impulse& impulse : from)
      falling_discs::add_impulse(own.world, impulse.row, {impulse.x, impulse.y});
  return deepest;
}

/// A sum of all ranks' hashes of (number, position), which no division of the discs changes.
std::uint64_t hash_of(const OwnDiscs& own) {
  std::uint64_t sum = 0;
  for (Eigen::Index i = 0; i < own.world.radius.size(); ++i) {
    std::uint64_t hash = 14695981039346656037U + static_cast<std::uint64_t>(own.first + i);
    for (const float x : {own.world.position(0, i), own.world.position(1, i)})
      hash = (hash ^ std::bit_cast<std::uint32_t>(x)) * 1099511628211U;
    sum += hash * 0x9E37'79B9'7F4A'7C15U;
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/// In units of a thousandth, summed as integers.
std::array<std::int64_t, 2> momentum_of(const OwnDiscs& own) {
  std::array<std::int64_t, 2> sum{};
  for (Eigen::Index i = 0; i < own.world.radius.size(); ++i)
    for (const Eigen::Index axis : {0, 1})
      sum[static_cast<std::size_t>(axis)] +=
          static_cast<std::int64_t>(1e3F * own.world.mass(i) * own.world.velocity(axis, i));
  MPI_Allreduce(MPI_IN_PLACE, sum.data(), 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

void simulate(Eigen::Index count, int steps, int rank, int ranks) {
  OwnDiscs own(count, rank, ranks);
  quadphase::mpi::DistributedBroadPhase broad_phase(MPI_COMM_WORLD);
  float deepest = 0;
  const double begin = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    own.move();
    broad_phase.update({own.boxes.view(), own.ids});
    deepest = std::max(deepest, collide(own, broad_phase.pairs(), static_cast<std::size_t>(ranks)));
  }
  const double seconds = MPI_Wtime() - begin;
  MPI_Allreduce(MPI_IN_PLACE, &deepest, 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
  const auto momentum = momentum_of(own);
  const std::uint64_t hash = hash_of(own);
  if (rank != 0) return;
  std::printf("%td discs on %d ranks, %d steps, %.1f ms each\n", count, ranks, steps,
              1e3 * seconds / steps);
  std::printf("momentum %.3f %.3f, deepest overlap %.3f of a radius, hash %016jx\n",
              static_cast<double>(momentum[0]) * 1e-3, static_cast<double>(momentum[1]) * 1e-3,
              static_cast<double>(deepest), std::uintmax_t{hash});
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Eigen::Index discs = 1'000'000;
  int steps = 240;
  CLI::App app("Discs fall and bounce over the ranks of MPI.");
  app.add_option("--discs", discs, "How many")->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--steps", steps, "Steps of 1/240 s")->check(CLI::PositiveNumber);
  int result = 0;
  try {
    app.parse(argc, argv);
    simulate(discs, steps, rank, ranks);
  } catch (const CLI::ParseError& error) {
    result = rank == 0 ? app.exit(error) : error.get_exit_code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "distributed_discs: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return result;
}
