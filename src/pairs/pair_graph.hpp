// SPDX-License-Identifier: MIT
// What the functions of pairs as a graph have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/tuning.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Errors: `std::invalid_argument` if an id is not below `object_count`, if `object_count` is too
/// large, or if `filter` is not empty and does not have one number per pair.
void check_graph(std::span<const Pair> pairs, std::size_t object_count,
                 std::span<const std::uint8_t> filter, Executor* executor);

/// Errors: `std::length_error` if 32 bits do not count the pairs.
void check_indices(std::span<const Pair> pairs);

[[nodiscard]] inline bool is_little(std::size_t pair_count, std::size_t object_count) noexcept {
  return std::max(pair_count, object_count) < kSerialObjects;
}

}  // namespace quadphase::detail
