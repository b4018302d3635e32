// SPDX-License-Identifier: MIT
// A user's program that needs the core alone.
#include <quadphase/quadphase.hpp>

#include <array>
#include <cstddef>
#include <cstdio>

#if defined(TBB_VERSION_MAJOR) || defined(EIGEN_WORLD_VERSION) || defined(HWY_HIGHWAY_INCLUDED)
#error "The core's headers include another library"
#endif
#if defined(TBB_USE_DEBUG) || defined(HWY_SHARED_DEFINE)
#error "A define of another library has reached the user"
#endif

#ifndef WITHOUT_PLUGIN
std::size_t count_pairs_in_plugin();
#endif

int main() {
  const std::array<float, 3> min_x{0, 1, 5};
  const std::array<float, 3> min_y{0, 1, 5};
  const std::array<float, 3> max_x{2, 3, 6};
  const std::array<float, 3> max_y{2, 3, 6};

  quadphase::BroadPhase broad_phase({.threads = 2});
  broad_phase.update({min_x, min_y, max_x, max_y});
  for (const auto [first, second] : broad_phase.pairs()) std::printf("%u %u\n", first, second);

  const bool is_right = broad_phase.pairs().size() == 1 &&
                        broad_phase.pairs()[0] == quadphase::Pair{.first = 0, .second = 1};
#ifndef WITHOUT_PLUGIN
  return is_right && count_pairs_in_plugin() == 1 ? 0 : 1;
#else
  return is_right ? 0 : 1;
#endif
}
