// SPDX-License-Identifier: MIT
// The peers, a file for each library. A library that the build did not find has no file in it.
#pragma once

#include "queries/index.hpp"

namespace quadphase::bench::queries {

extern const IndexKind kBoostIndex;
extern const IndexKind kBoostPointIndex;
extern const IndexKind kBox2dIndex;
extern const IndexKind kEmbreeIndex;
extern const IndexKind kNanoflannIndex;

}  // namespace quadphase::bench::queries
