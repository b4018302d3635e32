// SPDX-License-Identifier: MIT
// Where a report goes: a file, or standard output.
#pragma once

#include <cstdio>
#include <string>

namespace quadphase::bench {

class Output {
 public:
  /// `path` empty: standard output. Errors: `UsageError` where the file cannot be written.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  [[nodiscard]] std::FILE* get() const noexcept { return file_; }

  /// Errors: `std::runtime_error` where something could not be written.
  void finish();

 private:
  std::FILE* file_ = stdout;
};

}  // namespace quadphase::bench
