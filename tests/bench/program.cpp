// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

Outcome run_program(const std::string& program, const std::string& arguments) {
  const TemporaryFile out;
  const TemporaryFile err;
  const std::string command =
      "'" + program + "' " + arguments + " >'" + out.path() + "' 2>'" + err.path() + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out.read(), err.read()};
}

}  // namespace

Outcome run_bench(const std::string& arguments) {
  return run_program(BENCH_PROGRAM, arguments);
}

Outcome run_faulty_bench(const std::string& arguments) {
  return run_program(FAULTY_BENCH_PROGRAM, arguments);
}

bool is_one_line(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

}  // namespace quadphase::bench
