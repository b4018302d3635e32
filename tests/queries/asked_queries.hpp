// SPDX-License-Identifier: MIT
// Queries as a batch takes them.
#pragma once

#include <cstddef>
#include <vector>

#include "quadphase/query_options.hpp"
#include "queries/query_inputs.hpp"

namespace quadphase::queries {

/// The queries of one kind, with their options as a batch takes them.
template <class Query>
struct Asked {
  Asked(const std::vector<Query>& of_kind, const Queries& all)
      : queries(of_kind), worlds(all.worlds), mobilities(all.mobilities) {
    const std::vector<Filter>& some = all.filters;
    if (some.size() == 1) filters = some;
    if (some.size() > 1)
      for (std::size_t row = 0; row < of_kind.size(); ++row)
        filters.push_back(some[row % some.size()]);
  }
  [[nodiscard]] QueryOptions options(std::size_t row) const {
    Filter filter;
    if (!filters.empty()) filter = filters.size() == 1 ? filters.front() : filters[row];
    return {.filter = filter, .worlds = worlds, .mobilities = mobilities};
  }
  [[nodiscard]] BatchOptions batch(RowOrder order = RowOrder::ascending) const {
    return {.filters = filters, .worlds = worlds, .mobilities = mobilities, .order = order};
  }

  const std::vector<Query>& queries;
  Worlds worlds;
  Mobilities mobilities;
  std::vector<Filter> filters;
};

}  // namespace quadphase::queries
