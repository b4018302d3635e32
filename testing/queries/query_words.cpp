// SPDX-License-Identifier: MIT
// Queries and answers in words, with all digits.
#include <limits>
#include <sstream>

#include "queries/query_checks.hpp"

namespace quadphase::queries {
namespace {

std::ostringstream precise() {
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  return text;
}

}  // namespace

std::string in_words(std::span<const ObjectId> ids) {
  std::ostringstream text;
  text << ids.size() << " ids:";
  for (std::size_t i = 0; i < ids.size() && i < 10; ++i) text << ' ' << ids[i];
  return text.str();
}

std::string in_words(const Box& box) {
  std::ostringstream text = precise();
  text << "box [" << box.min_x << ", " << box.max_x << "] x [" << box.min_y << ", " << box.max_y
       << ']';
  return text.str();
}

std::string in_words(const Point& point) {
  std::ostringstream text = precise();
  text << '(' << point.x << ", " << point.y << ')';
  return text.str();
}

std::string in_words(const Circle& circle) {
  std::ostringstream text = precise();
  text << "circle of " << circle.radius << " around " << in_words(circle.center);
  return text.str();
}

std::string in_words(const Ray& ray) {
  std::ostringstream text = precise();
  text << "ray from " << in_words(ray.origin) << " along " << in_words(ray.direction) << " up to "
       << ray.max_fraction;
  return text.str();
}

std::string in_words(const Segment& segment) {
  return "segment from " + in_words(segment.from) + " to " + in_words(segment.to);
}

std::string in_words(const BoxCast& cast) {
  return in_words(cast.box) + " by " + in_words(cast.displacement);
}

std::string in_words(std::span<const Hit> hits) {
  std::ostringstream text = precise();
  text << hits.size() << " hits:";
  for (std::size_t i = 0; i < hits.size() && i < 10; ++i)
    text << ' ' << hits[i].id << " at " << hits[i].distance;
  return text.str();
}

std::string in_words(const Capsule& capsule) {
  std::ostringstream text = precise();
  text << "capsule of " << capsule.radius << " around " << in_words(capsule.first) << " to "
       << in_words(capsule.second);
  return text.str();
}

std::string in_words(const RotatedBox& box) {
  return "box of half " + in_words(box.half_size) + " around " + in_words(box.center) + " along " +
         in_words(box.axis);
}

std::string in_words(const ConvexPolygon& polygon) {
  std::string text = "polygon of " + std::to_string(polygon.count);
  for (const Point& vertex : polygon.vertices) text += ' ' + in_words(vertex);
  return text;
}

std::string in_words(const CircleCast& cast) {
  return in_words(cast.circle) + " by " + in_words(cast.displacement);
}

std::string in_words(const CapsuleCast& cast) {
  return in_words(cast.capsule) + " by " + in_words(cast.displacement);
}

}  // namespace quadphase::queries
