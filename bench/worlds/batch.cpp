// SPDX-License-Identifier: MIT
#include "worlds/batch.hpp"

#include <span>

namespace quadphase::bench::worlds {
namespace {

void assign_boxes(const BoxView& boxes, scenes::Columns& columns) {
  columns.resize(boxes.size());
  for (std::size_t row = 0; row < boxes.size(); ++row) columns.set(row, boxes[row]);
}

void assign_ids(std::span<const ObjectId> ids, std::vector<ObjectId>& copy) {
  copy.assign(ids.begin(), ids.end());
}

}  // namespace

Batch::Batch(Scenario& scenario, std::size_t size)
    : scenario_(&scenario), size_(size), copies_(size == 1 ? 0 : size) {}

void Batch::step() {
  frames_.clear();
  for (std::size_t i = 0; i < size_; ++i) {
    scenario_->step();
    const Frame frame = scenario_->frame();
    if (!copies_.empty()) copies_[i].assign(frame);
    frames_.push_back(copies_.empty() ? frame : copies_[i].frame());
  }
}

void Batch::Copy::assign(const Frame& frame) {
  assign_boxes(frame.boxes, boxes);
  assign_boxes(frame.moving_boxes, moving_boxes);
  assign_boxes(frame.slept_boxes, slept_boxes);
  assign_boxes(frame.bullets, bullets);
  assign_ids(frame.moving, moving);
  assign_ids(frame.made_moving, made_moving);
  assign_ids(frame.slept, slept);
}

Frame Batch::Copy::frame() const {
  return {.boxes = boxes.view(),
          .moving = moving,
          .moving_boxes = moving_boxes.view(),
          .made_moving = made_moving,
          .slept = slept,
          .slept_boxes = slept_boxes.view(),
          .bullets = bullets.view()};
}

}  // namespace quadphase::bench::worlds
