// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "options.hpp"

namespace quadphase::draw {

/// Draws according to `options`; returns a line that describes the output.
///
/// Errors: `std::runtime_error` where a file cannot be read or written.
std::string run(const Options& options);

}  // namespace quadphase::draw
