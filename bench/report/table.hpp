// SPDX-License-Identifier: MIT
// A table of text: columns as wide as they need to be.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace quadphase::bench {

class Table {
 public:
  /// A heading that begins with '<' makes a column that is aligned to the left, all others are
  /// aligned to the right.
  explicit Table(std::vector<std::string> headings);

  /// As many cells as there are columns.
  void add_row(std::vector<std::string> cells);

  /// The headings, a rule, and all rows.
  void print(std::FILE* out) const;

 private:
  std::vector<bool> is_left_;
  std::vector<std::vector<std::string>> rows_;  // the first has the headings
};

}  // namespace quadphase::bench
