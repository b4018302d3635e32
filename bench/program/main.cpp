// SPDX-License-Identifier: MIT
// quadphase_bench: times broad phases on moving boxes, and checks that every pair is found.
// Exit status: 0 all went well; 1 a pair is wrong; 2 the command line or an input file is; 3
// something else failed.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <string_view>

#include "compare/compare.hpp"
#include "program/describe_command.hpp"
#include "program/options.hpp"
#include "program/output.hpp"
#include "program/progress.hpp"
#include "queries/command.hpp"
#include "report/figures.hpp"
#include "report/report.hpp"
#include "runner/checks.hpp"
#include "runner/npy.hpp"
#include "runner/runner.hpp"
#include "scaling/scaling.hpp"
#include "worlds/command.hpp"

namespace quadphase::bench {
namespace {

void add_block(FrameSource& source, const std::string& name, Report& report, std::FILE* out,
               Progress& progress) {
  report.blocks.push_back(run_block(source, name, report.options, progress));
  progress.clear();
  if (report.options.format == Format::table) print_table_block(out, report, report.blocks.back());
}

void run(const Options& options, Output& output, Progress& progress) {
  Report report{
      .options = options, .machine = describe_machine(), .build = describe_build(), .blocks = {}};
  // A file is opened before anything is printed, so that a bad one gives its one line alone.
  std::unique_ptr<FrameSource> replay;
  if (!options.replay_path.empty()) replay = open_replay(options);
  if (options.format == Format::table) print_table_head(output.get(), report);
  if (replay) {
    add_block(*replay, options.replay_path, report, output.get(), progress);
  } else {
    for (const std::size_t count : options.counts) {
      for (const std::string& name : options.scenes) {
        const auto scene = open_scene(name, count, options);
        add_block(*scene, name, report, output.get(), progress);
      }
    }
  }
  if (options.format == Format::json) print_json(output.get(), report);
  if (options.format == Format::csv) print_csv(output.get(), report);
}

/// oneTBB starts no more threads than there are cores unless told; the program may tell it, the
/// library never does.
tbb::global_control allow_threads(const Options& options) {
  const int most_threads = *std::max_element(options.threads.begin(), options.threads.end());
  return {tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(std::max(most_threads, usable_thread_count()))};
}

void run_command(int argc, const char* const* argv) {
  // These have options of their own.
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "worlds") return worlds::command(argc - 1, argv + 1);
  if (name == "query") return queries::command(argc - 1, argv + 1);
  Options options;
  if (!parse_command_line(argc, argv, options)) return;
  const tbb::global_control allowed = allow_threads(options);
  Output output(options.output_path);
  Progress progress;
  switch (options.command) {
    case Command::list:
      print_list(output.get());
      break;
    case Command::describe:
      print_descriptions(output.get(), options, progress);
      break;
    case Command::run:
      run(options, output, progress);
      break;
    case Command::compare:
      compare_command(options, output.get(), progress);
      break;
    case Command::scaling:
      scaling_command(options, output.get(), progress);
      break;
    case Command::figures:
      figures_command(options, output.get());
      break;
  }
  output.finish();
}

int fail(const std::exception& error, int status) {
  fmt::print(stderr, "quadphase_bench: {}\n", error.what());
  return status;
}

}  // namespace
}  // namespace quadphase::bench

int main(int argc, char** argv) {
  using namespace quadphase::bench;
  try {
    run_command(argc, argv);
    return 0;
  } catch (const CheckFailed& error) {
    return fail(error, 1);
  } catch (const UsageError& error) {
    return fail(error, 2);
  } catch (const NpyError& error) {
    return fail(error, 2);
  } catch (const std::exception& error) {
    return fail(error, 3);
  }
}
