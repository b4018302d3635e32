// SPDX-License-Identifier: MIT
// What a distributed broad phase holds on one rank.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "communicator.hpp"
#include "events.hpp"
#include "exchange.hpp"
#include "faults.hpp"
#include "ghosts.hpp"
#include "kept_ghosts.hpp"
#include "local_pairs.hpp"
#include "pair_sort.hpp"
#include "parts.hpp"
#include "reach.hpp"

namespace quadphase::mpi {

struct DistributedBroadPhase::State {
  explicit State(MPI_Comm original) : communicator(original) {}

  /// What an update shows.
  struct Shown {
    std::vector<GlobalPair> pairs;
    detail::Generations generations;  // of the objects in the pairs, and of others
    std::vector<GlobalId> rejected_ids;
    detail::ChangedPairs changed;
    DistributedStats stats;
  };

  void check(const DistributedConfig& given);
  [[nodiscard]] std::shared_ptr<const detail::Parts> cut(const detail::OwnBoxes& own,
                                                         std::span<const float> weights) const;
  [[nodiscard]] detail::RecordForm check_world(const Objects& objects);
  void partition(const detail::OwnBoxes& own);
  [[nodiscard]] detail::LocalObjects exchange(std::vector<detail::Message> changes,
                                              detail::LocalObjects local,
                                              const detail::RecordForm& form, Shown& next);
  void search(detail::LocalObjects objects, Shown& next);
  void find_events(Shown& next) const;
  [[nodiscard]] std::shared_ptr<const detail::Parts> rebalance(const detail::OwnBoxes& own,
                                                               Shown& next);

  // Collective.
  void prepare_queries();
  template <class Items, class ForEachRank, class Find>
  [[nodiscard]] Answers answers_of(const Items& items, const BatchOptions& options,
                                   const ForEachRank& for_each_rank, std::size_t most,
                                   const Find& find);

  detail::Communicator communicator;
  DistributedConfig config;
  std::unique_ptr<detail::LocalEngine> engine;
  std::unique_ptr<detail::PairSort> pair_sort;  // null without events
  detail::Regions regions;
  detail::KeptGhosts ghosts;
  bool has_cuts = false;  // those of all ranks are the same
  std::uint64_t cut_count = 0;
  std::uint64_t waited = 0;           // updates since the last cuts
  std::uint64_t next_wait = 1;        // updates until cuts may be made again
  std::vector<GlobalId> checked_ids;  // those of this rank that were last found to be unique
  detail::Share searched;             // by which the engine's objects were chosen
  bool can_search = false;            // whether the engines of all ranks have finished an update
  detail::Reach reach;
  bool has_reach = false;               // that of the last update
  std::vector<GlobalPair> spare_pairs;  // memory for those of the next update
  Shown shown;
};

}  // namespace quadphase::mpi
