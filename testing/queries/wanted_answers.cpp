// SPDX-License-Identifier: MIT
#include "queries/wanted_answers.hpp"

#include <algorithm>
#include <type_traits>

#include "queries/asked_queries.hpp"

namespace quadphase::queries {

WantedAnswers::WantedAnswers(const QueryOracle& oracle, Queries asked)
    : queries(std::move(asked)), is_asked_in_double(oracle.is_asked_in_double()) {
  for_each_kind_of_shape(
      queries, [&]<class Query>(std::size_t kind, const std::vector<Query>& of_kind) {
        const Asked<Query> rows(of_kind, queries);
        for (std::size_t row = 0; row < of_kind.size(); ++row) {
          overlaps[kind].push_back(oracle.ids(of_kind[row], rows.options(row)));
          insides[kind].push_back(oracle.ids_inside(of_kind[row], rows.options(row)));
        }
      });
  for_each_kind_of_cast(
      queries, [&]<class Query>(std::size_t kind, const std::vector<Query>& of_kind) {
        const Asked<Query> rows(of_kind, queries);
        for (std::size_t row = 0; row < of_kind.size(); ++row) {
          if constexpr (std::is_same_v<Query, CircleCast> || std::is_same_v<Query, CapsuleCast>) {
            hits[kind].push_back(oracle.hits(Cast(of_kind[row]), rows.options(row)));
          } else {
            hits[kind].push_back(oracle.hits(sweep_of(of_kind[row]), rows.options(row)));
          }
        }
      });
  // Why not all shapes: each is compared with all objects in their order.
  const std::size_t most = 1 + 1'000 / (1 + oracle.members().size());
  for_each_kind_of_place(
      queries, [&]<class Place>(std::size_t kind, const std::vector<Place>& of_kind) {
        const Asked<Place> rows(of_kind, queries);
        const bool has_all = std::is_same_v<Place, Point>;
        const std::size_t count = has_all ? of_kind.size() : std::min(of_kind.size(), most);
        for (std::size_t row = 0; row < count; ++row)
          nearest[kind].push_back(oracle.nearest(of_kind[row], rows.options(row)));
      });
}

}  // namespace quadphase::queries
