// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include <utility>

namespace quadphase::mpi::detail {

BoxParts::BoxParts(std::vector<Box> boxes) {
  index_.build(boxes);
  boxes_ = std::move(boxes);
}

int BoxParts::part_with(const Point& point) const noexcept {
  int part = -1;
  index_.for_each_overlap(point, [&](ObjectId id) { part = static_cast<int>(id); });
  return part;
}

int BoxParts::only_part(const Box& box) const noexcept {
  const int part = part_with({box.min_x, box.min_y});
  return part >= 0 && contains(box_of(part), box) ? part : -1;
}

void BoxParts::for_each_part(std::span<const Box> boxes, const Visit& visit) const {
  QueryResult met;
  index_.find_overlaps(boxes, met);
  for (std::size_t row = 0; row < boxes.size(); ++row) {
    for (const ObjectId part : met.ids_of(row)) visit(row, static_cast<int>(part));
  }
}

}  // namespace quadphase::mpi::detail
