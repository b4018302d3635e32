// SPDX-License-Identifier: MIT
// The exact answer, found without any code of the engine: what every frame is checked against.
// `touching` is `Config::touching`: whether boxes that only touch are pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::oracle {

/// Every overlapping pair of valid boxes, ascending, by testing each box against each. For small
/// counts.
[[nodiscard]] std::vector<Pair> brute_force_pairs(const BoxView& boxes, bool touching = true);

/// The same by a sweep along the axis on which the boxes are more spread out. For large counts.
[[nodiscard]] std::vector<Pair> sweep_pairs(const BoxView& boxes, bool touching = true);

/// The same: brute force for small counts, a sweep for large ones.
[[nodiscard]] std::vector<Pair> exact_pairs(const BoxView& boxes, bool touching = true);

/// The first difference between pairs in any order and the exact answer, in words; nothing where
/// they agree.
///
/// Describes, in this order: a pair whose ids are not ascending, a pair found twice, one that is
/// missing or that does not overlap (of several, the least).
[[nodiscard]] std::optional<std::string> compare_pairs(std::span<const Pair> found,
                                                       std::span<const Pair> exact);

/// A hash of the set of pairs: equal for every order of them.
[[nodiscard]] std::uint64_t order_free_hash(std::span<const Pair> pairs) noexcept;

/// A hash of the array of pairs: different for another order.
[[nodiscard]] std::uint64_t order_hash(std::span<const Pair> pairs) noexcept;

}  // namespace quadphase::oracle
