// SPDX-License-Identifier: MIT
#include "frames.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "runner/npy.hpp"
#include "scenes/scene.hpp"

namespace quadphase::draw {
namespace {

/// The range of some numbers, without the few that are far outside of it.
struct Extent {
  double low = 0;
  double high = 0;
  [[nodiscard]] double length() const noexcept { return high - low; }
};
Extent extent_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t few = values.size() / 20;
  const Extent all{values.front(), values.back()};
  const Extent most{values[few], values[values.size() - 1 - few]};
  if (all.length() <= 4 * most.length()) return all;
  const double margin = most.length() / 4;
  return {std::max(all.low, most.low - margin), std::min(all.high, most.high + margin)};
}

}  // namespace

Box view_of(const BoxView& boxes) {
  std::vector<double> x, y;
  const auto add = [](std::vector<double>& values, float edge) {
    if (std::isfinite(edge)) values.push_back(static_cast<double>(edge));
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    if (!is_valid(box)) continue;
    for (const float edge : {box.min_x, box.max_x}) add(x, edge);
    for (const float edge : {box.min_y, box.max_y}) add(y, edge);
  }
  const Extent across = extent_of(std::move(x));
  const Extent up = extent_of(std::move(y));
  double length = std::max(across.length(), up.length());
  if (length == 0) length = std::max({std::abs(across.low), std::abs(up.low), 1.0}) / 1'000;
  const auto edge = [length](const Extent& extent, double sign) {
    constexpr auto kMax = static_cast<double>(std::numeric_limits<float>::max());
    const double half = std::max(0.5 * extent.length(), 0.125 * length) + 0.02 * length;
    const double middle = 0.5 * extent.low + 0.5 * extent.high;
    return static_cast<float>(std::clamp(middle + sign * half, -kMax, kMax));
  };
  return {edge(across, -1), edge(up, -1), edge(across, 1), edge(up, 1)};
}

namespace {

class SceneFrames final : public Frames {
 public:
  explicit SceneFrames(std::unique_ptr<scenes::Scene> scene) : scene_(std::move(scene)) {}

  BoxView boxes() override { return scene_->boxes(); }
  void step(const BroadPhase&) override { scene_->step(); }
  Box view() override { return view_of(scene_->boxes()); }

 private:
  std::unique_ptr<scenes::Scene> scene_;
};

/// Plays a file again and again.
class FileFrames final : public Frames {
 public:
  explicit FileFrames(const std::string& path) : reader_(path) {
    if (reader_.frame_count() == 0) throw std::runtime_error(path + " has no frames");
  }

  BoxView boxes() override { return reader_.frame(index_); }
  void step(const BroadPhase&) override { index_ = (index_ + 1) % reader_.frame_count(); }
  Box view() override { return view_of(boxes()); }

 private:
  bench::NpyFrameReader reader_;
  std::size_t index_ = 0;
};

}  // namespace

std::unique_ptr<Frames> open_frames(const Options& options) {
  if (!options.npy.empty()) return std::make_unique<FileFrames>(options.npy);
  if (options.bullets) return make_bullets(options.objects, options.seed);
  return std::make_unique<SceneFrames>(
      scenes::make_scene(options.scene, {.count = options.objects, .seed = options.seed}));
}

}  // namespace quadphase::draw
