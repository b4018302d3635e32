// SPDX-License-Identifier: MIT
// The output of a search kernel: the room left in a block or array.
#pragma once

#include <cstddef>

#include "base/buffer.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {

/// A cursor into a block of items. At the end of the block, `refill` makes room again; it is called
/// once per block.
template <class Item>
struct ItemWriter {
  Item* cursor = nullptr;
  Item* end = nullptr;
  void (*refill)(ItemWriter& writer) = nullptr;
  bool is_closed = false;  // set by a `refill` that stops the walk of a query

  [[nodiscard]] std::size_t room() const noexcept { return static_cast<std::size_t>(end - cursor); }
};

/// Writes to one array, which grows as needed.
template <class Item>
struct ArrayWriter : ItemWriter<Item> {
  Buffer<Item>* array = nullptr;

  /// Forgets what was written, and writes to `to` from its beginning.
  void restart_in(Buffer<Item>& to) noexcept {
    array = &to;
    this->cursor = to.data();
    this->end = to.data() + to.capacity();
    this->refill = [](ItemWriter<Item>& writer) { static_cast<ArrayWriter&>(writer).grow(); };
  }

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(this->cursor - array->data());
  }

 private:
  void grow() {
    constexpr std::size_t kMinGrowth = tuned<std::size_t>(16'384, 16);
    const std::size_t used = size();
    array->grow(used, used + used / 2 + kMinGrowth);
    this->cursor = array->data() + used;
    this->end = array->data() + array->capacity();
  }
};

}  // namespace quadphase::detail
