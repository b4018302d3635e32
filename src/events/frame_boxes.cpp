// SPDX-License-Identifier: MIT
#include "events/frame_boxes.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "data/local_box.hpp"

namespace quadphase::detail {
namespace {

/// The number of pairs whose slots are found before their boxes are read, so that many reads of
/// each kind are under way at the same time.
constexpr std::size_t kPairBatch = tuned<std::size_t>(8 * kWordBits, kWordBits);

[[nodiscard]] bool has_bit(const std::uint64_t* words, std::size_t i) {
  return (words[i / kWordBits] >> i % kWordBits & 1) != 0;
}

}  // namespace

/// True if the object in a slot overlaps the static one in a row.
bool FrameBoxes::overlap_statics(std::uint32_t slot, std::uint32_t row) const noexcept {
  if (row == IdMap::kNone || (static_changed != nullptr && has_bit(static_changed, row)))
    return false;
  const Box box = searched_box(*statics, row);
  if (doubles == nullptr && !statics->has_doubles)
    return overlaps(boxes[slot], box, touching, periods);
  ExactBox other{box, statics->doubles_of(row), origin};
  // They may have been rounded near another origin since.
  if (other.is_double()) other.local = local_box(other.doubles, origin);
  return overlaps(box_of(slot), other, touching, periods);
}

/// The box in a slot; one that overlaps nothing if there is no such slot.
ExactBox FrameBoxes::box_of(std::uint32_t slot) const noexcept {
  const std::size_t i = std::min<std::size_t>(slot, ids->slot_count());
  return {boxes[i], doubles != nullptr ? doubles[i] : no_double_box(), origin};
}

/// Sets the bits of pairs that overlap in float but not in double; returns their number.
std::size_t FrameBoxes::mark_rounded(std::span<const SlotPair> slots,
                                     std::uint64_t* disjoint) const noexcept {
  if (doubles == nullptr) return 0;
  std::size_t marked = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (has_bit(disjoint, i)) continue;
    const ExactBox a = box_of(slots[i].first);
    const ExactBox b = box_of(slots[i].second);
    if (surely_overlap(a.local, b.local) || overlaps(a, b, touching)) continue;
    disjoint[i / kWordBits] |= std::uint64_t{1} << i % kWordBits;
    ++marked;
  }
  return marked;
}

/// Clears the bits of pairs of a moving and a static object that overlap; returns their number.
std::size_t FrameBoxes::clear_touching_statics(std::span<const Pair> pairs, const SlotPair* slots,
                                               std::uint64_t* disjoint) const noexcept {
  const std::size_t count = ids->slot_count();
  struct Mixed {
    std::uint32_t index;
    std::uint32_t moving_slot;
    std::uint32_t static_row;  // at first the id
  };
  std::array<Mixed, kPairBatch> mixed;
  std::size_t mixed_count = 0;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const bool first_moves = slots[i].first < count;
    const bool second_moves = slots[i].second < count;
    mixed[mixed_count] = first_moves ? Mixed{i, slots[i].first, pairs[i].second}
                                     : Mixed{i, slots[i].second, pairs[i].first};
    mixed_count += static_cast<std::size_t>(first_moves != second_moves);
  }
  // Why one loop per dependent read: the reads of many pairs are under way at the same time.
  const std::span<Mixed> all = std::span(mixed).first(mixed_count);
  for (const Mixed& pair : all) statics->rows.prefetch(pair.static_row);
  const BoxSpan columns = statics->boxes.from(0);
  for (Mixed& pair : all) {
    pair.static_row = statics->rows.find(pair.static_row);
    const std::size_t row = std::min<std::size_t>(pair.static_row, statics->count - 1);
    for (const float* column : {columns.min_x, columns.min_y, columns.max_x, columns.max_y})
      prefetch(column + row);
  }
  std::size_t cleared = 0;
  for (const Mixed& pair : all) {
    const bool overlap = overlap_statics(pair.moving_slot, pair.static_row);
    cleared += static_cast<std::size_t>(overlap);
    disjoint[pair.index / kWordBits] &= ~(std::uint64_t{overlap} << pair.index % kWordBits);
  }
  return cleared;
}

/// Clears the bits of pairs that overlap across the border of a periodic world; returns their
/// number.
/// Why after the kernel: few pairs are disjoint if the border is ignored.
std::size_t FrameBoxes::clear_across_border(std::span<const SlotPair> slots,
                                            std::uint64_t* disjoint) const noexcept {
  if (!periods.has_any()) return 0;
  std::size_t cleared = 0;
  for (std::size_t first = 0; first < slots.size(); first += kWordBits) {
    std::uint64_t* const word = disjoint + first / kWordBits;
    for (std::uint64_t left = *word; left != 0; left &= left - 1) {
      const SlotPair& pair = slots[first + static_cast<std::size_t>(std::countr_zero(left))];
      const bool overlap = overlaps(box_of(pair.first), box_of(pair.second), touching, periods);
      *word ^= overlap ? left & -left : 0;
      cleared += static_cast<std::size_t>(overlap);
    }
  }
  return cleared;
}

void FrameBoxes::find_slots(std::span<const Pair> pairs, SlotPair* slots) const noexcept {
  for (const Pair& pair : pairs) {
    ids->prefetch_slot(pair.first);
    ids->prefetch_slot(pair.second);
  }
  for (const Pair& pair : pairs) *slots++ = {ids->slot(pair.first), ids->slot(pair.second)};
  if (changed == nullptr) return;
  const std::size_t count = ids->slot_count();
  const auto without_changed = [&](std::uint32_t slot) {
    return slot < count && has_bit(changed, slot) ? IdMap::kNone : slot;
  };
  for (SlotPair& pair : std::span(slots - pairs.size(), pairs.size()))
    pair = {without_changed(pair.first), without_changed(pair.second)};
}

std::size_t FrameBoxes::find_disjoint(std::span<const Pair> pairs, const Kernels& kernels,
                                      std::uint64_t* disjoint) const {
  if (have_equal_ids) {
    for (std::size_t first = 0; first < pairs.size(); first += kWordBits) {
      const std::size_t left = pairs.size() - first;
      disjoint[first / kWordBits] =
          left < kWordBits ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    }
    return pairs.size();
  }
  const auto none = static_cast<std::uint32_t>(ids->slot_count());
  // Invariant: the kernel comes first. The operands of a difference may be evaluated in any order.
  const auto find = [&](std::span<const SlotPair> slot_pairs, std::uint64_t* words) {
    const std::size_t found = kernels.find_disjoint(boxes, none, slot_pairs, touching, words);
    const std::size_t marked = mark_rounded(slot_pairs, words);
    return found + marked - clear_across_border(slot_pairs, words);
  };
  if (ids->slots_are_ids() && changed == nullptr && !needs_static_boxes())
    return find(pairs, disjoint);
  std::array<SlotPair, kPairBatch> slots;
  std::size_t total = 0;
  for (std::size_t first = 0; first < pairs.size(); first += kPairBatch) {
    const std::span<const Pair> batch =
        pairs.subspan(first, std::min(kPairBatch, pairs.size() - first));
    find_slots(batch, slots.data());
    std::uint64_t* const words = disjoint + first / kWordBits;
    const std::size_t in_batch = find(std::span<const SlotPair>(slots).first(batch.size()), words);
    total += in_batch;
    if (needs_static_boxes() && in_batch > 0)
      total -= clear_touching_statics(batch, slots.data(), words);
  }
  return total;
}

}  // namespace quadphase::detail
