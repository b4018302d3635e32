// SPDX-License-Identifier: MIT
#include "program/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "program/options.hpp"

namespace quadphase::bench {

Output::Output(const std::string& path) {
  if (path.empty()) return;
  file_ = std::fopen(path.c_str(), "we");
  if (file_ == nullptr)
    throw UsageError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

Output::~Output() {
  if (file_ != stdout && file_ != nullptr) std::fclose(file_);
}

void Output::finish() {
  if (std::fflush(file_) != 0 || std::ferror(file_) != 0)
    throw std::runtime_error("cannot write the report");
}

}  // namespace quadphase::bench
