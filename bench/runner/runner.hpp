// SPDX-License-Identifier: MIT
// Runs every engine on every thread count on the same frames, in turn.
#pragma once

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/report.hpp"
#include "runner/frame_source.hpp"

namespace quadphase::bench {

/// Errors: `CheckFailed` at the first wrong pair; `NpyError` where recording fails.
[[nodiscard]] Block run_block(FrameSource& source, const std::string& name, const Options& options,
                              Progress& progress);

}  // namespace quadphase::bench
