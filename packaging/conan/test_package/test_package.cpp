// SPDX-License-Identifier: MIT
#include <quadphase/quadphase.hpp>

#include <array>
#include <cstdio>

int main() {
  const std::array<float, 3> min{0, 1, 5};
  const std::array<float, 3> max{2, 3, 6};
  quadphase::BroadPhase broad_phase;
  broad_phase.update({min, min, max, max});
  std::printf("quadphase %s: %zu pair\n", QUADPHASE_VERSION, broad_phase.pairs().size());
  return broad_phase.pairs().size() == 1 ? 0 : 1;
}
