// SPDX-License-Identifier: MIT
// A world that is too large for floats: positions are in double, and are searched as floats near an
// origin that follows the player. Pairs are those of the doubles at any distance.
#include <quadphase/double_shapes.hpp>
#include <quadphase/quadphase.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

// Objects as centers and half sizes, in meters.
struct Objects {
  std::vector<double> x, y, half;

  void add(double center_x, double center_y, double half_width) {
    x.push_back(center_x);
    y.push_back(center_y);
    half.push_back(half_width);
  }
  quadphase::CenterView view() const { return {x, y, half, half}; }
  quadphase::DoubleBox box(std::size_t i) const {
    return {x[i] - half[i], y[i] - half[i], x[i] + half[i], y[i] + half[i]};
  }
};

}  // namespace

int main() {
  // All this is 150 million kilometers from the sun, where neighboring floats are 16 kilometers
  // apart: as plain floats, all three ships would be at one position.
  constexpr double kOrbit = 149'597'870'700;
  Objects ships, stations;
  ships.add(kOrbit, 0, 5);                 // 0, the player
  ships.add(kOrbit + 9.5, 0, 5);           // 1 overlaps 0 by half a meter
  ships.add(kOrbit + 20, 0, 5);            // 2 is half a meter away from 1
  stations.add(kOrbit, 1000, 100);         // 10
  stations.add(kOrbit + 50'000, 0, 1000);  // 11

  const std::vector<quadphase::ObjectId> ship_ids = {0, 1, 2};
  const std::vector<quadphase::ObjectId> station_ids = {10, 11};
  const auto box_of = [&](quadphase::ObjectId id) {
    return id < 10 ? ships.box(id) : stations.box(id - 10);
  };
  quadphase::BroadPhase broad_phase;

  quadphase::Origin origin;
  for (int step = 0; step < 3; ++step) {
    // When the origin moves, all boxes are rounded and sorted again, those of static objects, too.
    // So it moves rarely.
    if (step == 0 || ships.y[0] - origin.y > 500) origin = {ships.x[0], ships.y[0]};
    if (step == 0) broad_phase.set_static({stations.view(), origin}, station_ids);
    broad_phase.update({ships.view(), origin}, {.ids = ship_ids});
    std::printf("step %d, origin at y %.0f:", step, origin.y);
    for (const auto [a, b] : broad_phase.pairs()) std::printf("  %u and %u", a, b);
    // A beam along the x axis, from behind the player. The engine finds what it may hit by floats,
    // and loses nothing; the doubles decide what it hits, and where.
    const quadphase::DoubleSegment beam = {{kOrbit - 500, 0}, {kOrbit + 500, 0}};
    std::optional<quadphase::CastHit> first;
    broad_phase.for_each_hit(
        quadphase::to_local(beam, broad_phase.origin()), [&](const quadphase::CastHit& near) {
          const auto fraction = entry_fraction(beam, box_of(near.id));
          if (fraction && (!first || quadphase::CastHit{*fraction, near.id} < *first))
            first = quadphase::CastHit{*fraction, near.id};
          return first ? first->fraction * (1 + 0x1p-48) : 1;  // more than rounding adds
        });
    if (first) std::printf("  beam: %u after %.3f m", first->id, 1000 * first->fraction);
    std::printf("\n");
    ships.y[0] += 450;
  }
}
