// SPDX-License-Identifier: MIT
#include "program/program.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <exception>

#include "machine/machine.hpp"
#include "program/describe_command.hpp"
#include "program/more_commands.hpp"
#include "program/options.hpp"
#include "program/output.hpp"
#include "report/report.hpp"
#include "runner/checks.hpp"
#include "runner/npy.hpp"

namespace quadphase::bench {
namespace {

void run_command(int argc, const char* const* argv) {
  Options options;
  if (!parse_command_line(argc, argv, options)) return;
  // oneTBB starts no more threads than there are cores. The program may raise that limit; the
  // library never does.
  const int most_threads = *std::max_element(options.threads.begin(), options.threads.end());
  const tbb::global_control allowed(
      tbb::global_control::max_allowed_parallelism,
      static_cast<std::size_t>(std::max(most_threads, usable_thread_count())));
  Output output(options.output_path);
  Progress progress;
  switch (options.command) {
    case Command::run:
      run_report(kRun, options, output.get(), progress);
      break;
    case Command::steps:
      run_report(kSteps, options, output.get(), progress);
      break;
    case Command::describe:
      print_descriptions(output.get(), options, progress);
      break;
    case Command::list:
      print_list(output.get());
      break;
    default:
      run_more_command(options, output.get(), progress);
  }
  output.finish();
}

int fail(const std::exception& error, int status) {
  fmt::print(stderr, "quadphase_bench: {}\n", error.what());
  return status;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
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

}  // namespace quadphase::bench
