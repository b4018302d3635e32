// SPDX-License-Identifier: MIT
// Scenes with a tree each, with or without filters: what is joined with each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "quadphase/attributes.hpp"
#include "stage_inputs.hpp"
#include "tree/tree_filters.hpp"

namespace quadphase::testing {

/// Filters in columns.
struct Filters {
  std::vector<std::uint32_t> category, mask, group, world;

  void add(const Filter& filter) {
    category.push_back(filter.category);
    mask.push_back(filter.mask);
    group.push_back(filter.group);
    world.push_back(filter.world);
  }
  [[nodiscard]] Filter at(std::size_t i) const {
    return {category[i], mask[i], group[i], world[i]};
  }
  [[nodiscard]] detail::FilterSpan span() const {
    return {category.data(), mask.data(), group.data(), world.data()};
  }
};

/// A scene and its tree. Ids start at `first_id`, where the tree is one of several.
struct Scene {
  explicit Scene(StageBoxes input, ObjectId first_id = 0, std::uint32_t capacity = 16,
                 Filters given = {})
      : boxes(std::move(input)),
        filters(std::move(given)),
        pipeline(boxes, 1, capacity),
        tree_filters(std::pmr::get_default_resource()),
        first(first_id) {
    pipeline.worlds = filters.world.empty() ? nullptr : filters.world.data();
    pipeline.tree();
    detail::Tree& built = pipeline.frame.tree;
    if (!filters.world.empty()) {
      pipeline.workers.run(true, [&] {
        detail::Objects objects;
        objects.boxes = boxes.span();
        objects.count = boxes.size();
        objects.filters = filters.span();
        detail::add_filters(objects, pipeline.kernels, pipeline.workers, built.view, tree_filters);
      });
    }
    for (std::size_t i = 0; i < built.object_count(); ++i) built.ids[i] += first;
  }
  [[nodiscard]] const detail::TreeView& tree() const { return pipeline.frame.tree.view; }
  [[nodiscard]] Filter filter(std::size_t i) const {
    return filters.world.empty() ? Filter{} : filters.at(i);
  }

  StageBoxes boxes;
  Filters filters;
  Pipeline pipeline;
  detail::TreeFilters tree_filters;
  ObjectId first;
};

using Scenes = std::vector<std::unique_ptr<Scene>>;

inline std::vector<const detail::TreeView*> trees_of(const Scenes& scenes) {
  std::vector<const detail::TreeView*> trees;
  for (const auto& scene : scenes) trees.push_back(&scene->tree());
  return trees;
}

/// Objects of some kinds, owners and worlds, mixed or apart.
inline Filters classes_of_filters(std::size_t count, std::uint32_t kind_count,
                                  std::uint32_t world_count, std::uint64_t seed) {
  Random random(seed);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random.next() * static_cast<float>(limit));
  };
  Filters filters;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t kind = below(kind_count);
    filters.add({1U << kind % 32, 0x5A5A'5A5BU << kind % 29, below(4), below(world_count)});
  }
  return filters;
}

}  // namespace quadphase::testing
