// SPDX-License-Identifier: MIT
// A user's program that brings Eigen arrays and an arena of his own.
#include <tbb/task_arena.h>

#include <Eigen/Core>
#include <quadphase/eigen.hpp>
#include <quadphase/quadphase.hpp>
#include <quadphase/tbb.hpp>

int main() {
  Eigen::Array<float, 4, Eigen::Dynamic, Eigen::RowMajor> boxes(4, 3);
  boxes << 0, 1, 5,  // min_x
      0, 1, 5,       // min_y
      2, 3, 6,       // max_x
      2, 3, 6;       // max_y

  tbb::task_arena arena(2);
  quadphase::TbbExecutor executor(arena);
  quadphase::BroadPhase broad_phase({.executor = &executor});
  broad_phase.update(quadphase::box_view(boxes));
  return broad_phase.pairs().size() == 1 ? 0 : 1;
}
