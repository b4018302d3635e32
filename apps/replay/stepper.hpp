// SPDX-License-Identifier: MIT
// Goes to any call of a recording, forward and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "replay/followed_world.hpp"

namespace quadphase::replay {

/// Plays a recording up to a call. On its way it keeps snapshots of all engines and stores, so that
/// a way back begins at the latest one before the call, and not at the first call. After a snapshot
/// the queries of an engine find nothing until its next frame; those of the engine that is followed
/// are not affected. A recording with an `Index`, which has no snapshots, is played from its
/// start.
class Stepper {
 public:
  /// `engine`: the one that is followed. `spacing`: calls between two snapshots.
  /// Errors: `RecordingError`.
  Stepper(const std::string& path, std::uint32_t engine, const ReplayOptions& options = {},
          std::uint64_t spacing = 256);

  /// Makes the calls up to this one, itself included. False if the recording ends before; then its
  /// last call has been made.
  bool go(std::uint64_t call);

  /// True once a call has been made.
  [[nodiscard]] bool has_call() const noexcept { return call_ != nullptr; }
  /// The call that was made last, and what it did.
  [[nodiscard]] const RecordedCall& call() const noexcept { return *call_; }
  [[nodiscard]] const ReplayResult& result() const noexcept { return result_; }
  [[nodiscard]] const Replayer& replayer() const noexcept { return replayer_; }

  /// Goes back to the last frame of the followed engine. False if there was none.
  bool go_to_frame();
  /// Objects and pairs of that frame, once it was gone to.
  [[nodiscard]] const FollowedWorld& world() const noexcept { return world_; }

  /// How many calls were made in all, and how many snapshots there are.
  [[nodiscard]] std::uint64_t made_count() const noexcept { return made_count_; }
  [[nodiscard]] std::size_t moment_count() const noexcept { return moments_.size(); }

 private:
  /// An engine or a store that exists.
  struct Creation {
    CallKind kind;
    Config config;
  };
  /// What there was before a call.
  struct Moment {
    std::map<std::uint32_t, Creation> created;
    std::map<std::uint32_t, std::vector<std::byte>> snapshots;
    FollowedWorld world;
    bool has_frame;
    std::uint64_t frame_call;
  };

  [[nodiscard]] bool is_frame(const RecordedCall& call) const noexcept;
  bool play_to(std::uint64_t call);
  void start_before(std::uint64_t call);
  void restore(const Moment& moment);
  void keep_moment(std::uint64_t call);
  void make(const RecordedCall& call);

  std::uint32_t engine_;
  ReplayOptions options_;
  std::uint64_t spacing_;
  Recording recording_;
  Replayer replayer_;
  FollowedWorld world_;
  std::map<std::uint32_t, Creation> created_;
  std::map<std::uint64_t, Moment> moments_;  // by the call that follows
  const RecordedCall* call_ = nullptr;
  std::uint64_t last_ = 0;   // the call that was made last
  std::uint64_t first_ = 0;  // the first call after the start or the moment that was gone back to
  ReplayResult result_;
  std::uint64_t frame_call_ = 0;
  bool has_frame_ = false;
  bool has_index_ = false;
  std::uint64_t made_count_ = 0;
};

}  // namespace quadphase::replay
