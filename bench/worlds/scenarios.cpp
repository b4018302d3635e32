// SPDX-License-Identifier: MIT
// The list of living worlds.
#include <algorithm>
#include <array>

#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

constexpr std::array kScenarios = {
    ScenarioKind{
        "one-in-a-hundred",
        "One box in a hundred moves, always the same ones: pairs with at least one of them",
        make_one_in_a_hundred, true},
    ScenarioKind{"one-in-a-hundred-waking",
                 "The same, and in each frame one in ten thousand wakes and another falls asleep",
                 make_waking, true},
    ScenarioKind{"sleeping-world", "No box moves", make_sleeping_world, true},
    ScenarioKind{"bullets",
                 "A tenth as many moving boxes, and their overlaps with a tenth as many bullets",
                 make_bullets},
    ScenarioKind{"filtered-crowd",
                 "8 pairs a box, all move; 8 categories of which each pairs with one; owners of 4",
                 make_filtered_crowd},
    ScenarioKind{"events", "All boxes move: the pairs that began and those that ended",
                 make_events},
};

}  // namespace

std::span<const ScenarioKind> scenario_classes() {
  return kScenarios;
}

const ScenarioKind* find_scenario_kind(std::string_view name) {
  const auto found = std::find_if(kScenarios.begin(), kScenarios.end(),
                                  [name](const ScenarioKind& kind) { return kind.name == name; });
  return found == kScenarios.end() ? nullptr : &*found;
}

}  // namespace quadphase::bench::worlds
