// SPDX-License-Identifier: MIT
// The rules that callers must keep, with their messages. All are checked before any state changes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// Errors: `std::invalid_argument` with the rule if it does not hold.
void require(bool holds, const char* rule);

// Each function returns its argument if it keeps the rules. Errors: `std::invalid_argument` with
// the rule.

/// Every field must be in its range.
const Config& checked(const Config& config);

/// It must have at least one worker, and not too many. Null is allowed.
Executor* checked_executor(Executor* executor);

/// The columns must have the same length, and ids must be able to count the rows. Returns plain
/// pointers.
BoxSpan checked(const BoxView& boxes);

/// Ids must be able to count this number of objects.
std::size_t checked(std::size_t object_count);

/// Memory must be able to hold that many pairs.
std::uint64_t checked_pairs(std::uint64_t pair_count);

}  // namespace quadphase::detail
