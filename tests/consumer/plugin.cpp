// SPDX-License-Identifier: MIT
// The library inside a user's shared object.
#include <quadphase/quadphase.hpp>

#include <array>
#include <cstddef>

std::size_t count_pairs_in_plugin() {
  const std::array<float, 2> min{0, 1};
  const std::array<float, 2> max{1, 2};
  quadphase::BroadPhase broad_phase;
  broad_phase.update({min, min, max, max});
  return broad_phase.pairs().size();
}
