// SPDX-License-Identifier: MIT
// What an ObjectStore must be, said with standard containers and one object at a time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/object_store.hpp"

namespace quadphase::model {

/// Everything that an object is, in bits, so that NaN equals itself.
using StoredObject = std::array<std::uint32_t, 12>;

/// Row `i` of columns, where empty columns stand for defaults.
[[nodiscard]] inline StoredObject object_at(const BoxView& boxes, const Attributes& a,
                                            std::size_t i) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const auto word = [i](const Column<std::uint32_t>& column, std::uint32_t otherwise) {
    return column.empty() ? otherwise : column[i];
  };
  const auto real = [i, bits](const Column<float>& column) {
    return column.empty() ? 0U : bits(column[i]);
  };
  const Box box = boxes[i];
  return {bits(box.min_x),        bits(box.min_y),        bits(box.max_x),
          bits(box.max_y),        word(a.category, 1),    word(a.mask, 0xFFFF'FFFF),
          word(a.group, 0),       word(a.world, 0),       real(a.margin),
          real(a.displacement_x), real(a.displacement_y), word(a.generation, 0)};
}

/// The bits of a float as a store keeps it: every NaN as one.
[[nodiscard]] inline std::uint32_t as_stored(std::uint32_t bits) {
  return (bits & 0x7FFF'FFFF) > 0x7F80'0000 ? 0x7FC0'0000 : bits;
}
[[nodiscard]] inline StoredObject as_stored(StoredObject object) {
  for (const std::size_t real : {0U, 1U, 2U, 3U, 8U, 9U, 10U})
    object[real] = as_stored(object[real]);
  return object;
}

class StoreModel {
 public:
  struct Object {
    Box box;
    Filter filter;
    float margin = 0;
    Displacement displacement;
    std::uint32_t generation = 0;
  };

  Handle add(const Box& box, const Filter& filter, Mobility mobility) {
    ObjectId id = static_cast<ObjectId>(generations_.size());
    if (!free_.empty()) {
      id = *free_.begin();
      free_.erase(free_.begin());
    } else {
      generations_.push_back(0);
    }
    objects_[id] = {box, filter, 0, {}, generations_[id]};
    rows_[static_cast<std::size_t>(mobility)].push_back(id);
    return {id, generations_[id]};
  }
  void remove(Handle handle) {
    take_row(handle.id);
    objects_.erase(handle.id);
    ++generations_[handle.id];
    free_.insert(handle.id);
  }
  Object& operator[](Handle handle) { return objects_.at(handle.id); }
  [[nodiscard]] Mobility mobility(Handle handle) const {
    return std::count(rows_[1].begin(), rows_[1].end(), handle.id) > 0 ? Mobility::static_
                                                                       : Mobility::moving;
  }
  void set_mobility(Handle handle, Mobility mobility) {
    if (this->mobility(handle) == mobility) return;
    take_row(handle.id);
    rows_[static_cast<std::size_t>(mobility)].push_back(handle.id);
  }
  /// Moving rows whose id is not in the order come last.
  void reorder(std::span<const ObjectId> order) {
    const auto place_of = [&](ObjectId id) { return std::find(order.begin(), order.end(), id); };
    std::stable_sort(rows_[0].begin(), rows_[0].end(),
                     [&](ObjectId a, ObjectId b) { return place_of(a) < place_of(b); });
  }
  void clear() {
    while (!objects_.empty()) {
      const ObjectId id = objects_.begin()->first;
      remove({id, generations_[id]});
    }
  }
  [[nodiscard]] std::vector<Handle> handles() const {
    std::vector<Handle> all;
    for (const auto& [id, object] : objects_) all.push_back({id, object.generation});
    return all;
  }

  /// The ids that were given so far.
  [[nodiscard]] std::vector<ObjectId> ids() const {
    std::vector<ObjectId> all(generations_.size());
    std::iota(all.begin(), all.end(), ObjectId{0});
    return all;
  }
  /// Those of the moving objects, by row.
  [[nodiscard]] const std::vector<ObjectId>& moving_ids() const { return rows_[0]; }

  /// The store holds these objects, in these rows, by these ids.
  void expect_equal(const ObjectStore& store) const {
    ASSERT_EQ(store.size(), objects_.size());
    expect_rows(store.moving_boxes(), store.moving_attributes(), rows_[0]);
    expect_rows(store.static_boxes(), store.static_attributes(), rows_[1]);
    for (const auto& [id, object] : objects_) {
      const Handle handle = {id, object.generation};
      ASSERT_TRUE(store.contains(handle));
      ASSERT_EQ(store.handle_of(id), handle);
      ASSERT_EQ(store.filter(handle), object.filter);
      const Attributes& attributes = store.mobility(handle) == Mobility::moving
                                         ? store.moving_attributes()
                                         : store.static_attributes();
      ASSERT_EQ(attributes.ids[store.row(handle)], id);
      ASSERT_EQ(std::bit_cast<std::uint32_t>(store.margin(handle)),
                as_stored(std::bit_cast<std::uint32_t>(object.margin)));
    }
    for (const ObjectId id : free_) ASSERT_THROW((void)store.handle_of(id), std::invalid_argument);
  }

 private:
  void take_row(ObjectId id) {
    for (std::vector<ObjectId>& rows : rows_) {
      const auto row = std::find(rows.begin(), rows.end(), id);
      if (row == rows.end()) continue;
      *row = rows.back();
      rows.pop_back();
    }
  }

  void expect_rows(const BoxView& boxes, const Attributes& attributes,
                   const std::vector<ObjectId>& rows) const {
    ASSERT_EQ(boxes.size(), rows.size());
    ASSERT_TRUE(std::ranges::equal(rows, attributes.ids.contiguous()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Object& object = objects_.at(rows[i]);
      const auto one = [](const auto& value) { return std::span(&value, 1); };
      Attributes expected;
      expected.category = one(object.filter.category);
      expected.mask = one(object.filter.mask);
      expected.group = one(object.filter.group);
      expected.world = one(object.filter.world);
      expected.margin = one(object.margin);
      expected.displacement_x = one(object.displacement.x);
      expected.displacement_y = one(object.displacement.y);
      expected.generation = one(object.generation);
      const BoxView box = {one(object.box.min_x), one(object.box.min_y), one(object.box.max_x),
                           one(object.box.max_y)};
      ASSERT_EQ(object_at(boxes, attributes, i), as_stored(object_at(box, expected, 0)))
          << "row " << i;
    }
  }

  std::map<ObjectId, Object> objects_;
  std::vector<std::uint32_t> generations_;
  std::set<ObjectId> free_;
  std::array<std::vector<ObjectId>, 2> rows_;  // moving, static
};

/// Seeded choices, the same everywhere.
class Choices {
 public:
  explicit Choices(std::uint32_t seed) : engine_(seed) {}
  [[nodiscard]] std::size_t below(std::size_t count) { return engine_() % count; }
  [[nodiscard]] bool one_in(std::size_t count) { return below(count) == 0; }
  [[nodiscard]] float real() { return static_cast<float>(below(1'000)) / 10.0F; }
  [[nodiscard]] Box box() {
    const float x = real();
    const float y = real();
    return {x, y, x + real(), y + real()};
  }
  [[nodiscard]] Filter filter() {
    if (!one_in(3)) return {};
    return {static_cast<std::uint32_t>(1 + below(4)), static_cast<std::uint32_t>(below(8)),
            static_cast<std::uint32_t>(below(3)), static_cast<std::uint32_t>(below(2))};
  }
  [[nodiscard]] Mobility mobility() { return one_in(3) ? Mobility::static_ : Mobility::moving; }
  /// Some of `all`, each at most once, in any order.
  template <class T>
  [[nodiscard]] std::vector<T> some(std::vector<T> all, std::size_t most) {
    const std::size_t count = std::min(all.size(), below(most + 1));
    for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + below(all.size() - i)]);
    all.resize(count);
    return all;
  }

 private:
  std::mt19937 engine_;
};

/// Boxes as columns.
struct Boxes {
  explicit Boxes(const std::vector<Box>& boxes) : columns(boxes.size()) {
    for (std::size_t i = 0; i < boxes.size(); ++i) columns.set(i, boxes[i]);
  }
  [[nodiscard]] BoxView view() const { return columns.view(); }
  BoxColumns columns;
};

[[nodiscard]] inline std::vector<std::byte> bytes_of(const ObjectStore& store) {
  std::vector<std::byte> bytes;
  store.save(bytes);
  return bytes;
}

}  // namespace quadphase::model
