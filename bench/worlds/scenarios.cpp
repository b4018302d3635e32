// SPDX-License-Identifier: MIT
// The list of scenarios.
#include <algorithm>
#include <array>

#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

/// A world of a fixed number of objects, whatever the options say.
template <std::unique_ptr<Scenario> (*Make)(const ScenarioOptions&), std::size_t Count>
std::unique_ptr<Scenario> make_small(const ScenarioOptions& options) {
  return Make({.count = Count, .seed = options.seed});
}

constexpr std::array kScenarios = {
    ScenarioInfo{
        "one-in-a-hundred",
        "One box in a hundred moves, always the same ones: pairs with at least one of them",
        make_one_in_a_hundred, true, 1, true},
    ScenarioInfo{
        "one-in-a-hundred-waking",
        "The same, and in each frame one in ten thousand becomes moving and another static",
        make_waking, true, 1, true},
    ScenarioInfo{"one-in-fifty-waking",
                 "One box in ten moves; in each frame one in fifty wakes and another falls asleep",
                 make_one_in_fifty, true, 1, true},
    ScenarioInfo{"sleeping-world", "No box moves", make_sleeping_world, true, 1, true},
    ScenarioInfo{"bullets",
                 "A tenth as many moving boxes, and their overlaps with a tenth as many bullets",
                 make_bullets},
    ScenarioInfo{"filtered-crowd",
                 "8 pairs a box, all move; 8 categories of which each pairs with one; groups of 4",
                 make_filtered_crowd, false, 1, true},
    ScenarioInfo{"events", "All boxes move: the pairs that began and those that ended", make_events,
                 false, 1, true},
    ScenarioInfo{
        "contacts",
        "All boxes move: the pairs, each with 16 bytes of data carried from frame to frame",
        make_contacts, false, 1, true},
    ScenarioInfo{
        "changes",
        "Between two frames, 100 times ten boxes change, and then their overlaps are found",
        make_changes},
    ScenarioInfo{"doubles", "All boxes move, in doubles around a distant origin", make_doubles},
    ScenarioInfo{"all-of-10", "A world of ten boxes, which all move", make_small<make_all_move, 10>,
                 false, 256},
    ScenarioInfo{"all-of-100", "A world of 100 boxes, which all move",
                 make_small<make_all_move, 100>, false, 64},
    ScenarioInfo{"all-of-1000", "A world of 1,000 boxes, which all move",
                 make_small<make_all_move, 1'000>, false, 8},
    ScenarioInfo{"one-of-10", "A world of ten boxes, of which one moves",
                 make_small<make_one_in_a_hundred, 10>, true, 256},
    ScenarioInfo{"one-of-100", "A world of 100 boxes, of which one moves",
                 make_small<make_one_in_a_hundred, 100>, true, 256},
    ScenarioInfo{"ten-of-1000", "A world of 1,000 boxes, of which ten move",
                 make_small<make_one_in_a_hundred, 1'000>, true, 64},
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
