// SPDX-License-Identifier: MIT
// Where the boxes of a world come from: a scene, a simulation, a file or a recording.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "frames.hpp"
#include "model/world.hpp"

namespace quadphase::view {

/// A world that steps from frame to frame. Row i is always the same object.
class Source {
 public:
  virtual ~Source() = default;

  /// The boxes of the current frame. Lifetime: until `step()`.
  [[nodiscard]] virtual BoxView boxes() = 0;
  /// For each row, what else is known of its object; empty: nothing.
  [[nodiscard]] virtual std::span<const ObjectState> states() { return {}; }
  /// Goes to the next frame; a source that ends begins anew.
  virtual void step() = 0;
  /// The part of the world to show.
  [[nodiscard]] virtual Box view() { return draw::view_of(boxes()); }
  /// The objects are discs, which fill their boxes.
  [[nodiscard]] virtual bool has_discs() const { return false; }
  /// A gun and its shots; null: there is none.
  [[nodiscard]] virtual const draw::Battle* battle() const { return nullptr; }
};

/// What the list of sources shows.
struct SourceInfo {
  std::string name;
  std::string description;
};

/// All sources but files: "empty", "discs", "bullets" and the scenes, those of Box2D where it is
/// there.
[[nodiscard]] std::vector<SourceInfo> source_infos();

/// A source of that list, or of a file that ends in ".npy" (frames of boxes) or is a recording of
/// calls. Errors: `std::invalid_argument` with all names, `std::runtime_error` with the file.
[[nodiscard]] std::unique_ptr<Source> make_source(const std::string& name, std::size_t count,
                                                  std::uint64_t seed);

/// Discs that fall into a closed arena.
[[nodiscard]] std::unique_ptr<Source> make_falling_discs(std::size_t count);

/// The frames of the first engine of a recording. Errors: `std::runtime_error`.
[[nodiscard]] std::unique_ptr<Source> open_recording(const std::string& path);

}  // namespace quadphase::view
