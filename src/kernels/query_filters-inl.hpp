// SPDX-License-Identifier: MIT
// The filters of a packet of queries: which entries and objects of a tree each may find.
#if defined(QUADPHASE_QUERY_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_QUERY_FILTERS_INL
#undef QUADPHASE_QUERY_FILTERS_INL
#else
#define QUADPHASE_QUERY_FILTERS_INL
#endif

#include <hwy/highway.h>

#include "kernels/filter_policies-inl.hpp"
#include "kernels/filters-inl.hpp"
#include "shapes/shapes.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The policy of a packet of queries in a tree with any filters; see filter_policies-inl.hpp.
class QueryFilters {
 public:
  static constexpr bool kCanExclude = true;
  using Partners = PartnerFilter;

  template <class Packet>
  QueryFilters(const TreeView& tree, const Packet& packet)
      : tree_(tree), filters_(packet.filters), world_mask_(packet.world_mask) {
    for (std::uint32_t i = 0; i < packet.count; ++i) {
      const bool same_as_previous = i > 0 && filters_[i].category == filters_[i - 1].category &&
                                    filters_[i].mask == filters_[i - 1].mask &&
                                    filters_[i].group == filters_[i - 1].group;
      partners_[i] = same_as_previous ? partners_[i - 1] : partners_of(filters_[i]);
    }
  }

  /// True if no object of the tree may pair with the query.
  [[nodiscard]] bool matches_nothing(std::uint32_t query) const { return partners_[query] == 0; }

  [[nodiscard]] HWY_INLINE Partners partner_filter(std::uint32_t query) const {
    const Words d;
    const ClassSet partners = partners_[query];
    const Filter& filter = filters_[query];
    return {hn::Set(d, static_cast<std::uint32_t>(partners)),
            hn::Set(d, static_cast<std::uint32_t>(partners >> 32)),
            hn::Set(d, filter.group),
            hn::Set(d, filter.world & world_mask_),
            hn::Set(d, filter.world | ~world_mask_),
            {&filter.category, 0, filter.mask & tree_.matrix.category_bits}};
  }

  /// Those of `lanes` whose entry on a level, from `first` on, may match.
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t level, const Partners& partners,
                                             std::uint32_t first, FloatMask lanes) const {
    return may_match(partners, tree_, level, first, lanes);
  }

  /// Those of `lanes` whose object, from `first` on, may pair with the query.
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t query, std::uint32_t first,
                                             FloatMask lanes) const {
    const Words d;
    const Filter& filter = filters_[query];
    return may_pair({hn::Set(d, filter.category), hn::Set(d, filter.mask), hn::Set(d, filter.group),
                     hn::Set(d, filter.world)},
                    load_filters(tree_.filters, first), hn::Set(d, world_mask_), lanes);
  }

 private:
  /// The classes of the tree that a filter matches. A bit for each class, so that a vector of
  /// classes makes a run of bits.
  [[nodiscard]] HWY_INLINE ClassSet partners_of(const Filter& filter) const {
    const Words d;
    const auto zero = hn::Zero(d);
    const auto category = hn::Set(d, filter.category);
    const auto mask = hn::Set(d, filter.mask);
    const auto group = hn::Set(d, filter.group);
    const auto no_group = hn::Eq(group, zero);
    const ClassTable& classes = *tree_.classes;
    ClassSet partners = 0;
    for (std::uint32_t first = 0; first < classes.count; first += kLanes) {
      const auto categories = hn::LoadU(d, classes.category.data() + first);
      const auto masks = hn::LoadU(d, classes.mask.data() + first);
      const auto match =
          hn::And(hn::Ne(hn::And(category, masks), zero), hn::Ne(hn::And(categories, mask), zero));
      const auto groups =
          hn::Or(hn::Ne(group, hn::LoadU(d, classes.group.data() + first)), no_group);
      const auto known = hn::RebindMask(d, first_lanes(classes.count - first));
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::And(hn::And(match, groups), known), bits);
      partners |= ClassSet{bits[0] | std::uint32_t{bits[1]} << 8} << first;
    }
    return partners;
  }

  const TreeView& tree_;
  const Filter* filters_;
  std::uint32_t world_mask_;
  ClassSet partners_[kPacketQueries];
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
