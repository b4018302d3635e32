// SPDX-License-Identifier: MIT
// What each box weighs when new cuts are made: its work in the last search.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "communicator.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

inline constexpr float kPairWork = 2;  // that of a pair, if that of a box is 1

/// The weights of the boxes that this rank owns, by row, from the shares of all ranks. Collective.
/// Errors: on all ranks.
///
/// Cost: four bytes for each pair that a rank found with an object of another one, and no message
/// between ranks that found none.
[[nodiscard]] std::vector<float> weights_of(const Communicator& communicator, std::size_t box_count,
                                            std::span<const GlobalPair> share);

}  // namespace quadphase::mpi::detail
