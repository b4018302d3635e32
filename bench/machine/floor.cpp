// SPDX-License-Identifier: MIT
// Reads and writes as a broad phase must, chunk by chunk on all threads. Built for this processor.
#include "machine/floor.hpp"

#include <sys/mman.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <vector>

#include "quadphase/pair.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kChunk = 16'384;  // 64 KiB of a column, and 128 KiB of pairs
constexpr std::size_t kRounds = 15;

/// Boxes and pairs of several frames, one after the other.
struct Buffers {
  std::vector<std::uint32_t>
      columns[4];  // as integers: whatever the bits, the sum can be cut into lanes
  std::vector<Pair> pairs;
};

/// Reads more than any cache holds, so that nothing else is left in one. Huge pages: small ones
/// would take longer to get than everything else here.
void clear_caches() {
  constexpr std::size_t kPage = 2U << 20U;
  static const std::size_t size = std::max<std::size_t>(
      32 * kPage,
      2 * static_cast<std::size_t>(std::max(::sysconf(_SC_LEVEL3_CACHE_SIZE), 0L)) / kPage * kPage);
  static char* const memory = [] {
    auto* const start = static_cast<char*>(::operator new(size, std::align_val_t(kPage)));
    ::madvise(start, size, MADV_HUGEPAGE);
    std::fill_n(start, size, char{1});  // a page that was never written may be no memory at all
    return start;                       // kept until the program ends
  }();
  unsigned sum = 0;
  for (std::size_t i = 0; i < size; i += 64) sum += static_cast<unsigned>(memory[i]);
  volatile unsigned sink = sum;
  static_cast<void>(sink);
}

/// As many sets as there are rounds where they are small; two where each is larger than the caches.
std::size_t set_count(std::size_t set_bytes) {
  constexpr std::size_t kMaxBytes = 256U << 20U;
  return std::clamp<std::size_t>(kMaxBytes / std::max<std::size_t>(set_bytes, 1), 2, kRounds);
}

std::uint32_t read_chunk(const Buffers& buffers, std::size_t first, std::size_t last) {
  std::uint32_t bits = 0;
  for (const auto& column : buffers.columns) {
    const std::uint32_t* const values = column.data();
    for (std::size_t i = first; i < last; ++i) bits |= values[i];
  }
  return bits;
}

void write_chunk(Pair* pairs, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i)
    pairs[i] = {static_cast<ObjectId>(i), static_cast<ObjectId>(i + 1)};
}

template <class Work>
void for_chunks(std::size_t begin, std::size_t count, const Work& work) {
  using Range = tbb::blocked_range<std::size_t>;
  tbb::parallel_for(Range(0, (count + kChunk - 1) / kChunk), [&](const Range& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i)
      work(begin + i * kChunk, begin + std::min(count, (i + 1) * kChunk));
  });
}

double time_round(Buffers& buffers, std::size_t set, std::size_t box_count,
                  std::size_t pair_count) {
  std::atomic<std::uint32_t> sink = 0;
  const auto start = std::chrono::steady_clock::now();
  for_chunks(set * box_count, box_count, [&](std::size_t first, std::size_t last) {
    sink.fetch_or(read_chunk(buffers, first, last), std::memory_order_relaxed);
  });
  for_chunks(set * pair_count, pair_count, [&](std::size_t first, std::size_t last) {
    write_chunk(buffers.pairs.data(), first, last);
  });
  const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
  return static_cast<double>(time.count());
}

}  // namespace

Floor measure_floor(PinnedArena& arena, std::size_t box_count, std::size_t pair_count) {
  const std::size_t set_bytes = box_count * 4 * sizeof(float) + pair_count * sizeof(Pair);
  const std::size_t sets = set_count(set_bytes);
  Buffers buffers;
  for (auto& column : buffers.columns) column.assign(sets * box_count, 1);
  buffers.pairs.assign(sets * pair_count, {});
  clear_caches();
  std::vector<std::uint64_t> memory, cache;
  arena.run([&] {
    for (std::size_t round = 0; round < kRounds; ++round) {
      const double time = time_round(buffers, round % sets, box_count, pair_count);
      memory.push_back(static_cast<std::uint64_t>(time));
    }
    for (std::size_t round = 0; round < kRounds + 2; ++round) {
      const double time = time_round(buffers, 0, box_count, pair_count);
      if (round >= 2) cache.push_back(static_cast<std::uint64_t>(time));
    }
  });
  return {.threads = arena.thread_count(), .memory_ns = median(memory), .cache_ns = median(cache)};
}

}  // namespace quadphase::bench
