// SPDX-License-Identifier: MIT
// Errors that say more than their standard library type does, and rules that callers must keep.
// Users catch the standard type, or get a `Status` code for each.
#pragma once

#include <stdexcept>

namespace quadphase::detail {

/// Errors: `std::invalid_argument` with the rule if it does not hold.
inline void require(bool holds, const char* rule) {
  if (!holds) throw std::invalid_argument(rule);
}

/// There is no finished frame to look at.
struct NoFrame : std::logic_error {
  using std::logic_error::logic_error;
};

/// A visitor makes a call that would change what its caller is reading.
struct InVisitor : std::logic_error {
  using std::logic_error::logic_error;
};

/// An executor passes a number that no worker has.
struct InvalidWorker : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace quadphase::detail
