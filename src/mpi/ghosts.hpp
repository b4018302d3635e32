// SPDX-License-Identifier: MIT
// Which objects go to which ranks: to those whose regions their boxes meet.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mpi/exchange.hpp"
#include "mpi/kept_ghosts.hpp"
#include "mpi/local_objects.hpp"
#include "quadphase/query_index.hpp"

namespace quadphase::mpi::detail {

/// The regions of all ranks: parts of space, or the bounds of what each rank owns.
struct Regions {
  std::vector<Box> boxes;  // by rank; an inverted one meets nothing
  QueryIndex index{quadphase::Config{.threads = 1}};
  bool are_parts = false;

  /// Errors: `std::bad_alloc`.
  void set(std::vector<Box> regions);
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

/// A box goes to all ranks whose parts it meets. Of regions that are bounds, it stays with its
/// owner, and goes to lower ranks only. `with_filters`: whether any rank of the world has some.
/// `ghost_room`: how many objects of other ranks `local` has room for.
[[nodiscard]] Routed route(const Objects& objects, const OwnBoxes& own, const Regions& regions,
                           int rank, bool with_filters, std::size_t ghost_room);

/// The bytes of an object that is sent.
[[nodiscard]] constexpr std::size_t record_size(bool with_filters) noexcept {
  return sizeof(Record) + (with_filters ? sizeof(Filter) : 0);
}

/// Adds the objects that another rank owns.
void add_ghosts(const RecordsView& records, int rank, LocalObjects& local);

}  // namespace quadphase::mpi::detail
