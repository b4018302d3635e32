// SPDX-License-Identifier: MIT
#include "world.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "scenes/moving_scene.hpp"
#include "scenes/random.hpp"

namespace quadphase::playground {
namespace {

// As the objects of the scenes move: see scenes/moving_scene.cpp.
void advance_axis(scenes::Axis& axis, float speed) noexcept {
  for (std::size_t row = 0; row < axis.middle.size(); ++row) {
    const float low = axis.low[row], high = axis.high[row];
    const float next = axis.middle[row] + speed * axis.step[row];
    const float from_low = std::max(next, low + (low - next));
    const float reflected = std::min(from_low, high + (high - from_low));
    const bool is_out = (next < low) | (next > high);
    axis.middle[row] = std::min(std::max(reflected, low), high);
    axis.step[row] = is_out ? -axis.step[row] : axis.step[row];
  }
}

void write_edges(const scenes::Axis& axis, std::vector<float>& low, std::vector<float>& high) {
  for (std::size_t row = 0; row < axis.middle.size(); ++row) {
    low[row] = axis.middle[row] - axis.half[row];
    high[row] = axis.middle[row] + axis.half[row];
  }
}

void append_place(scenes::Axis& axis, float middle, float half, float step, float low, float high) {
  axis.middle.push_back(middle);
  axis.half.push_back(half);
  axis.step.push_back(step);
  axis.low.push_back(std::min(low, middle));
  axis.high.push_back(std::max(high, middle));
}

// The range moves along, so that the object stays where it was put.
void move_to(scenes::Axis& axis, std::size_t row, float middle) noexcept {
  const float distance = middle - axis.middle[row];
  axis.middle[row] = middle;
  axis.low[row] = std::min(axis.low[row] + distance, middle);
  axis.high[row] = std::max(axis.high[row] + distance, middle);
}

void take_last(scenes::Axis& axis, std::size_t row) {
  for (auto* column : {&axis.middle, &axis.half, &axis.step, &axis.low, &axis.high}) {
    (*column)[row] = column->back();
    column->pop_back();
  }
}

struct Range {
  float low, high;
};

// From the first to the last hundredth of what objects reach, and a quarter more if there are some.
Range range_of(const scenes::Axis& axis) {
  const std::size_t count = axis.middle.size();
  if (count == 0) return {-50, 50};
  std::vector<float> lows(count), highs(count);
  for (std::size_t row = 0; row < count; ++row) {
    lows[row] = axis.low[row] - axis.half[row];
    highs[row] = axis.high[row] + axis.half[row];
  }
  std::sort(lows.begin(), lows.end());
  std::sort(highs.begin(), highs.end());
  const std::size_t skipped = count / 100;
  const float low = lows[skipped], high = highs[count - 1 - skipped];
  const float more = 0.25F * (high - low);
  return {std::max(lows.front(), low - more), std::min(highs.back(), high + more)};
}

}  // namespace

void World::reset(std::string_view scene, std::size_t count, std::uint64_t seed) {
  const auto made = scenes::make_scene(scene, {.count = count, .seed = seed});
  const auto* moving = dynamic_cast<const scenes::MovingScene*>(made.get());
  if (moving == nullptr) throw std::invalid_argument("the scene has no layout of its own");
  x_ = moving->objects().x;
  y_ = moving->objects().y;
  columns_.resize(size());
  advance(0);
  choose_bounds();
}

void World::choose_bounds() {
  const Range x = range_of(x_), y = range_of(y_);
  bounds_ = {x.low, y.low, x.high, y.high};
  // Why: a line has no height, and would fill the page with one box.
  const float least = 0.25F * std::max(x.high - x.low, y.high - y.low);
  const auto widen = [least](float& low, float& high) {
    const float missing = 0.5F * std::max(0.0F, least - (high - low));
    low -= missing;
    high += missing;
  };
  widen(bounds_.min_x, bounds_.max_x);
  widen(bounds_.min_y, bounds_.max_y);
}

void World::advance(float speed) {
  advance_axis(x_, speed);
  advance_axis(y_, speed);
  write_edges(x_, columns_.min_x, columns_.max_x);
  write_edges(y_, columns_.min_y, columns_.max_y);
}

void World::apply(const Edit& edit) {
  const bool has_row = edit.kind == Edit::Kind::move || edit.kind == Edit::Kind::remove;
  if (has_row && edit.row >= size()) throw std::invalid_argument("there is no such box");
  const float sum = std::abs(edit.x) + std::abs(edit.y) + edit.width + edit.height;
  if (!std::isfinite(sum) || edit.width < 0 || edit.height < 0)
    throw std::invalid_argument("a box must have finite numbers");
  const std::size_t added = edit.kind == Edit::Kind::insert ? 1
                            : edit.kind == Edit::Kind::add  ? edit.row
                                                            : 0;
  if (size() + added > kMostObjects) throw std::invalid_argument("at most 400,000 boxes");
  switch (edit.kind) {
    case Edit::Kind::insert:
      return insert(edit);
    case Edit::Kind::add:
      return add(edit);
    case Edit::Kind::move:
      return move(edit);
    case Edit::Kind::remove:
      return remove(edit.row);
  }
}

void World::append(Point middle, Point half, scenes::Random& random) {
  const float extent = 2 * std::min(half.x, half.y);
  const float step_x = random.sign() * extent * random.between(0.05F, 0.15F);
  const float step_y = random.sign() * extent * random.between(0.05F, 0.15F);
  append_place(x_, middle.x, half.x, step_x, bounds_.min_x, bounds_.max_x);
  append_place(y_, middle.y, half.y, step_y, bounds_.min_y, bounds_.max_y);
  columns_.resize(size());
  write_box(size() - 1);
}

void World::insert(const Edit& edit) {
  scenes::Random random(edit.seed);
  append({edit.x, edit.y}, {0.5F * edit.width, 0.5F * edit.height}, random);
}

void World::add(const Edit& edit) {
  scenes::Random random(edit.seed);
  const auto old_size = static_cast<std::uint32_t>(size());
  for (std::uint32_t i = 0; i < edit.row; ++i) {
    const std::uint32_t like = old_size == 0 ? 0 : random.below(old_size);
    const Point half = old_size == 0 ? Point{0.5F, 0.5F} : Point{x_.half[like], y_.half[like]};
    const float x = random.between(bounds_.min_x, bounds_.max_x);
    const float y = random.between(bounds_.min_y, bounds_.max_y);
    append({x, y}, half, random);
  }
}

void World::move(const Edit& edit) {
  move_to(x_, edit.row, edit.x);
  move_to(y_, edit.row, edit.y);
  write_box(edit.row);
}

void World::remove(std::size_t row) {
  take_last(x_, row);
  take_last(y_, row);
  columns_.resize(size());
  if (row < size()) write_box(row);
}

void World::write_box(std::size_t row) {
  columns_.set(row, {x_.middle[row] - x_.half[row], y_.middle[row] - y_.half[row],
                     x_.middle[row] + x_.half[row], y_.middle[row] + y_.half[row]});
}

}  // namespace quadphase::playground
