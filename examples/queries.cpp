// SPDX-License-Identifier: MIT
// What is here, what is on this line, what is nearest: single queries, and batches of them.
#include <quadphase/quadphase.hpp>

#include <cstdio>
#include <vector>

namespace {

/// A street of ten houses, two units wide, with one unit between them.
std::vector<float> fronts(float offset) {
  std::vector<float> edges;
  for (int house = 0; house < 10; ++house) edges.push_back(3 * static_cast<float>(house) + offset);
  return edges;
}

}  // namespace

int main() {
  const std::vector<float> min_x = fronts(0);
  const std::vector<float> max_x = fronts(2);
  const std::vector<float> min_y(10, 0);
  const std::vector<float> max_y(10, 4);

  quadphase::BroadPhase broad_phase;
  broad_phase.build({min_x, min_y, max_x, max_y});  // or update(): queries need the tree, not pairs

  // What overlaps a box, a point or a circle: a visitor is called for each object.
  const auto print_id = [](quadphase::ObjectId id) { std::printf(" %u", id); };
  std::printf("in view:");
  broad_phase.for_each_overlap(quadphase::Box{5.5F, 1, 10, 2}, print_id);
  std::printf("\nunder the mouse:");
  broad_phase.for_each_overlap(quadphase::Point{7, 3}, print_id);
  std::printf("\nin the blast:");
  broad_phase.for_each_overlap(quadphase::Circle{{14, 5}, 2}, print_id);

  std::printf("\nin the beam:");
  broad_phase.for_each_overlap(quadphase::Capsule{{6, 6}, {12, 6}, 2}, print_id);
  std::printf("\nwholly selected:");
  broad_phase.for_each_inside(quadphase::Box{2.5F, -1, 12, 5}, print_id);

  // A visitor that returns false stops the query.
  int seen = 0;
  broad_phase.for_each_overlap(quadphase::Box{-100, -100, 100, 100},
                               [&](quadphase::ObjectId) { return ++seen < 3; });
  std::printf("\nlooked at %d of 10\n", seen);

  // What a ray, a segment or a moving shape hits: any object, the first one, or all in order.
  const quadphase::Ray ray{.origin = {8.5F, 2}, .direction = {-1, 0}};
  if (const auto hit = broad_phase.cast_closest(ray))
    std::printf("the ray hits %u at a fraction of %g\n", hit->id, hit->fraction);
  const quadphase::Segment sight{{3.5F, 2}, {9.5F, 2}};
  if (broad_phase.cast_any(sight)) std::printf("no line of sight\n");
  const quadphase::BoxCast cart{.box = {-4, 3, -3, 5}, .displacement = {10, 0}};
  broad_phase.for_each_hit(cart, [](const quadphase::CastHit& hit) {
    std::printf("the cart meets %u after %g of its way\n", hit.id, hit.fraction);
  });

  const quadphase::CircleCast ball{.circle = {{7, 9}, 1}, .displacement = {0, -8}};
  if (const auto hit = broad_phase.cast_closest(ball))
    std::printf("the ball lands on %u after %g of its way\n", hit->id, hit->fraction);

  // The nearest objects, as many as there is room for.
  quadphase::Neighbor nearest[3];
  const std::size_t count =
      broad_phase.find_nearest(quadphase::Point{15, 6}, nearest, {.radius = 20});
  for (std::size_t i = 0; i < count; ++i)
    std::printf("%u is %g away\n", nearest[i].id, nearest[i].distance);

  // Many queries at once, on all threads: a row of ids for each, in a result to use again.
  std::vector<quadphase::Point> points;
  for (int x = 0; x < 3'000; ++x) points.push_back({static_cast<float>(x) / 100, 1});
  quadphase::QueryResult result;
  broad_phase.find_overlaps(points, result);
  std::printf("%zu of %zu points are in a house; point 650 in house %u\n", result.ids().size(),
              result.row_count(), result.ids_of(650)[0]);

  // From the middle of each house to the right: a predicate leaves out the house itself.
  std::vector<quadphase::Ray> rays;
  for (const float x : min_x) rays.push_back({.origin = {x + 0.5F, 2}, .direction = {1, 0}});
  const auto is_other = [](std::size_t row, quadphase::ObjectId id) { return id != row; };
  broad_phase.cast_closest(rays, result, {.accept = is_other});
  std::printf("the neighbor of house 3 is house %u\n", result.ids_of(3)[0]);

  // Two vans arrive, 10 and 11, and a house is gone, until the next frame.
  const std::vector<quadphase::Box> van_boxes = {{4.5F, 1, 5.5F, 2}, {5.2F, 1, 6.5F, 2}};
  const std::vector<quadphase::ObjectId> van_ids = {10, 11};
  const std::vector<quadphase::ObjectId> gone_ids = {1};
  broad_phase.patch(van_boxes, van_ids);
  broad_phase.hide(gone_ids);
  std::printf("in the way:");
  for (const quadphase::Box& box : van_boxes) broad_phase.for_each_overlap(box, print_id);
  std::printf("\n");
}
