// SPDX-License-Identifier: MIT
// Zoltan, with the cuts that it has made.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "mpi/communicator.hpp"
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

/// Cuts by Zoltan's method of this name into one part for each rank, which it keeps. If `parts` is
/// there, it becomes the part of each point. Collective. Errors: on all ranks.
[[nodiscard]] Zoltan zoltan_with_cuts(const Communicator& communicator, const char* method,
                                      const WeightedPoints& points,
                                      std::vector<int>* parts = nullptr);

}  // namespace quadphase::mpi::detail
