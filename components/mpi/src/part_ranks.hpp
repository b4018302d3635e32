// SPDX-License-Identifier: MIT
// Which rank gets which part of space: as far as possible the one that owns most of the objects in
// it, so that new cuts move few objects and make few ghosts, and ranks may own parts in any order.
//
// Each rank names the parts that have most of its points, and all ranks match parts and ranks in
// descending order of these numbers.
//
// Cost:  about 120 bytes for each rank; O(ranks * log ranks).
// Tried: Zoltan's own renumbering (REMAP, 3.9). If 4 ranks own the parts of the previous cuts, but
//        with other ranks' numbers, half of the objects are then owned by a rank other than the one
//        that searches them, with RCB and with HSFC; here, none are.
#pragma once

#include <cstdint>
#include <vector>

#include "communicator.hpp"

namespace quadphase::mpi::detail {

/// The parts of some of the points that this rank owns, each of which stands for a number of them.
struct PartSample {
  std::vector<int> parts;
  std::uint32_t points_each = 1;
};

/// The rank of each part; each rank gets one. Collective. Errors: on all ranks.
[[nodiscard]] std::vector<int> ranks_of_parts(const Communicator& communicator,
                                              const PartSample& sample);

}  // namespace quadphase::mpi::detail
