// SPDX-License-Identifier: MIT
// Two ranks with a body each, which overlap.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <quadphase/box.hpp>
#include <quadphase/mpi.hpp>
#include <vector>

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    quadphase::BoxColumns boxes(1);
    const auto x = static_cast<float>(rank);
    boxes.set(0, {x, 0, x + 2, 1});
    const std::vector<std::uint64_t> ids = {100 + static_cast<std::uint64_t>(rank)};
    quadphase::mpi::DistributedBroadPhase broad_phase(MPI_COMM_WORLD);
    broad_phase.update({boxes.view(), ids});
    for (const auto& pair : broad_phase.pairs())
      std::printf("%d on rank %d and %d on rank %d overlap\n", static_cast<int>(pair.first),
                  static_cast<int>(pair.first_place.rank), static_cast<int>(pair.second),
                  static_cast<int>(pair.second_place.rank));
  }
  MPI_Finalize();
}
