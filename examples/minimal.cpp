// SPDX-License-Identifier: MIT
// The shortest complete program, which README shows from the first #include on: columns in, pairs
// out.
#include <quadphase/quadphase.hpp>

#include <iostream>
#include <vector>

int main() {
  // Four boxes, a row each: 0 and 1 overlap, 1 and 2 touch, which counts, and 3 is alone.
  const std::vector<float> min_x = {0, 1, 3, 9};
  const std::vector<float> min_y = {0, 1, 1, 9};
  const std::vector<float> max_x = {2, 3, 5, 10};
  const std::vector<float> max_y = {2, 3, 2, 10};

  quadphase::BroadPhase broad_phase;
  broad_phase.update({min_x, min_y, max_x, max_y});  // every frame, with the boxes of that frame

  for (auto [first, second] : broad_phase.pairs()) {
    std::cout << "boxes " << first << " and " << second << " overlap\n";
  }
}
