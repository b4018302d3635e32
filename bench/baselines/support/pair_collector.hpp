// SPDX-License-Identifier: MIT
// Where the baselines put their pairs: a buffer for each thread, joined into one array in the end.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "baselines/support/pair_buffer.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench {

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

}  // namespace quadphase::bench
