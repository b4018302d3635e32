// SPDX-License-Identifier: MIT
#include "queries/collected.hpp"

#include <algorithm>

namespace quadphase::bench::queries {

void Collected::read(Results& results) const {
  results.offsets.assign(count_ + 1, 0);
  for (const Found& found : found_) {
    std::size_t begin = 0;
    for (const Found::Row& row : found.rows_) {
      results.offsets[row.query + 1] = row.end - begin;
      begin = row.end;
    }
  }
  for (std::size_t row = 0; row < count_; ++row) results.offsets[row + 1] += results.offsets[row];
  results.ids.resize(results.offsets.back());
  results.distances.clear();
  for (const Found& found : found_) {
    if (!found.distances_.empty()) results.distances.resize(results.ids.size());
    std::size_t begin = 0;
    for (const Found::Row& row : found.rows_) {
      const auto place = static_cast<std::ptrdiff_t>(results.offsets[row.query]);
      const auto first = static_cast<std::ptrdiff_t>(begin);
      const auto last = static_cast<std::ptrdiff_t>(row.end);
      std::copy(found.ids_.begin() + first, found.ids_.begin() + last, results.ids.begin() + place);
      if (!found.distances_.empty()) {
        std::copy(found.distances_.begin() + first, found.distances_.begin() + last,
                  results.distances.begin() + place);
      }
      begin = row.end;
    }
  }
}

}  // namespace quadphase::bench::queries
