// SPDX-License-Identifier: MIT
#include "stages/stage_bytes.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

namespace quadphase::bench {
namespace {

constexpr std::size_t kChunkWords = 8'192;  // 64 KiB
constexpr std::size_t kRounds = 15;

template <class Work>
void for_chunks(std::size_t word_count, const detail::Workers& workers, const Work& work) {
  workers.for_each((word_count + kChunkWords - 1) / kChunkWords, 1, [&](std::size_t chunk, int) {
    work(chunk * kChunkWords, std::min((chunk + 1) * kChunkWords, word_count));
  });
}

}  // namespace

double floor_seconds(const StageBytes& bytes, const detail::Workers& workers) {
  std::vector<std::uint64_t> source(bytes.read / 8, 1);
  std::vector<std::uint64_t> target(bytes.written / 8, 1);
  std::vector<double> times;
  std::atomic<std::uint64_t> sink = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for_chunks(source.size(), workers, [&](std::size_t first, std::size_t last) {
      std::uint64_t bits = 0;
      for (std::size_t i = first; i < last; ++i) bits |= source[i];
      sink.fetch_or(bits, std::memory_order_relaxed);
    });
    for_chunks(target.size(), workers, [&](std::size_t first, std::size_t last) {
      std::fill(target.data() + first, target.data() + last, round);
    });
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

}  // namespace quadphase::bench
