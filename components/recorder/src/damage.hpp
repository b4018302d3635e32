// SPDX-License-Identifier: MIT
// The one error of a reader: a block that is not what a recorder writes.
#pragma once

#include <stdexcept>
#include <string>

namespace quadphase::detail {

/// what() says what the block has that no recorder writes.
struct DamagedBlock : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require_undamaged(bool holds, const char* what) {
  if (!holds) throw DamagedBlock(std::string("it has ") + what);
}

}  // namespace quadphase::detail
