// SPDX-License-Identifier: MIT
// Filters in registers: which of two vectors of objects, leaves or nodes may pair.
#if defined(QUADPHASE_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_FILTERS_INL
#undef QUADPHASE_FILTERS_INL
#else
#define QUADPHASE_FILTERS_INL
#endif

#include <hwy/highway.h>

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

/// One entry with which others are compared, in all lanes: the filter classes that may pair with
/// it, its group and its worlds.
struct PartnerFilter {
  WordVector partners_low;
  WordVector partners_high;
  WordVector group;
  WordVector min_world;
  WordVector max_world;
};

/// Entry `i`, whose partners are `partners`: filter classes of the tree with which it is compared.
HWY_INLINE PartnerFilter broadcast_partner_filter(const EntryFilterSpan& entries, std::size_t i,
                                                  ClassSet partners) {
  const Words d;
  return {hn::Set(d, static_cast<std::uint32_t>(partners)),
          hn::Set(d, static_cast<std::uint32_t>(partners >> 32)), hn::Set(d, entries.group[i]),
          hn::Set(d, entries.min_world[i]), hn::Set(d, entries.max_world[i])};
}

/// Entry `i`, with its partners in its own tree.
HWY_INLINE PartnerFilter broadcast_partner_filter(const EntryFilterSpan& entries, std::size_t i) {
  return broadcast_partner_filter(
      entries, i, ClassSet{entries.partners_high[i]} << 32 | entries.partners_low[i]);
}

/// Those of `lanes` below which an object could pair with one below `a`.
HWY_INLINE FloatMask may_match(const PartnerFilter& a, const EntryFilterVector& b,
                               FloatMask lanes) {
  const Words d;
  const auto zero = hn::Zero(d);
  const auto classes =
      hn::Or(hn::And(a.partners_low, b.classes_low), hn::And(a.partners_high, b.classes_high));
  const auto groups = hn::Or(hn::Ne(a.group, b.group), hn::Eq(a.group, zero));
  const auto worlds =
      hn::AndNot(hn::Lt(b.max_world, a.min_world), hn::Not(hn::Lt(a.max_world, b.min_world)));
  // Not(Lt): there is no Le of unsigned lanes.
  const auto all = hn::And(hn::And(hn::Ne(classes, zero), groups), worlds);
  return hn::And(hn::RebindMask(Floats{}, all), lanes);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
