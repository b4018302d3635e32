// SPDX-License-Identifier: MIT
#include "queries/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quadphase::bench::queries {
namespace {

/// Queries whose answer is computed from all objects.
constexpr std::size_t kExactCount = 50;

}  // namespace

void Checker::check_first(IndexCompetitor& batch, Results results) {
  batch_ = &batch;
  batch_results_ = std::move(results);
  batch.is_checked = true;
  const std::size_t count = std::min(kExactCount, queries_.size());
  for (std::size_t i = 0; i < count && !batch.wrong(); ++i)
    static_cast<void>(batch_is_exact(i * queries_.size() / count));
}

void Checker::check(IndexCompetitor& index, Results& results) const {
  index.is_checked = true;
  if (results.row_count() != queries_.size())
    return index.set_wrong(fmt::format("{} answers", results.row_count()));
  // The batch promises the order of its rows.
  if (!index.is_batch()) sort_rows(queries_.task, results);
  const Comparison comparison(objects_, queries_, index.is_ours() ? 0 : slack_);
  for (std::size_t row = 0; row < queries_.size(); ++row) {
    const Likeness likeness =
        comparison.compare(row, row_of(batch_results_, row), row_of(results, row));
    if (likeness == Likeness::at_edge) ++index.edge_count;
    if (likeness != Likeness::different || !batch_is_exact(row)) continue;
    return index.set_wrong(describe_difference(
        queries_.task, row, exact_result(objects_, queries_, row), row_of(results, row)));
  }
}

bool Checker::batch_is_exact(std::size_t row) const {
  const std::vector<Hit> exact = exact_result(objects_, queries_, row);
  const ResultRow found = row_of(batch_results_, row);
  if (is_exact(queries_.task, exact, found)) return true;
  if (!batch_->wrong()) batch_->set_wrong(describe_difference(queries_.task, row, exact, found));
  return false;
}

}  // namespace quadphase::bench::queries
