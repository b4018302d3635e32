// SPDX-License-Identifier: MIT
// The boxes of the page: those of a scene, and what a person adds, drags and removes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "quadphase/box.hpp"
#include "scenes/columns.hpp"
#include "scenes/objects.hpp"

namespace quadphase::playground {

/// One change by a person. The same edit of the same world always gives the same bytes.
struct Edit {
  enum class Kind : std::uint8_t {
    insert,  ///< a box around (x, y)
    add,     ///< `row` boxes anywhere, each of the size of some box of the world
    move,    ///< the middle of box `row` to (x, y)
    remove   ///< box `row`; the last box takes its row
  };
  Kind kind = Kind::insert;
  std::uint32_t row = 0;
  float x = 0, y = 0;
  float width = 0, height = 0;
  std::uint32_t seed = 0;  ///< of steps and places
};

class World {
 public:
  static constexpr std::size_t kMostObjects = 400'000;

  /// The first frame of a scene of testing/scenes. Errors: those of `scenes::make_scene`.
  void reset(std::string_view scene, std::size_t count, std::uint64_t seed);

  /// All boxes move by `speed` of their steps, and are reflected at the ends of their ranges, as
  /// those of the scenes are.
  void advance(float speed);

  /// Errors: `std::invalid_argument` if there is no such row, if numbers are not finite, or if
  /// there would be too many objects; nothing has changed then.
  void apply(const Edit& edit);

  [[nodiscard]] std::size_t size() const noexcept { return x_.middle.size(); }
  [[nodiscard]] BoxView boxes() const noexcept { return columns_.view(); }

  /// What a picture should show: the world of the scene, without a few boxes far outside of it.
  [[nodiscard]] const Box& bounds() const noexcept { return bounds_; }

 private:
  void insert(const Edit& edit);
  void add(const Edit& edit);
  void move(const Edit& edit);
  void remove(std::size_t row);
  void append(Point middle, Point half, scenes::Random& random);
  void write_box(std::size_t row);
  void choose_bounds();

  scenes::Axis x_, y_;
  scenes::Columns columns_;
  Box bounds_;
};

}  // namespace quadphase::playground
