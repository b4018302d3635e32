// SPDX-License-Identifier: MIT
// What is measured.
#pragma once

#include <cstddef>
#include <string>

#include "quadphase/mpi.hpp"

namespace quadphase::bench::distributed {

enum class Method { quadphase, halo };

struct Run {
  std::string scene = "uniform";
  std::size_t box_count = 0;  ///< of the whole world
  Method method = Method::quadphase;
  mpi::Partition partition = mpi::Partition::rcb;  ///< of `Method::quadphase`
  int frames = 20;
  double moving_percent = 100;  ///< of the boxes
  bool are_scattered = false;   ///< whether owners are random ranks; else they are compact
  bool follows = false;  ///< objects go to the ranks that search them, before the frames that count
};

}  // namespace quadphase::bench::distributed
