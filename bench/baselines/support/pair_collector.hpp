// SPDX-License-Identifier: MIT
// Where the baselines put their pairs: a buffer for each thread, joined into one array in the end.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

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

class PairCollector {
 public:
  void clear() {
    for (PairBuffer& buffer : buffers_) buffer.clear();
  }

  /// This thread's buffer. Not to be kept across a nested parallel loop, in which the thread may
  /// take other work.
  [[nodiscard]] PairBuffer& local() { return buffers_.local(); }

  /// Puts all buffers end to end; where only one thread found pairs, nothing is copied.
  void join() {
    std::vector<PairBuffer*> filled;
    std::vector<std::size_t> begins = {0};
    for (PairBuffer& buffer : buffers_) {
      if (buffer.size() == 0) continue;
      filled.push_back(&buffer);
      begins.push_back(begins.back() + buffer.size());
    }
    if (filled.size() == 1) return std::swap(joined_, *filled.front());
    joined_.resize(begins.back());
    Pair* const out = joined_.end() - begins.back();
    tbb::parallel_for(std::size_t{0}, filled.size(), [&](std::size_t i) {
      std::memcpy(out + begins[i], filled[i]->span().data(), filled[i]->size() * sizeof(Pair));
    });
  }

  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return joined_.span(); }

  [[nodiscard]] std::size_t byte_count() const {
    std::size_t bytes = joined_.byte_count();
    for (const PairBuffer& buffer : buffers_) bytes += buffer.byte_count();
    return bytes;
  }

 private:
  tbb::enumerable_thread_specific<PairBuffer> buffers_;
  PairBuffer joined_;
};

/// The pair of two ids in any order.
[[nodiscard]] constexpr Pair ordered(ObjectId a, ObjectId b) noexcept {
  return a < b ? Pair{a, b} : Pair{b, a};
}

}  // namespace quadphase::bench
