// SPDX-License-Identifier: MIT
// Centers of a vector of boxes: the same plain operations, in the same order, as `center` in
// morton.hpp.
#if defined(QUADPHASE_CENTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_CENTER_INL
#undef QUADPHASE_CENTER_INL
#else
#define QUADPHASE_CENTER_INL
#endif

#include <hwy/highway.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE V center(D d, V min, V max) {
  const V half = hn::Set(d, 0.5F);
  const V largest = hn::Set(d, std::numeric_limits<float>::max());
  const V middle = hn::Add(hn::Mul(half, min), hn::Mul(half, max));
  const V finite = hn::Min(hn::Max(middle, hn::Neg(largest)), largest);
  return hn::IfThenElseZero(hn::Eq(middle, middle), finite);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
