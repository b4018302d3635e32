// SPDX-License-Identifier: MIT
// A Box2D world whose shapes are the objects: their tight boxes before each step, its contacts
// after it.
#pragma once

#include <box2d/box2d.h>

#include <cstdint>
#include <span>
#include <vector>

#include "scenes/columns.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {

/// A maker adds bodies, then calls `finish`. Continuous collision and sleeping are off: they would
/// let contacts be decided on poses in the middle of a step, and bodies stop.
class Box2DScene final : public Scene, public ContactSource {
 public:
  /// Changes the container's velocity before a step.
  using Drive = void (*)(b2Body& container, std::uint64_t step_count);

  explicit Box2DScene(Drive drive = nullptr);

  /// The kinematic body that holds the others: a table, a drum.
  [[nodiscard]] b2Body& container() noexcept { return *container_; }

  void add_container_shape(const b2Shape& shape);
  void add_body(b2Vec2 position, b2Vec2 velocity, const b2Shape& shape, float density);

  /// Gives every shape a row, in shuffled order, and shows the first frame.
  void finish(std::uint64_t seed);

  [[nodiscard]] BoxView boxes() const override { return columns_.view(); }
  void step() override;
  [[nodiscard]] const ContactSource* contact_source() const override { return this; }
  [[nodiscard]] std::span<const Pair> touching_contacts() const override { return contacts_; }
  [[nodiscard]] std::size_t body_count() const override { return bodies_.size(); }
  [[nodiscard]] std::size_t moved_body_count() const override { return moved_body_count_; }

 private:
  void write_boxes();
  void count_moved_bodies();
  void collect_contacts();

  b2World world_;
  b2Body* container_;
  Drive drive_;
  std::vector<b2Fixture*> fixtures_;  // by row
  std::vector<b2Body*> bodies_;
  std::vector<b2Vec2> last_positions_;
  std::vector<Pair> contacts_;
  Columns columns_;
  std::size_t moved_body_count_ = 0;
  std::uint64_t step_count_ = 0;
};

}  // namespace quadphase::scenes
