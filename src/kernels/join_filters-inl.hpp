// SPDX-License-Identifier: MIT
// Filters of a tree-tree join: which objects of tree B the leaves and boxes of tree A may pair
// with.
#if defined(QUADPHASE_JOIN_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_JOIN_FILTERS_INL
#undef QUADPHASE_JOIN_FILTERS_INL
#else
#define QUADPHASE_JOIN_FILTERS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "kernels/filter_policies-inl.hpp"
#include "kernels/filters-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The policy of joins of trees with any filters; see filter_policies-inl.hpp. The summaries are
/// those of the last leaves or boxes that were summarized.
class JoinFilters {
 public:
  using Partners = PartnerFilter;

  JoinFilters(const TreeView& a, const TreeView& b) : a_(a), b_(b) {}

  /// Summarizes the leaves `[first, last)` of A, at most kFanout. Returns false if they match
  /// nothing.
  [[nodiscard]] bool summarize_leaves(std::uint32_t first, std::uint32_t last) {
    const EntryFilterSpan& leaves = a_.level_filters[0];
    first_leaf_ = first;
    first_box_ = a_.leaf_first[first];
    ClassSet all = 0;
    std::uint32_t group = leaves.group[first];
    std::uint32_t min_world = leaves.min_world[first];
    std::uint32_t max_world = leaves.max_world[first];
    for (std::uint32_t a = first; a < last; ++a) {
      const ClassSet partners = partners_of_leaf(a);
      all |= partners;
      leaf_partners_low_[a - first] = static_cast<std::uint32_t>(partners);
      leaf_partners_high_[a - first] = static_cast<std::uint32_t>(partners >> 32);
      if (leaves.group[a] != group) group = 0;
      min_world = std::min(min_world, leaves.min_world[a]);
      max_world = std::max(max_world, leaves.max_world[a]);
      for (std::uint32_t i = a_.leaf_first[a]; i < a_.leaf_first[a + 1]; ++i)
        box_partners_[i - first_box_] = partners;
    }
    group_ = {low_of(all),
              high_of(all),
              hn::Set(Words{}, group),
              hn::Set(Words{}, min_world),
              hn::Set(Words{}, max_world),
              {}};
    if (b_.matrix.category_bits != 0) group_.sought = summarize_sought(first, last);
    return all != 0;
  }

  /// Summarizes the boxes `[first, last)` of A, at most those of kFanout leaves.
  void summarize_boxes(std::uint32_t first, std::uint32_t last) {
    first_box_ = first;
    for (std::uint32_t i = first; i < last; ++i)
      box_partners_[i - first] =
          partners_of(a_.filters.category[i], a_.filters.mask[i], a_.filters.group[i]);
  }

  /// True if box `i` matches no object of B.
  [[nodiscard]] bool matches_nothing(std::uint32_t i) const {
    return box_partners_[i - first_box_] == 0;
  }

  // The filter of all summarized leaves, of one of them, or of one box.

  [[nodiscard]] HWY_INLINE Partners group_partner_filter() const { return group_; }
  [[nodiscard]] HWY_INLINE Partners leaf_partner_filter(std::uint32_t a) const {
    const std::uint32_t i = a - first_leaf_;
    PartnerFilter partners = broadcast_partner_filter(
        a_.level_filters[0], a, ClassSet{leaf_partners_high_[i]} << 32 | leaf_partners_low_[i]);
    partners.sought = {sought_[0] + i, kSoughtStride, b_.matrix.category_bits};
    return partners;
  }
  [[nodiscard]] HWY_INLINE Partners partner_filter(std::uint32_t i) const {
    const ClassSet partners = box_partners_[i - first_box_];
    const WordVector world = hn::Set(Words{}, a_.filters.world[i]);
    return {low_of(partners),
            high_of(partners),
            hn::Set(Words{}, a_.filters.group[i]),
            world,
            world,
            {a_.filters.category + i, 0, a_.filters.mask[i] & b_.matrix.category_bits}};
  }

  /// The `lanes` whose entry on a level of B, from `first` on, may match.
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t level, const Partners& partners,
                                             std::uint32_t first, FloatMask lanes) const {
    return may_match(partners, b_, level, first, lanes);
  }

  /// The `lanes` whose leaf, from `a` on, may match `node` of B.
  [[nodiscard]] HWY_INLINE FloatMask leaves(std::uint32_t node, std::uint32_t a,
                                            FloatMask lanes) const {
    const Words d;
    const EntryFilterSpan& nodes = b_.level_filters[1];
    const EntryFilterSpan& entries = a_.level_filters[0];
    const ClassSet classes = ClassSet{nodes.classes_high[node]} << 32 | nodes.classes_low[node];
    const std::uint32_t i = a - first_leaf_;
    // In reverse: the classes and the matrix of the node are compared with what the leaves look
    // for.
    const FloatMask mask =
        may_match(broadcast_partner_filter(nodes, node, classes),
                  {hn::LoadU(d, leaf_partners_low_ + i), hn::LoadU(d, leaf_partners_high_ + i),
                   hn::LoadU(d, entries.group + a), hn::LoadU(d, entries.min_world + a),
                   hn::LoadU(d, entries.max_world + a)},
                  lanes);
    if (HWY_LIKELY(b_.matrix.category_bits == 0)) return mask;
    return Matrices::match(b_.matrix,
                           {nodes.masks + node, b_.matrix.stride, b_.matrix.category_bits},
                           sought_[0] + i, kSoughtStride, mask);
  }

  /// The `lanes` whose object of B, from `j` on, may pair with box `i`.
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t i, std::uint32_t j,
                                             FloatMask lanes) const {
    return may_pair(broadcast_filter(a_.filters, i), load_filters(b_.filters, j), lanes);
  }

 private:
  [[nodiscard]] static HWY_INLINE WordVector low_of(ClassSet classes) {
    return hn::Set(Words{}, static_cast<std::uint32_t>(classes));
  }
  [[nodiscard]] static HWY_INLINE WordVector high_of(ClassSet classes) {
    return hn::Set(Words{}, static_cast<std::uint32_t>(classes >> 32));
  }

  /// The classes of B that may pair with one class of A.
  [[nodiscard]] ClassSet partners_of(std::uint32_t category, std::uint32_t mask,
                                     std::uint32_t group) const {
    ClassSet partners = 0;
    for (std::uint32_t class_index = 0; class_index < b_.classes->count; ++class_index) {
      if (classes_match(category, mask, b_.classes->category[class_index],
                        b_.classes->mask[class_index]) &&
          groups_match(group, b_.classes->group[class_index]))
        partners |= ClassSet{1} << class_index;
    }
    return partners;
  }

  /// The classes of B that may pair with one of the classes below leaf `a`.
  [[nodiscard]] ClassSet partners_of_leaf(std::uint32_t a) {
    const EntryFilterSpan& leaves = a_.level_filters[0];
    ClassSet partners = 0;
    if (a_.matrix.category_bits != 0) {  // a class has several combinations
      for (std::uint32_t i = a_.leaf_first[a]; i < a_.leaf_first[a + 1]; ++i)
        partners |= partners_of(a_.filters.category[i], a_.filters.mask[i], a_.filters.group[i]);
      return partners;
    }
    for (ClassSet classes = ClassSet{leaves.classes_high[a]} << 32 | leaves.classes_low[a];
         classes != 0; classes &= classes - 1) {
      const int class_index = std::countr_zero(classes);
      const ClassSet bit = ClassSet{1} << class_index;
      const auto k = static_cast<std::size_t>(class_index);
      if ((known_classes_ & bit) == 0) {
        class_partners_[k] =
            partners_of(a_.classes->category[k], a_.classes->mask[k], a_.classes->group[k]);
        known_classes_ |= bit;
      }
      partners |= class_partners_[k];
    }
    return partners;
  }

  /// Finds what the leaves `[first, last)` of A look for in matrices of B. Returns what all of them
  /// do, which is stored behind the leaves.
  HWY_NOINLINE SoughtBits summarize_sought(std::uint32_t first, std::uint32_t last) {
    const std::uint32_t rows = b_.matrix.category_bits;
    std::fill_n(sought_[0], static_cast<std::size_t>(std::popcount(rows)) * kSoughtStride, 0U);
    for (std::uint32_t a = first; a < last; ++a) {
      for (std::uint32_t i = a_.leaf_first[a]; i < a_.leaf_first[a + 1]; ++i) {
        for (std::uint32_t bits = a_.filters.mask[i] & rows; bits != 0; bits &= bits - 1) {
          std::uint32_t* const sought =
              sought_[b_.matrix.row_of[static_cast<std::size_t>(std::countr_zero(bits))]];
          sought[a - first] |= a_.filters.category[i];
          sought[kFanout] |= a_.filters.category[i];
        }
      }
    }
    return {sought_[0] + kFanout, kSoughtStride, rows};
  }

  const TreeView& a_;
  const TreeView& b_;
  std::uint32_t first_leaf_ = 0;  // the first leaf that is summarized
  std::uint32_t first_box_ = 0;
  Partners group_{};

  // Classes of B. One more vector can be read past those of the leaves.
  ClassSet known_classes_ = 0;
  ClassSet class_partners_[kMaxClasses];
  std::uint32_t leaf_partners_low_[2 * kFanout];
  std::uint32_t leaf_partners_high_[2 * kFanout];
  ClassSet box_partners_[kFanout * kFanout];

  // By row of B's matrices and leaf, and behind the leaves for all of them.
  static constexpr std::size_t kSoughtStride = 2 * std::size_t{kFanout};
  std::uint32_t sought_[32][kSoughtStride];
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
