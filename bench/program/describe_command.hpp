// SPDX-License-Identifier: MIT
// What there is to run: lists of names, and the scenes' figures.
#pragma once

#include <cstdio>

#include "program/options.hpp"
#include "program/progress.hpp"

namespace quadphase::bench {

/// Prints the names of scenes, with a sentence each, of engines and of kernels.
void print_list(std::FILE* out);

/// Prints pairs a box, sizes and density of the first frame of each chosen scene.
void print_descriptions(std::FILE* out, const Options& options, Progress& progress);

}  // namespace quadphase::bench
