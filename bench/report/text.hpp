// SPDX-License-Identifier: MIT
// Pieces of text that all tables share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "report/json.hpp"

namespace quadphase::bench {

/// A number with a comma before every three digits.
[[nodiscard]] std::string grouped(std::uint64_t number);
[[nodiscard]] std::string grouped(const Json& count);

/// "1 thread", "2 threads"
[[nodiscard]] std::string thread_words(int threads);

/// "-" where the number is null or not positive, else `digits` significant digits.
[[nodiscard]] std::string short_text(double number, int digits = 3);

/// Appends an item to a list, after a separator if the list is not empty.
void append(std::string& list, const std::string& item, const char* separator = ", ");

/// "AMD EPYC, 2 cores"
[[nodiscard]] std::string machine_words(const Json& report);

/// The first lines of every report: version, commit, machine and build.
void print_machine_and_build(std::FILE* out, const Json& report);

}  // namespace quadphase::bench
