// SPDX-License-Identifier: MIT
// A parallel radix sort of rows by float keys: three stable passes of 11 bits, least significant
// first.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "baselines/support/raw_array.hpp"

namespace quadphase::bench {

struct KeyedRow {
  std::uint32_t key;
  std::uint32_t row;
};

/// A key that orders as the float does. No float but NaN has the key of all ones.
[[nodiscard]] inline std::uint32_t ordered_key(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
  return bits ^ (sign | 0x80000000U);
}

class RadixSorter {
 public:
  /// Fill this, then sort.
  [[nodiscard]] RawArray<KeyedRow>& rows() noexcept { return rows_; }

  void sort() {
    other_.resize(rows_.size());
    chunk_count_ = std::clamp<std::size_t>(rows_.size() / 16384, 1, 256);
    counts_.resize(chunk_count_ * kDigits);
    for (std::uint32_t shift = 0; shift < 32; shift += kBits) {
      pass(shift);
      std::swap(rows_, other_);
    }
  }

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return rows_.byte_count() + other_.byte_count() + counts_.byte_count();
  }

 private:
  static constexpr std::uint32_t kBits = 11;
  static constexpr std::size_t kDigits = std::size_t{1} << kBits;

  template <class Body>
  void for_each_chunk(const Body& body) {
    tbb::parallel_for(std::size_t{0}, chunk_count_, [&](std::size_t chunk) {
      body(chunk * rows_.size() / chunk_count_, (chunk + 1) * rows_.size() / chunk_count_,
           counts_.data() + chunk * kDigits);
    });
  }

  void pass(std::uint32_t shift) {
    const KeyedRow* const from = rows_.data();
    KeyedRow* const to = other_.data();
    const auto digit = [shift](KeyedRow row) { return row.key >> shift & (kDigits - 1); };
    for_each_chunk([&](std::size_t begin, std::size_t end, std::uint32_t* counts) {
      std::fill_n(counts, kDigits, 0U);
      for (std::size_t i = begin; i < end; ++i) ++counts[digit(from[i])];
    });
    std::uint32_t sum = 0;
    for (std::size_t value = 0; value < kDigits; ++value) {
      for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
        std::uint32_t& count = counts_[chunk * kDigits + value];
        sum += count;
        count = sum - count;
      }
    }
    for_each_chunk([&](std::size_t begin, std::size_t end, std::uint32_t* places) {
      for (std::size_t i = begin; i < end; ++i) to[places[digit(from[i])]++] = from[i];
    });
  }

  RawArray<KeyedRow> rows_, other_;
  RawArray<std::uint32_t> counts_;  // chunk by chunk, of each digit; then where to write
  std::size_t chunk_count_ = 1;
};

}  // namespace quadphase::bench
