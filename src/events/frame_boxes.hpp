// SPDX-License-Identifier: MIT
// The boxes that an update searched, by id. Given the pairs of another update, they tell which of
// them also overlap in this one.
//
// Why:  two objects that differ between two updates only in their boxes are a pair in one of them
//       exactly if their boxes in that update overlap. So no pair has to be looked up.
// Cost: 16 bytes and one streaming write per object; two random reads of a cache line per pair,
//       most of them in cache, because pairs come in the order of the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "data/exact_boxes.hpp"
#include "input/object_history.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/box.hpp"
#include "quadphase/periodic.hpp"
#include "statics/static_objects.hpp"

namespace quadphase::detail {

/// Bits of a word in the bit sets of events.
inline constexpr std::size_t kWordBits = 64;

/// The slots of the two objects of a pair.
/// Why the same type: if slots are ids, the kernel reads the pairs themselves.
using SlotPair = Pair;

struct FrameBoxes {
  const Box* boxes = nullptr;  // by slot; the last one overlaps nothing
  const IdTable* ids = nullptr;
  const StaticObjects* statics = nullptr;
  /// One bit per slot, and one per static object by its row, for objects that differ in more than
  /// their box. Null if there are none.
  const std::uint64_t* changed = nullptr;
  const std::uint64_t* static_changed = nullptr;
  bool touching = true;                // boxes that only touch are not disjoint
  Periods periods{};                   // of the world
  const DoubleBox* doubles = nullptr;  // by slot; null if no box was given in double
  Origin origin{};                     // of these
  /// Objects have equal ids, so a slot does not identify a box: all pairs count as disjoint.
  bool have_equal_ids = false;

  /// Writes one bit per pair, which is set if the boxes are disjoint or one of the objects
  /// differs in more than its box. Returns how many bits are set.
  std::size_t find_disjoint(std::span<const Pair> pairs, const Kernels& kernels,
                            std::uint64_t* disjoint) const;

 private:
  /// True if the table does not have the boxes of static objects.
  [[nodiscard]] bool needs_static_boxes() const noexcept {
    return statics->count > 0 && !ids->has_static();
  }
  [[nodiscard]] ExactBox box_of(std::uint32_t slot) const noexcept;
  std::size_t mark_rounded(std::span<const SlotPair> slots, std::uint64_t* disjoint) const noexcept;
  std::size_t clear_across_border(std::span<const SlotPair> slots,
                                  std::uint64_t* disjoint) const noexcept;
  void find_slots(std::span<const Pair> pairs, SlotPair* slots) const noexcept;
  std::size_t clear_touching_statics(std::span<const Pair> pairs, const SlotPair* slots,
                                     std::uint64_t* disjoint) const noexcept;
  [[nodiscard]] bool overlap_statics(std::uint32_t slot, std::uint32_t row) const noexcept;
};

/// A box that overlaps no box, not even itself.
[[nodiscard]] constexpr Box no_box() noexcept {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  return {kNone, kNone, kNone, kNone};
}

/// The box of a static object as it is searched.
[[nodiscard]] inline Box searched_box(const StaticObjects& statics, std::size_t row) noexcept {
  const Box box = box_at(statics.boxes.from(0), row);
  return is_valid(box) ? box : no_box();
}

}  // namespace quadphase::detail
