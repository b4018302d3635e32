// SPDX-License-Identifier: MIT
// What a search asks of filters. A policy is a class that answers these questions; each search
// takes one as a template parameter, so that what is known of a tree's filters costs nothing to
// ask:
//
//     Partners                                what an object, a leaf, a node or a query looks for
//     ..._partner_filter(i)                   that of one of them
//     entries(level, partners, first, lanes)  which leaves or nodes it may match
//     objects(i, j, lanes)                    which objects may pair with object or query i
//
// and of pairs and joins
//
//     leaves(node, a, lanes)                  which leaves may match the node
//     may_have_pairs(leaf)                    whether two objects of the leaf may pair
//     kColumns, each(a, b, stride, lanes)     the columns to copy of the objects of a leaf; which
//                                             of these may pair, the first with the first, and
//                                             so on
//     summarize_..., group_partner_filter()   of some leaves of a join, or of some boxes
//     matches_nothing(i), kCanExclude         what need not be searched, or searched with care
//
//     policy         pairs   joins   queries   of trees
//     NoFilters        x       x        x      without filters
//     WorldFilters     x       x               with worlds and otherwise default filters
//     PairFilters      x                       with any filters
//     JoinFilters              x               with any filters
//     QueryFilters                      x      with any filters
#if defined(QUADPHASE_FILTER_POLICIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_FILTER_POLICIES_INL
#undef QUADPHASE_FILTER_POLICIES_INL
#else
#define QUADPHASE_FILTER_POLICIES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/filters-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Everything may match.
struct NoFilters {
  static constexpr bool kCanExclude = false;
  static constexpr std::size_t kColumns = 0;
  struct Partners {};

  /// Of a tree; of two trees that are joined; or of a tree and a packet of queries.
  explicit NoFilters(const TreeView& /*tree*/) {}
  template <class Source>
  NoFilters(const TreeView& /*a*/, const Source& /*b*/) {}

  [[nodiscard]] bool summarize_leaves(std::uint32_t /*first*/, std::uint32_t /*last*/) {
    return true;
  }
  void summarize_boxes(std::uint32_t /*first*/, std::uint32_t /*last*/) {}
  [[nodiscard]] HWY_INLINE bool may_have_pairs(std::uint32_t /*leaf*/) const { return true; }
  [[nodiscard]] HWY_INLINE bool matches_nothing(std::uint32_t /*i*/) const { return false; }

  [[nodiscard]] HWY_INLINE Partners group_partner_filter() const { return {}; }
  [[nodiscard]] HWY_INLINE Partners node_partner_filter(std::uint32_t /*node*/) const { return {}; }
  [[nodiscard]] HWY_INLINE Partners leaf_partner_filter(std::uint32_t /*a*/) const { return {}; }
  [[nodiscard]] HWY_INLINE Partners partner_filter(std::uint32_t /*i*/) const { return {}; }

  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t /*level*/, const Partners& /*partners*/,
                                             std::uint32_t /*first*/, FloatMask lanes) const {
    return lanes;
  }
  [[nodiscard]] HWY_INLINE FloatMask leaves(std::uint32_t /*node*/, std::uint32_t /*a*/,
                                            FloatMask lanes) const {
    return lanes;
  }
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t /*i*/, std::uint32_t /*j*/,
                                             FloatMask lanes) const {
    return lanes;
  }
  [[nodiscard]] static HWY_INLINE FloatMask each(const std::uint32_t* /*a*/,
                                                 const std::uint32_t* /*b*/, std::size_t /*stride*/,
                                                 FloatMask lanes) {
    return lanes;
  }
};

/// Of trees whose objects have worlds and otherwise default filters: all of one world may pair.
/// Tried: the policies for any filters. Worlds in one place took 1.6 times as long as the same ones
/// side by side, instead of 1.1 to 1.4 times.
class WorldFilters {
 public:
  static constexpr std::size_t kColumns = 1;
  struct Partners {
    WordVector min_world;
    WordVector max_world;
  };

  explicit WorldFilters(const TreeView& tree) : WorldFilters(tree, tree) {}
  WorldFilters(const TreeView& a, const TreeView& b)
      : a_(a), b_(b), leaves_a_(columns(a, 0)), leaves_b_(columns(b, 0)) {}

  /// Summarizes the leaves `[first, last)` of A. Returns false if they match nothing.
  [[nodiscard]] bool summarize_leaves(std::uint32_t first, std::uint32_t last) {
    const Columns& leaves = leaves_a_;
    group_ = {
        hn::Set(Words{}, *std::min_element(leaves.min_world + first, leaves.min_world + last)),
        hn::Set(Words{}, *std::max_element(leaves.max_world + first, leaves.max_world + last))};
    return true;
  }
  void summarize_boxes(std::uint32_t /*first*/, std::uint32_t /*last*/) {}
  [[nodiscard]] HWY_INLINE bool may_have_pairs(std::uint32_t /*leaf*/) const { return true; }
  [[nodiscard]] HWY_INLINE bool matches_nothing(std::uint32_t /*i*/) const { return false; }

  // Of all summarized leaves, of a node or a leaf of A, or of one of its objects.

  [[nodiscard]] HWY_INLINE Partners group_partner_filter() const { return group_; }
  [[nodiscard]] HWY_INLINE Partners node_partner_filter(std::uint32_t node) const {
    return partners_of(columns(a_, 1), node);
  }
  [[nodiscard]] HWY_INLINE Partners leaf_partner_filter(std::uint32_t a) const {
    return partners_of(leaves_a_, a);
  }
  [[nodiscard]] HWY_INLINE Partners partner_filter(std::uint32_t i) const {
    const WordVector world = hn::Set(Words{}, leaves_a_.world[i]);
    return {world, world};
  }

  /// The `lanes` whose entry on a level of B, from `first` on, may match.
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t level, const Partners& partners,
                                             std::uint32_t first, FloatMask lanes) const {
    return meet(partners, level == 0 ? leaves_b_ : columns(b_, level), first, lanes);
  }
  /// The `lanes` whose leaf of A, from `a` on, may match `node` of B.
  [[nodiscard]] HWY_INLINE FloatMask leaves(std::uint32_t node, std::uint32_t a,
                                            FloatMask lanes) const {
    return meet(partners_of(columns(b_, 1), node), leaves_a_, a, lanes);
  }
  /// The `lanes` whose object of B, from `j` on, may pair with object `i` of A.
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t i, std::uint32_t j,
                                             FloatMask lanes) const {
    return are_equal(hn::Set(Words{}, leaves_a_.world[i]), leaves_b_.world + j, lanes);
  }
  /// The `lanes` whose two objects may pair, whose worlds are given.
  [[nodiscard]] static HWY_INLINE FloatMask each(const std::uint32_t* a, const std::uint32_t* b,
                                                 std::size_t /*stride*/, FloatMask lanes) {
    return are_equal(hn::LoadU(Words{}, a), b, lanes);
  }

 private:
  /// The worlds of the entries of a level, and those of all objects.
  struct Columns {
    const std::uint32_t* min_world;
    const std::uint32_t* max_world;
    const std::uint32_t* world;
  };

  [[nodiscard]] static HWY_INLINE Columns columns(const TreeView& tree, std::uint32_t level) {
    return {tree.level_filters[level].min_world, tree.level_filters[level].max_world,
            tree.filters.world};
  }
  [[nodiscard]] static HWY_INLINE Partners partners_of(const Columns& entries, std::size_t i) {
    return {hn::Set(Words{}, entries.min_world[i]), hn::Set(Words{}, entries.max_world[i])};
  }
  [[nodiscard]] static HWY_INLINE FloatMask meet(const Partners& partners, const Columns& entries,
                                                 std::size_t first, FloatMask lanes) {
    const Words d;
    const auto worlds =
        worlds_meet(partners.min_world, partners.max_world, hn::LoadU(d, entries.min_world + first),
                    hn::LoadU(d, entries.max_world + first));
    return hn::And(hn::RebindMask(Floats{}, worlds), lanes);
  }
  [[nodiscard]] static HWY_INLINE FloatMask are_equal(WordVector a, const std::uint32_t* b,
                                                      FloatMask lanes) {
    return hn::And(hn::RebindMask(Floats{}, hn::Eq(a, hn::LoadU(Words{}, b))), lanes);
  }

  const TreeView& a_;
  const TreeView& b_;
  // Why copies: a store of a vector may change the tree's pointers, for all that the compiler
  // knows, and a copy of this in a function's own variable stays in registers.
  Columns leaves_a_;
  Columns leaves_b_;
  Partners group_{};
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
