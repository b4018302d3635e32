// SPDX-License-Identifier: MIT
#include "grid_parts.hpp"

#include <algorithm>
#include <cstddef>

namespace quadphase::mpi::detail {
namespace {

/// The level of the first squares that are looked at: 2^8 along an axis, 256 KiB in all.
constexpr unsigned kTopLevel = 8;
constexpr unsigned kTopShift = kCellLevels - kTopLevel;
constexpr std::uint32_t kTopSide = std::uint32_t{1} << kTopLevel;

std::size_t top_index(std::uint32_t column, std::uint32_t row) {
  return std::size_t{row} * kTopSide + column;
}

std::size_t top_index(const Cell& cell) {
  return top_index(cell.x >> kTopShift, cell.y >> kTopShift);
}

/// Which quadrant of a square contains a cell: the `shift` bits below are those of the quadrant's
/// cells.
std::size_t quadrant_of(const Cell& cell, unsigned shift) {
  return (cell.y >> shift & 1U) << 1U | (cell.x >> shift & 1U);
}

}  // namespace

GridParts::Content GridParts::content_of(const Cell& cell) const noexcept {
  Content content = top_[top_index(cell)];
  for (unsigned shift = kTopShift; content <= kFirstQuadrants;) {
    --shift;
    content =
        quadrants_[static_cast<std::size_t>(kFirstQuadrants - content)][quadrant_of(cell, shift)];
  }
  return content;
}

GridParts::Content GridParts::only_content_of(const Cells& cells) const noexcept {
  constexpr std::uint32_t kMost = 4;  // squares along an axis: larger boxes take the slow way
  const Cell first{cells.min.x >> kTopShift, cells.min.y >> kTopShift};
  const Cell last{cells.max.x >> kTopShift, cells.max.y >> kTopShift};
  Content content = top_[top_index(first.x, first.y)];
  if (first.x == last.x && first.y == last.y) {
    for (unsigned shift = kTopShift; content <= kFirstQuadrants;) {
      --shift;
      const std::size_t quadrant = quadrant_of(cells.min, shift);
      if (quadrant != quadrant_of(cells.max, shift)) return kSeveral;
      content = quadrants_[static_cast<std::size_t>(kFirstQuadrants - content)][quadrant];
    }
    return content;
  }
  if (content < 0 || last.x - first.x >= kMost || last.y - first.y >= kMost) return kSeveral;
  for (std::uint32_t row = first.y; row <= last.y; ++row) {
    for (std::uint32_t column = first.x; column <= last.x; ++column) {
      if (top_[top_index(column, row)] != content) return kSeveral;
    }
  }
  return content;
}

int GridParts::part_with(const Point& point) const noexcept {
  const Content content = content_of(grid_.cell_of(point));
  return content >= 0 ? content : exact_part(grid_.bounded(point));
}

int GridParts::only_part(const Box& box) const noexcept {
  return only_content_of(grid_.cells_of(box));
}

void GridParts::find_parts(const Cells& cells, std::vector<int>& parts) const {
  parts.clear();
  add_parts(cells, parts);
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
}

void GridParts::for_each_part(std::span<const Box> boxes, const Visit& visit) const {
  std::vector<int> parts;
  for (std::size_t row = 0; row < boxes.size(); ++row) {
    const Cells cells = grid_.cells_of(boxes[row]);
    const Content content = only_content_of(cells);
    if (content >= 0) {
      visit(row, content);
      continue;
    }
    find_parts(cells, parts);
    for (const int part : parts) visit(row, part);
  }
}

void GridParts::make_tree(unsigned deepest_level) {
  top_.assign(std::size_t{kTopSide} * kTopSide, kSeveral);
  (void)make_square({0, 0}, 0, deepest_level);
}

/// What a square of a level has, which is also written to the top. It is divided only where parts
/// meet, so the time grows with the length of their borders.
GridParts::Content GridParts::make_square(const Cell& min, unsigned level, unsigned deepest_level) {
  const std::uint32_t side = std::uint32_t{1} << (kCellLevels - level);
  std::vector<int> parts;
  find_parts({min, {min.x + side - 1, min.y + side - 1}}, parts);
  Content content = parts.size() == 1 ? parts.front() : kSeveral;
  if (content == kSeveral && level < deepest_level) {
    Quadrants quadrants{};
    for (std::size_t i = 0; i < quadrants.size(); ++i) {
      const Cell next{min.x + (i % 2 == 0 ? 0 : side / 2), min.y + (i < 2 ? 0 : side / 2)};
      quadrants[i] = make_square(next, level + 1, deepest_level);
    }
    if (level < kTopLevel) return kSeveral;  // the top has them
    content = kFirstQuadrants - static_cast<Content>(quadrants_.size());
    quadrants_.push_back(quadrants);
  }
  if (level > kTopLevel || (level < kTopLevel && content < 0)) return content;
  const std::uint32_t top_side = kTopSide >> level;
  const std::size_t first = top_index(min);
  for (std::uint32_t row = 0; row < top_side; ++row)
    std::fill_n(top_.begin() + static_cast<std::ptrdiff_t>(first + top_index(0, row)), top_side,
                content);
  return content;
}

}  // namespace quadphase::mpi::detail
