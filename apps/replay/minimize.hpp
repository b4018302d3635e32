// SPDX-License-Identifier: MIT
// Cuts a recording down to a small one that still shows something: fewer calls, then fewer objects.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace quadphase::replay {

/// What is left.
struct Minimized {
  std::uint64_t call_count = 0;
  std::uint64_t object_count = 0;  ///< ids in boxes that were given; without those of stores
  std::uint64_t trial_count = 0;   ///< recordings that were tried
};

/// Writes to `output` the smallest recording that it finds, of the calls of `input` and without
/// some objects, for whose file `shows` is true. Neither one more call nor one more object can be
/// left out of it alone. Objects of stores stay, as far as the calls that add them do.
///
/// Source: A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002.
/// Errors: `RecordingError`; `std::invalid_argument` if the whole recording does not show it;
/// `std::runtime_error` if a file cannot be written.
Minimized minimize(const std::string& input, const std::string& output,
                   const std::function<bool(const std::string& file)>& shows);

}  // namespace quadphase::replay
