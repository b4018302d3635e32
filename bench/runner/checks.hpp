// SPDX-License-Identifier: MIT
// What a run checks: pairs against an exact answer, engines against each other, a physics engine's
// contacts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "quadphase/pair.hpp"

namespace quadphase::bench {

/// A pair is missing, false or out of place; what() is one line that names the engine, the frame
/// and the pair.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::vector<Pair> sorted(std::span<const Pair> pairs);

/// Errors: `CheckFailed` at the first difference between `found`, in any order, and `exact`,
/// sorted.
void check_pairs(std::span<const Pair> found, std::span<const Pair> exact, std::string_view engine,
                 std::size_t frame);

/// Errors: `CheckFailed` at the first byte that differs.
void check_same_array(std::span<const Pair> found, std::span<const Pair> other,
                      std::string_view engine, std::string_view other_engine, std::size_t frame);

/// Errors: `CheckFailed` at the first contact that is not among the pairs, which are sorted.
void check_contacts(std::span<const Pair> contacts, std::span<const Pair> pairs, std::size_t frame);

/// Folds the hash of one more frame into that of the frames before it.
[[nodiscard]] std::uint64_t combine_hashes(std::uint64_t frames, std::uint64_t next) noexcept;

}  // namespace quadphase::bench
