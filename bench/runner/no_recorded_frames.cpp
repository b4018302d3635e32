// SPDX-License-Identifier: MIT
// The program without the recorder.
#include "runner/recorded_frames.hpp"

namespace quadphase::bench {

std::unique_ptr<FrameSource> open_recording(const std::string& path, std::size_t /*wanted*/) {
  throw UsageError("recordings are played by quadphase_bench_peers, built with the recorder: " +
                   path);
}

}  // namespace quadphase::bench
