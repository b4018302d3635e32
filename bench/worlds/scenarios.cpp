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
        .name = "one-in-a-hundred",
        .description =
            "One box in a hundred moves, always the same ones: pairs with at least one of them",
        .make = make_one_in_a_hundred,
        .has_static = true,
        .plays_files = true},
    ScenarioInfo{
        .name = "one-in-a-hundred-waking",
        .description =
            "The same, and in each frame one in ten thousand becomes moving and another static",
        .make = make_waking,
        .has_static = true,
        .plays_files = true},
    ScenarioInfo{
        .name = "one-in-fifty-waking",
        .description =
            "One box in ten moves; in each frame one in fifty wakes and another falls asleep",
        .make = make_one_in_fifty,
        .has_static = true,
        .plays_files = true},
    ScenarioInfo{.name = "sleeping-world",
                 .description = "No box moves",
                 .make = make_sleeping_world,
                 .has_static = true,
                 .plays_files = true},
    ScenarioInfo{
        .name = "bullets",
        .description =
            "A tenth as many moving boxes, and their overlaps with a tenth as many bullets",
        .make = make_bullets},
    ScenarioInfo{
        .name = "filtered-crowd",
        .description =
            "8 pairs a box, all move; 8 categories of which each pairs with one; groups of 4",
        .make = make_filtered_crowd,
        .plays_files = true},
    ScenarioInfo{.name = "events",
                 .description = "All boxes move: the pairs that began and those that ended",
                 .make = make_events,
                 .plays_files = true},
    ScenarioInfo{
        .name = "contacts",
        .description =
            "All boxes move: the pairs, each with 16 bytes of data carried from frame to frame",
        .make = make_contacts,
        .plays_files = true},
    ScenarioInfo{
        .name = "changes",
        .description =
            "Between two frames, 100 times ten boxes change, and then their overlaps are found",
        .make = make_changes},
    ScenarioInfo{.name = "doubles",
                 .description = "All boxes move, in doubles around a distant origin",
                 .make = make_doubles},
    ScenarioInfo{.name = "all-of-10",
                 .description = "A world of ten boxes, which all move",
                 .make = make_small<make_all_move, 10>,
                 .batch_size = 256},
    ScenarioInfo{.name = "all-of-100",
                 .description = "A world of 100 boxes, which all move",
                 .make = make_small<make_all_move, 100>,
                 .batch_size = 64},
    ScenarioInfo{.name = "all-of-1000",
                 .description = "A world of 1,000 boxes, which all move",
                 .make = make_small<make_all_move, 1'000>,
                 .batch_size = 8},
    ScenarioInfo{.name = "one-of-10",
                 .description = "A world of ten boxes, of which one moves",
                 .make = make_small<make_one_in_a_hundred, 10>,
                 .has_static = true,
                 .batch_size = 256},
    ScenarioInfo{.name = "one-of-100",
                 .description = "A world of 100 boxes, of which one moves",
                 .make = make_small<make_one_in_a_hundred, 100>,
                 .has_static = true,
                 .batch_size = 256},
    ScenarioInfo{.name = "ten-of-1000",
                 .description = "A world of 1,000 boxes, of which ten move",
                 .make = make_small<make_one_in_a_hundred, 1'000>,
                 .has_static = true,
                 .batch_size = 64},
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
