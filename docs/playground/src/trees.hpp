// SPDX-License-Identifier: MIT
// The three trees of the page over the same boxes, and what is drawn of them.
#pragma once

#include <quadphase/quadphase.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/classic_quadtree.hpp"
#include "baselines/loose_quadtree.hpp"
#include "baselines/support/pair_buffer.hpp"

namespace quadphase::playground {

/// A rectangle as the page draws it: between two styles, 0 and 1, by its level.
struct Drawn {
  Box box;
  float level = 0;
  float unused[3] = {};  // two texels of four floats
};

enum class TreeKind : std::uint8_t { quadphase, classic, loose };

struct Figures {
  double milliseconds = 0;  ///< of a frame: the tree and all pairs
  double pairs = 0;
  double tests = 0;  ///< box against box
  double cells = 0;
  double depth = 0;   ///< of the deepest cell
  double remark = 0;  ///< quadphase: leaves; classic: boxes above the leaves; loose: missed pairs
};

/// What is drawn of the cells of a tree.
struct CellOptions {
  std::uint32_t deepest = 0;  ///< cells below this depth are left out
  bool leaves_only = false;
  Box world;  ///< the smaller a cell is than this, the higher is its level
};

class Trees {
 public:
  /// Updates one of them. All find the same pairs.
  ///
  /// A frame that takes less than a millisecond is done again until one has passed, for the clocks
  /// of browsers count tenths of it; the time is the mean. Errors: those of `BroadPhase::update`.
  /// If there are too many pairs to list, quadphase counts them, and the others are not updated.
  void update(TreeKind kind, const BoxView& boxes);

  /// Whether there are more pairs than the page lists.
  [[nodiscard]] bool has_too_many_pairs() const noexcept { return has_too_many_pairs_; }

  /// Computes the figures that are not known after an update; they take a search of their own.
  void count_tests(TreeKind kind);

  [[nodiscard]] const Figures& figures(TreeKind kind) const noexcept {
    return figures_[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::span<const Pair> pairs(TreeKind kind) const noexcept;
  [[nodiscard]] const BroadPhase& broad_phase() const noexcept { return broad_phase_; }
  [[nodiscard]] const bench::LooseQuadtree& loose() const noexcept { return loose_; }

  /// The cells to fill, parents first, and those whose edges are drawn.
  void draw_cells(TreeKind kind, const CellOptions& options, std::vector<Drawn>& filled,
                  std::vector<Drawn>& framed);

  /// The boxes of the classic tree that lie on middle lines, above the leaves.
  void draw_above_leaves(std::vector<Drawn>& drawn) const;

  /// The centers of the leaves of quadphase in the order of the tree, without those of large
  /// objects, which come before the others.
  void draw_order(std::vector<Point>& points) const;

 private:
  static constexpr std::uint64_t kMostPairs = 12'000'000;

  void update_quadphase(const BoxView& boxes);
  void update_classic(const BoxView& boxes);
  void update_loose(const BoxView& boxes);
  [[nodiscard]] Figures& figures_of(TreeKind kind) noexcept {
    return figures_[static_cast<std::size_t>(kind)];
  }

  BroadPhase broad_phase_{{.max_pairs = kMostPairs}};
  bench::ClassicQuadtree classic_;
  std::vector<Box> rows_;  // as they are in the classic tree
  bench::PairBuffer classic_pairs_;
  bench::LooseQuadtree loose_;
  bench::PairBuffer loose_pairs_;
  Figures figures_[3];
  bool has_too_many_pairs_ = false;
};

}  // namespace quadphase::playground
