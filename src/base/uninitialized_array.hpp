// SPDX-License-Identifier: MIT
// Memory on the stack that is not cleared.
#pragma once

#include <cstddef>

namespace quadphase::detail {

/// Memory for this many items, which is not initialized.
template <class Item, std::size_t kSize>
struct UninitializedArray {
  UninitializedArray() noexcept {}  // NOLINT: not `= default`, which would clear the items
  union {
    Item items[kSize];
  };
};

}  // namespace quadphase::detail
