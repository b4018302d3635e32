// SPDX-License-Identifier: MIT
// Where one thread of a baseline puts its pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "baselines/support/huge_pages.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench {

/// Pairs that are written through a pointer, whole registers at a time.
///
///     Pair* out = buffer.end();
///     out = buffer.room(out, 16);        // may move; at least that many fit after it
///     *out++ = pair;
///     buffer.set_end(out);
class PairBuffer {
 public:
  [[nodiscard]] Pair* end() noexcept { return pairs_.get() + size_; }
  void set_end(const Pair* end) noexcept { size_ = static_cast<std::size_t>(end - pairs_.get()); }

  [[nodiscard]] Pair* room(Pair* end, std::size_t count) {
    if (limit_ - end >= static_cast<std::ptrdiff_t>(count)) [[likely]]
      return end;
    set_end(end);
    reserve(std::max(size_ + count, 2 * size_ + 4096));
    return pairs_.get() + size_;
  }

  void push_back(Pair pair) {
    Pair* end_now = room(end(), 1);
    *end_now++ = pair;
    set_end(end_now);
  }

  /// Keeps the pairs; room for some whole registers is always left.
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<Pair[]>(capacity + 64);
    prefer_huge_pages(larger.get(), (capacity + 64) * sizeof(Pair));
    std::copy_n(pairs_.get(), size_, larger.get());
    pairs_ = std::move(larger);
    capacity_ = capacity;
    limit_ = pairs_.get() + capacity;
  }

  void resize(std::size_t size) {
    reserve(size);
    size_ = size;
  }
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::span<const Pair> span() const noexcept { return {pairs_.get(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t byte_count() const noexcept { return capacity_ * sizeof(Pair); }

 private:
  std::unique_ptr<Pair[]> pairs_;
  Pair* limit_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

/// The pair of two ids in any order.
[[nodiscard]] constexpr Pair ordered(ObjectId a, ObjectId b) noexcept {
  return a < b ? Pair{a, b} : Pair{b, a};
}

}  // namespace quadphase::bench
