// SPDX-License-Identifier: MIT
// Every scene with every number of objects, then the report.
#include "queries/command.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>

#include "program/output.hpp"
#include "queries/runner.hpp"
#include "runner/checks.hpp"

namespace quadphase::bench::queries {
namespace {

/// oneTBB starts no more threads than there are cores unless told.
tbb::global_control allow_threads(const Options& options) {
  const int most_threads = *std::max_element(options.threads.begin(), options.threads.end());
  return {tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(std::max(most_threads, usable_thread_count()))};
}

}  // namespace

void command(int argc, const char* const* argv) {
  Options options;
  if (!parse_command_line(argc, argv, options)) return;
  const tbb::global_control allowed = allow_threads(options);
  // Opened first, so that a bad path costs no time.
  Output output(options.output_path);
  Output json(options.json_path);
  Progress progress;
  const auto start = std::chrono::steady_clock::now();
  Report report{.options = options, .machine = describe_machine(), .build = describe_build()};
  const bool prints_table = !options.prints_json;
  if (prints_table) print_head(output.get(), report);
  for (const std::string& scene : options.scenes) {
    for (const std::size_t count : options.object_counts) {
      report.blocks.push_back(run_block(options, scene, count, progress));
      progress.clear();
      if (prints_table) print_block(output.get(), report.blocks.back());
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report.elapsed_s = elapsed.count();
  if (prints_table) print_end(output.get(), report);
  if (!prints_table) print_json(output.get(), report);
  if (!options.json_path.empty()) print_json(json.get(), report);
  json.finish();
  output.finish();
  if (const std::string failures = our_failures(report); !failures.empty())
    throw CheckFailed("quadphase is wrong: " + failures);
}

}  // namespace quadphase::bench::queries
