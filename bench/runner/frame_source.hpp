// SPDX-License-Identifier: MIT
// Where a run's frames come from: a scene that steps, or a file that is played.
#pragma once

#include <cstddef>
#include <memory>

#include "program/options.hpp"
#include "quadphase/box.hpp"
#include "runner/npy.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {

class FrameSource {
 public:
  virtual ~FrameSource() = default;

  [[nodiscard]] virtual std::size_t frame_count() const = 0;

  /// The boxes of the current frame. Lifetime: until `step()`.
  [[nodiscard]] virtual BoxView boxes() = 0;

  /// Goes to the next frame. May be called once after the last one, for the contacts that it
  /// decides.
  virtual void step() = 0;

  /// The contacts of a physics engine; null where there is none.
  [[nodiscard]] virtual const scenes::ContactSource* contact_source() const { return nullptr; }
};

/// Errors: `UsageError` where `options` cannot be played.
[[nodiscard]] std::unique_ptr<FrameSource> open_scene(const std::string& name, std::size_t count,
                                                      const Options& options);
[[nodiscard]] std::unique_ptr<FrameSource> open_replay(const Options& options);

/// The scene or, where the options name a file, the first `count` boxes of its frames, which go
/// forth and back for as long as they are asked for.
[[nodiscard]] std::unique_ptr<FrameSource> open_scene_or_file(const std::string& name,
                                                              std::size_t count,
                                                              const Options& options);

}  // namespace quadphase::bench
