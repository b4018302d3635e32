// SPDX-License-Identifier: MIT
// The three motions, as flat loops over columns.
#include "scenes/moving_scene.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace quadphase::scenes {
namespace {

enum Stream : std::uint64_t { row_stream, shape_stream, place_stream };

// The columns of one axis, and the edges they make.
struct AxisColumns {
  float* middle;
  float* step;
  float* edge_min;
  float* edge_max;
  const float* half;
  const float* low;
  const float* high;
};

// An object moves by its step, is reflected at the ends of its range, and gets its new edges.
inline void advance(const AxisColumns& axis, std::size_t row) noexcept {
  const float low = axis.low[row];
  const float high = axis.high[row];
  const float next = axis.middle[row] + axis.step[row];
  // Why the outer min and max: rounding, or a range not much wider than the step, may still leave
  // it outside.
  const float from_low = std::max(next, low + (low - next));
  const float reflected = std::min(from_low, high + (high - from_low));
  const float middle = std::min(std::max(reflected, low), high);
  const bool is_out = (next < low) | (next > high);
  axis.middle[row] = middle;
  axis.step[row] *= is_out ? -1.0F : 1.0F;
  axis.edge_min[row] = middle - axis.half[row];
  axis.edge_max[row] = middle + axis.half[row];
}

void advance_all(Axis& axis, Motion motion, std::vector<float>& edge_min,
                 std::vector<float>& edge_max) noexcept {
  const AxisColumns columns{axis.middle.data(), axis.step.data(), edge_min.data(), edge_max.data(),
                            axis.half.data(),   axis.low.data(),  axis.high.data()};
  const std::size_t count = axis.middle.size();
  if (motion == Motion::one_in_100) {
    for (std::size_t row = 0; row < count; row += 100) advance(columns, row);
    return;
  }
  for (std::size_t row = 0; row < count; ++row) advance(columns, row);
}

void write_edges(const Axis& axis, float* edge_min, float* edge_max) noexcept {
  for (std::size_t row = 0; row < axis.middle.size(); ++row) {
    edge_min[row] = axis.middle[row] - axis.half[row];
    edge_max[row] = axis.middle[row] + axis.half[row];
  }
}

void write_boxes(const Objects& objects, Columns& columns) noexcept {
  write_edges(objects.x, columns.min_x.data(), columns.max_x.data());
  write_edges(objects.y, columns.min_y.data(), columns.max_y.data());
}

}  // namespace

MovingScene::MovingScene(std::unique_ptr<Layout> layout, const SceneOptions& options)
    : options_(options),
      layout_(std::move(layout)),
      objects_(options.count, Random(options.seed, row_stream)) {
  columns_.resize(options.count);
  Random shapes(options.seed, shape_stream);
  Random places(options.seed, place_stream);
  layout_->shape(objects_, shapes);
  layout_->place(objects_, places);
  write_boxes(objects_, columns_);
}

void MovingScene::step() {
  ++frame_;
  if (options_.motion == Motion::all_teleport) {
    Random places(options_.seed, place_stream + frame_);
    layout_->place(objects_, places);
    write_boxes(objects_, columns_);
    return;
  }
  advance_all(objects_.x, options_.motion, columns_.min_x, columns_.max_x);
  advance_all(objects_.y, options_.motion, columns_.min_y, columns_.max_y);
}

}  // namespace quadphase::scenes
