// SPDX-License-Identifier: MIT
#include "reach.hpp"

#include <algorithm>
#include <cstddef>

#include "faults.hpp"

namespace quadphase::mpi::detail {
namespace {

Box bounds_of(const LocalEngine& engine) {
  Box bounds = kNowhere;
  for (const ObjectColumns* columns : {&engine.statics(), &engine.moving()}) {
    for (std::size_t row = 0; row < columns->size(); ++row) {
      const Box box = columns->boxes()[row];
      bounds = is_valid(bounds) ? merge(bounds, box) : box;
    }
  }
  return bounds;
}

/// What is in both; inverted if nothing is.
Box intersection(const Box& a, const Box& b) {
  return {std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y), std::min(a.max_x, b.max_x),
          std::min(a.max_y, b.max_y)};
}

}  // namespace

void Reach::set(const Communicator& communicator, const LocalEngine& engine,
                const Share& searched) {
  const auto rank_count = static_cast<std::size_t>(communicator.size());
  std::vector<Box> of_objects;
  std::vector<Box> of_parts;
  on_all_ranks(communicator, [&] {
    of_objects.resize(rank_count);
    of_parts.resize(rank_count);
  });
  const Box objects = bounds_of(engine);
  const bool is_box = searched.is_by_part && searched.shapes == nullptr;
  const Box part = is_box ? intersection(objects, searched.part) : objects;
  MPI_Allgather(&objects, 4, MPI_FLOAT, of_objects.data(), 4, MPI_FLOAT, communicator.get());
  MPI_Allgather(&part, 4, MPI_FLOAT, of_parts.data(), 4, MPI_FLOAT, communicator.get());
  on_all_ranks(communicator, [&] {
    whole.build(of_objects);
    in_parts.build(of_parts);
  });
}

}  // namespace quadphase::mpi::detail
