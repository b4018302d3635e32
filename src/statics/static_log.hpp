// SPDX-License-Identifier: MIT
// The objects that were added to or removed from the static set since the last update. They give
// the state of every object in that update.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "input/object_history.hpp"

namespace quadphase::detail {

class StaticLog {
 public:
  explicit StaticLog(std::pmr::memory_resource* resource) : entries_(resource) {}

  /// Makes room for `count` more entries. If the log must grow, it keeps only the first entry of
  /// each object, so there are never many more entries than objects. Errors: `std::bad_alloc`, with
  /// all first entries as they were.
  void reserve(std::size_t count);
  /// Records an added object, or a removed object and its state until then.
  void added(ObjectId id) noexcept { add({id, next_order_++, {}}); }
  void removed(ObjectId id, const Filter& filter, std::uint32_t generation) noexcept {
    add({id, next_order_++, {true, true, filter, generation}});
  }
  void clear() noexcept { count_ = next_order_ = 0; }
  void shrink() noexcept { entries_.shrink(count_); }
  /// Must be called before `find`. Why serial: changes of the static set are few or rare.
  void sort() noexcept;

  struct Entry {
    ObjectId id;
    std::size_t order;
    ObjectState before;  // is_present is false if the object was added
  };
  /// The first entry of each object in this log and then in `later`, ascending by id. Errors:
  /// `std::bad_alloc`.
  [[nodiscard]] std::vector<Entry> first_entries(const StaticLog& later) const;
  /// The first entry of an object, or null.
  [[nodiscard]] const Entry* find(ObjectId id) const noexcept;
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_.first(count_); }

 private:
  void add(const Entry& entry) noexcept { entries_[count_++] = entry; }

  Buffer<Entry> entries_;
  std::size_t count_ = 0;
  std::size_t next_order_ = 0;
};

}  // namespace quadphase::detail
