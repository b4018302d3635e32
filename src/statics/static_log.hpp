// SPDX-License-Identifier: MIT
// What happened to the static set since the last update: enough to tell what an object was then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "events/object_history.hpp"

namespace quadphase::detail {

class StaticLog {
 public:
  explicit StaticLog(std::pmr::memory_resource* resource) : entries_(resource) {}

  /// Room for that many more. Where it must grow, only what happened first to each object is kept:
  /// so there are never many more entries than objects. Errors: `std::bad_alloc`.
  void reserve(std::size_t count);
  /// An object came, or went and was in this state.
  void came(ObjectId id) noexcept { add({id, next_order_++, {}}); }
  void went(ObjectId id, const Filter& filter, std::uint32_t generation) noexcept {
    add({id, next_order_++, {true, true, filter, generation}});
  }
  void clear() noexcept { count_ = next_order_ = 0; }
  /// Forgets all but the first `count` things that happened.
  void shorten(std::size_t count) noexcept { count_ = count; }
  /// Makes `find` work. Serial: changes of the static set are few, or rare.
  void sort() noexcept;

  struct Entry {
    ObjectId id;
    std::size_t order;
    ObjectState before;  // not there: it came
  };
  /// The first thing that happened to an object, or null.
  [[nodiscard]] const Entry* find(ObjectId id) const noexcept;
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_.first(count_); }
  [[nodiscard]] std::size_t byte_count() const noexcept { return entries_.byte_count(); }

 private:
  void add(const Entry& entry) noexcept { entries_[count_++] = entry; }

  Buffer<Entry> entries_;
  std::size_t count_ = 0;
  std::size_t next_order_ = 0;
};

}  // namespace quadphase::detail
