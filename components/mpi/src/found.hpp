// SPDX-License-Identifier: MIT
// What an engine finds, as an answer for another rank.
#pragma once

#include "forward.hpp"
#include "local_pairs.hpp"

namespace quadphase::mpi::detail {

[[nodiscard]] inline Found found_at(const LocalEngine& engine, ObjectId id, double value = 0) {
  const SearchedObject& object = engine.find(id);
  return {object.id, object.place, value};
}

}  // namespace quadphase::mpi::detail
