// SPDX-License-Identifier: MIT
// What figures and the table look up in the JSON report of compare. Errors of all:
// `Json::exception` where a field is missing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/json.hpp"

namespace quadphase::bench {

/// The JSON report of a command. Errors: `UsageError` where the file is none.
[[nodiscard]] Json read_report(const std::string& path, const char* command);

/// Of each scene the block of the most boxes that every engine runs, all boxes moving.
[[nodiscard]] std::vector<const Json*> shown_blocks(const Json& report);

[[nodiscard]] int least_threads(const Json& block);
[[nodiscard]] int most_threads(const Json& block);

/// The row of an engine, where it has a median; null otherwise.
[[nodiscard]] const Json* row_of(const Json& block, std::string_view engine, int threads);

/// `figure` is a field in milliseconds, such as `median_ms`.
[[nodiscard]] double ns_a_box(const Json& block, const Json& row, const char* figure = "median_ms");

/// Number of a group: 0 ours, 1 baselines, 2 peers.
[[nodiscard]] int group_of(const Json& row);

/// A decimal below 100, none above.
[[nodiscard]] std::string short_number(double ns);

/// "100,000"
[[nodiscard]] std::string grouped_count(const Json& block);

}  // namespace quadphase::bench
