// SPDX-License-Identifier: MIT
// Runs the benchmark program as a user does.
#pragma once

#include <string>

namespace quadphase::bench {

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

/// Runs `quadphase_bench` with these arguments, in a shell.
[[nodiscard]] Outcome run_bench(const std::string& arguments);

/// Runs the program whose engine "wrong" loses a pair in frame 2 and whose engine "unordered" turns
/// its pairs round in frame 1 on two threads.
[[nodiscard]] Outcome run_faulty_bench(const std::string& arguments);

/// True for one line, its end included.
[[nodiscard]] bool is_one_line(const std::string& text);

}  // namespace quadphase::bench
