// SPDX-License-Identifier: MIT
// A scene's boxes in every form that an engine takes, with the float columns that each must become.
#pragma once

#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/checks.hpp"

namespace quadphase::contract {

/// Rows have a stride of their size; those that are apart lie at odd places, each number in a
/// column of its own.
enum class Form { columns, rows, strided_rows, apart, wide, centers, double_rows, double_apart };

inline bool is_in_double(Form form) {
  return form >= Form::wide;
}

inline std::string_view name_of(Form form) {
  constexpr std::string_view kNames[] = {"columns", "rows",    "strided_rows", "apart",
                                         "wide",    "centers", "double_rows",  "double_apart"};
  return kNames[static_cast<std::size_t>(form)];
}

/// Boxes of a scene, some of them NaN and inverted. In double they are some 10,000 km away, where
/// floats could not tell them apart.
class Scene {
 public:
  static constexpr Origin kOrigin = {1e7, -3e6};

  Scene(const std::string& name, std::size_t count, std::uint64_t seed)
      : Scene(spoiled_boxes(name, count, seed)) {}
  /// Of boxes whose edges are multiples of 2^-8.
  explicit Scene(std::vector<Box> boxes) : rows_(std::move(boxes)), columns_(columns_of(rows_)) {
    bytes_.resize(size() * kStride);
    for (std::size_t i = 0; i < size(); ++i) {
      add_axis(rows_[i].min_x, rows_[i].max_x, kOrigin.x, 0);
      add_axis(rows_[i].min_y, rows_[i].max_y, kOrigin.y, 1);
      double_rows_.push_back({edges_[0][i], edges_[1][i], edges_[2][i], edges_[3][i]});
      const auto put = [&](std::size_t place, const auto& value) {
        std::memcpy(bytes_.data() + i * kStride + place, &value, sizeof(value));
      };
      put(kOffset, rows_[i]);
      const Box& box = rows_[i];
      put(kApart, std::array{box.max_y, box.min_x, box.max_x, box.min_y});
      put(kDoubleApart, std::array{double_rows_[i].max_x, double_rows_[i].min_y,
                                   double_rows_[i].min_x, double_rows_[i].max_y});
    }
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] BoxView columns() const { return columns_.view(); }

  /// Calls `take(boxes)` with the boxes in that form.
  template <class Take>
  void give(Form form, const Take& take) const {
    const auto at = [&](std::size_t place) { return bytes_.data() + place; };
    switch (form) {
      case Form::columns:
        return take(Boxes(columns()));
      case Form::rows:
        return take(Boxes(rows_));
      case Form::strided_rows:
        return take(Boxes(at(kOffset), size(), kStride));
      case Form::apart:
        return take(Boxes::of_floats({at(kApart + 4), at(kApart + 12), at(kApart + 8), at(kApart)},
                                     size(), kStride));
      case Form::wide:
        return take(Boxes(edges_[0], edges_[1], edges_[2], edges_[3], kOrigin));
      case Form::centers:
        return take(Boxes(CenterView{centers_[0], centers_[1], halves_[0], halves_[1]}, kOrigin));
      case Form::double_rows:
        return take(Boxes(double_rows_, kOrigin));
      case Form::double_apart:
        return take(Boxes::of_doubles(
            {at(kDoubleApart + 16), at(kDoubleApart + 8), at(kDoubleApart), at(kDoubleApart + 24)},
            size(), kStride, kOrigin));
    }
  }

 private:
  // Where the numbers of a box are among its bytes.
  static constexpr std::size_t kOffset = 3;
  static constexpr std::size_t kApart = 19;
  static constexpr std::size_t kDoubleApart = 37;
  static constexpr std::size_t kStride = 69;

  static std::vector<Box> spoiled_boxes(const std::string& name, std::size_t count,
                                        std::uint64_t seed) {
    std::vector<Box> rows(count);
    std::mt19937_64 random(seed);
    const Columns frame = frame_of(name, count, 1, seed);
    for (std::size_t i = 0; i < count; ++i) {
      Box box = frame.view()[i];
      // In steps of 2^-8, so that centers and halves are exact, too.
      for (float* const edge : {&box.min_x, &box.min_y, &box.max_x, &box.max_y})
        *edge = static_cast<float>(static_cast<int>(*edge * 256)) / 256;
      if (random() % 41 == 0) box.max_x = box.min_x - 1;
      if (random() % 61 == 0) box.min_y = std::numeric_limits<float>::quiet_NaN();
      rows[i] = box;
    }
    return rows;
  }

  void add_axis(float min, float max, double origin, std::size_t axis) {
    const double double_min = static_cast<double>(min) + origin;
    const double double_max = static_cast<double>(max) + origin;
    edges_[axis].push_back(double_min);
    edges_[axis + 2].push_back(double_max);
    centers_[axis].push_back((double_min + double_max) / 2);
    halves_[axis].push_back((double_max - double_min) / 2);
  }

  std::vector<Box> rows_;
  Columns columns_;
  std::vector<std::byte> bytes_;
  std::vector<double> edges_[4];
  std::vector<DoubleBox> double_rows_;
  std::vector<double> centers_[2];
  std::vector<double> halves_[2];
};

}  // namespace quadphase::contract
