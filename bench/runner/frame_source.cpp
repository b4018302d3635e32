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

/// Frames by their numbers, from 0 on: an `NpyFrameReader`, or `FileFrames`.
template <class Frames>
class FileSource final : public FrameSource {
 public:
  FileSource(std::unique_ptr<Frames> frames, std::size_t frame_count)
      : frames_(std::move(frames)), frame_count_(frame_count) {}

  std::size_t frame_count() const override { return frame_count_; }
  BoxView boxes() override { return frames_->frame(index_); }
  void step() override { ++index_; }

 private:
  std::unique_ptr<Frames> frames_;
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
  auto reader = std::make_unique<NpyFrameReader>(options.replay_path);
  const std::size_t held = reader->frame_count();
  const std::size_t wanted = options.frame_count == 0 ? held : options.frame_count;
  if (wanted > held)
    throw UsageError(fmt::format("{} holds {} frames, fewer than the {} of --frames",
                                 options.replay_path, held, wanted));
  return std::make_unique<FileSource<NpyFrameReader>>(std::move(reader), wanted);
}

std::unique_ptr<FrameSource> open_scene_or_file(const std::string& name, std::size_t count,
                                                const Options& options) {
  if (options.replay_path.empty()) return open_scene(name, count, options);
  return std::make_unique<FileSource<FileFrames>>(
      std::make_unique<FileFrames>(options.replay_path, count), options.frame_count);
}

}  // namespace quadphase::bench
