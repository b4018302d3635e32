// SPDX-License-Identifier: MIT
// One line on the terminal, written over itself.
#include "program/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace quadphase::bench {

Progress::Progress() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::show(std::string_view name, std::size_t done, std::size_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (!is_terminal_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  is_shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}: frame {} of {}", name, done, total);
  std::fflush(stderr);
}

void Progress::clear() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
  is_shown_ = false;
}

}  // namespace quadphase::bench
