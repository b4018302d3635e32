// SPDX-License-Identifier: MIT
// Which objects go to which ranks: to those whose regions their boxes meet.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "exchange.hpp"
#include "kept_ghosts.hpp"
#include "local_objects.hpp"
#include "parts.hpp"

namespace quadphase::mpi::detail {

/// The regions of all ranks: parts of space, or the bounds of what each rank owns.
struct Regions {
  std::shared_ptr<const Parts> regions;  // by rank
  bool are_parts = false;
};

/// The objects of a rank with the boxes that are searched.
struct OwnBoxes {
  std::vector<Box> boxes;  // inverted ones are rejected
  std::vector<GlobalId> rejected_ids;
};

/// Errors: `Broken` if the columns break a rule; `std::bad_alloc`.
[[nodiscard]] OwnBoxes validated(const Objects& objects);

[[nodiscard]] bool has_filters(const Objects& objects) noexcept;

/// What stays on this rank, and for each other one the records of what goes there, in ascending
/// rows.
struct Routed {
  LocalObjects local;
  std::vector<Message> lists;
};

/// A box goes to all ranks whose parts it meets. If regions are bounds, it stays with its owner,
/// and goes to lower ranks only. `ghost_room`: how many objects of other ranks `local` has room
/// for.
[[nodiscard]] Routed route(const Objects& objects, const OwnBoxes& own, const Regions& regions,
                           int rank, const RecordForm& form, std::size_t ghost_room);

/// Adds the objects that another rank owns.
void add_ghosts(const RecordsView& records, const RecordForm& form, int rank, LocalObjects& local);

}  // namespace quadphase::mpi::detail
