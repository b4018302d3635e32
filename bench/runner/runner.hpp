// SPDX-License-Identifier: MIT
// The command run: every engine with every set of kernels on every thread count, on the same frames
// in turn.
#pragma once

#include <string>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/json.hpp"
#include "runner/frame_source.hpp"

namespace quadphase::bench {

/// The block of the report. Errors: `CheckFailed` at the first wrong pair; `NpyError` where
/// recording fails.
[[nodiscard]] Json run_block(FrameSource& source, const std::string& name, const Options& options,
                             Progress& progress);

}  // namespace quadphase::bench
