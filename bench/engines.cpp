// SPDX-License-Identifier: MIT
// The broad phases that the benchmark compares.
#include <array>

#include "baselines/plain_grid.hpp"
#include "engine.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"

namespace quadphase::bench {
namespace {

class QuadphaseEngine final : public Engine {
 public:
  QuadphaseEngine(tbb::task_arena& arena, Simd simd)
      : broad_phase_({.arena = arena_ref(arena), .simd = simd}) {}

  void update(const BoxView& boxes) override { broad_phase_.update(boxes); }
  std::span<const Pair> pairs() const override { return broad_phase_.pairs(); }
  StageTimes stages() const override { return broad_phase_.stats().nanoseconds; }
  std::string_view simd() const override { return name_of(broad_phase_.stats().simd); }
  std::size_t byte_count() const override { return broad_phase_.byte_count(); }

 private:
  BroadPhase broad_phase_;
};

class GridEngine final : public Engine {
 public:
  explicit GridEngine(tbb::task_arena& arena) : grid_(arena) {}

  void update(const BoxView& boxes) override { grid_.update(boxes); }
  std::span<const Pair> pairs() const override { return grid_.pairs(); }
  StageTimes stages() const override { return grid_.nanoseconds(); }
  std::string_view simd() const override { return "native"; }
  std::size_t byte_count() const override { return grid_.byte_count(); }

 private:
  PlainGrid grid_;
};

std::unique_ptr<Engine> make_quadphase(tbb::task_arena& arena, Simd simd) {
  return std::make_unique<QuadphaseEngine>(arena, simd);
}

std::unique_ptr<Engine> make_grid(tbb::task_arena& arena, Simd) {
  return std::make_unique<GridEngine>(arena);
}

constexpr std::array kEngines = {
    EngineKind{.name = "quadphase",
               .description = "This library",
               .has_fixed_order = true,
               .takes_simd = true,
               .make = make_quadphase},
    EngineKind{.name = "grid",
               .description = "The yardstick: a plain uniform grid, built for this processor",
               .has_fixed_order = false,
               .takes_simd = false,
               .make = make_grid},
};

}  // namespace

std::span<const EngineKind> engine_kinds() {
  return kEngines;
}

const EngineKind* find_engine_kind(std::string_view name) {
  for (const EngineKind& kind : kEngines) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace quadphase::bench
