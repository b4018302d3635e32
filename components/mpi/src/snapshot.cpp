// SPDX-License-Identifier: MIT
// The shares of all ranks, saved, and restored on any number of ranks. A pair that only moved from
// one rank to another is no event, so any rank may hold a saved pair.
//
//     flags    1: boxes that touch overlap, 2: generations
//     counts   pairs, rank, ranks, hash of the pairs of all ranks
//     body     SavedPair; SavedGenerations of the same pairs, if there are generations
#include "base/snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "ids.hpp"
#include "state.hpp"

namespace quadphase::mpi {

using namespace detail;
using quadphase::detail::SnapshotHeader;
using quadphase::detail::SnapshotKind;
using quadphase::detail::SnapshotReader;
using quadphase::detail::SnapshotWriter;

namespace {

/// A pair as words of 32 bits, the low ones first.
struct SavedPair {
  std::uint32_t first[2];
  std::uint32_t second[2];
  Place first_place;
  Place second_place;
};
static_assert(sizeof(SavedPair) == 32);

struct SavedGenerations {
  std::uint32_t first;
  std::uint32_t second;
};

constexpr std::uint64_t kTouching = 1;
constexpr std::uint64_t kGenerations = 2;

SavedPair saved(const GlobalPair& pair) {
  const auto low = [](GlobalId id) { return static_cast<std::uint32_t>(id); };
  const auto high = [](GlobalId id) { return static_cast<std::uint32_t>(id >> 32U); };
  return {{low(pair.first), high(pair.first)},
          {low(pair.second), high(pair.second)},
          pair.first_place,
          pair.second_place};
}

GlobalPair restored(const SavedPair& pair) {
  const auto id = [](const std::uint32_t(&words)[2]) {
    return GlobalId{words[1]} << 32U | words[0];
  };
  return {id(pair.first), id(pair.second), pair.first_place, pair.second_place};
}

std::uint64_t body_size(const SnapshotHeader& header) {
  const std::uint64_t count = header.counts[0];
  const bool has_generations = (header.flags & kGenerations) != 0;
  const std::uint64_t size = sizeof(SavedPair) + (has_generations ? sizeof(SavedGenerations) : 0);
  if (count > std::numeric_limits<std::uint64_t>::max() / size / 2)
    throw std::invalid_argument("quadphase: more pairs than a snapshot can have");
  return count * size;
}

/// What the snapshots of a rank hold.
struct Restored {
  std::vector<std::uint64_t> ranks;
  std::vector<std::uint64_t> rank_counts;
  std::vector<std::uint64_t> hashes;
  std::vector<GlobalPair> pairs;
  Generations generations;

  void add(std::span<const std::byte> bytes, bool touching) {
    SnapshotReader reader(bytes, SnapshotKind::distributed, body_size);
    const SnapshotHeader& header = reader.header();
    require((header.flags & ~kGenerations) == (touching ? kTouching : 0), Rule::snapshot);
    ranks.push_back(header.counts[1]);
    rank_counts.push_back(header.counts[2]);
    hashes.push_back(header.counts[3]);
    std::vector<SavedPair> saved_pairs(reader.count(0));
    reader.read(std::span<SavedPair>(saved_pairs));
    const std::size_t first = pairs.size();
    for (const SavedPair& pair : saved_pairs) pairs.push_back(restored(pair));
    if ((header.flags & kGenerations) == 0) return;
    std::vector<SavedGenerations> saved_generations(saved_pairs.size());
    reader.read(std::span<SavedGenerations>(saved_generations));
    for (std::size_t i = 0; i < saved_generations.size(); ++i) {
      generations.add(pairs[first + i].first, saved_generations[i].first);
      generations.add(pairs[first + i].second, saved_generations[i].second);
    }
  }
};

}  // namespace

void DistributedBroadPhase::save(std::vector<std::byte>& bytes) const {
  const State& state = *state_;
  const std::uint64_t whole_hash = hash();
  on_all_ranks(state.communicator, [&] {
    std::vector<SavedPair> pairs;
    std::vector<SavedGenerations> generations;
    const Generations& of_ids = state.shown.generations;
    for (const GlobalPair& pair : state.shown.pairs) {
      pairs.push_back(saved(pair));
      if (!of_ids.is_empty())
        generations.push_back({of_ids.of(pair.first), of_ids.of(pair.second)});
    }
    SnapshotHeader header;
    header.kind = SnapshotKind::distributed;
    header.flags =
        (state.config.engine.touching ? kTouching : 0) | (of_ids.is_empty() ? 0 : kGenerations);
    header.counts = {pairs.size(), static_cast<std::uint64_t>(rank()),
                     static_cast<std::uint64_t>(rank_count()), whole_hash};
    SnapshotWriter writer(header, static_cast<std::size_t>(body_size(header)), bytes);
    writer.write(std::span<const SavedPair>(pairs));
    writer.write(std::span<const SavedGenerations>(generations));
    writer.finish();
  });
}

void DistributedBroadPhase::restore(std::span<const std::span<const std::byte>> snapshots) {
  State& state = *state_;
  const Communicator& communicator = state.communicator;
  Restored given;
  on_all_ranks(communicator, [&] {
    try {
      for (const auto& bytes : snapshots) given.add(bytes, state.config.engine.touching);
    } catch (const std::invalid_argument&) {
      throw Broken{Rule::snapshot};
    }
    std::sort(given.pairs.begin(), given.pairs.end(), is_before);
    given.generations.sort();
  });
  require_unique(communicator, given.ranks, Rule::snapshot);
  const std::uint64_t count = communicator.sum(given.ranks.size());
  std::uint64_t own_hash = 0;
  for (const GlobalPair& pair : given.pairs) own_hash += hash_of(pair);
  const std::uint64_t hash = communicator.sum(own_hash);
  on_all_ranks(communicator, [&] {
    require(count > 0, Rule::snapshot);
    for (const std::uint64_t saved_rank : given.ranks) require(saved_rank < count, Rule::snapshot);
    for (const std::uint64_t ranks : given.rank_counts) require(ranks == count, Rule::snapshot);
    for (const std::uint64_t saved_hash : given.hashes) require(saved_hash == hash, Rule::snapshot);
  });
  state.shown = {};
  state.shown.pairs = std::move(given.pairs);
  state.shown.generations = std::move(given.generations);
  state.can_search = false;
}

}  // namespace quadphase::mpi
