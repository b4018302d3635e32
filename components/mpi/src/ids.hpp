// SPDX-License-Identifier: MIT
// Whether two objects of the world have the same id. Every id has a home rank, chosen by a hash, to
// which all ranks send it.
#pragma once

#include <cstdint>
#include <span>

#include "base/mixed_bits.hpp"
#include "communicator.hpp"
#include "faults.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// A hash of a pair that does not depend on ranks.
[[nodiscard]] constexpr std::uint64_t hash_of(const GlobalPair& pair) noexcept {
  return quadphase::detail::mixed_bits(quadphase::detail::mixed_bits(pair.first + 1) ^ pair.second);
}

/// The home rank of what has this hash.
[[nodiscard]] constexpr int home_of(std::uint64_t hash, int rank_count) noexcept {
  return static_cast<int>((hash >> 32U) * static_cast<std::uint64_t>(rank_count) >> 32U);
}

/// Throws `DistributedError` with this rule on all ranks if an id occurs twice. Collective.
void require_unique(const Communicator& communicator, std::span<const GlobalId> ids,
                    Rule rule = Rule::duplicate_id);

}  // namespace quadphase::mpi::detail
