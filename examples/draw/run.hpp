// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "options.hpp"

namespace quadphase::draw {

/// Draws what is asked for; returns a line that says what was written.
///
/// Errors: `std::runtime_error` where a file cannot be read or written.
std::string run(const Options& options);

}  // namespace quadphase::draw
