// SPDX-License-Identifier: MIT
// The figures of README, from a folder of JSON reports.
#pragma once

#include <string>

namespace quadphase::bench {

/// Markdown: a line for each of five tasks; medians on one thread, the fastest in bold, and the
/// command that measures them. Below it, what the table does not show. Reads compare.json,
/// compare-motions.json, worlds.json and query.json. Errors: `UsageError`
/// where a report is missing or lacks a figure.
[[nodiscard]] std::string summary_table(const std::string& folder);

}  // namespace quadphase::bench
