// SPDX-License-Identifier: MIT
#include "runner/recorded_frames.hpp"

#include <fmt/format.h>

#include <optional>

#include "quadphase/box.hpp"
#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "replay/followed_world.hpp"

namespace quadphase::bench {

namespace {

/// Makes the calls of a recording again, frame by frame.
class CallPlayer {
 public:
  explicit CallPlayer(const std::string& path) : recording_(path) {}

  /// Makes calls up to the end of the next frame. False if there is none.
  bool play_frame() {
    while (const RecordedCall* call = recording_.next()) {
      const ReplayResult result = replayer_.play(*call);
      if (world_.follow(*call, result, replayer_)) return true;
    }
    return false;
  }

  /// The valid boxes of the last frame.
  void read_boxes(BoxColumns& boxes) const {
    std::size_t count = 0;
    world_.for_each([&](ObjectId, const replay::FollowedObject& object) {
      count += object.is_rejected ? 0U : 1U;
    });
    boxes.resize(count);
    std::size_t row = 0;
    world_.for_each([&](ObjectId, const replay::FollowedObject& object) {
      if (!object.is_rejected) boxes.set(row++, object.search);
    });
  }

 private:
  Recording recording_;
  Replayer replayer_;
  replay::FollowedWorld world_{0};
};

class RecordedFrames final : public FrameSource {
 public:
  RecordedFrames(const std::string& path, std::size_t wanted) : frame_count_(wanted) {
    std::size_t there = 0;
    for (CallPlayer counter(path); (wanted == 0 || there < wanted) && counter.play_frame();)
      ++there;
    if (there == 0) throw UsageError(path + " has no frames");
    if (there < wanted)
      throw UsageError(
          fmt::format("{} holds {} frames, fewer than the {} of --frames", path, there, wanted));
    frame_count_ = there;
    player_.emplace(path);
    step();
  }

  std::size_t frame_count() const override { return frame_count_; }
  BoxView boxes() override { return boxes_.view(); }
  void step() override {
    if (player_->play_frame()) player_->read_boxes(boxes_);
  }

 private:
  std::optional<CallPlayer> player_;
  std::size_t frame_count_;
  BoxColumns boxes_;
};

}  // namespace

std::unique_ptr<FrameSource> open_recording(const std::string& path, std::size_t wanted) {
  try {
    return std::make_unique<RecordedFrames>(path, wanted);
  } catch (const RecordingError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace quadphase::bench
