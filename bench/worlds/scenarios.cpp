// SPDX-License-Identifier: MIT
// The list of scenarios.
#include <algorithm>
#include <array>

#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

constexpr std::array kScenarios = {
    ScenarioInfo{
        "one-in-a-hundred",
        "One box in a hundred moves, always the same ones: pairs with at least one of them",
        make_one_in_a_hundred, true},
    ScenarioInfo{
        "one-in-a-hundred-waking",
        "The same, and in each frame one in ten thousand becomes moving and another static",
        make_waking, true},
    ScenarioInfo{"sleeping-world", "No box moves", make_sleeping_world, true},
    ScenarioInfo{"bullets",
                 "A tenth as many moving boxes, and their overlaps with a tenth as many bullets",
                 make_bullets},
    ScenarioInfo{"filtered-crowd",
                 "8 pairs a box, all move; 8 categories of which each pairs with one; groups of 4",
                 make_filtered_crowd},
    ScenarioInfo{"events", "All boxes move: the pairs that began and those that ended",
                 make_events},
};

}  // namespace

std::span<const ScenarioInfo> all_scenarios() {
  return kScenarios;
}

const ScenarioInfo* find_scenario(std::string_view name) {
  const auto found = std::find_if(kScenarios.begin(), kScenarios.end(),
                                  [name](const ScenarioInfo& kind) { return kind.name == name; });
  return found == kScenarios.end() ? nullptr : &*found;
}

}  // namespace quadphase::bench::worlds
