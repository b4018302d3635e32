// SPDX-License-Identifier: MIT
// The table of compare, steps and worlds: a line for each engine and thread count, fastest first.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

/// Engines without a median, all of whose frames were dropped, come last.
std::vector<const Json*> sorted_rows(const Json& block) {
  std::vector<const Json*> rows;
  for (const Json& row : block.at("results")) rows.push_back(&row);
  const auto key = [](const Json* row) {
    const Json& median = row->at("median_ms");
    return std::tuple(row->at("threads").get<int>(), median.is_null(), number_of(median));
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Json* a, const Json* b) { return key(a) < key(b); });
  return rows;
}

std::string interval_words(const Json& ratio) {
  if (ratio.is_null()) return "-";
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]{}", number_of(ratio.at("median")),
                     number_of(ratio.at("low")), number_of(ratio.at("high")),
                     number_of(ratio.at("coverage")) < 0.95 ? "*" : "");
}

}  // namespace

void print_results(std::FILE* out, const Json& block, std::span<const Figure> figures) {
  std::vector<std::string> headings = {"<engine", "threads", "median ms"};
  for (const Figure& figure : figures) headings.emplace_back(figure.heading);
  for (const char* const heading :
       {"ns a box", "ratio to quadphase", "of means", "of p99", "frames", "dropped", "<pairs"})
    headings.emplace_back(heading);
  Table table(std::move(headings));
  for (const Json* const row : sorted_rows(block)) {
    const auto number = [&](const char* field, int digits) {
      return short_text(number_of(row->at(field)), digits);
    };
    std::vector<std::string> cells = {text_of(row->at("engine")),
                                      std::to_string(row->at("threads").get<int>()),
                                      number("median_ms", 4)};
    for (const Figure& figure : figures) cells.push_back(number(figure.field, 4));
    for (std::string cell :
         {short_text(number_of(row->at("median_ms")) * 1e6 / number_of(block.at("box_count"))),
          interval_words(row->at("ratio")), number("mean_ratio", 3), number("p99_ratio", 3),
          fmt::format("{}{}", row->at("frames").get<int>(),
                      row->at("few_frames").get<bool>() ? " (slow)" : ""),
          std::to_string(row->at("dropped").get<int>()),
          row->contains("wrong") ? "WRONG: " + text_of(row->at("wrong")) : std::string("exact")})
      cells.push_back(std::move(cell));
    table.add_row(std::move(cells));
  }
  table.print(out);
  for (const Json& skipped : block.at("skipped")) {
    const std::string on = skipped.at("threads").is_null()
                               ? ""
                               : " on " + thread_words(skipped.at("threads").get<int>());
    fmt::print(out, "skipped: {}{}: {}\n", text_of(skipped.at("engine")), on,
               text_of(skipped.at("reason")));
  }
}

}  // namespace quadphase::bench
