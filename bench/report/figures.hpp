// SPDX-License-Identifier: MIT
// Figures from the JSON reports of compare and scaling.
#pragma once

#include <cstdio>
#include <vector>

#include "program/options.hpp"
#include "report/figures_gnuplot.hpp"
#include "report/json.hpp"

namespace quadphase::bench {

/// Engines on each scene; engines on one scene. Errors: `Json::exception` where a field is missing.
[[nodiscard]] std::vector<Figure> compare_figures(const Json& report);

/// Speed-up over threads, stages over threads, cost over the number of boxes.
[[nodiscard]] std::vector<Figure> scaling_figures(const Json& report);

/// `quadphase_bench_peers figures`: writes NAME.svg, NAME.png and NAME.gp for each figure and, from
/// a comparison, table.md, and prints their names. Errors: `UsageError` where a report cannot be
/// read, or gnuplot is not there.
void figures_command(const Options& options, std::FILE* out);

}  // namespace quadphase::bench
