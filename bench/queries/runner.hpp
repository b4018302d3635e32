// SPDX-License-Identifier: MIT
// Runs one scene with one number of objects: all kinds of queries, all indexes.
#pragma once

#include <cstddef>
#include <string>

#include "program/progress.hpp"
#include "queries/report.hpp"

namespace quadphase::bench::queries {

/// Errors: `UsageError` where all objects of the scene lie at one place.
[[nodiscard]] Block run_block(const Options& options, const std::string& scene,
                              std::size_t object_count, Progress& progress);

}  // namespace quadphase::bench::queries
