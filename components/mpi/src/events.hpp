// SPDX-License-Identifier: MIT
// The pairs that began and that ended between two updates, each on one rank.
//
// A rank compares its two shares. A pair that has gone from the share of one rank to that of
// another has ended on the first and begun on the second, so all such changes meet at the home
// rank of the pair, chosen by a hash, where two changes of one pair cancel. If an object of a pair
// has another generation than before, the pair has ended and begun, wherever it is, and nothing
// cancels.
#pragma once

#include <vector>

#include "communicator.hpp"
#include "generations.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// Ascending by ids.
struct ChangedPairs {
  std::vector<GlobalPair> begun;
  std::vector<GlobalPair> ended;
};

/// The changes of this rank's share, but for pairs that another rank's share has gained or lost
/// instead. Collective. Errors: on all ranks.
[[nodiscard]] ChangedPairs find_changes(const Communicator& communicator,
                                        const ShareOfUpdate& before, const ShareOfUpdate& now);

}  // namespace quadphase::mpi::detail
