// SPDX-License-Identifier: MIT
// How a fuzzer ends where something is wrong: by abort, which fuzzers and tests both notice.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace quadphase::fuzz {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "quadphase: %s\n", what.c_str());
  std::abort();
}

/// Ends where there is a difference.
inline void require_none(const std::optional<std::string>& difference, const char* where) {
  if (difference) fail(std::string(where) + ": " + *difference);
}

inline void require(bool holds, const char* what) {
  if (!holds) fail(what);
}

/// Ends unless the call throws an `Error`.
template <class Error, class Call>
void require_throws(const Call& call, const char* what) {
  try {
    call();
  } catch (const Error&) {
    return;
  }
  fail(std::string("not refused: ") + what);
}

}  // namespace quadphase::fuzz
