// SPDX-License-Identifier: MIT
// Zoltan, with the cuts that it has made.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "communicator.hpp"
#include "quadphase/box.hpp"

struct Zoltan_Struct;

namespace quadphase::mpi::detail {

/// Points to be divided, and how much each weighs.
struct WeightedPoints {
  std::span<const Point> points;
  std::span<const float> weights;
};

struct DestroyZoltan {
  void operator()(Zoltan_Struct* zoltan) const;
};
using Zoltan = std::unique_ptr<Zoltan_Struct, DestroyZoltan>;

/// Throws for what Zoltan returned. Errors: `Broken`, `std::bad_alloc`.
void require_zoltan(int code);

/// What Zoltan has cut, and which rank gets which of its parts.
struct Cuts {
  Zoltan zoltan;
  std::vector<int> rank_of_part;
};

/// Cuts by Zoltan's method of this name into one part for each rank. If `part_of_point` is not
/// null, it becomes Zoltan's part of each point. Collective. Errors: on all ranks.
[[nodiscard]] Cuts cut_by_zoltan(const Communicator& communicator, const char* method,
                                 const WeightedPoints& points,
                                 std::vector<int>* part_of_point = nullptr);

}  // namespace quadphase::mpi::detail
