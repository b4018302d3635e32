// SPDX-License-Identifier: MIT
// The frames of a recording of calls, for all engines.
#pragma once

#include <memory>
#include <string>

#include "runner/frame_source.hpp"

namespace quadphase::bench {

/// The boxes of all objects of each frame of the first engine, moving and static ones, with margins
/// and along their displacements. Other engines know no filters and nothing static, so here all
/// boxes may pair. `wanted`: that many frames, or 0 for all. Errors: `UsageError`, also where the
/// build has no recorder.
[[nodiscard]] std::unique_ptr<FrameSource> open_recording(const std::string& path,
                                                          std::size_t wanted);

}  // namespace quadphase::bench
