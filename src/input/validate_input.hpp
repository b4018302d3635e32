// SPDX-License-Identifier: MIT
// The rules that callers must keep, with their messages. All are checked before any state changes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/errors.hpp"
#include "data/tree_view.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"

namespace quadphase::detail {

// Each function returns its argument if it keeps the rules. Errors: `std::invalid_argument` with
// the rule.

/// Every field must be in its range.
const Config& checked(const Config& config);

/// The columns must have the same length, and ids must be able to count the rows. Returns plain
/// pointers.
BoxSpan checked(const BoxView& boxes);

/// Ids must be able to count this number of objects.
std::size_t checked(std::size_t object_count);

/// Memory must be able to hold that many pairs.
std::uint64_t checked_pairs(std::uint64_t pair_count);

}  // namespace quadphase::detail
