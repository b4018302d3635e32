// SPDX-License-Identifier: MIT
// Runs every engine on every thread count on the same frames, in turn.
#pragma once

#include "frame_source.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "report.hpp"

namespace quadphase::bench {

/// Errors: `CheckFailed` at the first wrong pair; `NpyError` where recording fails.
[[nodiscard]] Block run_block(FrameSource& source, const std::string& name, const Options& options,
                              Progress& progress);

}  // namespace quadphase::bench
