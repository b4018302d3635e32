// SPDX-License-Identifier: MIT
// Faults that all ranks share: a stage runs, then all ranks agree that none has failed.
#pragma once

#include <cstdint>
#include <new>

#include "communicator.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// The rules that a rank can break, as small numbers that ranks can exchange.
enum class Rule : std::uint8_t {
  none,
  column_lengths,
  mobility_length,
  no_local_ids,
  too_many_objects,
  no_periods,
  no_previous_indices,
  no_predicate,
  imbalance_limit,
  engine_config,
  equal_configs,
  root,
  duplicate_id,
  no_update,
  batch,
  owner,
  snapshot,
  callback,
  unequal_to_one_engine,
  memory,
  too_many_pairs,
  zoltan,
  message_size,
};

/// A rule that this rank has broken; ends a stage.
struct Broken {
  Rule rule;
};

inline void require(bool holds, Rule rule) {
  if (!holds) throw Broken{rule};
}

/// Throws `DistributedError` on all ranks if `rule` is not `none` on any of them. Collective.
void agree(const Communicator& communicator, Rule rule);
/// As above, with the rank that broke the rule if another one has found the fault.
void agree(const Communicator& communicator, Rule rule, int culprit);

/// The rule that `stage` breaks on this rank, or `none`.
template <class Stage>
[[nodiscard]] Rule rule_broken_by(Stage&& stage) {
  try {
    stage();
  } catch (const Broken& broken) {
    return broken.rule;
  } catch (const std::bad_alloc&) {
    return Rule::memory;
  }
  return Rule::none;
}

/// Runs a stage without communication on all ranks: all of them return, or all of them throw.
/// Collective.
template <class Stage>
void on_all_ranks(const Communicator& communicator, Stage&& stage) {
  agree(communicator, rule_broken_by(stage));
}

}  // namespace quadphase::mpi::detail
