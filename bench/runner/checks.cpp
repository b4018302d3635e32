// SPDX-License-Identifier: MIT
// Checks of one frame's pairs. All are outside the timed region.
#include "runner/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/exact_pairs.hpp"

namespace quadphase::bench {

std::vector<Pair> sorted(std::span<const Pair> pairs) {
  std::vector<Pair> copy(pairs.begin(), pairs.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

void check_pairs(std::span<const Pair> found, std::span<const Pair> exact, std::string_view engine,
                 std::size_t frame) {
  const std::vector<Pair> found_sorted = sorted(found);
  if (std::ranges::equal(found_sorted, exact)) return;
  const auto difference = oracle::compare_pairs(found_sorted, exact);
  throw CheckFailed(
      fmt::format("{}, frame {}: {}", engine, frame, difference.value_or("the pairs differ")));
}

void check_same_array(std::span<const Pair> found, std::span<const Pair> other,
                      std::string_view engine, std::string_view other_engine, std::size_t frame) {
  const auto [a, b] = std::mismatch(found.begin(), found.end(), other.begin(), other.end());
  if (a == found.end() && b == other.end()) return;
  const auto word = [](std::span<const Pair> pairs, auto at) {
    return at == pairs.end() ? std::string("nothing")
                             : fmt::format("pair ({}, {})", at->first, at->second);
  };
  throw CheckFailed(
      fmt::format("{}, frame {}: at index {} of the pair array is {}, but {} has {} there", engine,
                  frame, a - found.begin(), word(found, a), other_engine, word(other, b)));
}

void check_contacts(std::span<const Pair> contacts, std::span<const Pair> pairs,
                    std::size_t frame) {
  for (const Pair& contact : contacts) {
    if (std::binary_search(pairs.begin(), pairs.end(), contact)) continue;
    throw CheckFailed(fmt::format(
        "frame {}: touching contact ({}, {}) of the physics engine is not among the pairs", frame,
        contact.first, contact.second));
  }
}

std::uint64_t combine_hashes(std::uint64_t frames, std::uint64_t next) noexcept {
  std::uint64_t x = (frames ^ next) + 0x9E3779B97F4A7C15U;  // one round of splitmix64: order counts
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

}  // namespace quadphase::bench
