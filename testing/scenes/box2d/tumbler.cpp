// SPDX-License-Identifier: MIT
// Boxes, discs and hexagons that tumble in a square drum.
#include <array>

#include "scenes/box2d/box2d_scene.hpp"
#include "scenes/box2d/box2d_scenes.hpp"
#include "scenes/random.hpp"

namespace quadphase::scenes {
namespace {

constexpr float kSpacing = 1.02F;

// Walls thick enough that nothing passes through between two steps.
void add_drum(Box2DScene& scene, float half_side) {
  constexpr float kHalfWall = 4;
  const float middle = half_side + kHalfWall;
  b2PolygonShape shape;
  for (const float end : {-middle, middle}) {
    shape.SetAsBox(kHalfWall, half_side + 2 * kHalfWall, {end, 0}, 0);
    scene.add_container_shape(shape);
    shape.SetAsBox(half_side + 2 * kHalfWall, kHalfWall, {0, end}, 0);
    scene.add_container_shape(shape);
  }
}

b2PolygonShape hexagon() {
  constexpr float kHalf = 0.275F;
  constexpr float kHeight = 0.476314F;  // sqrt(3) halves
  const std::array<b2Vec2, 6> corners = {b2Vec2{2 * kHalf, 0}, {kHalf, kHeight},
                                         {-kHalf, kHeight},    {-2 * kHalf, 0},
                                         {-kHalf, -kHeight},   {kHalf, -kHeight}};
  b2PolygonShape shape;
  shape.Set(corners.data(), static_cast<int32>(corners.size()));
  return shape;
}

}  // namespace

std::unique_ptr<Scene> make_tumbler_scene(const SceneOptions& options) {
  auto scene = std::make_unique<Box2DScene>();
  // Twice as many columns as rows, as wide as the drum: it starts half full, all bodies close to
  // touching.
  std::size_t columns = 1;
  while (columns * columns < 2 * options.count) ++columns;
  const float half_side = 0.5F * kSpacing * static_cast<float>(columns) + 0.25F;
  add_drum(*scene, half_side);
  scene->container().SetAngularVelocity(0.2F);

  b2PolygonShape box;
  box.SetAsBox(0.5F, 0.5F);
  b2CircleShape disc;
  disc.m_radius = 0.5F;
  const b2PolygonShape corners = hexagon();
  const std::array<const b2Shape*, 3> shapes = {&box, &disc, &corners};
  Random random(options.seed, 1);
  for (std::size_t i = 0; i < options.count; ++i) {
    const float x = kSpacing * (static_cast<float>(i % columns) + 0.5F) - half_side + 0.25F;
    const float y = kSpacing * (static_cast<float>(i / columns) + 0.5F) - half_side;
    const float push = random.between(-1, 1);
    scene->add_body({x, y}, {push, 0}, *shapes[random.below(3)], 1);
  }
  scene->finish(options.seed);
  return scene;
}

}  // namespace quadphase::scenes
