// SPDX-License-Identifier: MIT
// Scenarios of persistent objects: what happens frame by frame, and what is to be found. Seeded:
// equal arguments give equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "worlds/world.hpp"

namespace quadphase::bench::worlds {

class Scenario {
 public:
  virtual ~Scenario() = default;

  /// The world before the first `step`.
  [[nodiscard]] virtual Setting setting() const = 0;

  /// The current frame. The first one only repeats the setting.
  [[nodiscard]] virtual Frame frame() const = 0;

  virtual void step() = 0;

  /// The exact answer to the current frame, ascending. Shares no code with any engine.
  [[nodiscard]] virtual Result exact() const = 0;
};

struct ScenarioOptions {
  std::size_t count = 100'000;
  std::uint64_t seed = 1;
  std::string replay_path{};  ///< a NumPy file in place of a scene; empty: none
};

struct ScenarioInfo {
  std::string_view name;
  std::string_view description;  ///< one sentence
  std::unique_ptr<Scenario> (*make)(const ScenarioOptions& options) = nullptr;
  bool has_static = false;  ///< most objects are static, and can be declared so
  /// Frames that are timed at once. More than one where a frame is so short that clocks matter.
  std::size_t batch_size = 1;
  bool plays_files = false;  ///< takes a `replay_path`
};

[[nodiscard]] std::span<const ScenarioInfo> all_scenarios();

/// Null where there is none of that name.
[[nodiscard]] const ScenarioInfo* find_scenario(std::string_view name);

// The makers, which the list names.
[[nodiscard]] std::unique_ptr<Scenario> make_one_in_a_hundred(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_waking(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_one_in_fifty(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_sleeping_world(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_bullets(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_filtered_crowd(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_events(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_all_move(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_contacts(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_changes(const ScenarioOptions& options);
[[nodiscard]] std::unique_ptr<Scenario> make_doubles(const ScenarioOptions& options);

}  // namespace quadphase::bench::worlds
