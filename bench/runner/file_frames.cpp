// SPDX-License-Identifier: MIT
#include "runner/file_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "program/options.hpp"

namespace quadphase::bench {

FileFrames::FileFrames(const std::string& path, std::size_t most_boxes)
    : path_(path), reader_(path), box_count_(std::min(most_boxes, reader_.box_count())) {
  if (reader_.frame_count() == 0 || box_count_ == 0)
    throw UsageError(path + " has no frames, or no boxes");
  read(0);
}

BoxView FileFrames::frame(std::size_t index) {
  const std::size_t last = reader_.frame_count() - 1;
  const std::size_t place = last == 0 ? 0 : index % (2 * last);
  const std::size_t row = place > last ? 2 * last - place : place;
  if (row != row_) read(row);
  return boxes_;
}

void FileFrames::read(std::size_t row) {
  const BoxView all = reader_.frame(row);
  boxes_ = {all.min_x.first(box_count_), all.min_y.first(box_count_), all.max_x.first(box_count_),
            all.max_y.first(box_count_)};
  row_ = row;
  for (std::size_t i = 0; i < box_count_; ++i) {
    const Box box = boxes_[i];
    // Why: other libraries take no such boxes.
    if (is_valid(box) && std::isfinite(box.min_x) && std::isfinite(box.min_y) &&
        std::isfinite(box.max_x) && std::isfinite(box.max_y))
      continue;
    throw UsageError(fmt::format("{}: box {} of frame {} is infinite or not valid", path_, i, row));
  }
}

}  // namespace quadphase::bench
