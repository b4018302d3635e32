// SPDX-License-Identifier: MIT
// The rules a caller must keep, in words. All are checked before any state changes.
#pragma once

#include <cstddef>

#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "tree_view.hpp"

namespace quadphase::detail {

/// `config`, once every field is in its range. Errors: `std::invalid_argument` with the rule.
const Config& checked(const Config& config);

/// The view's columns, once they have one length that ids can count. Errors:
/// `std::invalid_argument` with the rule.
BoxSpan checked(const BoxView& boxes);

/// `object_count`, once ids can count it. Errors: `std::invalid_argument` with the rule.
std::size_t checked(std::size_t object_count);

}  // namespace quadphase::detail
