// SPDX-License-Identifier: MIT
#include "model/source.hpp"

#include <algorithm>
#include <stdexcept>

#include "scenes/scene.hpp"

namespace quadphase::view {
namespace {

/// No objects but those of a hand.
class EmptySource final : public Source {
 public:
  BoxView boxes() override { return {}; }
  void step() override {}
  Box view() override { return {0, 0, 100, 100}; }
};

/// What quadphase_draw draws, too.
class DrawnSource final : public Source {
 public:
  explicit DrawnSource(std::unique_ptr<draw::Frames> frames) : frames_(std::move(frames)) {}

  BoxView boxes() override { return frames_->boxes(); }
  void step() override {
    // Why an engine of its own: the bullets know the boxes by their rows in this source.
    if (frames_->battle() != nullptr) engine_.build(frames_->boxes());
    frames_->step(engine_);
  }
  Box view() override { return frames_->view(); }
  [[nodiscard]] bool has_discs() const override { return frames_->battle() != nullptr; }
  [[nodiscard]] const draw::Battle* battle() const override { return frames_->battle(); }

 private:
  std::unique_ptr<draw::Frames> frames_;
  BroadPhase engine_;
};

bool is_scene(const std::string& name) {
  return std::ranges::any_of(scenes::scene_infos(),
                             [&](const scenes::SceneInfo& info) { return info.name == name; });
}

}  // namespace

#ifndef QUADPHASE_VIEW_RECORDER
std::unique_ptr<Source> open_recording(const std::string& path) {
  throw std::runtime_error("this build reads no recordings: " + path);
}
#endif

std::vector<SourceInfo> source_infos() {
  std::vector<SourceInfo> infos = {
      {"empty", "Nothing: click to insert boxes."},
      {"discs", "Discs that fall, collide and bounce, with a narrow phase."},
      {"bullets", "Discs that bounce, and a gun that shoots at them."}};
  for (const scenes::SceneInfo& info : scenes::scene_infos())
    infos.push_back({std::string(info.name), std::string(info.description)});
  return infos;
}

std::unique_ptr<Source> make_source(const std::string& name, std::size_t count,
                                    std::uint64_t seed) {
  if (name == "empty") return std::make_unique<EmptySource>();
  if (name == "discs") return make_falling_discs(count);
  draw::Options options;
  options.objects = count;
  options.seed = seed;
  if (name.ends_with(".npy")) {
    options.npy = name;
  } else if (name == "bullets") {
    options.bullets = true;
  } else if (is_scene(name)) {
    options.scene = name;
  } else if (name.find('.') != std::string::npos || name.find('/') != std::string::npos) {
    return open_recording(name);
  } else {
    std::string names;
    for (const SourceInfo& info : source_infos()) names += " " + info.name;
    throw std::invalid_argument("there is no source " + name + "; there are" + names);
  }
  return std::make_unique<DrawnSource>(draw::open_frames(options));
}

}  // namespace quadphase::view
