// SPDX-License-Identifier: MIT
// Calls with each number that became a double in version 2 of the format, and each point that
// became a shape in version 3. version_1.recording holds them as version 1 wrote them, with other
// ids in the attributes of static objects than the ids that count; version_2.recording as version 2
// did.
#pragma once

#include <string>
#include <vector>

#include "recorded_world.hpp"

namespace quadphase::recording_tests {

template <class Searched>
void make_old_queries(const Searched& searched) {
  const auto count = [](const auto&) {};
  const Circle circle{{4, 5}, 2.25F};
  const Capsule capsule{{1, 2}, {9, 7}, 1.5F};
  const Ray ray{{1, 1}, {1, 0.5F}, 12.5F};
  const CircleCast circle_cast{circle, {7, 3}};
  const CapsuleCast capsule_cast{capsule, {3, -4}};
  searched.for_each_overlap(circle, count);
  searched.for_each_overlap(capsule, count);
  searched.for_each_overlap(RotatedBox{{5, 5}, {3, 2}, {1, 1}}, count);
  searched.for_each_inside(circle, count);
  searched.for_each_inside(capsule, count);
  (void)searched.cast_any(ray);
  (void)searched.cast_closest(circle_cast);
  searched.for_each_hit(capsule_cast, count);
  searched.for_each_hit(Segment{{0, 0}, {20, 18}}, count);
  Neighbor nearest[4];
  (void)searched.find_nearest(Point{3, 4}, nearest, {.radius = 6.5F});
  searched.for_each_nearest(Point{3, 4}, count);
  QueryResult result;
  searched.find_overlaps(std::vector<Circle>(40, circle), result);
  searched.find_first_overlaps(std::vector<Circle>{circle, {{9, 9}, 0.5F}, {{1, 1}, 3}}, result);
  searched.find_inside(std::vector<Capsule>{capsule, {{0, 0}, {1, 1}, 8}}, result);
  searched.cast_any(std::vector<Ray>{ray, {{0, 0}, {0, 1}}, {{9, 0}, {-1, 1}, 0.25F}}, result);
  searched.cast_closest(std::vector<CircleCast>{circle_cast, circle_cast}, result);
  searched.find_hits(std::vector<CapsuleCast>{capsule_cast}, result);
  searched.find_hits(std::vector<BoxCast>{{{1, 1, 2, 2}, {5, 5}}}, result);
  searched.find_nearest(std::vector<Point>{{3, 3}, {8, 1}}, 3, result, {.radius = 4.75F});
}

inline void record_old_calls(const std::string& path, bool with_other_ids) {
  Recorder recorder(path, {.hashes = true});
  scenes::Random random(77);
  const Rows moving(60, 0, random);
  const Rows walls(9, 1'000, random);
  Attributes of_walls = walls.attributes();
  of_walls.ids =
      with_other_ids ? std::span<const ObjectId>(moving.ids) : std::span<const ObjectId>();
  BroadPhase engine({.threads = 1, .recorder = &recorder});
  engine.set_static(walls.view(), walls.ids, of_walls);
  engine.update(moving.view(), moving.attributes());
  make_old_queries(engine);
  Index index({.threads = 1, .recorder = &recorder});
  index.build(moving.view());
  make_old_queries(index);
}

}  // namespace quadphase::recording_tests
