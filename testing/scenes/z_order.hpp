// SPDX-License-Identifier: MIT
// The order of boxes along the Z-curve: near objects come one after the other.
#pragma once

#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::scenes {

/// All rows, by the place of their low corner on the curve. Boxes: finite and valid.
[[nodiscard]] std::vector<ObjectId> z_order(const BoxView& boxes);

}  // namespace quadphase::scenes
