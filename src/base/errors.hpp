// SPDX-License-Identifier: MIT
// The errors that are more than their type in the standard library says. Users catch that type, or
// get a code of `Status` for each.
#pragma once

#include <stdexcept>

namespace quadphase::detail {

/// There is no finished frame to look at.
struct NoFrame : std::logic_error {
  using std::logic_error::logic_error;
};

/// A visitor calls what would change what its caller reads.
struct InVisitor : std::logic_error {
  using std::logic_error::logic_error;
};

/// An executor passes a number that no worker has.
struct InvalidWorker : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace quadphase::detail
