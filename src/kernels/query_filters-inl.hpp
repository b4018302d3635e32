// SPDX-License-Identifier: MIT
// Filters of queries: what each of a few looks for in a tree.
#if defined(QUADPHASE_QUERY_FILTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_QUERY_FILTERS_INL
#undef QUADPHASE_QUERY_FILTERS_INL
#else
#define QUADPHASE_QUERY_FILTERS_INL
#endif

#include <hwy/highway.h>

#include "kernels/filters-inl.hpp"
#include "query/shapes.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Of a tree without filters.
struct NoQueryFilters {
  struct Seeking {};

  NoQueryFilters(const TreeView& /*tree*/, const Filter* /*filters*/, std::uint32_t /*count*/) {}

  [[nodiscard]] HWY_INLINE bool is_idle(std::uint32_t /*query*/) const { return false; }
  [[nodiscard]] HWY_INLINE Seeking seek(std::uint32_t /*query*/) const { return {}; }
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t /*level*/, const Seeking& /*seeking*/,
                                             std::uint32_t /*first*/, FloatMask lanes) const {
    return lanes;
  }
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t /*query*/, std::uint32_t /*first*/,
                                             FloatMask lanes) const {
    return lanes;
  }
};

class QueryFilters {
 public:
  using Seeking = SeekingFilter;

  QueryFilters(const TreeView& tree, const Filter* filters, std::uint32_t count)
      : tree_(tree), filters_(filters) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool is_known = i > 0 && filters[i].category == filters[i - 1].category &&
                            filters[i].mask == filters[i - 1].mask;
      partners_[i] = is_known ? partners_[i - 1] : partners_of(filters[i]);
    }
  }

  /// True where no object of the tree may pair with the query.
  [[nodiscard]] bool is_idle(std::uint32_t query) const { return partners_[query] == 0; }

  [[nodiscard]] HWY_INLINE Seeking seek(std::uint32_t query) const {
    const Words d;
    const ClassSet partners = partners_[query];
    const WordVector world = hn::Set(d, filters_[query].world);
    return {hn::Set(d, static_cast<std::uint32_t>(partners)),
            hn::Set(d, static_cast<std::uint32_t>(partners >> 32)),
            hn::Set(d, filters_[query].group), world, world};
  }

  /// Those of `lanes` whose entry on a level, from `first` on, may match.
  [[nodiscard]] HWY_INLINE FloatMask entries(std::uint32_t level, const Seeking& seeking,
                                             std::uint32_t first, FloatMask lanes) const {
    return may_meet(seeking, load_entry_filters(tree_.level_filters[level], first), lanes);
  }

  /// Those of `lanes` whose object, from `first` on, may pair with the query.
  [[nodiscard]] HWY_INLINE FloatMask objects(std::uint32_t query, std::uint32_t first,
                                             FloatMask lanes) const {
    const Words d;
    const Filter& filter = filters_[query];
    return may_pair({hn::Set(d, filter.category), hn::Set(d, filter.mask), hn::Set(d, filter.group),
                     hn::Set(d, filter.world)},
                    load_filters(tree_.filters, first), lanes);
  }

 private:
  [[nodiscard]] ClassSet partners_of(const Filter& filter) const {
    ClassSet partners = 0;
    for (std::uint32_t kind = 0; kind < tree_.classes->count; ++kind) {
      if (classes_match(filter.category, filter.mask, tree_.classes->category[kind],
                        tree_.classes->mask[kind]))
        partners |= ClassSet{1} << kind;
    }
    return partners;
  }

  const TreeView& tree_;
  const Filter* filters_;
  ClassSet partners_[kGroupQueries];
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
