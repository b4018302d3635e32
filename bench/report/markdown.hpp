// SPDX-License-Identifier: MIT
// The table of a comparison for README files.
#pragma once

#include <string>

#include "report/json.hpp"

namespace quadphase::bench {

/// Markdown: a row an engine, grouped; a column a scene, nanoseconds a box on one thread; the
/// fastest of each column in bold; below it, every cell in which another engine is ahead of ours.
/// Empty where the report has none of the table's scenes. Errors: `Json::exception` where a field
/// is missing.
[[nodiscard]] std::string compare_markdown(const Json& report);

}  // namespace quadphase::bench
