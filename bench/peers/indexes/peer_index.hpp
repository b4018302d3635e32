// SPDX-License-Identifier: MIT
// What all peers share: answers collected on all threads, objects in slots, and the tests behind
// what a library finds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"
#include "queries/collected.hpp"
#include "queries/index.hpp"

namespace quadphase::bench::queries {

/// Another library. What it finds may be more than there is (fat boxes, boxes
/// around circles): each candidate is tested inside the timed call, as a user would have to.
class PeerIndex : public Index {
 public:
  void run(const Queries& queries) final {
    collected_.find_all(queries.size(),
                        [&](std::size_t row, Found& found) { find(queries, row, found); });
  }

  void read(Results& results) const final { collected_.read(results); }

 protected:
  /// Answers one query. Called on many threads at once.
  virtual void find(const Queries& queries, std::size_t row, Found& found) const = 0;

 private:
  Collected collected_;
};

/// An object in its slot.
///
/// Slots are in Z-order: ids are shuffled, and a tree whose objects are, too, pays for it in every
/// query. A user can avoid that, so we do. The order itself is given, and not timed.
struct Slot {
  Box box;
  ObjectId id = 0;
};

[[nodiscard]] inline std::vector<Slot> to_slots(const Objects& objects) {
  std::vector<Slot> slots;
  slots.reserve(objects.order.size());
  for (const ObjectId id : objects.order) slots.push_back({objects.boxes[id], id});
  return slots;
}

/// In doubles, as the contract has it; in floats where the result need not be exact.
template <class Real>
[[nodiscard]] Real squared_distance(const Point& point, const Box& box) noexcept {
  const auto axis = [](float value, float low, float high) {
    return std::max({static_cast<Real>(low) - static_cast<Real>(value),
                     static_cast<Real>(value) - static_cast<Real>(high), Real{0}});
  };
  const Real x = axis(point.x, box.min_x, box.max_x);
  const Real y = axis(point.y, box.min_y, box.max_y);
  return x * x + y * y;
}

/// The contract's test of a circle and a box.
[[nodiscard]] inline bool is_in(const Circle& circle, const Box& box) noexcept {
  const auto squared = squared_distance<double>(circle.center, box);
  const double reach = circle.radius * circle.radius;
  // A root for those near the edge alone.
  return squared <= reach * (1 - 0x1p-50) ||
         (squared <= reach * (1 + 0x1p-50) && std::sqrt(squared) <= circle.radius);
}

/// A length that rounding in floats does not exceed, next to numbers as great as `value`.
[[nodiscard]] inline float rounding_slack(float value) noexcept {
  return std::abs(value) * 0x1p-22F;
}

/// A box around a circle, no part of which is lost by rounding.
[[nodiscard]] inline Box box_around(const Circle& circle) noexcept {
  const Point c = circle.center;
  const auto radius = static_cast<float>(circle.radius);
  const float x = radius + rounding_slack(std::abs(c.x) + radius);
  const float y = radius + rounding_slack(std::abs(c.y) + radius);
  return {c.x - x, c.y - y, c.x + x, c.y + y};
}

/// A segment against boxes, in floats and without divisions, in the usual way.
class SegmentTest {
 public:
  static constexpr float kMissed = std::numeric_limits<float>::infinity();

  explicit SegmentTest(const Segment& segment) noexcept
      : from_(segment.from),
        inverse_x_(1 / (segment.to.x - segment.from.x)),
        inverse_y_(1 / (segment.to.y - segment.from.y)) {}

  /// The fraction at which it enters; kMissed where it does not.
  [[nodiscard]] float enter(const Box& box) const noexcept {
    const float x0 = (box.min_x - from_.x) * inverse_x_;
    const float x1 = (box.max_x - from_.x) * inverse_x_;
    const float y0 = (box.min_y - from_.y) * inverse_y_;
    const float y1 = (box.max_y - from_.y) * inverse_y_;
    const float enter = std::max(std::max(std::min(x0, x1), std::min(y0, y1)), 0.0F);
    const float leave = std::min(std::min(std::max(x0, x1), std::max(y0, y1)), 1.0F);
    if (!(enter <= leave)) return kMissed;  // or NaN, along an edge
    return enter;
  }

 private:
  Point from_;
  float inverse_x_;
  float inverse_y_;
};

}  // namespace quadphase::bench::queries
