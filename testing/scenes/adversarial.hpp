// SPDX-License-Identifier: MIT
// Inputs that make trees slow: crowds within crowds, long boxes side by side, sizes of all scales.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "scenes/columns.hpp"

namespace quadphase::scenes {

struct AdversarialInput {
  std::string_view name;
  std::string_view description;  ///< one sentence
  Columns (*make)(std::size_t count);
};

[[nodiscard]] std::span<const AdversarialInput> adversarial_inputs();

}  // namespace quadphase::scenes
