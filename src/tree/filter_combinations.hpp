// SPDX-License-Identifier: MIT
// The combinations of category, mask and group of some objects, counted and numbered.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <tuple>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/tuning.hpp"
#include "data/filter_classes.hpp"
#include "data/objects.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

template <class Visit>
void for_each_bit(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// Finds the number of a combination of category and mask in a table with the columns `category`
/// and `mask`; `kWithGroups`: and also `group`. A hash table with many more slots than
/// combinations.
template <bool kWithGroups, class Table>
class CombinationFinder {
 public:
  static constexpr std::uint32_t kNotFound = 0xFFFF'FFFF;

  explicit CombinationFinder(Table& table) : table_(table) {
    for (std::uint32_t i = 0; i < table.count; ++i) {
      Filter filter{.category = table.category[i], .mask = table.mask[i]};
      if constexpr (kWithGroups) filter.group = table.group[i];
      slots_[slot_of(filter)] = static_cast<std::uint16_t>(i + 1);
    }
  }

  [[nodiscard]] std::uint32_t find(const Filter& filter) const {
    const std::uint16_t number = slots_[slot_of(filter)];
    return number > 0 ? number - 1U : kNotFound;
  }

  /// As `find`, but adds the combination if it is new and the table has fewer than `max_count`.
  std::uint32_t find_or_add(const Filter& filter, std::uint32_t max_count) {
    std::uint16_t& number = slots_[slot_of(filter)];
    if (number > 0) return number - 1U;
    if (table_.count >= max_count) return kNotFound;
    table_.category[table_.count] = filter.category;
    table_.mask[table_.count] = filter.mask;
    if constexpr (kWithGroups) table_.group[table_.count] = filter.group;
    number = static_cast<std::uint16_t>(++table_.count);
    return table_.count - 1;
  }

 private:
  static constexpr std::uint32_t kSlots = 4 * std::tuple_size_v<decltype(Table::category)>;

  [[nodiscard]] bool is_same(std::uint32_t i, const Filter& filter) const {
    if constexpr (kWithGroups) {
      if (table_.group[i] != filter.group) return false;
    }
    return table_.category[i] == filter.category && table_.mask[i] == filter.mask;
  }

  /// The slot of the combination, or the free slot where it belongs.
  [[nodiscard]] std::uint32_t slot_of(const Filter& filter) const {
    std::uint32_t hash = filter.category * 0x9E37'79B1U ^ filter.mask * 0x85EB'CA6BU;
    if constexpr (kWithGroups) hash ^= filter.group * 0x27D4'EB2FU;
    hash *= 0xC2B2'AE35U;
    std::uint32_t slot = (hash >> 16) % kSlots;
    while (slots_[slot] > 0 && !is_same(slots_[slot] - 1U, filter)) slot = (slot + 1) % kSlots;
    return slot;
  }

  Table& table_;
  std::array<std::uint16_t, kSlots> slots_{};  // one more than the number; 0: free
};

/// The combinations of some objects as far as the table has room, and the union of those without
/// room.
template <class Table>
struct CombinationCount {
  void add_other(std::uint32_t category, std::uint32_t mask) {
    has_others = true;
    other_category |= category;
    other_mask |= mask;
  }

  Table table;
  std::uint32_t other_category = 0;
  std::uint32_t other_mask = 0;
  bool has_others = false;
};

/// Those of each chunk of objects.
struct CombinationCounts {
  explicit CombinationCounts(std::pmr::memory_resource* resource) : few(resource), many(resource) {}

  Buffer<CombinationCount<ClassTable>> few;           // if there are few combinations
  Buffer<CombinationCount<FilterCombinations>> many;  // if there are more
  void release() noexcept {
    few.release();
    many.release();
  }
};

/// Finds the combinations of all objects, their classes, and the rows of matrices if there are more
/// combinations than classes; `combinations` is empty if each has a class of its own. Errors:
/// `std::bad_alloc`.
[[nodiscard]] FilterMatrix number_classes(const Objects& objects, const Workers& workers,
                                          CombinationCounts& counts,
                                          FilterCombinations& combinations, ClassTable& classes);

}  // namespace quadphase::detail
