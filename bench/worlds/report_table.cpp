// SPDX-License-Identifier: MIT
// Living worlds for people: one block a scenario, one line an engine and thread count, fastest
// first, and in the end one line of all cells that we lose.
#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"
#include "worlds/report.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

std::string threads_text(int threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

/// Rows without a frame that counts come last.
std::vector<const Row*> sorted_rows(const Block& block) {
  std::vector<const Row*> rows;
  for (const Row& row : block.rows) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const Row* a, const Row* b) {
    if (a->threads != b->threads) return a->threads < b->threads;
    if ((a->mean_ns > 0) != (b->mean_ns > 0)) return a->mean_ns > 0;
    return a->mean_ns < b->mean_ns;
  });
  return rows;
}

std::string ns_text(double ns) {
  return ns > 0 ? grouped(static_cast<std::uint64_t>(ns + 0.5)) : "-";
}

std::string ratio_text(double ratio) {
  return ratio > 0 ? fmt::format("{:.3g}", ratio) : "-";
}

std::string interval_text(const MedianInterval& ratio) {
  if (ratio.sample_count == 0) return "-";
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]{}", ratio.median, ratio.low, ratio.high,
                     ratio.coverage < 0.95 ? "*" : "");
}

void print_row(std::FILE* out, const Block& block, const Row& row) {
  fmt::print(out,
             "{:<14} {:>3} {:>12} {:>12} {:>12} {:>9.2f} {:>9} {:>9}  {:>24} {:>9} {:>4}  {}\n",
             row.engine, row.threads, ns_text(row.mean_ns), ns_text(row.median_ns),
             ns_text(static_cast<double>(row.p99_ns)), block.ns_per_object(row.mean_ns),
             ratio_text(row.mean_ratio), ratio_text(row.p99_ratio), interval_text(row.ratio),
             fmt::format("{}{}", row.frame_count, row.has_few_frames ? " slow" : ""),
             row.dropped_count, row.wrong ? "WRONG: " + *row.wrong : "exact");
}

/// What it is worth to tell us what is still.
void print_rebuilt(std::FILE* out, const Block& block) {
  for (const Row& row : block.rows) {
    if (row.engine != kRebuiltWorld || row.mean_ratio <= 0) continue;
    fmt::print(out,
               "quadphase on {}: {:.3f} of the time of the same frame with everything moving "
               "(mean; {:.3f} [{:.3f}, {:.3f}] median)\n",
               threads_text(row.threads), 1 / row.mean_ratio, 1 / row.ratio.median,
               1 / row.ratio.high, 1 / row.ratio.low);
  }
}

std::string lost_line(const Report& report) {
  std::string text;
  std::string last;
  for (const LostCell& cell : lost_cells(report)) {
    const std::string place =
        fmt::format("{}, {} on {}", cell.scenario, cell.engine, threads_text(cell.threads));
    if (place == last) {
      text += fmt::format(", {} {:.3g}", cell.figure, cell.ratio);
    } else {
      text +=
          fmt::format("{}{}: {} {:.3g}", text.empty() ? "" : "; ", place, cell.figure, cell.ratio);
    }
    last = place;
  }
  return text.empty() ? "no peer is faster than quadphase in any cell"
                      : "faster than quadphase: " + text;
}

}  // namespace

std::vector<LostCell> lost_cells(const Report& report) {
  std::vector<LostCell> cells;
  for (const Block& block : report.blocks) {
    for (const Row& row : block.rows) {
      if (row.engine == kOurWorld || row.engine == kRebuiltWorld || row.wrong) continue;
      const auto add = [&](const char* figure, double ratio) {
        if (ratio > 0 && ratio < 1)
          cells.push_back({block.scenario, row.engine, row.threads, figure, ratio});
      };
      add("mean", row.mean_ratio);
      add("p99", row.p99_ratio);
    }
  }
  return cells;
}

std::string our_failures(const Report& report) {
  std::string failures;
  for (const Block& block : report.blocks) {
    for (const Row& row : block.rows) {
      const bool is_ours = row.engine == kOurWorld || row.engine == kRebuiltWorld;
      if (!is_ours || !row.wrong) continue;
      failures += fmt::format("{}{}, {}: {}", failures.empty() ? "" : "; ", block.scenario,
                              threads_text(row.threads), *row.wrong);
    }
  }
  return failures;
}

void print_head(std::FILE* out, const Report& report) {
  print_machine_and_build(out, report.machine, report.build);
  if (const std::string missing = missing_world_peers(); !missing.empty())
    fmt::print(out, "missing: {}; not found by CMake\n", missing);
  fmt::print(
      out,
      "ratios:  mean and p99 over quadphase's on as many threads; frame by frame: median and "
      "its 95 % interval (*: too few frames)\n");
}

void print_block(std::FILE* out, const Block& block) {
  fmt::print(out, "\n{}: {}\n", block.scenario, block.description);
  fmt::print(out, "{} objects, {} moving{}, {} found a frame, {} frames, each checked exactly\n",
             grouped(block.object_count), grouped(block.moving_count),
             block.bullet_count > 0 ? fmt::format(", {} bullets", grouped(block.bullet_count)) : "",
             grouped(static_cast<std::uint64_t>(block.found_count + 0.5)), block.frame_count);
  fmt::print(out, "{:<14} {:>3} {:>12} {:>12} {:>12} {:>9} {:>9} {:>9}  {:>24} {:>9} {:>4}  {}\n",
             "engine", "thr", "mean ns", "median ns", "p99 ns", "ns/object", "mean", "p99",
             "frame by frame", "frames", "drop", "found");
  fmt::print(out, "{:->136}\n", "");
  for (const Row* row : sorted_rows(block)) print_row(out, block, *row);
  for (const Skipped& skipped : block.skipped) {
    fmt::print(out, "skipped: {} on {}: {}\n", skipped.engine, threads_text(skipped.threads),
               skipped.reason);
  }
  print_rebuilt(out, block);
  std::fflush(out);
}

void print_end(std::FILE* out, const Report& report) {
  fmt::print(out, "\nsettings\n");
  for (const WorldKind& kind : world_classes()) {
    std::string last;
    for (const Block& block : report.blocks) {
      const auto row = std::find_if(block.rows.begin(), block.rows.end(),
                                    [&](const Row& r) { return r.engine == kind.name; });
      if (row == block.rows.end() || row->settings == last) continue;
      last = row->settings;
      fmt::print(out, "  {:<14} {:<24} {}\n", row->engine, block.scenario, row->settings);
    }
  }
  fmt::print(out, "\n{}\ncompared in {:.0f} s\n", lost_line(report), report.elapsed_s);
}

}  // namespace quadphase::bench::worlds
