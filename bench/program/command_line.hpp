// SPDX-License-Identifier: MIT
// What the two halves of reading the command line share.
#pragma once

#include "program/options.hpp"

namespace quadphase::bench {

inline constexpr int kMaxThreads = 256;  // what oneTBB can be raised to on every machine

/// Fills in defaults, replaces 'all', and checks names and combinations. Errors: `UsageError`.
void complete(Options& options);

}  // namespace quadphase::bench
