// SPDX-License-Identifier: MIT
#include "trees.hpp"

#include <quadphase/index.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "baselines/support/timed.hpp"

namespace quadphase::playground {
namespace {

constexpr double kMillion = 1e6;

/// The mean milliseconds of a frame. `last` is that of the frame before: what took a millisecond is
/// done once.
template <class Run>
double time_of(Run&& run, double last) {
  constexpr double kMostRepeats = 50;
  const double wanted = last > 0 ? 1 / last : 1;
  const int repeats = static_cast<int>(std::clamp(wanted, 1.0, kMostRepeats));
  const auto nanoseconds = bench::timed([&] {
    for (int i = 0; i < repeats; ++i) run();
  });
  // Why not 0: the next frame would be done once again only.
  return std::max(static_cast<double>(nanoseconds) / kMillion / repeats, 1e-3);
}

/// How often the world's side is halved to that of a cell: the depth of a cell in a quadtree.
float halvings(const Box& world, const Box& cell) {
  const auto side = [](const Box& box) {
    const Point size = extent(box);
    return std::sqrt(std::max(size.x * size.y, 1e-12F));
  };
  return std::max(0.0F, std::log2(side(world) / side(cell)));
}

}  // namespace

void Trees::update(TreeKind kind, const BoxView& boxes) {
  if (kind == TreeKind::quadphase) return update_quadphase(boxes);
  if (has_too_many_pairs_) return;
  if (kind == TreeKind::classic) return update_classic(boxes);
  update_loose(boxes);
}

void Trees::update_quadphase(const BoxView& boxes) {
  Figures& figures = figures_of(TreeKind::quadphase);
  has_too_many_pairs_ = false;
  try {
    figures.milliseconds = time_of([&] { broad_phase_.update(boxes); }, figures.milliseconds);
  } catch (const std::length_error&) {
    has_too_many_pairs_ = true;
    figures.milliseconds = time_of(
        [&] {
          broad_phase_.build(boxes);
          static_cast<void>(broad_phase_.count_pairs());
        },
        figures.milliseconds);
  }
  const Stats& stats = broad_phase_.stats();
  figures.pairs = static_cast<double>(stats.pair_count);
  figures.tests = static_cast<double>(stats.test_count);
  figures.cells = static_cast<double>(stats.leaf_count + stats.node_count);
  figures.remark = static_cast<double>(stats.leaf_count);
}

void Trees::update_classic(const BoxView& boxes) {
  Figures& figures = figures_of(TreeKind::classic);
  figures.milliseconds = time_of(
      [&] {
        classic_.refill(boxes, bench::world_of(boxes), rows_);
        classic_pairs_.clear();
        classic_.find_pairs(rows_, 0, rows_.size(), classic_pairs_);
      },
      figures.milliseconds);
  figures.pairs = static_cast<double>(classic_pairs_.size());
}

void Trees::update_loose(const BoxView& boxes) {
  Figures& figures = figures_of(TreeKind::loose);
  figures.milliseconds = time_of(
      [&] {
        loose_.choose_world(boxes);
        loose_.insert_all(boxes);
        loose_pairs_.clear();
        loose_.find_pairs(0, boxes.size(), loose_pairs_);
      },
      figures.milliseconds);
  figures.pairs = static_cast<double>(loose_pairs_.size());
}

void Trees::count_tests(TreeKind kind) {
  Figures& figures = figures_of(kind);
  if (kind == TreeKind::classic) {
    std::uint64_t tests = 0, above = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      classic_.query(rows_[i], [&](ObjectId other) { tests += i < other ? 1U : 0U; });
    classic_.for_each_cell([&](const Box&, std::uint32_t, std::span<const ObjectId> ids,
                               bool is_leaf) { above += is_leaf ? 0 : ids.size(); });
    figures.tests = static_cast<double>(tests);
    figures.remark = static_cast<double>(above);
  } else if (kind == TreeKind::loose) {
    const auto is_missed = [&](const Pair& pair) {
      return !loose_.are_on_one_path(pair.first, pair.second);
    };
    const auto pairs = loose_pairs_.span();
    figures.tests = static_cast<double>(loose_.test_count());
    figures.remark = static_cast<double>(std::count_if(pairs.begin(), pairs.end(), is_missed));
  }
}

std::span<const Pair> Trees::pairs(TreeKind kind) const noexcept {
  switch (kind) {
    case TreeKind::classic:
      return classic_pairs_.span();
    case TreeKind::loose:
      return loose_pairs_.span();
    default:
      return broad_phase_.pairs();
  }
}

void Trees::draw_cells(TreeKind kind, const CellOptions& options, std::vector<Drawn>& filled,
                       std::vector<Drawn>& framed) {
  std::uint32_t deepest = 0;
  std::size_t cells = 0;
  const auto draw = [&](const Box& box, std::uint32_t depth, bool is_leaf, bool is_filled) {
    deepest = std::max(deepest, depth);
    ++cells;
    if (depth > options.deepest) return;
    const bool is_last = is_leaf || depth == options.deepest;
    if (is_last && is_filled) filled.push_back({box, halvings(options.world, box)});
    if (is_last || !options.leaves_only) framed.push_back({box, static_cast<float>(depth)});
  };
  if (kind == TreeKind::quadphase) {
    broad_phase_.for_each_cell(
        [&](const Cell& cell) { draw(cell.bounds, cell.depth, cell.is_leaf, !cell.is_large); });
  } else if (kind == TreeKind::classic) {
    classic_.for_each_cell([&](const Box& cell, std::uint32_t depth, std::span<const ObjectId> ids,
                               bool is_leaf) { draw(cell, depth, is_leaf, !ids.empty()); });
  } else {
    loose_.for_each_cell(
        [&](const Box& cell, std::uint32_t depth, std::size_t) { draw(cell, depth, true, true); });
  }
  figures_of(kind).depth = deepest;
  figures_of(kind).cells = static_cast<double>(cells);
}

void Trees::draw_above_leaves(std::vector<Drawn>& drawn) const {
  classic_.for_each_cell(
      [&](const Box&, std::uint32_t, std::span<const ObjectId> ids, bool is_leaf) {
        if (is_leaf) return;
        for (const ObjectId id : ids) drawn.push_back({rows_[id]});
      });
}

void Trees::draw_order(std::vector<Point>& points) const {
  broad_phase_.for_each_cell([&](const Cell& cell) {
    if (cell.is_leaf && !cell.is_large) points.push_back(center(cell.bounds));
  });
}

}  // namespace quadphase::playground
