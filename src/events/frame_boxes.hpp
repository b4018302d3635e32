// SPDX-License-Identifier: MIT
// The boxes that an update searched, by id: which pairs of another update it must have, too.
//
// Why: two objects that are the same in two updates, but for their boxes, are a pair in one of them
//      exactly where their boxes of that update overlap. So nobody has to look for the pair itself.
// Cost:    16 bytes and one streaming write an object; two random reads of a cache line a pair,
// most
//          of them in cache, since pairs come in the order of the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "events/object_history.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/box.hpp"
#include "statics/static_objects.hpp"

namespace quadphase::detail {

struct FrameBoxes {
  const Box* boxes = nullptr;  // by slot; then one that overlaps none
  const IdTable* ids = nullptr;
  const StaticObjects* statics = nullptr;
  /// A bit a slot, and a bit a static object by its row: more differs than the box. Null where
  /// there are none.
  const std::uint64_t* changed = nullptr;
  const std::uint64_t* static_changed = nullptr;

  /// Writes a bit for each pair: its boxes do not overlap, or one of its objects is not the same in
  /// both updates. Returns how many bits are set.
  std::size_t find_disjoint(std::span<const Pair> pairs, const Kernels& kernels,
                            std::uint64_t* apart) const;

 private:
  /// True where the table does not tell of static objects, which must be asked.
  [[nodiscard]] bool needs_static_boxes() const noexcept {
    return statics->count > 0 && !ids->has_static();
  }
  void find_slots(std::span<const Pair> pairs, Pair* slots) const noexcept;
  std::size_t clear_touching_statics(std::span<const Pair> pairs, const Pair* slots,
                                     std::uint64_t* apart) const noexcept;
  [[nodiscard]] Box static_box(std::uint32_t row) const noexcept;
};

/// A box that overlaps none, itself included.
[[nodiscard]] constexpr Box no_box() noexcept {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  return {kNone, kNone, kNone, kNone};
}

}  // namespace quadphase::detail
