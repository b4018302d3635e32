// SPDX-License-Identifier: MIT
// The list of all scenes: name, description and maker in one table.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "scenes/layouts.hpp"
#include "scenes/moving_scene.hpp"
#include "scenes/scene.hpp"
#ifdef QUADPHASE_SCENES_BOX2D
#include "scenes/box2d/box2d_scenes.hpp"
#endif

namespace quadphase::scenes {
namespace {

using Maker = std::unique_ptr<Scene> (*)(const SceneOptions& options);

template <auto make_layout>
std::unique_ptr<Scene> make_moving(const SceneOptions& options) {
  return std::make_unique<MovingScene>(make_layout(), options);
}

std::unique_ptr<Scene> make_point(const SceneOptions& options) {
  return std::make_unique<MovingScene>(point_layout(options.motion), options);
}

constexpr std::size_t kMaxObjects = SceneInfo{}.most_objects;
constexpr std::size_t kMaxAtPoint = 4'096;

struct Entry {
  SceneInfo info;
  Maker make;
};

constexpr auto kEntries = std::to_array<Entry>({
    {{"uniform", "Equal boxes anywhere in a square, 2 pairs a box."}, &make_moving<uniform_layout>},
    {{"dense", "Equal boxes anywhere in a square, 8 pairs a box."}, &make_moving<dense_layout>},
    {{"sparse", "Equal boxes anywhere in a square, 0.1 pairs a box."}, &make_moving<sparse_layout>},
    {{"clusters",
      "Equal boxes, three quarters in 64 clusters of 1/16 to 15 pairs a box, the others anywhere."},
     &make_moving<clusters_layout>},
    {{"mixed",
      "Power-law extents up to 1000 times the least, large ones rare, aspect up to 4, 2 pairs a "
      "box."},
     &make_moving<mixed_layout>},
    {{"decades", "As many boxes in each of ten octaves of size, 2 pairs a box."},
     &make_moving<decades_layout>},
    {{"galaxy", "A disc whose density falls by over five decades, extents following the spacing."},
     &make_moving<galaxy_layout>},
    {{"pile", "A lattice of boxes that just touch, each jittered by a tenth of its extent."},
     &make_moving<pile_layout>},
    {{"roads", "Boxes along, and moving along, up to 128 straight roads, about 2 pairs a box."},
     &make_moving<roads_layout>},
    {{"giants", "The uniform scene, 32 of its boxes covering a tenth of the world each."},
     &make_moving<giants_layout>},
    {{"walls", "Small boxes, and one in twenty long and thin, 2 pairs a box."},
     &make_moving<walls_layout>},
    {{"outlier", "The uniform scene, one of its boxes a hundred thousand worlds away."},
     &make_moving<outlier_layout>},
    {{"line", "Equal boxes on one line, about 2 pairs a box."}, &make_moving<line_layout>},
    {{"point", "Equal boxes at one point that moves; never more than 4,096 boxes.", kMaxAtPoint},
     &make_point},
#ifdef QUADPHASE_SCENES_BOX2D
    {{"box2d-pyramid", kPyramidDescription, kMaxBodies}, &make_pyramid_scene},
    {{"box2d-tumbler", kTumblerDescription, kMaxBodies}, &make_tumbler_scene},
#endif
});

constexpr auto kInfos = [] {
  std::array<SceneInfo, kEntries.size()> infos;
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kEntries[i].info;
  return infos;
}();

std::string unknown_scene(std::string_view name) {
  std::string message = "no scene is named '" + std::string(name) + "'; there are";
  for (const SceneInfo& info : kInfos) message += " " + std::string(info.name);
  return message;
}

}  // namespace

std::span<const SceneInfo> scene_infos() {
  return kInfos;
}

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const SceneInfo& info : kInfos) names.emplace_back(info.name);
  return names;
}

std::unique_ptr<Scene> make_scene(std::string_view name, const SceneOptions& options) {
  const auto* entry = std::find_if(kEntries.begin(), kEntries.end(),
                                   [name](const Entry& e) { return e.info.name == name; });
  if (entry == kEntries.end()) throw std::invalid_argument(unknown_scene(name));
  if (options.count > kMaxObjects)
    throw std::invalid_argument("a scene has at most 2^32 - 2 objects");
  SceneOptions capped = options;
  capped.count = std::min(options.count, entry->info.most_objects);
  return entry->make(capped);
}

}  // namespace quadphase::scenes
