// SPDX-License-Identifier: MIT
// The output of a loop of the tree-tree join and of query walks: hits are written to the worker's
// array and counted.
#if defined(QUADPHASE_HIT_OUTPUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_HIT_OUTPUT_INL
#undef QUADPHASE_HIT_OUTPUT_INL
#else
#define QUADPHASE_HIT_OUTPUT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Makes room for what items from `item` on find, at most up to `last`, each at most kFanout hits;
/// returns up to which one.
template <bool kStore>
HWY_INLINE std::size_t last_with_room(ItemWriter<JoinHit>* writer, std::size_t item,
                                      std::size_t last) {
  if constexpr (!kStore) return last;
  if (writer->room() < kFanout) writer->refill(*writer);
  return std::min(last, item + writer->room() / kFanout);
}

/// As PairOutput, for hits (source, id), which are not ordered by their numbers.
template <bool kStore, class Item>
struct HitOutput {
  Item* cursor = nullptr;
  PairCounts counts;

  /// Adds hits of `source`, an object or a query, with the objects in the lanes of `mask`. Needs
  /// room for kFanout.
  HWY_INLINE void add(std::uint32_t source, WordVector ids, FloatMask mask) {
    const std::size_t found = count_lanes(mask);
    counts.pairs += found;
    if constexpr (kStore) {
      write(source, LaneCompressor(mask)(ids), found);
      cursor += found;
    }
  }

 private:
  /// Writes whole vectors; the next hits overwrite the rest. The upper half is rarely needed.
  HWY_INLINE void write(std::uint32_t source, WordVector ids, std::size_t count) {
#if HWY_TARGET == HWY_SCALAR
    (void)count;
    *cursor = {source, hn::GetLane(ids)};
#else
    auto* const words = reinterpret_cast<std::uint32_t*>(cursor);
    store_half(source, hn::LowerHalf(ids), words);
    if (HWY_UNLIKELY(count > kLanes / 2))
      store_half(source, hn::UpperHalf(hn::Half<Words>{}, ids), words + kLanes);
#endif
  }

#if HWY_TARGET != HWY_SCALAR
  /// A hit is one 64-bit lane with the id in its upper half.
  static HWY_INLINE void store_half(std::uint32_t source, hn::Vec<hn::Half<Words>> ids,
                                    std::uint32_t* words) {
    const hn::Repartition<std::uint64_t, Words> wide;
    const auto hits = hn::Or(hn::Set(wide, source), hn::ShiftLeft<32>(hn::PromoteTo(wide, ids)));
    hn::StoreU(hn::BitCast(Words{}, hits), Words{}, words);
  }
#endif
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
