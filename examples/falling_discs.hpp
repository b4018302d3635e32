// SPDX-License-Identifier: MIT
// Discs that fall, collide and bounce in a closed arena: the world, and the two phases of a step
// around the broad phase.
#pragma once

#include <quadphase/eigen.hpp>
#include <quadphase/pair.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>

namespace falling_discs {

template <class T>
using Axes = Eigen::Array<T, 2, Eigen::Dynamic, Eigen::RowMajor>;  // x and y of every disc
using Column = Eigen::Array<float, 1, Eigen::Dynamic>;

inline constexpr float kGravity = 9.81F;
// Steps are short and have no solver iterations: one broad phase and one impulse per contact.
inline constexpr float kStep = 1.0F / 240;
// A contact is a damped spring that never pulls. Per step it removes these fractions of the overlap
// and of the approach of two discs. It is stable with six contacts per disc, because 3 stiffness +
// 6 damping < 4.
inline constexpr float kStiffness = 0.6F;
inline constexpr float kDamping = 0.3F;
// Impulses are sums of integers in this unit. These do not depend on their order, so nothing
// depends on threads, and no pair has to be stored.
inline constexpr float kImpulseUnit = 1.0F / (1 << 24);

struct World {
  Axes<float> position, velocity;
  Column radius, mass;
  Axes<std::int64_t> impulse;  // of all contacts since the last integration, in kImpulseUnit
  quadphase::BoxRows boxes;
  Eigen::Array2f size;  // of the arena, whose lower left corner is the origin
};

// Discs of mixed sizes on a lattice of 32 rows, so the pile is equally deep for any number of
// discs.
inline World make_world(Eigen::Index count) {
  constexpr Eigen::Index kRows = 32;
  constexpr float kPitch = 2.1F;  // a little more than the largest disc
  std::mt19937 bits(1);
  const auto random = [&bits] { return static_cast<float>(bits() >> 8) / (1 << 24); };  // [0, 1)
  const auto columns = static_cast<float>((count + kRows - 1) / kRows);
  World world{Axes<float>(2, count),
              Axes<float>(2, count),
              Column(count),
              Column(count),
              Axes<std::int64_t>::Zero(2, count),
              quadphase::BoxRows(4, count),
              {columns * kPitch, kRows * kPitch}};
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Array2f cell(static_cast<float>(i / kRows), static_cast<float>(i % kRows));
    world.position.col(i) = kPitch * (cell + 0.5F);
    world.velocity.col(i) << 10 * random() - 5, 10 * random() - 5;
    world.radius(i) = 0.5F + 0.5F * random();
  }
  world.mass = world.radius.square();
  return world;
}

// Moves all discs by a step and writes their boxes.
inline void integrate(World& world) {
  using Range = tbb::blocked_range<Eigen::Index>;
  tbb::parallel_for(Range(0, world.radius.size(), 4096), [&world](const Range& range) {
    const auto part = [&range](auto& all) {
      return all.middleCols(range.begin(), range.end() - range.begin());
    };
    auto x = part(world.position), v = part(world.velocity);
    auto impulse = part(world.impulse);
    auto radius = part(world.radius), mass = part(world.mass);
    auto boxes = part(world.boxes);
    v += impulse.template cast<float>().rowwise() * (kImpulseUnit / mass);
    v.row(1) -= kStep * kGravity;
    impulse.setZero();
    for (const Eigen::Index axis : {0, 1}) {  // walls are discs of infinite mass
      auto speed = v.row(axis);
      const Column low = radius - x.row(axis), high = x.row(axis) + radius - world.size(axis);
      speed += (low > 0).select((kStiffness / kStep * low - kDamping * speed).max(0), 0);
      speed -= (high > 0).select((kStiffness / kStep * high + kDamping * speed).max(0), 0);
    }
    x += kStep * v;
    boxes.template topRows<2>() = x.rowwise() - radius;
    boxes.template bottomRows<2>() = x.rowwise() + radius;
  });
}

inline void add_impulse(World& world, Eigen::Index disc, const Eigen::Array2f& impulse) {
  for (const Eigen::Index axis : {0, 1}) {
    const auto units = static_cast<std::int64_t>(impulse(axis) / kImpulseUnit);
    std::atomic_ref(world.impulse(axis, disc)).fetch_add(units, std::memory_order_relaxed);
  }
}

// What the narrow phase reads of a disc.
struct Disc {
  Eigen::Array2f position, velocity;
  float radius = 0, mass = 0;
};

inline Disc disc_of(const World& world, Eigen::Index i) {
  return {world.position.col(i), world.velocity.col(i), world.radius(i), world.mass(i)};
}

// The impulse that `b` gets and `a` gives, and their overlap in radii of the smaller one.
struct Contact {
  Eigen::Array2f impulse{0, 0};
  float depth = 0;
};

inline Contact contact_of(const Disc& a, const Disc& b) {
  const Eigen::Array2f apart = b.position - a.position;
  const float distance = std::sqrt(apart.square().sum());
  const float overlap = a.radius + b.radius - distance;
  if (overlap <= 0) return {};
  const Eigen::Array2f normal = apart / std::max(distance, 1e-6F);
  const float approach = ((a.velocity - b.velocity) * normal).sum();
  const float mass = a.mass * b.mass / (a.mass + b.mass);
  const float push = std::max(0.0F, kStiffness / kStep * overlap + kDamping * approach);
  return {mass * push * normal, overlap / std::min(a.radius, b.radius)};
}

// The narrow phase: applies an impulse for each overlap of two circles. Returns the deepest
// overlap.
inline double collide(World& world, std::span<const quadphase::Pair> pairs) {
  float deepest = 0;
  for (const auto [a, b] : pairs) {
    const Contact contact = contact_of(disc_of(world, a), disc_of(world, b));
    if (contact.depth <= 0) continue;
    add_impulse(world, a, -contact.impulse);
    add_impulse(world, b, contact.impulse);
    deepest = std::max(deepest, contact.depth);
  }
  return static_cast<double>(deepest);
}

}  // namespace falling_discs
