// SPDX-License-Identifier: MIT
// What the parts of an engine share: its configuration, its memory and its threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/parallel.hpp"
#include "base/stage_clock.hpp"
#include "base/synchronized_resource.hpp"
#include "base/tuning.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/config.hpp"
#include "quadphase/periodic.hpp"
#include "tree/leaves.hpp"

namespace quadphase::detail {

struct EngineContext {
  /// Errors: `std::invalid_argument`.
  explicit EngineContext(const Config& user_config)
      : config(checked(user_config)),
        kernels(kernels_for(config.simd)),
        memory(config.memory_resource != nullptr ? config.memory_resource
                                                 : std::pmr::get_default_resource()),
        workers(config.threads, config.executor),
        leaf_rules{static_cast<std::uint32_t>(config.leaf_capacity),
                   static_cast<std::uint32_t>(config.max_depth)} {}

  [[nodiscard]] Periods periods() const noexcept { return {config.period_x, config.period_y}; }
  /// True if one thread alone is faster.
  [[nodiscard]] static bool is_small(std::size_t object_count) noexcept {
    return object_count < kSerialObjects;
  }

  Config config;
  const Kernels& kernels;
  SynchronizedResource memory;
  Workers workers;
  LeafRules leaf_rules;
  TickLength tick_length;
};

}  // namespace quadphase::detail
