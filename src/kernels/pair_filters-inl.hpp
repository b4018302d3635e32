// SPDX-License-Identifier: MIT
// The filters of one tree: which of its objects and entries may pair with one another.
#if defined(QUADPHASE_PAIR_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIR_FILTERS_INL
#undef QUADPHASE_PAIR_FILTERS_INL
#else
#define QUADPHASE_PAIR_FILTERS_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "kernels/filter_policies-inl.hpp"
#include "kernels/filters-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The policy of pairs in a tree with any filters; see filter_policies-inl.hpp. `kWithMatrix`:
/// entries are compared by matrices, too. Why a parameter: with a branch, a frame takes 1.025 times
/// the instructions.
template <bool kWithMatrix>
class PairFilters {
 public:
  static constexpr std::size_t kColumns = 4;
  using Partners = PartnerFilter;

  explicit PairFilters(const TreeView& tree) : tree_(tree) {}

  // Of a node or a leaf.

  [[nodiscard]] HWY_INLINE Partners node_partner_filter(std::uint32_t node) const {
    return partner_filter_of(1, node);
  }
  [[nodiscard]] HWY_INLINE Partners leaf_partner_filter(std::uint32_t leaf) const {
    return partner_filter_of(0, leaf);
  }

  /// The `lanes` whose entry on a level, from `first` on, may match.
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t level, const Partners& partners,
                                             std::uint32_t first, FloatMask lanes) const {
    return may_match(partners, tree_, level, first, lanes);
  }
  /// The `lanes` whose leaf, from `a` on, may match `node`.
  [[nodiscard]] HWY_INLINE FloatMask leaves(std::uint32_t node, std::uint32_t a,
                                            FloatMask lanes) const {
    return entries(0, node_partner_filter(node), a, lanes);
  }
  /// Whether two objects of `leaf` may pair. With a branch for matrices, since the boxes of leaves
  /// are tested by one policy whether there are any or not; it is one for each leaf, and a frame
  /// takes as long.
  [[nodiscard]] HWY_INLINE bool may_have_pairs(std::uint32_t leaf) const {
    const Partners partners = tree_.matrix.own_bits != 0
                                  ? PairFilters<true>(tree_).leaf_partner_filter(leaf)
                                  : leaf_partner_filter(leaf);
    return count_lanes(entries(0, partners, leaf, first_lanes(1))) != 0;
  }
  /// The `lanes` whose object, from `j` on, may pair with object `i`.
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t i, std::uint32_t j,
                                             FloatMask lanes) const {
    return may_pair(broadcast_filter(tree_.filters, i), load_filters(tree_.filters, j), lanes);
  }
  /// The `lanes` whose two objects may pair. Category, mask, group and world are `stride` apart.
  [[nodiscard]] static HWY_INLINE FloatMask each(const std::uint32_t* a, const std::uint32_t* b,
                                                 std::size_t stride, FloatMask lanes) {
    return may_pair(load(a, stride), load(b, stride), lanes);
  }

 private:
  [[nodiscard]] static HWY_INLINE FilterVector load(const std::uint32_t* from, std::size_t stride) {
    return load_filters({from, from + stride, from + 2 * stride, from + 3 * stride}, 0);
  }
  [[nodiscard]] HWY_INLINE Partners partner_filter_of(std::uint32_t level, std::size_t i) const {
    const EntryFilterSpan& entries = tree_.level_filters[level];
    PartnerFilter partners = broadcast_partner_filter(
        entries, i, ClassSet{entries.partners_high[i]} << 32 | entries.partners_low[i]);
    if constexpr (kWithMatrix)
      partners.sought = {entries.categories + i, tree_.matrix.stride, tree_.matrix.own_bits};
    return partners;
  }

  const TreeView& tree_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
