// SPDX-License-Identifier: MIT
// The interface of the broad phases that the benchmark compares, and their list.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"

namespace quadphase::bench {

class Engine {
 public:
  virtual ~Engine() = default;

  /// Finds and stores all pairs of one frame. This call is what is timed.
  virtual void update(const BoxView& boxes) = 0;

  /// The pairs of the last frame. Lifetime: until the next update.
  [[nodiscard]] virtual std::span<const Pair> pairs() const = 0;

  /// Where the last frame's time went; an engine without a stage leaves it 0.
  [[nodiscard]] virtual StageTimes stages() const = 0;

  /// The instruction set of the last frame.
  [[nodiscard]] virtual std::string_view simd() const = 0;

  /// Bytes held now.
  [[nodiscard]] virtual std::size_t byte_count() const = 0;

  /// The rows of the last frame in an order in which objects that meet lie near each other. Empty
  /// for an engine that has none to offer.
  [[nodiscard]] virtual std::span<const ObjectId> order() const { return {}; }

  /// What was chosen for the last frame, in one line for the report: cell sizes, capacities,
  /// versions. Empty where there is nothing to choose.
  [[nodiscard]] virtual std::string settings() const { return {}; }
};

/// Where an engine comes from.
enum class EngineGroup {
  quadphase,  ///< this library
  baseline,   ///< what people write themselves
  peer,       ///< a library that people would pick instead
};

/// An engine by name, and what is promised of it.
struct EngineInfo {
  std::string_view name;
  std::string_view description;
  bool has_fixed_order = false;  ///< the pair array's bytes are equal for all thread counts and
                                 ///< instruction sets
  bool takes_simd = false;       ///< `--simd` chooses its kernels
  std::unique_ptr<Engine> (*make)(tbb::task_arena& arena, Simd simd) = nullptr;
  EngineGroup group = EngineGroup::peer;
  bool multi_threaded = true;  ///< false: its calls allow one thread only, whatever the arena has
  /// With more objects a frame takes minutes, and the engine is left out by name.
  std::size_t most_objects = std::numeric_limits<std::size_t>::max();
};

/// All engines: this library, the baselines, the peers that the build found.
[[nodiscard]] std::span<const EngineInfo> all_engines();

/// What people write themselves, each written for this benchmark.
[[nodiscard]] std::span<const EngineInfo> baseline_engines();

/// Null where there is none of that name.
[[nodiscard]] const EngineInfo* find_engine(std::string_view name);

}  // namespace quadphase::bench
