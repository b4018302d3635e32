// SPDX-License-Identifier: MIT
// The stages of a frame that the benchmark reports, in the order in which they run.
#pragma once

#include <cstdint>

#include "quadphase/stats.hpp"

namespace quadphase::bench {

struct StageName {
  const char* name;
  std::uint64_t StageTimes::*time;
};

inline constexpr StageName kStages[] = {
    {"bounds", &StageTimes::bounds},       {"keys", &StageTimes::keys},
    {"partition", &StageTimes::partition}, {"tree", &StageTimes::tree},
    {"pairs", &StageTimes::pairs},         {"merge", &StageTimes::merge}};

}  // namespace quadphase::bench
