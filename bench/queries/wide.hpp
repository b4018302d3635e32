// SPDX-License-Identifier: MIT
#pragma once

namespace quadphase::bench::queries {

[[nodiscard]] inline double wide(float value) {
  return static_cast<double>(value);
}

}  // namespace quadphase::bench::queries
