// SPDX-License-Identifier: MIT
// The objects that one rank searches: its own and those that other ranks have sent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// An object as it is sent. `RecordForm` says what follows it.
struct Record {
  Box box;  // as it is searched: with margin and motion
  GlobalId id;
  std::uint32_t row;
  std::uint32_t is_static;
};
static_assert(sizeof(Record) == 32);

/// What follows each record: a filter if any rank of the world gave filters, and a generation if
/// any gave those and there are events.
struct RecordForm {
  bool has_filters = false;
  bool has_generations = false;

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return sizeof(Record) + (has_filters ? sizeof(Filter) : 0) +
           (has_generations ? sizeof(std::uint32_t) : 0);
  }
};

/// What is read of an object for each of its pairs: half a cache line.
struct alignas(32) SearchedObject {
  Box box;
  GlobalId id;
  Place place;
};
static_assert(sizeof(SearchedObject) == 32);

/// Columns as the engine reads them, and the same objects one by one.
struct ObjectColumns {
  std::vector<float> min_x, min_y, max_x, max_y;
  std::vector<std::uint32_t> category, mask, group, world;  // empty without filters
  std::vector<std::uint32_t> generation;                    // empty without any; not for the engine
  std::vector<SearchedObject> objects;

  void add(const Record& record, const Filter* filter, int rank) {
    min_x.push_back(record.box.min_x);
    min_y.push_back(record.box.min_y);
    max_x.push_back(record.box.max_x);
    max_y.push_back(record.box.max_y);
    objects.push_back({record.box, record.id, {rank, record.row}});
    if (filter == nullptr) return;
    category.push_back(filter->category);
    mask.push_back(filter->mask);
    group.push_back(filter->group);
    world.push_back(filter->world);
  }
  /// Room for this many objects, without filters.
  void reserve(std::size_t count) {
    for (auto* column : {&min_x, &min_y, &max_x, &max_y}) column->reserve(count);
    objects.reserve(count);
  }
  [[nodiscard]] std::size_t size() const noexcept { return objects.size(); }
  [[nodiscard]] BoxView boxes() const noexcept { return {min_x, min_y, max_x, max_y}; }
  [[nodiscard]] Attributes attributes() const noexcept {
    Attributes attributes;
    attributes.category = category;
    attributes.mask = mask;
    attributes.group = group;
    attributes.world = world;
    return attributes;
  }
  /// True if an engine that has one of them as its static set has the other.
  [[nodiscard]] bool is_same_set(const ObjectColumns& other) const {
    return min_x == other.min_x && min_y == other.min_y && max_x == other.max_x &&
           max_y == other.max_y && category == other.category && mask == other.mask &&
           group == other.group && world == other.world;
  }
};

/// The engine's ids are the rows of the static objects, and after them those of the moving ones.
struct LocalObjects {
  ObjectColumns statics;
  ObjectColumns moving;

  void add(const Record& record, const Filter* filter, int rank) {
    (record.is_static != 0 ? statics : moving).add(record, filter, rank);
  }
  /// The generation of the object that was added last.
  void add_generation(const Record& record, std::uint32_t generation) {
    (record.is_static != 0 ? statics : moving).generation.push_back(generation);
  }
  [[nodiscard]] std::size_t size() const noexcept { return statics.size() + moving.size(); }
};

}  // namespace quadphase::mpi::detail
