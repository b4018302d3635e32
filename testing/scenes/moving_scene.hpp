// SPDX-License-Identifier: MIT
// A scene that a layout fills and that moves by the rules all generated scenes share.
#pragma once

#include <cstdint>
#include <memory>

#include "scenes/columns.hpp"
#include "scenes/objects.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {

/// How the objects of one kind of scene look and where they are.
class Layout {
 public:
  virtual ~Layout() = default;

  /// Sets the extents, once. Objects keep theirs, except where `place` sets them by the place.
  virtual void shape(Objects& objects, Random& random) = 0;

  /// Sets places, ranges and steps, at the start and at every teleport; each time with other random
  /// numbers.
  virtual void place(Objects& objects, Random& random) = 0;
};

class MovingScene final : public Scene {
 public:
  MovingScene(std::unique_ptr<Layout> layout, const SceneOptions& options);

  [[nodiscard]] BoxView boxes() const override { return columns_.view(); }
  void step() override;

  /// The objects of the current frame.
  [[nodiscard]] const Objects& objects() const noexcept { return objects_; }

 private:
  SceneOptions options_;
  std::unique_ptr<Layout> layout_;
  Objects objects_;
  Columns columns_;
  std::uint64_t frame_ = 0;
};

}  // namespace quadphase::scenes
