// SPDX-License-Identifier: MIT
// A report is a JSON document from the start: runners write it, and tables, figures and files are
// made of it.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "runner/intervals.hpp"

namespace quadphase::bench {

using Json = nlohmann::ordered_json;

/// What every report begins with: the command, this machine and this build.
[[nodiscard]] Json new_report(const char* command, Json settings);

/// Null without samples.
[[nodiscard]] Json interval_json(const MedianInterval& interval);

/// Null where the number is not positive, which stands for a figure without samples.
[[nodiscard]] Json positive_or_null(double number);

/// A number, or 0 where it is null.
[[nodiscard]] double number_of(const Json& number);

/// A string as it is.
[[nodiscard]] std::string text_of(const Json& string);

/// Prints it indented.
void print_json(std::FILE* out, const Json& json);

}  // namespace quadphase::bench
