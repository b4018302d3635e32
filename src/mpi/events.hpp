// SPDX-License-Identifier: MIT
// The pairs that began and that ended between two updates, each on one rank.
//
// A rank compares its two shares. A pair that has gone from the share of one rank to that of
// another has ended on the first and begun on the second, so all such changes meet at the home
// rank of the pair, chosen by a hash, where two of one pair cancel.
#pragma once

#include <span>
#include <vector>

#include "mpi/communicator.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// Ascending by ids.
struct ChangedPairs {
  std::vector<Pair> begun;
  std::vector<Pair> ended;
};

/// The changes of this rank's share, which is ascending, but for pairs that another rank's share
/// has gained or lost instead. Collective. Errors: on all ranks.
[[nodiscard]] ChangedPairs find_changes(const Communicator& communicator,
                                        std::span<const Pair> before, std::span<const Pair> now);

}  // namespace quadphase::mpi::detail
