// SPDX-License-Identifier: MIT
// Scenes and files as frames, one after the other.
#include "runner/frame_source.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <string_view>
#include <utility>

#include "runner/file_frames.hpp"
#include "runner/recorded_frames.hpp"

namespace quadphase::bench {
namespace {

/// Whether a file begins as recordings of calls do. False if it cannot be read.
bool is_recording(const std::string& path) {
  constexpr std::string_view kMagic = "QPRECORD";
  std::array<char, kMagic.size()> head{};
  std::ifstream file(path, std::ios::binary);
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == kMagic;
}

class SceneSource final : public FrameSource {
 public:
  SceneSource(std::unique_ptr<scenes::Scene> scene, std::size_t frame_count)
      : scene_(std::move(scene)), frame_count_(frame_count) {}

  std::size_t frame_count() const override { return frame_count_; }
  BoxView boxes() override { return scene_->boxes(); }
  void step() override { scene_->step(); }
  const scenes::ContactSource* contact_source() const override { return scene_->contact_source(); }

 private:
  std::unique_ptr<scenes::Scene> scene_;
  std::size_t frame_count_;
};

class ReplaySource final : public FrameSource {
 public:
  ReplaySource(const std::string& path, std::size_t wanted) : reader_(path), frame_count_(wanted) {
    if (wanted == 0) frame_count_ = reader_.frame_count();
    if (frame_count_ > reader_.frame_count()) {
      throw UsageError(fmt::format("{} holds {} frames, fewer than the {} of --frames", path,
                                   reader_.frame_count(), wanted));
    }
  }

  std::size_t frame_count() const override { return frame_count_; }
  BoxView boxes() override { return reader_.frame(index_); }
  void step() override { ++index_; }

 private:
  NpyFrameReader reader_;
  std::size_t frame_count_;
  std::size_t index_ = 0;
};

class LoopedSource final : public FrameSource {
 public:
  LoopedSource(const std::string& path, std::size_t most_boxes, std::size_t frame_count)
      : frames_(path, most_boxes), frame_count_(frame_count) {}

  std::size_t frame_count() const override { return frame_count_; }
  BoxView boxes() override { return frames_.frame(index_); }
  void step() override { ++index_; }

 private:
  FileFrames frames_;
  std::size_t frame_count_;
  std::size_t index_ = 0;
};

}  // namespace

std::unique_ptr<FrameSource> open_scene(const std::string& name, std::size_t count,
                                        const Options& options) {
  auto scene =
      scenes::make_scene(name, {.count = count, .seed = options.seed, .motion = options.motion});
  return std::make_unique<SceneSource>(std::move(scene), options.frame_count);
}

std::unique_ptr<FrameSource> open_replay(const Options& options) {
  if (is_recording(options.replay_path))
    return open_recording(options.replay_path, options.frame_count);
  return std::make_unique<ReplaySource>(options.replay_path, options.frame_count);
}

std::unique_ptr<FrameSource> open_scene_or_file(const std::string& name, std::size_t count,
                                                const Options& options) {
  if (options.replay_path.empty()) return open_scene(name, count, options);
  return std::make_unique<LoopedSource>(options.replay_path, count, options.frame_count);
}

}  // namespace quadphase::bench
