// SPDX-License-Identifier: MIT
// The parts of space, one for each rank: which part has a point, and which parts a box meets.
//
// Invariant: every point is in exactly one part, the same one on all ranks, and a box meets the
//            parts of all of its points. So wherever the reference point of a pair lies, the rank
//            of that part has both boxes.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/index.hpp"

namespace quadphase::mpi::detail {

inline constexpr Box kNowhere{
    std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
    -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
inline constexpr Box kEverywhere{
    -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
    std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

/// Threads: all functions may be called from several at once.
class Parts {
 public:
  virtual ~Parts() = default;
  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  /// The number of parts.
  [[nodiscard]] virtual int count() const noexcept = 0;
  /// Whether every part is a box: `box_of` it.
  [[nodiscard]] virtual bool are_boxes() const noexcept = 0;
  /// A part that is a box, which may be inverted; of another shape, `kNowhere`.
  [[nodiscard]] virtual Box box_of(int part) const noexcept = 0;

  /// The part that has a point. Coordinates may be infinite, but must not be NaN.
  [[nodiscard]] virtual int part_with(const Point& point) const noexcept = 0;
  /// The part that has all points of a valid box; -1 if there is none, and sometimes even if there
  /// is one. This is fast.
  [[nodiscard]] virtual int only_part(const Box& box) const noexcept = 0;

  using Visit = std::function<void(std::size_t row, int part)>;
  /// Calls `visit` once for each part that each of the valid boxes meets, and perhaps for others
  /// near it. Errors: `std::bad_alloc`.
  virtual void for_each_part(std::span<const Box> boxes, const Visit& visit) const = 0;
};

/// Parts that are boxes. An inverted one has no point.
class BoxParts final : public Parts {
 public:
  /// Errors: `std::bad_alloc`.
  explicit BoxParts(std::vector<Box> boxes);

  [[nodiscard]] int count() const noexcept override { return static_cast<int>(boxes_.size()); }
  [[nodiscard]] bool are_boxes() const noexcept override { return true; }
  [[nodiscard]] Box box_of(int part) const noexcept override {
    return boxes_[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] int part_with(const Point& point) const noexcept override;
  [[nodiscard]] int only_part(const Box& box) const noexcept override;
  void for_each_part(std::span<const Box> boxes, const Visit& visit) const override;

 private:
  std::vector<Box> boxes_;
  Index index_{quadphase::Config{.threads = 1}};
};

}  // namespace quadphase::mpi::detail
