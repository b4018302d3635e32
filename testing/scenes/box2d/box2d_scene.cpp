// SPDX-License-Identifier: MIT
// Steps a Box2D world and reads boxes, motion and contacts from it.
#include "scenes/box2d/box2d_scene.hpp"

#include <algorithm>
#include <utility>

#include "scenes/random.hpp"

namespace quadphase::scenes {
namespace {

constexpr float kTimeStep = 1.0F / 60;
constexpr int kVelocityIterations = 4;
constexpr int kPositionIterations = 2;
constexpr float kFriction = 0.6F;

// What every box is grown by on each side, beyond Box2D's own box.
//
// Why: a polygon has a skin, and ComputeAABB has grown the box by its radius r. Two polygons touch
// when a corner clipped from one is within 2 r of a face of the other, along the face and across it
// alike: up to sqrt(2) 2 r apart on one axis at 45 degrees. So r on each side is too little
// (without a margin, one contact in some forty thousand was missed) and sqrt(2) r is enough. With r
// = 0.01 the 0.005 here make 0.015 of the 0.01415 needed; the rest covers rounding some hundred
// metres from the origin.
constexpr float kMargin = b2_linearSlop;

std::uint32_t row_of(b2Fixture& fixture) {
  return static_cast<std::uint32_t>(fixture.GetUserData().pointer);
}

b2FixtureDef fixture_of(const b2Shape& shape, float density) {
  b2FixtureDef definition;
  definition.shape = &shape;
  definition.density = density;
  definition.friction = kFriction;
  return definition;
}

}  // namespace

Box2DScene::Box2DScene(Drive drive) : world_(b2Vec2(0, -10)), drive_(drive) {
  world_.SetAllowSleeping(false);
  world_.SetContinuousPhysics(false);
  b2BodyDef definition;
  definition.type = b2_kinematicBody;
  container_ = world_.CreateBody(&definition);
}

void Box2DScene::add_container_shape(const b2Shape& shape) {
  const b2FixtureDef definition = fixture_of(shape, 0);
  fixtures_.push_back(container_->CreateFixture(&definition));
}

void Box2DScene::add_body(b2Vec2 position, b2Vec2 velocity, const b2Shape& shape, float density) {
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = position;
  definition.linearVelocity = velocity;
  b2Body* body = world_.CreateBody(&definition);
  const b2FixtureDef fixture = fixture_of(shape, density);
  fixtures_.push_back(body->CreateFixture(&fixture));
  bodies_.push_back(body);
  last_positions_.push_back(position);
}

void Box2DScene::finish(std::uint64_t seed) {
  Random random(seed);
  for (std::uint32_t k = 0; k < fixtures_.size(); ++k)
    std::swap(fixtures_[k], fixtures_[random.below(k + 1)]);
  for (std::size_t row = 0; row < fixtures_.size(); ++row)
    fixtures_[row]->GetUserData().pointer = row;
  columns_.resize(fixtures_.size());
  write_boxes();
}

// Box2D updates its contacts first, on the poses it was left with, and then moves the bodies; a
// contact that it creates at the end of a step is not touching before the next one. So what touches
// now was decided on the boxes that were shown until now.
void Box2DScene::step() {
  if (drive_ != nullptr) drive_(*container_, step_count_);
  world_.Step(kTimeStep, kVelocityIterations, kPositionIterations);
  ++step_count_;
  collect_contacts();
  count_moved_bodies();
  write_boxes();
}

void Box2DScene::write_boxes() {
  for (std::size_t row = 0; row < fixtures_.size(); ++row) {
    const b2Fixture& fixture = *fixtures_[row];
    b2AABB tight;
    // Why not fixture.GetAABB(): that is the fattened box of Box2D's own broad phase.
    fixture.GetShape()->ComputeAABB(&tight, fixture.GetBody()->GetTransform(), 0);
    columns_.set(row, {tight.lowerBound.x - kMargin, tight.lowerBound.y - kMargin,
                       tight.upperBound.x + kMargin, tight.upperBound.y + kMargin});
  }
}

void Box2DScene::count_moved_bodies() {
  constexpr float kMinMove = 0.001F;  // bodies are about 1 wide
  moved_body_count_ = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const b2Vec2 position = bodies_[i]->GetPosition();
    const bool has_moved = b2DistanceSquared(position, last_positions_[i]) > kMinMove * kMinMove;
    if (has_moved && bodies_[i]->IsAwake()) ++moved_body_count_;
    last_positions_[i] = position;
  }
}

void Box2DScene::collect_contacts() {
  contacts_.clear();
  for (b2Contact* contact = world_.GetContactList(); contact != nullptr;
       contact = contact->GetNext()) {
    if (!contact->IsTouching()) continue;
    const auto [first, second] =
        std::minmax({row_of(*contact->GetFixtureA()), row_of(*contact->GetFixtureB())});
    contacts_.push_back({first, second});
  }
  std::sort(contacts_.begin(), contacts_.end());
}

}  // namespace quadphase::scenes
