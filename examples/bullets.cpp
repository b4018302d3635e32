// SPDX-License-Identifier: MIT
// Bullets against ten thousand moving obstacles. A bullet that hits an obstacle removes both; of
// two bullets that hit the same obstacle, the one with the lower id removes it.
//
//     bullets [threads]     the output is the same for every number of threads
#include <quadphase/quadphase.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr float kWorld = 1000;  // length and width
constexpr int kSteps = 120;

struct Body {
  float x, y, dx, dy;  // the center, and the displacement of one step
  float half;          // half of its length and width
  std::uint32_t id;
  bool lives = true;
};

// The columns of bodies that the engine reads.
struct Columns {
  quadphase::BoxColumns boxes;
  std::vector<float> dx, dy;
  std::vector<quadphase::ObjectId> ids;

  void read(const std::vector<Body>& bodies) {
    boxes.resize(bodies.size());
    dx.clear(), dy.clear(), ids.clear();
    for (std::size_t row = 0; row < bodies.size(); ++row) {
      const Body& b = bodies[row];
      boxes.set(row, {b.x - b.half, b.y - b.half, b.x + b.half, b.y + b.half});
      dx.push_back(b.dx), dy.push_back(b.dy), ids.push_back(b.id);
    }
  }
  quadphase::Attributes attributes() const {
    return {.ids = ids, .displacement_x = dx, .displacement_y = dy};
  }
};

// The part of a step, in [0, 1], in which two bodies overlap on one axis.
struct Time {
  float begin, end;
};
Time overlap_on_axis(float distance, float motion, float reach) {
  if (motion == 0) return distance <= reach && -distance <= reach ? Time{0, 1} : Time{1, 0};
  const float a = (distance - reach) / motion, b = (distance + reach) / motion;
  return {std::max(0.0F, std::min(a, b)), std::min(1.0F, std::max(a, b))};
}

// The narrow phase. The engine compares boxes that cover the whole step; this function decides
// whether both bodies are at one place at one time.
bool meet(const Body& a, const Body& b) {
  const float reach = a.half + b.half;
  const Time x = overlap_on_axis(b.x - a.x, a.dx - b.dx, reach);
  const Time y = overlap_on_axis(b.y - a.y, a.dy - b.dy, reach);
  return std::max(x.begin, y.begin) <= std::min(x.end, y.end);
}

void move(Body& body) {
  body.x += body.dx;
  body.y += body.dy;
  if (body.x < 0 || body.x > kWorld) body.dx = -body.dx;
  if (body.y < 0 || body.y > kWorld) body.dy = -body.dy;
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 bits(1);
  const auto random = [&bits](float from, float to) {
    return from + (to - from) * static_cast<float>(bits() >> 8) / (1 << 24);
  };
  std::vector<Body> obstacles, bullets;
  for (std::uint32_t id = 0; id < 10'000; ++id) {
    const float x = random(0, kWorld), y = random(0, kWorld);
    obstacles.push_back({x, y, random(-1, 1), random(-1, 1), random(0.5F, 1.5F), id});
  }

  quadphase::BroadPhase broad_phase({.threads = argc > 1 ? std::atoi(argv[1]) : 0});
  quadphase::QueryResult hits;  // kept from step to step, as are the columns
  Columns obstacle_columns, bullet_columns;
  std::uint32_t fired = 0, hit_count = 0;
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a of all hits
  for (int step = 0; step < kSteps; ++step) {
    // Bullets start at the left edge and move 50 times their length per step.
    for (int i = 0; i < 100; ++i) {
      const float y = random(0, kWorld), dy = random(-2, 2);
      bullets.push_back({0, y, 10, dy, 0.1F, fired++});
    }

    obstacle_columns.read(obstacles);
    broad_phase.build(obstacle_columns.boxes.view(), obstacle_columns.attributes());
    bullet_columns.read(bullets);
    broad_phase.find_overlaps(bullet_columns.boxes.view(), hits,
                              {.attributes = bullet_columns.attributes()});

    // The rows of bullets are in the order of their ids, and each row is ascending by id. So the
    // bullet with the lower id comes first, and a later one may still hit its next obstacle.
    for (std::size_t row = 0; row < bullets.size(); ++row) {
      Body& bullet = bullets[row];
      for (const quadphase::ObjectId id : hits.ids_of(row)) {
        const auto obstacle = std::ranges::lower_bound(obstacles, id, {}, &Body::id);
        if (!obstacle->lives || !meet(bullet, *obstacle)) continue;
        bullet.lives = obstacle->lives = false;
        ++hit_count;
        for (const std::uint32_t word : {bullet.id, id}) hash = (hash ^ word) * 1099511628211U;
        break;
      }
    }
    std::erase_if(bullets, [](const Body& b) { return !b.lives || b.x > kWorld; });
    std::erase_if(obstacles, [](const Body& b) { return !b.lives; });
    std::ranges::for_each(bullets, move);
    std::ranges::for_each(obstacles, move);
  }
  std::printf("%u bullets fired, %u hits, %zu obstacles left, hash %016jx\n", fired, hit_count,
              obstacles.size(), std::uintmax_t{hash});
}
