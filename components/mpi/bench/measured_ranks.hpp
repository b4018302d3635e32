// SPDX-License-Identifier: MIT
// One scene on some ranks: the times of an update, and what was sent.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "run.hpp"

namespace quadphase::bench::distributed {

/// Medians over frames. Sums, means and maxima are over ranks.
struct Measured {
  int ranks = 0;
  std::size_t box_count = 0;
  std::uint64_t pair_count = 0;  ///< of the whole world
  double milliseconds = 0;       ///< until the last rank is done
  // Mean milliseconds of a rank in each phase; 0 for the halo exchange, which has none.
  double partition = 0;
  double ghosts = 0;
  double wait = 0;
  double pairs = 0;
  double sent_kilobytes = 0;  ///< mean of a rank
  double sent_messages = 0;   ///< mean of a rank
  double ghost_share = 0;     ///< copies over own boxes
  double kept_share = 0;      ///< copies that were not sent again over all copies
  double imbalance =
      1;  ///< as that of mpi::DistributedStats: boxes and twice the pairs that an engine found
  double cut = 0;  ///< milliseconds of the longest partition, warm-up included
};

/// The upper one of two. Needs a value.
[[nodiscard]] double median(std::vector<double> values);

/// Collective over the communicator. Equal on all ranks.
[[nodiscard]] Measured measure(MPI_Comm communicator, const Run& run);

}  // namespace quadphase::bench::distributed
