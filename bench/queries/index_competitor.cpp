// SPDX-License-Identifier: MIT
#include "queries/index_competitor.hpp"

#include <algorithm>

#include "runner/statistics.hpp"

namespace quadphase::bench::queries {

IndexCompetitor::IndexCompetitor(const IndexInfo& info, int threads)
    : Competitor(info.name, info.group, threads), info_(info) {
  arena().run([&] { index_ = info.make(arena().arena()); });
}

void IndexCompetitor::build(const Objects& objects, std::size_t times) {
  for (std::size_t i = 0; i < times; ++i)
    build_times_.push_back(time([&] { index_->build(objects); }));
}

void IndexCompetitor::begin(const Queries& queries, Results& results) {
  reset();
  is_checked = false;
  edge_count = 0;
  first_time_ = time([&] { index_->run(queries); });
  index_->read(results);
  found_per_query_ = static_cast<double>(results.ids.size()) / static_cast<double>(queries.size());
}

void IndexCompetitor::run(const Queries& queries) {
  add_time(time([&] { index_->run(queries); }));
}

double IndexCompetitor::median_ratio(const IndexCompetitor& ours) const {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < times().size(); ++round) {
    // A round takes a nanosecond at least.
    ratios.push_back(static_cast<double>(times()[round]) /
                     static_cast<double>(std::max<std::uint64_t>(ours.times()[round], 1)));
  }
  return median_interval(std::move(ratios)).median;
}

Json IndexCompetitor::query_row(const QueryKind& kind, std::size_t query_count,
                                const IndexCompetitor& batch,
                                const IndexCompetitor& visitor) const {
  Json row = {{"query", kind.name},
              {"engine", name()},
              {"group", name_of(group())},
              {"threads", threads()},
              {"settings", index_->settings()},
              {"rounds", times().size()},
              {"median_ns_per_query", median(times()) / static_cast<double>(query_count)},
              {"ratio_to_batch", median_ratio(batch)},
              {"ratio_to_visitor", median_ratio(visitor)},
              {"found_per_query", found_per_query_},
              {"pinned", arena().is_pinned()},
              {"verdict", wrong() ? "WRONG" : (is_checked ? "exact" : "not checked")},
              {"at_edge", edge_count}};
  if (wrong()) row["wrong"] = *wrong();
  return row;
}

Json IndexCompetitor::build_row(bool of_points) const {
  return {{"engine", name()},
          {"threads", threads()},
          {"objects", of_points ? "points" : "boxes"},
          {"median_ns", median(build_times_)},
          {"settings", index_->settings()}};
}

}  // namespace quadphase::bench::queries
