// SPDX-License-Identifier: MIT
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace quadphase::bench {

Table::Table(std::vector<std::string> headings) {
  for (std::string& heading : headings) {
    is_left_.push_back(heading.starts_with('<'));
    if (is_left_.back()) heading.erase(0, 1);
  }
  rows_.push_back(std::move(headings));
}

void Table::add_row(std::vector<std::string> cells) {
  rows_.push_back(std::move(cells));
}

void Table::print(std::FILE* out) const {
  std::vector<std::size_t> widths(is_left_.size());
  for (const auto& row : rows_) {
    for (std::size_t column = 0; column < widths.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      if (column > 0) line += "  ";
      line += is_left_[column] ? fmt::format("{:<{}}", row[column], widths[column])
                               : fmt::format("{:>{}}", row[column], widths[column]);
    }
    const std::size_t width = line.size();
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print(out, "{}\n", line);
    if (&row == &rows_.front()) fmt::print(out, "{:->{}}\n", "", width);
  }
}

}  // namespace quadphase::bench
