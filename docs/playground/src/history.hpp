// SPDX-License-Identifier: MIT
// The last seconds of a world, to which one can go back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "world.hpp"

namespace quadphase::playground {

/// A world every 120 frames, and the speeds and edits of all frames. A frame is the world before
/// it, advanced and edited again, which gives the same bytes.
///
/// Why not all worlds: ten seconds of 200,000 boxes would take 8 GB.
class History {
 public:
  static constexpr std::size_t kFrames = 600;       ///< kept at least, once there are as many
  static constexpr std::size_t kKeyDistance = 120;  ///< frames from a kept world to the next

  /// Forgets all; the world is frame 0.
  void begin(const World& world);

  /// The world goes on by a frame. Frames after the current one are forgotten.
  void advance(World& world, float speed);

  /// The world is edited within the current frame. Frames after it are forgotten. Errors: those of
  /// `World::apply`; nothing has changed then, but later frames are forgotten.
  void edit(World& world, const Edit& edit);

  /// The world becomes that of a frame, with all of its edits; the nearest frame if it is not kept.
  void seek(World& world, std::size_t frame);

  [[nodiscard]] std::size_t frame() const noexcept { return frame_; }
  [[nodiscard]] std::size_t oldest() const noexcept { return keys_.front().frame; }
  [[nodiscard]] std::size_t latest() const noexcept { return first_speed_ + speeds_.size(); }

 private:
  struct Key {
    std::size_t frame = 0;
    std::uint64_t edit_count = 0;  // edits before this world
    World world;
  };
  struct Entry {
    std::size_t frame = 0;
    Edit edit;
  };

  void forget_later();
  void forget_oldest();
  void apply_edits_of(World& world, std::size_t frame, std::uint64_t from) const;
  [[nodiscard]] std::uint64_t edits_before(std::size_t frame) const;

  std::deque<Key> keys_;
  std::deque<float> speeds_;  // of the steps from first_speed_ on
  std::size_t first_speed_ = 0;
  std::deque<Entry> edits_;  // by frame; the first has the number first_edit_
  std::uint64_t first_edit_ = 0;
  std::size_t frame_ = 0;
};

}  // namespace quadphase::playground
