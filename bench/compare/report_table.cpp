// SPDX-License-Identifier: MIT
// A comparison for people: one block a scene, count and motion; one line an engine and thread
// count, fastest first.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compare/compare.hpp"
#include "peers/peers.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

/// Engines without a median, which no frame is left of, come last.
std::vector<const CompareRow*> sorted_rows(const CompareBlock& block) {
  std::vector<const CompareRow*> rows;
  for (const CompareRow& row : block.rows) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const CompareRow* a, const CompareRow* b) {
    if (a->threads != b->threads) return a->threads < b->threads;
    if ((a->median_ns > 0) != (b->median_ns > 0)) return a->median_ns > 0;
    return a->median_ns < b->median_ns;
  });
  return rows;
}

std::string ratio_text(const MedianInterval& ratio) {
  if (ratio.sample_count == 0) return "-";
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]{}", ratio.median, ratio.low, ratio.high,
                     ratio.coverage < 0.95 ? "*" : "");
}

void print_row(std::FILE* out, const CompareBlock& block, const CompareRow& row) {
  const auto ms = [](double ns) { return ns > 0 ? fmt::format("{:.3f}", ns * 1e-6) : "-"; };
  const std::string frames =
      fmt::format("{}{}", row.frame_count, row.has_few_frames ? " (slow)" : "");
  fmt::print(out, "{:<18} {:>3} {:>10} {:>10} {:>10} {:>10} {:>9.1f}  {:>25} {:>10} {:>7}  {}\n",
             row.engine, row.threads, ms(row.median_ns), ms(row.mean_ns),
             ms(static_cast<double>(row.p99_ns)), ms(static_cast<double>(row.max_ns)),
             block.ns_per_box(row.median_ns), ratio_text(row.ratio), frames, row.dropped_count,
             row.wrong ? "WRONG: " + *row.wrong : "exact");
}

void print_ours(std::FILE* out, const CompareBlock& block) {
  const OurFigures& ours = block.ours;
  fmt::print(out,
             "quadphase: {:.2f} candidate tests a pair, {:.1f} bytes an object and {:.1f} a pair, "
             "at most {} "
             "allocations in a frame\n",
             ours.tests_per_pair, ours.bytes_per_object, ours.bytes_per_pair,
             ours.most_allocations);
  for (const Floor& floor : block.floors) {
    const auto row = std::find_if(block.rows.begin(), block.rows.end(), [&](const CompareRow& r) {
      return r.engine == kOurs && r.threads == floor.threads;
    });
    fmt::print(out,
               "floor on {} thread{}: {:.2f} ns a box from memory, {:.2f} from cache; quadphase "
               "takes {:.1f} and {:.1f} "
               "times that\n",
               floor.threads, floor.threads == 1 ? "" : "s", block.ns_per_box(floor.memory_ns),
               block.ns_per_box(floor.cache_ns), row->median_ns / floor.memory_ns,
               row->median_ns / floor.cache_ns);
  }
}

}  // namespace

void print_compare_head(std::FILE* out, const CompareReport& report) {
  print_machine_and_build(out, report.machine, report.build);
  if (const std::string missing = missing_peers(); !missing.empty())
    fmt::print(out, "missing: {}; not found by CMake\n", missing);
  fmt::print(out,
             "ratio:   time over quadphase's on as many threads, median of the frames, and its 95 "
             "% interval between "
             "order statistics (*: too few frames for 95 %)\n");
}

void print_compare_block(std::FILE* out, const CompareBlock& block) {
  fmt::print(
      out,
      "\n{}: {} boxes, {} pairs ({:.2f} a box), motion {}, {} frames, {} of them checked exactly\n",
      block.scene, grouped(block.box_count),
      grouped(static_cast<std::uint64_t>(block.pair_count + 0.5)),
      block.ns_per_box(block.pair_count), name_of(block.motion), block.frame_count,
      block.exact_count);
  fmt::print(out, "{:<18} {:>3} {:>10} {:>10} {:>10} {:>10} {:>9}  {:>25} {:>10} {:>7}  {}\n",
             "engine", "thr", "median ms", "mean ms", "p99 ms", "max ms", "ns a box",
             "ratio to quadphase", "frames", "dropped", "pairs");
  fmt::print(out, "{:->132}\n", "");
  for (const CompareRow* row : sorted_rows(block)) print_row(out, block, *row);
  for (const SkippedEngine& skipped : block.skipped) {
    fmt::print(out, "skipped: {}{}: {}\n", skipped.engine,
               skipped.threads == 0 ? ""
                                    : fmt::format(" on {} thread{}", skipped.threads,
                                                  skipped.threads == 1 ? "" : "s"),
               skipped.reason);
  }
  print_ours(out, block);
  std::fflush(out);
}

void print_compare_settings(std::FILE* out, const CompareReport& report) {
  const std::string& first_scene = report.blocks.front().scene;
  fmt::print(out, "\nsettings on {} (the JSON report has those of every block)\n", first_scene);
  std::set<std::string> shown;
  for (const CompareBlock& block : report.blocks) {
    for (const CompareRow& row : block.rows) {
      if (!shown.insert(row.engine).second) continue;
      fmt::print(out, "  {:<16} {}{}\n", row.engine, row.settings.empty() ? "none" : row.settings,
                 block.scene == first_scene ? "" : fmt::format(" (on {})", block.scene));
    }
  }
}

}  // namespace quadphase::bench
