// SPDX-License-Identifier: MIT
// Filters in registers: which of two vectors of objects, leaves or nodes may pair.
#if defined(QUADPHASE_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_FILTERS_INL
#undef QUADPHASE_FILTERS_INL
#else
#define QUADPHASE_FILTERS_INL
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "data/tree_view.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Filters of some objects, or that of one in all lanes.
struct FilterVector {
  WordVector category;
  WordVector mask;
  WordVector group;
  WordVector world;
};

HWY_INLINE FilterVector load_filters(const FilterSpan& filters, std::size_t first) {
  const Words d;
  return {hn::LoadU(d, filters.category + first), hn::LoadU(d, filters.mask + first),
          hn::LoadU(d, filters.group + first), hn::LoadU(d, filters.world + first)};
}

HWY_INLINE FilterVector broadcast_filter(const FilterSpan& filters, std::size_t i) {
  const Words d;
  return {hn::Set(d, filters.category[i]), hn::Set(d, filters.mask[i]),
          hn::Set(d, filters.group[i]), hn::Set(d, filters.world[i])};
}

/// Those of `lanes` whose two objects may pair; see `may_pair` in attributes.hpp. Worlds differ
/// if bits of `world_mask` do.
HWY_INLINE FloatMask may_pair(const FilterVector& a, const FilterVector& b, WordVector world_mask,
                              FloatMask lanes) {
  const Words d;
  const auto zero = hn::Zero(d);
  const auto matches =
      hn::And(hn::Ne(hn::And(a.category, b.mask), zero), hn::Ne(hn::And(b.category, a.mask), zero));
  const auto groups = hn::Or(hn::Ne(a.group, b.group), hn::Eq(a.group, zero));
  const auto worlds = hn::Eq(hn::And(hn::Xor(a.world, b.world), world_mask), zero);
  const auto all = hn::And(hn::And(matches, groups), worlds);
  return hn::And(hn::RebindMask(Floats{}, all), lanes);
}

HWY_INLINE FloatMask may_pair(const FilterVector& a, const FilterVector& b, FloatMask lanes) {
  return may_pair(a, b, hn::Set(Words{}, 0xFFFF'FFFF), lanes);
}

/// The summaries of the filters below some leaves or nodes, or that of one in all lanes.
struct EntryFilterVector {
  WordVector classes_low;
  WordVector classes_high;
  WordVector group;
  WordVector min_world;
  WordVector max_world;
};

HWY_INLINE EntryFilterVector load_entry_filters(const EntryFilterSpan& entries, std::size_t first) {
  const Words d;
  return {hn::LoadU(d, entries.classes_low + first), hn::LoadU(d, entries.classes_high + first),
          hn::LoadU(d, entries.group + first), hn::LoadU(d, entries.min_world + first),
          hn::LoadU(d, entries.max_world + first)};
}

/// What an entry, an object or a query looks for, to be compared with matrices: for each of its
/// mask bits, the categories of which a partner must have one in its mask. Those of row r are
/// `stride * r` words after the first; if there is only one filter, they are the same in each row.
struct SoughtBits {
  const std::uint32_t* categories = nullptr;
  std::size_t stride = 0;
  std::uint32_t mask = 0;
};

/// One entry with which others are compared, in all lanes: the filter classes that may pair with
/// it, its group and its worlds.
struct PartnerFilter {
  WordVector partners_low;
  WordVector partners_high;
  WordVector group;
  WordVector min_world;
  WordVector max_world;
  SoughtBits sought{};
};

/// Entry `i`, whose partners are `partners`: filter classes of the tree with which it is compared.
HWY_INLINE PartnerFilter broadcast_partner_filter(const EntryFilterSpan& entries, std::size_t i,
                                                  ClassSet partners) {
  const Words d;
  return {hn::Set(d, static_cast<std::uint32_t>(partners)),
          hn::Set(d, static_cast<std::uint32_t>(partners >> 32)),
          hn::Set(d, entries.group[i]),
          hn::Set(d, entries.min_world[i]),
          hn::Set(d, entries.max_world[i]),
          {}};
}

/// The lanes whose ranges of worlds have one in common.
HWY_INLINE hn::Mask<Words> worlds_meet(WordVector min_a, WordVector max_a, WordVector min_b,
                                       WordVector max_b) {
  // Not(Lt): there is no Le for unsigned lanes.
  return hn::AndNot(hn::Lt(max_b, min_a), hn::Not(hn::Lt(max_a, min_b)));
}

/// Those of `lanes` below which an object could pair with one below `a`.
HWY_INLINE FloatMask may_match(const PartnerFilter& a, const EntryFilterVector& b,
                               FloatMask lanes) {
  const Words d;
  const auto zero = hn::Zero(d);
  const auto classes =
      hn::Or(hn::And(a.partners_low, b.classes_low), hn::And(a.partners_high, b.classes_high));
  const auto groups = hn::Or(hn::Ne(a.group, b.group), hn::Eq(a.group, zero));
  const auto worlds = worlds_meet(a.min_world, a.max_world, b.min_world, b.max_world);
  const auto all = hn::And(hn::And(hn::Ne(classes, zero), groups), worlds);
  return hn::And(hn::RebindMask(Floats{}, all), lanes);
}

/// The comparison of matrices: exact where classes are too few.
struct Matrices {
  /// Those of `lanes` below which an object has the category and the mask that is looked for.
  /// `masks` is the first row of their matrices, and the next one is `stride` words further on.
  /// Why never inlined: few trees have matrices.
  static HWY_NOINLINE FloatMask match(const FilterMatrix& matrix, const SoughtBits& sought,
                                      const std::uint32_t* masks, std::size_t stride,
                                      FloatMask lanes) {
    const Words d;
    if (hn::AllFalse(Floats{}, lanes)) return lanes;
    auto found = hn::Zero(d);
    for (std::uint32_t bits = sought.mask; bits != 0; bits &= bits - 1) {
      const std::size_t row = matrix.row_of[static_cast<std::size_t>(std::countr_zero(bits))];
      found = hn::Or(found, hn::And(hn::LoadU(d, masks + row * stride),
                                    hn::Set(d, sought.categories[row * sought.stride])));
    }
    return hn::And(hn::RebindMask(Floats{}, hn::Ne(found, hn::Zero(d))), lanes);
  }
};

/// Those of `lanes`, entries of a level from `first` on, below which an object could pair with one
/// below `partners`.
HWY_INLINE FloatMask may_match(const PartnerFilter& partners, const TreeView& tree,
                               std::uint32_t level, std::uint32_t first, FloatMask lanes) {
  const EntryFilterSpan& entries = tree.level_filters[level];
  const FloatMask mask = may_match(partners, load_entry_filters(entries, first), lanes);
  if (HWY_LIKELY(partners.sought.mask == 0)) return mask;
  return Matrices::match(tree.matrix, partners.sought, entries.masks + first, tree.matrix.stride,
                         mask);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
