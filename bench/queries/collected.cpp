// SPDX-License-Identifier: MIT
#include "queries/collected.hpp"

#include <algorithm>

namespace quadphase::bench::queries {

void Collected::read(Answers& answers) const {
  answers.offsets.assign(count_ + 1, 0);
  for (const Found& found : found_) {
    std::size_t begin = 0;
    for (const Found::Row& row : found.rows_) {
      answers.offsets[row.query + 1] = row.end - begin;
      begin = row.end;
    }
  }
  for (std::size_t row = 0; row < count_; ++row) answers.offsets[row + 1] += answers.offsets[row];
  answers.ids.resize(answers.offsets.back());
  answers.distances.clear();
  for (const Found& found : found_) {
    if (!found.distances_.empty()) answers.distances.resize(answers.ids.size());
    std::size_t begin = 0;
    for (const Found::Row& row : found.rows_) {
      const auto place = static_cast<std::ptrdiff_t>(answers.offsets[row.query]);
      const auto first = static_cast<std::ptrdiff_t>(begin);
      const auto last = static_cast<std::ptrdiff_t>(row.end);
      std::copy(found.ids_.begin() + first, found.ids_.begin() + last, answers.ids.begin() + place);
      if (!found.distances_.empty()) {
        std::copy(found.distances_.begin() + first, found.distances_.begin() + last,
                  answers.distances.begin() + place);
      }
      begin = row.end;
    }
  }
}

}  // namespace quadphase::bench::queries
