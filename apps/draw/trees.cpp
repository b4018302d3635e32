// SPDX-License-Identifier: MIT
#include "trees.hpp"

#include <fmt/format.h>
#include <quadphase/index.hpp>

#include <algorithm>
#include <span>

#include "baselines/classic_quadtree.hpp"
#include "baselines/loose_quadtree.hpp"
#include "report/text.hpp"

namespace quadphase::draw {
namespace {

void measure_depth(DrawnTree& tree) {
  for (const DrawnCell& cell : tree.cells) tree.depth = std::max(tree.depth, cell.depth);
}

}  // namespace

DrawnTree draw_quadphase(const BroadPhase& broad_phase) {
  DrawnTree tree;
  tree.title = "quadphase";
  broad_phase.for_each_cell([&](const Cell& cell) {
    tree.cells.push_back({cell.bounds, cell.depth, cell.is_leaf, cell.is_large});
  });
  measure_depth(tree);
  tree.tests = broad_phase.stats().test_count;
  tree.remark = fmt::format("every box in one of {} leaves; tests run 16 at a time",
                            bench::grouped(broad_phase.stats().leaf_count));
  return tree;
}

DrawnTree draw_classic(const BoxView& boxes) {
  std::vector<Box> rows;
  bench::ClassicQuadtree quadtree;
  quadtree.refill(boxes, bench::world_of(boxes), rows);
  DrawnTree tree;
  tree.title = "classic quadtree";
  quadtree.for_each_cell(
      [&](const Box& cell, std::uint32_t depth, std::span<const ObjectId> ids, bool is_leaf) {
        tree.cells.push_back({cell, depth, is_leaf});
        if (!is_leaf) tree.above_leaves.insert(tree.above_leaves.end(), ids.begin(), ids.end());
      });
  measure_depth(tree);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_valid(rows[i])) continue;
    quadtree.query(rows[i], [&](ObjectId other) { tree.tests += i < other ? 1U : 0U; });
  }
  tree.remark = fmt::format("{} boxes lie on a middle line, above the leaves",
                            bench::grouped(tree.above_leaves.size()));
  return tree;
}

DrawnTree draw_loose(const BoxView& boxes) {
  bench::LooseQuadtree quadtree;
  quadtree.choose_world(boxes);
  quadtree.insert_all(boxes);
  DrawnTree tree;
  tree.title = "loose quadtree";
  quadtree.for_each_cell([&](const Box& cell, std::uint32_t depth, std::size_t) {
    tree.cells.push_back({cell, depth, true});
  });
  measure_depth(tree);
  tree.tests = quadtree.test_count();
  tree.remark = "cells as large as their boxes, which reach half a cell beyond";
  return tree;
}

}  // namespace quadphase::draw
