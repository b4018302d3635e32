// SPDX-License-Identifier: MIT
// quadphase_bench: times broad phases on moving boxes, and checks that every pair is found.
// Exit status: 0 all went well; 1 a pair is wrong; 2 the command line or an input file is; 3
// something else failed.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>

#include "checks.hpp"
#include "describe_command.hpp"
#include "npy.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "runner.hpp"

namespace quadphase::bench {
namespace {

/// Where the report goes: a file, or standard output.
class Output {
 public:
  explicit Output(const std::string& path) {
    if (path.empty()) return;
    file_ = std::fopen(path.c_str(), "we");
    if (file_ == nullptr)
      throw UsageError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  ~Output() {
    if (file_ != stdout && file_ != nullptr) std::fclose(file_);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  [[nodiscard]] std::FILE* get() const noexcept { return file_; }

  /// Errors: `std::runtime_error` where something could not be written.
  void finish() {
    if (std::fflush(file_) != 0 || std::ferror(file_) != 0)
      throw std::runtime_error("cannot write the report");
  }

 private:
  std::FILE* file_ = stdout;
};

void add_block(FrameSource& source, const std::string& name, Report& report, std::FILE* out,
               Progress& progress) {
  report.blocks.push_back(run_block(source, name, report.options, progress));
  progress.clear();
  if (report.options.format == Format::table) print_table_block(out, report, report.blocks.back());
}

void run(const Options& options, Output& output, Progress& progress) {
  // oneTBB starts no more threads than there are cores unless told; the program may tell it, the
  // library never does.
  const int most_threads = *std::max_element(options.threads.begin(), options.threads.end());
  const tbb::global_control allowed(
      tbb::global_control::max_allowed_parallelism,
      static_cast<std::size_t>(std::max(most_threads, usable_thread_count())));
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

void run_command(int argc, const char* const* argv) {
  Options options;
  if (!parse_command_line(argc, argv, options)) return;
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
