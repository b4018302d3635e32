// SPDX-License-Identifier: MIT
// The whole comparison: every scene, count and motion, then the report.
#include <fmt/format.h>

#include <chrono>

#include "compare/compare.hpp"
#include "program/output.hpp"
#include "runner/checks.hpp"

namespace quadphase::bench {

std::string our_failures(const CompareReport& report) {
  std::string failures;
  for (const CompareBlock& block : report.blocks) {
    for (const CompareRow& row : block.rows) {
      if (row.engine != kOurs || !row.wrong) continue;
      failures += fmt::format("{}{}, {} boxes, {} threads: {}", failures.empty() ? "" : "; ",
                              block.scene, block.box_count, row.threads, *row.wrong);
    }
  }
  return failures;
}

void compare_command(const Options& options, std::FILE* out, Progress& progress) {
  // Opened first, so that a bad path costs no time.
  Output json(options.json_path);
  const CountedDefaultResource counted;
  const auto start = std::chrono::steady_clock::now();
  CompareReport report{
      .options = options, .machine = describe_machine(), .build = describe_build()};
  const bool is_table = options.format == Format::table;
  if (is_table) print_compare_head(out, report);
  for (const std::size_t count : options.counts) {
    for (const std::string& scene : options.scenes) {
      for (const scenes::Motion motion : options.motions) {
        report.blocks.push_back(run_compare_block(options, scene, count, motion, progress));
        progress.clear();
        if (is_table) print_compare_block(out, report.blocks.back());
      }
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report.elapsed_s = elapsed.count();
  if (is_table) print_compare_settings(out, report);
  if (is_table) fmt::print(out, "\ncompared in {:.0f} s\n", report.elapsed_s);
  if (!is_table) print_compare_json(out, report);
  if (!options.json_path.empty()) print_compare_json(json.get(), report);
  json.finish();
  if (const std::string failures = our_failures(report); !failures.empty())
    throw CheckFailed("quadphase is wrong: " + failures);
}

}  // namespace quadphase::bench
