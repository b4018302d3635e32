// SPDX-License-Identifier: MIT
#include "input/attribute_columns.hpp"

#include <utility>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

/// Calls `use(column, pointer)` for each column of attributes, with the pointer that the stages
/// read.
template <class Attributes, class Use>
void for_each_column(Attributes& attributes, Objects& objects, const Use& use) {
  use(attributes.ids, objects.ids);
  use(attributes.category, objects.filters.category);
  use(attributes.mask, objects.filters.mask);
  use(attributes.group, objects.filters.group);
  use(attributes.world, objects.filters.world);
  use(attributes.margin, objects.sweeps.margin);
  use(attributes.displacement_x, objects.sweeps.displacement_x);
  use(attributes.displacement_y, objects.sweeps.displacement_y);
  use(attributes.generation, objects.generations);
}

template <class T>
bool is_strided(const Column<T>& column) noexcept {
  return !column.empty() && !column.is_contiguous();
}

/// Copies rows `[first, last)`.
template <class T>
void copy_rows(const Column<T>& column, std::size_t first, std::size_t last, T* to) noexcept {
  static_assert(sizeof(T) == sizeof(std::uint32_t));
  for (std::size_t i = first; i < last; ++i) to[i] = column[i];
}

}  // namespace

Objects checked(const GivenBoxes& boxes, const Attributes& attributes) {
  Objects objects = checked(boxes.count, attributes);
  objects.given = boxes;
  objects.boxes = boxes.columns();
  return objects;
}

Objects checked(std::size_t count, const Attributes& attributes) {
  Objects objects;
  objects.count = checked(count);
  for_each_column(attributes, objects, [&](const auto& column, auto& values) {
    if (column.empty()) return;
    require(column.size() == count,
            "quadphase: an attribute must be empty or as long as the boxes or queries");
    values = column.data();
    if (is_strided(column)) objects.strided = &attributes;
  });
  return objects;
}

Attributes with_ids(std::size_t count, const Column<ObjectId>& ids, Attributes attributes) {
  require(ids.size() == count, "quadphase: there must be an id for each box");
  const Column<ObjectId> others = attributes.ids;
  bool are_equal = others.size() == count;
  if (others.data() != ids.data() || others.stride() != ids.stride())
    for (std::size_t i = 0; are_equal && i < count; ++i) are_equal = others[i] == ids[i];
  require(
      others.empty() || are_equal,
      "quadphase: the ids of these objects are an argument of their own; attributes.ids must be "
      "empty or equal to them");
  attributes.ids = ids;
  return attributes;
}

std::size_t strided_count(const Attributes& attributes) noexcept {
  std::size_t count = 0;
  Objects unused;
  for_each_column(attributes, unused, [&](const auto& column, auto&) {
    count += static_cast<std::size_t>(is_strided(column));
  });
  return count;
}

void read_strided(Objects& objects, std::uint32_t* arrays, const Workers& workers) {
  if (objects.strided == nullptr) return;
  const Attributes& attributes = *std::exchange(objects.strided, nullptr);
  const std::size_t count = objects.count;
  for_each_chunk(Chunks(count), workers, [&](std::size_t, std::size_t first, std::size_t last) {
    Objects unused;
    std::uint32_t* to = arrays;
    for_each_column(attributes, unused, [&]<class T>(const Column<T>& column, const T*&) {
      if (!is_strided(column)) return;
      copy_rows(column, first, last, reinterpret_cast<T*>(to));
      to += count;
    });
  });
  for_each_column(attributes, objects, [&]<class T>(const Column<T>& column, const T*& values) {
    if (!is_strided(column)) return;
    values = reinterpret_cast<const T*>(arrays);
    arrays += count;
  });
}

void read_strided(Objects& objects, Buffer<std::uint32_t>& arrays, Workers& workers) {
  if (objects.strided == nullptr) return;
  arrays.ensure(strided_count(*objects.strided) * objects.count);
  workers.run(objects.count < kSerialObjects,
              [&] { read_strided(objects, arrays.data(), workers); });
}

Attributes contiguous(const Attributes& attributes, std::vector<std::uint32_t>& arrays) {
  Attributes copy = attributes;
  Objects unused;
  std::size_t size = 0;
  for_each_column(copy, unused, [&](const auto& column, auto&) {
    if (is_strided(column)) size += column.size();
  });
  arrays.resize(size);
  std::uint32_t* to = arrays.data();
  for_each_column(copy, unused, [&]<class T>(Column<T>& column, const T*&) {
    if (!is_strided(column)) return;
    copy_rows(column, 0, column.size(), reinterpret_cast<T*>(to));
    column = {reinterpret_cast<const T*>(to), column.size()};
    to += column.size();
  });
  return copy;
}

}  // namespace quadphase::detail
