// SPDX-License-Identifier: MIT
#include "statics/static_objects.hpp"

namespace quadphase::detail {
namespace {

void grow(std::size_t kept, std::size_t size, BoxBuffers& boxes) {
  for (Buffer<float>* column : {&boxes.min_x, &boxes.min_y, &boxes.max_x, &boxes.max_y}) {
    if (column->capacity() < size + kFanout) column->grow(kept, size + kFanout);
  }
}

template <class T>
void grow(std::size_t kept, std::size_t size, Buffer<T>& column) {
  if (column.capacity() < size) column.grow(kept, size);
}

}  // namespace

StaticObjects::StaticObjects(std::pmr::memory_resource* resource)
    : boxes(resource),
      tight(resource),
      ids(resource),
      category(resource),
      mask(resource),
      group(resource),
      world(resource),
      generation(resource),
      places(resource),
      rows(resource) {}

void StaticObjects::reserve(std::size_t row_count) {
  if (row_count <= places.capacity()) return;  // the column that grows last
  const std::size_t size = row_count + row_count / 8;
  grow(count, size, boxes);
  grow(count, size, tight);
  for (Buffer<std::uint32_t>* column : {&ids, &category, &mask, &group, &world, &generation})
    grow(count, size, *column);
  grow(count, size, places);
}

std::size_t StaticObjects::byte_count() const noexcept {
  return boxes.byte_count() + tight.byte_count() + 6 * ids.byte_count() + places.byte_count() +
         rows.byte_count();
}

void StaticObjects::move_row(std::size_t from, std::size_t to) noexcept {
  boxes.set(to, box_at(boxes.from(0), from));
  tight.set(to, box_at(tight.from(0), from));
  for (Buffer<std::uint32_t>* column : {&ids, &category, &mask, &group, &world, &generation})
    (*column)[to] = (*column)[from];
  places[to] = places[from];
}

Objects StaticObjects::from(std::size_t first, std::size_t count_of_rows) const noexcept {
  Objects objects;
  objects.boxes = boxes.from(first);
  objects.count = count_of_rows;
  objects.filters = {category.data() + first, mask.data() + first, group.data() + first,
                     world.data() + first};
  return objects;
}

}  // namespace quadphase::detail
