// SPDX-License-Identifier: MIT
// What the checks of the stages' invariants throw. They run in tests, and after each stage of a
// build that is configured with QUADPHASE_VALIDATE; they are slow, serial and simple.
#pragma once

#include <stdexcept>

namespace quadphase::detail {

/// A stage broke its invariant, which is a bug of the library.
struct InvariantBroken : std::logic_error {
  using std::logic_error::logic_error;
};

inline void require_invariant(bool holds, const char* invariant) {
  if (!holds) throw InvariantBroken(invariant);
}

}  // namespace quadphase::detail
