// SPDX-License-Identifier: MIT
// Steps, departures, and turning round.
#include "worlds/moving_boxes.hpp"

#include <algorithm>

#include "scenes/scene.hpp"
#include "scenes/z_order.hpp"

namespace quadphase::bench::worlds {
namespace {

constexpr std::uint64_t kStream = 1'000'001;  // of random numbers: none of the scenes'

void advance(float& step, float low, float high, float& edge_min, float& edge_max) {
  if (edge_min + step < low || edge_max + step > high) step = -step;
  edge_min += step;
  edge_max += step;
}

}  // namespace

Crowd::Crowd(std::string_view scene, const ScenarioOptions& options)
    : random_(options.seed, kStream) {
  if (options.replay_path.empty()) {
    take(scenes::make_scene(scene, {.count = options.count, .seed = options.seed})->boxes());
    return;
  }
  frames_ = std::make_unique<FileFrames>(options.replay_path);
  take(frames_->frame(0));
  if (!frames_->moves()) frames_.reset();
}

void Crowd::take(const BoxView& boxes) {
  boxes_.resize(boxes.size());
  for (std::size_t id = 0; id < boxes.size(); ++id) {
    const Box box = boxes[id];
    boxes_.set(id, box);
    world_ = {std::min(world_.min_x, box.min_x), std::min(world_.min_y, box.min_y),
              std::max(world_.max_x, box.max_x), std::max(world_.max_y, box.max_y)};
    step_x_.push_back(random_step());
    step_y_.push_back(random_step());
    departure_.push_back(1 + random_.below(kDepartures));
  }
  order_ = scenes::z_order(boxes);
}

float Crowd::random_step() {
  // Why in two statements: compilers differ in which factor of a product they compute first.
  const float sign = random_.sign();
  return sign * random_.between(0.05F, 0.15F);
}

void Crowd::move(ObjectId id, std::size_t frame) {
  if (frames_) return boxes_.set(id, frames_->frame(frame)[id]);
  if (frame < departure_[id]) return;
  advance(step_x_[id], world_.min_x, world_.max_x, boxes_.min_x[id], boxes_.max_x[id]);
  advance(step_y_[id], world_.min_y, world_.max_y, boxes_.min_y[id], boxes_.max_y[id]);
}

}  // namespace quadphase::bench::worlds
