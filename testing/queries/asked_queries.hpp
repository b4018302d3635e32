// SPDX-License-Identifier: MIT
// Queries as a batch takes them.
#pragma once

#include <cstddef>
#include <vector>

#include "quadphase/query.hpp"
#include "queries/query_inputs.hpp"

namespace quadphase::queries {

/// The queries of one kind, with their options as a batch takes them.
template <class Query>
struct Asked {
  Asked(const std::vector<Query>& of_kind, const Queries& all)
      : queries(of_kind), worlds(all.worlds), mobilities(all.mobilities) {
    const std::vector<Filter>& some = all.filters;
    if (some.size() == 1) filter = some.front();
    if (some.size() > 1)
      for (std::size_t row = 0; row < of_kind.size(); ++row)
        filters.push_back(some[row % some.size()]);
  }
  [[nodiscard]] QueryOptions options(std::size_t row) const {
    return {.filter = filters.empty() ? filter : filters[row],
            .worlds = worlds,
            .mobilities = mobilities};
  }
  [[nodiscard]] BatchOptions batch(RowOrder order = RowOrder::ascending) const {
    return {.filter = filter,
            .worlds = worlds,
            .mobilities = mobilities,
            .attributes = Attributes{}.set_filters(filters),
            .order = order};
  }

  const std::vector<Query>& queries;
  Worlds worlds;
  Mobilities mobilities;
  Filter filter;                // of all queries
  std::vector<Filter> filters;  // one for each in its place, or none
};

}  // namespace quadphase::queries
