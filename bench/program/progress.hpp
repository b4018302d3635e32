// SPDX-License-Identifier: MIT
// One line on the terminal that says how far a run is; nothing where standard error is no terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace quadphase::bench {

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows `name: frame done of total`, at most ten times a second.
  void show(std::string_view name, std::size_t done, std::size_t total);

  /// Wipes the line, so that something else can be printed.
  void clear();

 private:
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace quadphase::bench
