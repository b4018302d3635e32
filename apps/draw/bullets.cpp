// SPDX-License-Identifier: MIT
// Discs that bounce, and a gun that shoots at them: bounces use pairs, and bullets use casts.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "frames.hpp"

namespace quadphase::draw {
namespace {

constexpr float kWorld = 100;  // length and width
constexpr std::size_t kSwarms = 6;
constexpr float kGunRadius = 2.2F;
constexpr float kBulletStep = 5;  // how far a bullet flies per step
constexpr int kStepsAShot = 2;    // steps between two bullets
constexpr double kTurn = 0.19;    // turn of the gun, in radians per step
constexpr Point kGun{kWorld / 2, kWorld / 2};

struct Disc {
  Point center, motion;
  float radius = 0;
  bool lives = true;
};

struct Bullet {
  Point at, motion;
  bool lives = true;
};

Point sum(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
Point difference(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
Point scaled(Point a, float factor) {
  return {factor * a.x, factor * a.y};
}
float dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y;
}

/// A wall reverses a motion that leads out of the world.
void reflect(float at, float radius, float& motion) {
  if ((at < radius && motion < 0) || (at > kWorld - radius && motion > 0)) motion = -motion;
}

/// Two discs that approach each other exchange their velocities along the line between them.
void bounce(Disc& a, Disc& b) {
  const Point apart = difference(b.center, a.center);
  const float square = dot(apart, apart);
  const float reach = a.radius + b.radius;
  const float approach = dot(difference(a.motion, b.motion), apart);
  if (square == 0 || square > reach * reach || approach <= 0) return;
  const float mass_a = a.radius * a.radius;
  const float mass_b = b.radius * b.radius;
  const Point change = scaled(apart, 2 * approach / (square * (mass_a + mass_b)));
  a.motion = difference(a.motion, scaled(change, mass_b));
  b.motion = sum(b.motion, scaled(change, mass_a));
}

class Bullets final : public Frames {
 public:
  Bullets(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 bits(seed);
    const auto random = [&bits](float from, float to) {
      return from + (to - from) * static_cast<float>(bits() >> 40) / (1 << 24);
    };
    // They fill a tenth of the world, whatever their number, in swarms that soon collide.
    const float size = 0.2F * kWorld / std::sqrt(static_cast<float>(count));
    std::array<Disc, kSwarms> swarms;
    for (Disc& swarm : swarms) {
      swarm.center = {random(15, kWorld - 15), random(15, kWorld - 15)};
      swarm.motion = {random(-0.3F, 0.3F), random(-0.3F, 0.3F)};
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Disc& swarm = swarms[i % kSwarms];
      const float radius = size * random(0.5F, 1.3F);
      const auto spread = [&] { return random(-9, 9) + random(-9, 9); };
      const auto inside = [&](float at) { return std::clamp(at, radius, kWorld - radius); };
      const Point center{inside(swarm.center.x + spread()), inside(swarm.center.y + spread())};
      const Point drift{random(-0.12F, 0.12F), random(-0.12F, 0.12F)};
      discs_.push_back({center, sum(swarm.motion, drift), radius});
    }
    std::erase_if(discs_, [](const Disc& d) {
      const Point apart = difference(d.center, kGun);
      return dot(apart, apart) < 9 * kGunRadius * kGunRadius;
    });
    battle_.gun = kGun;
    battle_.gun_radius = kGunRadius;
    list_boxes();
  }

  BoxView boxes() override { return boxes_.view(); }
  Box view() override { return {-1, -1, kWorld + 1, kWorld + 1}; }
  const Battle* battle() const override { return &battle_; }

  void step(const BroadPhase& tree) override {
    for (const auto& [first, second] : tree.pairs()) bounce(discs_[first], discs_[second]);
    fire();
    fly(tree);
    for (Gone& gone : battle_.gone) ++gone.steps;
    std::erase_if(battle_.gone, [](const Gone& gone) { return gone.steps > Gone::kStepsShown; });
    std::erase_if(discs_, [](const Disc& disc) { return !disc.lives; });
    for (Disc& disc : discs_) {
      reflect(disc.center.x, disc.radius, disc.motion.x);
      reflect(disc.center.y, disc.radius, disc.motion.y);
      disc.center = sum(disc.center, disc.motion);
    }
    list_boxes();
    ++step_count_;
  }

 private:
  void fire() {
    if (step_count_ % kStepsAShot != 0) return;
    const double angle = kTurn * step_count_;
    const Point direction{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    bullets_.push_back({sum(kGun, scaled(direction, kGunRadius)), scaled(direction, kBulletStep)});
  }

  /// A bullet flies until it hits a disc, which removes both. The tree has boxes: where the bullet
  /// passes through the corner of a box and misses the disc, the next hit is tried.
  void fly(const BroadPhase& tree) {
    battle_.shots.clear();
    for (Bullet& bullet : bullets_) {
      const Segment flight{bullet.at, sum(bullet.at, bullet.motion)};
      float share = 1;
      tree.for_each_hit(flight, [&](const CastHit& hit) {
        Disc& disc = discs_[hit.id];
        if (!disc.lives || !meets(flight, disc)) return true;
        share = static_cast<float>(hit.fraction);
        hit_disc(disc);
        bullet.lives = false;
        return false;
      });
      bullet.at = sum(bullet.at, scaled(bullet.motion, share));
      battle_.shots.push_back({flight.from, bullet.at});
    }
    std::erase_if(bullets_, [](const Bullet& b) {
      return !b.lives || b.at.x < 0 || b.at.y < 0 || b.at.x > kWorld || b.at.y > kWorld;
    });
  }

  static bool meets(const Segment& flight, const Disc& disc) {
    const Point way = difference(flight.to, flight.from);
    const Point to_disc = difference(disc.center, flight.from);
    const float share = std::clamp(dot(to_disc, way) / dot(way, way), 0.0F, 1.0F);
    const Point apart = difference(to_disc, scaled(way, share));
    return dot(apart, apart) <= disc.radius * disc.radius;
  }

  void hit_disc(Disc& disc) {
    disc.lives = false;
    battle_.gone.push_back({disc.center, disc.radius, 0});
    ++battle_.hit_count;
  }

  void list_boxes() {
    boxes_.resize(discs_.size());
    for (std::size_t i = 0; i < discs_.size(); ++i) {
      const Disc& d = discs_[i];
      boxes_.set(i, {d.center.x - d.radius, d.center.y - d.radius, d.center.x + d.radius,
                     d.center.y + d.radius});
    }
  }

  std::vector<Disc> discs_;
  std::vector<Bullet> bullets_;
  BoxColumns boxes_;
  Battle battle_;
  int step_count_ = 0;
};

}  // namespace

std::unique_ptr<Frames> make_bullets(std::size_t count, std::uint64_t seed) {
  return std::make_unique<Bullets>(count, seed);
}

}  // namespace quadphase::draw
