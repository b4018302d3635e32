// SPDX-License-Identifier: MIT
// Queries for people: a table for each number of objects and of threads, and in the end one line of
// all cells in which a peer comes close.
#include <fmt/format.h>

#include <algorithm>

#include "queries/index.hpp"
#include "queries/report.hpp"
#include "report/text.hpp"

namespace quadphase::bench::queries {
namespace {

std::string threads_text(int threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

std::string verdict_text(const Row& row) {
  if (row.wrong) return "WRONG: " + *row.wrong;
  if (!row.is_checked) return "not checked";
  return row.edge_count == 0 ? "exact" : fmt::format("exact, {} at an edge", row.edge_count);
}

void print_table(std::FILE* out, const Block& block, int threads) {
  fmt::print(out, "\n{}: {} objects, {} queries of each kind, {}\n", block.scene,
             grouped(block.object_count), grouped(block.query_count), threads_text(threads));
  fmt::print(out, "{:<17} {:>8}  {:<12} {:>12} {:>9} {:>10} {:>7}  {}\n", "queries", "found",
             "index", "ns/query", "to batch", "to visitor", "rounds", "answers");
  fmt::print(out, "{:->104}\n", "");
  std::string last;
  for (const Row& row : block.rows) {
    if (row.threads != threads) continue;
    const bool is_first = row.query != last;
    last = row.query;
    fmt::print(out, "{:<17} {:>8}  {:<12} {:>12.1f} {:>9.2f} {:>10.2f} {:>7}  {}\n",
               is_first ? row.query : "",
               is_first ? fmt::format("{:.2f}", row.found_per_query) : "", row.index, row.median_ns,
               row.batch_ratio, row.visitor_ratio, row.round_count, verdict_text(row));
  }
}

/// One line: who takes how long to build a tree.
void print_builds(std::FILE* out, const Block& block, int threads, bool of_points) {
  std::string text;
  for (const BuildRow& build : block.builds) {
    if (build.threads != threads || build.of_points != of_points) continue;
    text +=
        fmt::format("{}{} {:.1f}", text.empty() ? "" : ", ", build.index, build.median_ns * 1e-6);
  }
  if (!text.empty()) fmt::print(out, "build of {}, ms: {}\n", of_points ? "points" : "boxes", text);
}

std::vector<const Row*> rows_by_threads(const Block& block) {
  std::vector<const Row*> rows;
  for (const Row& row : block.rows) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row* a, const Row* b) { return a->threads < b->threads; });
  return rows;
}

std::vector<int> threads_of(const Block& block) {
  std::vector<int> threads;
  for (const Row& row : block.rows) threads.push_back(row.threads);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

void print_settings(std::FILE* out, const Report& report) {
  fmt::print(out, "\nsettings\n");
  std::vector<std::string> printed;
  for (const Block& block : report.blocks) {
    for (const BuildRow& build : block.builds) {
      std::string line = fmt::format("  {:<12} {}", build.index, build.settings);
      if (std::find(printed.begin(), printed.end(), line) != printed.end()) continue;
      fmt::print(out, "{}\n", line);
      printed.push_back(std::move(line));
    }
  }
  for (const std::string_view sentence : left_out()) fmt::print(out, "  left out: {}\n", sentence);
}

std::string close_line(const Report& report) {
  std::string text;
  std::string last;
  for (const CloseCell& cell : close_cells(report)) {
    const std::string place = fmt::format("{}, {} {} on {}", cell.query, grouped(cell.object_count),
                                          cell.scene, threads_text(cell.threads));
    if (place == last) {
      text += ", ";
    } else {
      text += (text.empty() ? "" : "; ") + place + ": ";
    }
    text += fmt::format("{} {:.3g} of the {}", cell.index, cell.ratio, cell.form);
    last = place;
  }
  const std::string targets =
      fmt::format("takes less than {:g} times the batch or {:g} times the visitor", kBatchTarget,
                  kVisitorTarget);
  return text.empty() ? "no peer " + targets : targets + ": " + text;
}

}  // namespace

std::vector<CloseCell> close_cells(const Report& report) {
  std::vector<CloseCell> cells;
  for (const Block& block : report.blocks) {
    for (const Row* const row : rows_by_threads(block)) {
      if (row->is_ours || row->wrong) continue;
      const auto add = [&](const char* form, double ratio, double target) {
        if (ratio >= target) return;
        cells.push_back({.scene = block.scene,
                         .object_count = block.object_count,
                         .query = row->query,
                         .index = row->index,
                         .threads = row->threads,
                         .form = form,
                         .ratio = ratio});
      };
      add("batch", row->batch_ratio, kBatchTarget);
      add("visitor", row->visitor_ratio, kVisitorTarget);
    }
  }
  return cells;
}

std::string our_failures(const Report& report) {
  std::string failures;
  for (const Block& block : report.blocks) {
    for (const Row& row : block.rows) {
      if (!row.is_ours || !row.wrong) continue;
      failures += fmt::format("{}{}, {}, {}, {}: {}", failures.empty() ? "" : "; ", block.scene,
                              row.query, row.index, threads_text(row.threads), *row.wrong);
    }
  }
  return failures;
}

void print_head(std::FILE* out, const Report& report) {
  print_machine_and_build(out, report.machine, report.build);
  if (const std::string missing = missing_index_peers(); !missing.empty())
    fmt::print(out, "missing: {}; not found by CMake\n", missing);
  fmt::print(out,
             "ratios:  time over that of quadphase's batch, and of its visitor, on as many threads "
             "in the same round; medians\n");
  if (report.options.checks) {
    fmt::print(out,
               "answers: all compared with the batch's; at an edge: other libraries decide rays "
               "and distances by floats, and may differ\n"
               "         where a millionth of the world's greatest coordinate decides\n");
  }
}

void print_block(std::FILE* out, const Block& block) {
  for (const int threads : threads_of(block)) {
    print_table(out, block, threads);
    print_builds(out, block, threads, false);
    print_builds(out, block, threads, true);
  }
  std::fflush(out);
}

void print_end(std::FILE* out, const Report& report) {
  print_settings(out, report);
  fmt::print(out, "\nasked in {:.0f} s\n{}\n", report.elapsed_s, close_line(report));
}

}  // namespace quadphase::bench::queries
