// SPDX-License-Identifier: MIT
// One maker for each generated scene; the list of scenes names and describes them.
#pragma once

#include <memory>

#include "scenes/moving_scene.hpp"

namespace quadphase::scenes {

[[nodiscard]] std::unique_ptr<Layout> uniform_layout();
[[nodiscard]] std::unique_ptr<Layout> dense_layout();
[[nodiscard]] std::unique_ptr<Layout> sparse_layout();
[[nodiscard]] std::unique_ptr<Layout> clusters_layout();
[[nodiscard]] std::unique_ptr<Layout> mixed_layout();
[[nodiscard]] std::unique_ptr<Layout> decades_layout();
[[nodiscard]] std::unique_ptr<Layout> galaxy_layout();
[[nodiscard]] std::unique_ptr<Layout> pile_layout();
[[nodiscard]] std::unique_ptr<Layout> roads_layout();
[[nodiscard]] std::unique_ptr<Layout> giants_layout();
[[nodiscard]] std::unique_ptr<Layout> walls_layout();
[[nodiscard]] std::unique_ptr<Layout> outlier_layout();
[[nodiscard]] std::unique_ptr<Layout> line_layout();
[[nodiscard]] std::unique_ptr<Layout> point_layout(Motion motion);

}  // namespace quadphase::scenes
