// SPDX-License-Identifier: MIT
// Kernel that reads boxes in rows: a transposition of four by four edges.
#if defined(QUADPHASE_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_TRANSPOSE_INL
#undef QUADPHASE_TRANSPOSE_INL
#else
#define QUADPHASE_TRANSPOSE_INL
#endif

#include <hwy/highway.h>

#include "kernels/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Quads = hn::Full128<float>;
using QuadVector = hn::Vec<Quads>;

/// Writes four boxes to rows from `i` on.
HWY_INLINE void store_transposed(QuadVector a, QuadVector b, QuadVector c, QuadVector e,
                                 const EdgeColumns& columns, std::size_t i) {
  const Quads d;
  const QuadVector ab_min = hn::InterleaveLower(d, a, b);  // min_x of a and b, min_y of both
  const QuadVector ab_max = hn::InterleaveUpper(d, a, b);
  const QuadVector ce_min = hn::InterleaveLower(d, c, e);
  const QuadVector ce_max = hn::InterleaveUpper(d, c, e);
  hn::StoreU(hn::ConcatLowerLower(d, ce_min, ab_min), d, columns.min_x + i);
  hn::StoreU(hn::ConcatUpperUpper(d, ce_min, ab_min), d, columns.min_y + i);
  hn::StoreU(hn::ConcatLowerLower(d, ce_max, ab_max), d, columns.max_x + i);
  hn::StoreU(hn::ConcatUpperUpper(d, ce_max, ab_max), d, columns.max_y + i);
}

/// Transposes rows from `first` on, four at a time; returns where the rest begins.
HWY_INLINE std::size_t read_fours(const RowSpan& rows, std::size_t first, std::size_t last,
                                  const EdgeColumns& columns) {
  // Why as bytes: the floats may lie at any address.
  const hn::Repartition<std::uint8_t, Quads> bytes;
  const std::size_t stride = rows.stride;
  const EdgeColumns to = columns;
  const auto* row = reinterpret_cast<const std::uint8_t*>(rows.first) + first * stride;
  const auto load = [&](std::size_t k) {
    return hn::BitCast(Quads{}, hn::LoadU(bytes, row + k * stride));
  };
  std::size_t i = first;
  for (; i + 4 <= last; i += 4, row += 4 * stride)
    store_transposed(load(0), load(1), load(2), load(3), to, i);
  return i;
}

#else

HWY_INLINE std::size_t read_fours(const RowSpan&, std::size_t first, std::size_t,
                                  const EdgeColumns&) {
  return first;
}

#endif

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
