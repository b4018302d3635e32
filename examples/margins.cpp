// SPDX-License-Identifier: MIT
// Pairs before boxes touch: a displacement sweeps a box along its motion in the coming step, a
// margin enlarges it, and `tight_boxes_overlap` tests the boxes without both.
#include <quadphase/quadphase.hpp>

#include <cstdio>
#include <vector>

namespace {

// A ball that flies at a wall half a unit thick.
void place(float ball_x, quadphase::BoxColumns& columns) {
  columns.resize(2);
  columns.set(0, {ball_x, 4, ball_x + 1, 5});
  columns.set(1, {10, 0, 10.5F, 10});
}

}  // namespace

int main() {
  quadphase::BroadPhase broad_phase;
  quadphase::BoxColumns columns;

  // A fast ball is in front of the wall in one step and behind it in the next. Its swept box is a
  // pair with the wall in the step in which they meet.
  const std::vector<float> motion = {4, 0};  // of the ball, and of the wall
  for (float x = 0; x <= 16; x += motion[0]) {
    place(x, columns);
    broad_phase.update(columns.view());
    const std::size_t tight = broad_phase.pairs().size();
    broad_phase.update(columns.view(), {.displacement_x = motion});
    const std::size_t swept = broad_phase.pairs().size();
    std::printf("fast ball at %2.0f: tight %zu, swept %zu\n", static_cast<double>(x), tight, swept);
  }

  // Two boxes whose margins overlap are a pair: here from a distance of twice 0.75 on. So a pair
  // exists before the contact begins, and stays where the contact opens for a moment.
  const std::vector<float> margin = {0.75F, 0.75F};
  for (float x = 7; x <= 10; x += 0.5F) {
    place(x, columns);
    broad_phase.update(columns.view(), {.margin = margin});
    std::printf("slow ball at %4.1f:", static_cast<double>(x));
    for (const quadphase::Pair& pair : broad_phase.pairs())
      std::printf(" a pair, %s",
                  broad_phase.tight_boxes_overlap(pair) ? "touching" : "not touching");
    std::printf("\n");
  }
}
