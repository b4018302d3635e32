// SPDX-License-Identifier: MIT
// Pyramids of boxes side by side on a shaking table; a heavy ball falls on each.
#include <algorithm>

#include "scenes/box2d/box2d_scene.hpp"
#include "scenes/box2d/box2d_scenes.hpp"
#include "scenes/random.hpp"

namespace quadphase::scenes {
namespace {

constexpr std::size_t kBaseBoxes = 20;
constexpr std::size_t kPyramidBodies =
    kBaseBoxes * (kBaseBoxes + 1) / 2 + 1;  // the ball is the last
constexpr float kPyramidSpacing = 24;

// The table's velocity is a triangle wave of one second. At its steepest it is too fast for
// friction to follow.
void shake(b2Body& table, std::uint64_t step_count) {
  constexpr float kTopSpeed = 2;
  const float phase = static_cast<float>(step_count % 60) / 15;  // 0 to 4
  const float wave = phase < 1 ? phase : phase < 3 ? 2 - phase : phase - 4;
  table.SetLinearVelocity({kTopSpeed * wave, 0});
}

void add_table(Box2DScene& scene, float half_width) {
  b2PolygonShape shape;
  shape.SetAsBox(half_width, 2, {0, -2}, 0);
  scene.add_container_shape(shape);
  for (const float end : {-half_width, half_width}) {
    shape.SetAsBox(2, 20, {end, 20}, 0);
    scene.add_container_shape(shape);
  }
}

void add_pyramid(Box2DScene& scene, float middle, std::size_t body_count, float ball_offset) {
  b2PolygonShape box;
  box.SetAsBox(0.5F, 0.5F);
  std::size_t made = 0;
  for (std::size_t level = 0; level < kBaseBoxes; ++level) {
    const std::size_t boxes = kBaseBoxes - level;
    for (std::size_t i = 0; i < boxes && made < body_count; ++i, ++made) {
      const float x = middle + static_cast<float>(i) - 0.5F * static_cast<float>(boxes - 1);
      scene.add_body({x, 0.5F + 1.01F * static_cast<float>(level)}, {0, 0}, box, 1);
    }
  }
  if (made == body_count) return;
  b2CircleShape ball;
  ball.m_radius = 2;
  scene.add_body({middle + ball_offset, 26}, {0, -20}, ball, 4);
}

}  // namespace

std::unique_ptr<Scene> make_pyramid_scene(const SceneOptions& options) {
  auto scene = std::make_unique<Box2DScene>(&shake);
  const std::size_t pyramids = (options.count + kPyramidBodies - 1) / kPyramidBodies;
  const float half_width = 0.5F * kPyramidSpacing * static_cast<float>(pyramids) + 10;
  add_table(*scene, half_width);
  Random random(options.seed, 1);
  std::size_t left = options.count;
  for (std::size_t i = 0; i < pyramids; ++i) {
    const float middle = kPyramidSpacing * (static_cast<float>(i) + 0.5F) - half_width + 10;
    const std::size_t bodies = std::min(left, kPyramidBodies);
    add_pyramid(*scene, middle, bodies, random.between(-3, 3));
    left -= bodies;
  }
  scene->finish(options.seed);
  return scene;
}

}  // namespace quadphase::scenes
