// SPDX-License-Identifier: MIT
// The frames of a NumPy file for commands that want as many as they time.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "quadphase/box.hpp"
#include "runner/npy.hpp"

namespace quadphase::bench {

/// An endless sequence: the frames of the file, forth and back and forth again. So nothing jumps
/// from the last frame to the first. A file of one frame stands still.
class FileFrames {
 public:
  static constexpr std::size_t kAllBoxes = std::numeric_limits<std::size_t>::max();

  /// `most_boxes`: of each frame, the first ones only. Errors: `NpyError`; `UsageError` where a box
  /// of the first frame is infinite or not valid.
  explicit FileFrames(const std::string& path, std::size_t most_boxes = kAllBoxes);

  /// True where the file has more than one frame.
  [[nodiscard]] bool moves() const noexcept { return reader_.frame_count() > 1; }

  /// Lifetime: until the next call with another index. Errors: as of the constructor.
  [[nodiscard]] BoxView frame(std::size_t index);

 private:
  void read(std::size_t row);

  std::string path_;
  NpyFrameReader reader_;
  std::size_t box_count_;
  std::size_t row_ = 0;  // of the file's frames, the one in `boxes_`
  BoxView boxes_{};
};

}  // namespace quadphase::bench
