// SPDX-License-Identifier: MIT
#include "input/validate_input.hpp"

#include <stdexcept>
#include <string>

#include "base/arena.hpp"
#include "base/executor_loop.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

void require_kernels(Simd simd) {
  if (is_supported(simd)) return;
  std::string rule = "quadphase: Config::simd must be what this processor and build have: best";
  for (const Simd other : kInstructionSets)
    if (is_supported(other)) rule.append(", ").append(name_of(other));
  throw std::invalid_argument(rule);
}

}  // namespace

const Config& checked(const Config& config) {
  require(config.threads >= 0 && config.threads <= kMaxThreads,
          "quadphase: Config::threads must be 0 to 4096");
  require(config.executor == nullptr || config.threads == 0,
          "quadphase: Config::threads must be 0 if Config::executor is set");
  require(config.threads <= 1 || has_arenas(),
          "quadphase: Config::threads must be 0 or 1 in a library built without oneTBB; for more "
          "threads set Config::executor");
  (void)checked_executor(config.executor);
  require(config.events || !config.previous_indices,
          "quadphase: Config::previous_indices needs Config::events");
  require(config.leaf_capacity >= 1 && config.leaf_capacity <= 16,
          "quadphase: Config::leaf_capacity must be 1 to 16");
  require(config.max_depth >= 1 && config.max_depth <= 300,
          "quadphase: Config::max_depth must be 1 to 300");
  for (const float period : {config.period_x, config.period_y})
    require(period == 0 || (period >= 1e-30F && period <= 1e30F),
            "quadphase: Config::period_x and period_y must be 0 or 1e-30 to 1e30");
  require_kernels(config.simd);
  return config;
}

std::size_t checked(std::size_t object_count) {
  require(object_count <= kMaxObjects, "quadphase: a frame must hold at most 2^32 - 64 boxes");
  return object_count;
}

std::uint64_t checked_pairs(std::uint64_t pair_count) {
  require(pair_count <= kMaxPairs, "quadphase: room can be reserved for at most 2^48 pairs");
  return pair_count;
}

BoxSpan checked(const BoxView& boxes) {
  const std::size_t size = checked(boxes.size());
  require(boxes.min_y.size() == size && boxes.max_x.size() == size && boxes.max_y.size() == size,
          "quadphase: the four spans of a BoxView must have one length");
  return {boxes.min_x.data(), boxes.min_y.data(), boxes.max_x.data(), boxes.max_y.data()};
}

}  // namespace quadphase::detail
