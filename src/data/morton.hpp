// SPDX-License-Identifier: MIT
// Morton keys: the position of a box's center on the Z-order curve over a square of cells.
// A key has 64 bits. The lowest kKeyBits hold the position on the curve, x in the even and y in the
// odd bits; if there are several curves or worlds, their numbers stand above it (curves.hpp,
// WorldRange). Bit kKeyBits is clear for large objects, so these come before all others, on a curve
// of their own. The bits above are the numbers of rejected boxes and of bins that were cut again.
//
// Source: G. M. Morton, "A computer oriented geodetic data base and a new technique in file
// sequencing", 1966.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "quadphase/box.hpp"

namespace quadphase::detail {

using Key = std::uint64_t;

inline constexpr int kAxisBits = 30;            // bits per axis
inline constexpr int kKeyBits = 2 * kAxisBits;  // bits of a position on the curve
inline constexpr double kCellsPerAxis = 1 << kAxisBits;

/// Set in the keys of objects that are not large.
inline constexpr Key kSmallBit = Key{1} << kKeyBits;

/// The key of a box that can be in no pair.
inline constexpr Key kRejectedKey = 2 * kSmallBit;

/// The size of a box as a power of two: the biased exponent of its larger extent. It is 0 for
/// points and 255 for infinite boxes.
[[nodiscard]] inline std::uint32_t size_exponent(const Box& box) noexcept {
  const auto exponent = [](float extent) {
    return std::bit_cast<std::uint32_t>(extent) >> 23 & 255;
  };
  return std::max(exponent(box.max_x - box.min_x), exponent(box.max_y - box.min_y));
}

/// The smallest box around some centers; it is inverted while there are none.
struct Bounds {
  float min_x = std::numeric_limits<float>::infinity();
  float min_y = std::numeric_limits<float>::infinity();
  float max_x = -std::numeric_limits<float>::infinity();
  float max_y = -std::numeric_limits<float>::infinity();

  void include(const Bounds& other) noexcept {
    min_x = std::min(min_x, other.min_x);
    min_y = std::min(min_y, other.min_y);
    max_x = std::max(max_x, other.max_x);
    max_y = std::max(max_y, other.max_y);
  }
  void include(Point p) noexcept { include(Bounds{p.x, p.y, p.x, p.y}); }

  [[nodiscard]] bool is_empty() const noexcept { return min_x > max_x; }
  /// True where no quantizer can separate two of the centers.
  [[nodiscard]] bool is_point() const noexcept { return !(min_x < max_x || min_y < max_y); }
};

/// Moves bit i of a cell number to bit 2i.
[[nodiscard]] constexpr Key spread_bits(std::uint32_t cell) noexcept {
  Key bits = cell;                                   // ................abcdefghijklmnop (of 16)
  bits = (bits | bits << 16) & 0x0000FFFF0000FFFFU;  // separated by 16 bits
  bits = (bits | bits << 8) & 0x00FF00FF00FF00FFU;   // ........abcdefgh........ijklmnop
  bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0FU;   // ....abcd....efgh....ijkl....mnop
  bits = (bits | bits << 2) & 0x3333333333333333U;   // ..ab..cd..ef..gh..ij..kl..mn..op
  return (bits | bits << 1) & 0x5555555555555555U;   // .a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p
}

/// The inverse of spread_bits: gathers the even bits of a key.
[[nodiscard]] constexpr std::uint32_t gather_bits(Key key) noexcept {
  Key bits = key & 0x5555555555555555U;
  bits = (bits | bits >> 1) & 0x3333333333333333U;
  bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0FU;
  bits = (bits | bits >> 4) & 0x00FF00FF00FF00FFU;
  bits = (bits | bits >> 8) & 0x0000FFFF0000FFFFU;
  return static_cast<std::uint32_t>(bits | bits >> 16);
}

struct GridCell {
  std::uint32_t column;
  std::uint32_t row;
};

/// How cells are spaced along an axis: evenly, or evenly among all floats, so that each power of
/// two has as many cells as the next one.
///
/// Why: crowds within crowds, at distances that shrink by powers, need a new grid every few powers
/// if cells are even. That can go on for more than 24 powers of two only around 0, because floats
/// are no finer elsewhere, and there one grid reaches all floats.
/// Tried: even cells alone; ns per box of 100,000: adversarial/log-square 2,100 instead of 250,
/// powers 2,100 instead of 170, crowds-2 1,500 instead of 120.
enum class Spacing : std::uint8_t { even, by_floats };

/// The number of a float among all floats, in ascending order.
[[nodiscard]] inline double float_number(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto magnitude = static_cast<double>(bits & 0x7FFF'FFFFU);
  return bits >> 31 != 0 ? -magnitude : magnitude;
}

/// How the axes are stretched before square cells are cut, so that cells have the proportions of
/// the boxes. At least one of the two is 1.
///
/// Why: cells of a given area, with width a and height b, overlap the fewest boxes of width w and
/// height h where (a + w) * (b + h) is least: a / b = w / h.
/// Tried: square cells; for 100,000 bars in rows, one unit high and 10^10 to 10^11 long
/// (adversarial/bars-units): 42,000 tests and 90,000 ns per box instead of 5.6 and 13.
struct Stretch {
  double x = 1;
  double y = 1;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// Maps centers to cells of a grid over some bounds, and cells to positions on the curve. The
/// longer side of the stretched bounds has kCellsPerAxis cells. Centers outside of the bounds
/// belong to the cells on the edge.
///
/// A stretched scene that is 2^long_bits times as long as it is wide is a row of 2^long_bits
/// squares, each with a curve of its own. In one square, every second bit of the first levels would
/// be 0.
///
///     position   [ number of the square | position in it | 0 ]
///     bits          long_bits             2 square_bits()  long_bits
///
/// Why double: differences of floats neither overflow nor lose the bits that separate two centers.
/// Invariant: monotone on each axis, so rounding never changes the order of two centers.
struct Quantizer {
  double origin_x = 0;
  double origin_y = 0;
  double scale_x = 0;  // cells per unit of length
  double scale_y = 0;
  double last_column = 0;
  double last_row = 0;
  int long_bits = 0;  // even, because one quartering takes two bits of a position
  bool is_tall = false;
  Spacing spacing = Spacing::even;

  Quantizer() = default;
  /// A stretch is for even cells.
  explicit Quantizer(const Bounds& bounds, const Stretch& stretch = {},
                     Spacing cell_spacing = Spacing::even) noexcept
      : spacing(cell_spacing) {
    if (bounds.is_empty()) return;
    origin_x = coordinate(bounds.min_x);
    origin_y = coordinate(bounds.min_y);
    const double width = (coordinate(bounds.max_x) - origin_x) * stretch.x;
    const double height = (coordinate(bounds.max_y) - origin_y) * stretch.y;
    const double extent = std::max(width, height);
    const double scale = extent > 0 ? kCellsPerAxis / extent : 0;
    scale_x = scale * stretch.x;
    scale_y = scale * stretch.y;
    last_column = std::floor(std::min(width * scale, kCellsPerAxis - 1));
    last_row = std::floor(std::min(height * scale, kCellsPerAxis - 1));
    is_tall = height > width;
    const auto last_across = static_cast<std::uint32_t>(std::min(last_column, last_row));
    long_bits = (kAxisBits - static_cast<int>(std::bit_width(last_across))) / 2 * 2;
  }

  /// Bits per axis of the position in a square.
  [[nodiscard]] int square_bits() const noexcept { return kAxisBits - long_bits; }

  [[nodiscard]] std::uint32_t column(float x) const noexcept {
    return cell(coordinate(x), origin_x, scale_x, last_column);
  }
  [[nodiscard]] std::uint32_t row(float y) const noexcept {
    return cell(coordinate(y), origin_y, scale_y, last_row);
  }
  [[nodiscard]] Key key(Point center) const noexcept {
    return position(column(center.x), row(center.y));
  }

  [[nodiscard]] Key position(std::uint32_t column, std::uint32_t row) const noexcept {
    const std::uint32_t square = (is_tall ? row : column) >> square_bits();
    const std::uint32_t in_square = (std::uint32_t{1} << square_bits()) - 1;
    const Key code = spread_bits(column & in_square) | spread_bits(row & in_square) << 1;
    return (Key{square} << 2 * square_bits() | code) << long_bits;
  }
  /// The inverse of `position`.
  [[nodiscard]] GridCell cell_at(Key position) const noexcept {
    const Key code = position >> long_bits;
    const auto square = static_cast<std::uint32_t>(code >> 2 * square_bits());
    const Key in_square = (Key{1} << 2 * square_bits()) - 1;
    GridCell cell{gather_bits(code & in_square), gather_bits((code & in_square) >> 1)};
    (is_tall ? cell.row : cell.column) |= square << square_bits();
    return cell;
  }

 private:
  [[nodiscard]] double coordinate(float value) const noexcept {
    return spacing == Spacing::even ? static_cast<double>(value) : float_number(value);
  }
  [[nodiscard]] static std::uint32_t cell(double coordinate, double origin, double scale,
                                          double last) noexcept {
    const double position = (coordinate - origin) * scale;
    return static_cast<std::uint32_t>(std::max(std::min(position, last), 0.0));
  }
};

/// The range of the worlds of some objects. The number of an object's world stands above its
/// position on the curves, so these pass through one world after the other.
///
///     position   [ highest bits of world - first | highest bits of the position on the curves ]
///     bits         bits                            kKeyBits - bits
struct WorldRange {
  static constexpr int kMaxBits = 24;  // with more bits, several worlds share a number

  std::uint32_t first = 0;
  int shift = 0;
  int bits = 0;  // even, because one quartering takes two bits

  WorldRange() = default;
  WorldRange(std::uint32_t least, std::uint32_t greatest) noexcept : first(least) {
    const auto width = static_cast<int>(std::bit_width(greatest - least));
    bits = (std::min(width, kMaxBits) + 1) / 2 * 2;
    shift = std::max(0, width - bits);
  }

  [[nodiscard]] Key with_world(Key position, std::uint32_t world) const noexcept {
    return Key{(world - first) >> shift} << (kKeyBits - bits) | position >> bits;
  }
};

}  // namespace quadphase::detail
