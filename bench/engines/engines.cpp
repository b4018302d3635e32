// SPDX-License-Identifier: MIT
// The broad phases that the benchmark compares.
#include <string>
#include <vector>

#include "engines/engine.hpp"
#include "peers/peers.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"

namespace quadphase::bench {
namespace {

class QuadphaseEngine final : public Engine {
 public:
  QuadphaseEngine(tbb::task_arena& arena, Simd simd)
      : executor_(arena), broad_phase_({.executor = &executor_, .simd = simd}) {}

  void update(const BoxView& boxes) override { broad_phase_.update(boxes); }
  std::span<const Pair> pairs() const override { return broad_phase_.pairs(); }
  StageTimes stages() const override { return broad_phase_.stats().nanoseconds; }
  std::string_view simd() const override { return name_of(broad_phase_.stats().simd); }
  std::size_t byte_count() const override { return broad_phase_.byte_count(); }
  std::span<const ObjectId> order() const override { return broad_phase_.order(); }
  std::string settings() const override {
    constexpr Config kDefaults;
    return "leaf capacity " + std::to_string(kDefaults.leaf_capacity) + ", maximum depth " +
           std::to_string(kDefaults.max_depth);
  }

 private:
  TbbExecutor executor_;
  BroadPhase broad_phase_;
};

std::unique_ptr<Engine> make_quadphase(tbb::task_arena& arena, Simd simd) {
  return std::make_unique<QuadphaseEngine>(arena, simd);
}

constexpr EngineInfo kQuadphase{.name = "quadphase",
                                .description = "This library",
                                .has_fixed_order = true,
                                .takes_simd = true,
                                .make = make_quadphase,
                                .group = EngineGroup::quadphase};

std::vector<EngineInfo> make_list() {
  std::vector<EngineInfo> engines = {kQuadphase};
  const auto add = [&](std::span<const EngineInfo> more) {
    engines.insert(engines.end(), more.begin(), more.end());
  };
  add(baseline_engines());
  add(peer_engines());
  return engines;
}

}  // namespace

std::span<const EngineInfo> all_engines() {
  static const std::vector<EngineInfo> engines = make_list();
  return engines;
}

}  // namespace quadphase::bench
