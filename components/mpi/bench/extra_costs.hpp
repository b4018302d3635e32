// SPDX-License-Identifier: MIT
// What an update costs more with events or with new ids, and what it costs to let objects follow
// the cuts.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "measured_ranks.hpp"

namespace quadphase::bench::distributed {

/// Medians over frames; times until the last rank is done, all in milliseconds. With and without
/// are measured in turns, in the same frames.
struct ExtraCosts {
  double update = 0;       ///< without events, with ids that were checked before
  double with_events = 0;  ///< with events
  double events = 0;       ///< of this the phase of events: mean of a rank
  double changed = 0;      ///< pairs of the world that began or ended in a frame

  double new_ids_checked = 0;    ///< an update in which all ids are new
  double new_ids_unchecked = 0;  ///< without `Config::check_ids`

  // Every frame, the objects whose best owner is another rank go there, in 64 bytes each.
  double best_owners = 0;
  double migrate = 0;
  double update_after = 0;        ///< with the check of ids, which differ from those before
  double migrated_objects = 0;    ///< in the world
  double migrated_kilobytes = 0;  ///< mean of a rank
  double migration_messages = 0;  ///< mean of a rank
  double ghost_share_after = 0;   ///< copies over own boxes
};

/// Collective over the communicator. Equal on all ranks. The method of the run is not read.
[[nodiscard]] ExtraCosts measure_extra_costs(MPI_Comm communicator, const Run& run);

}  // namespace quadphase::bench::distributed
