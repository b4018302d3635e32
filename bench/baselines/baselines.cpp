// SPDX-License-Identifier: MIT
// The list of baselines.
#include <array>

#include "baselines/plain_grid.hpp"
#include "engine_registry.hpp"

namespace quadphase::bench {
namespace {

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

template <class Kind>
std::unique_ptr<Engine> make(tbb::task_arena& arena, Simd) {
  return std::make_unique<Kind>(arena);
}

constexpr std::array kEngines = {
    EngineKind{.name = "grid",
               .description = "A plain uniform grid: every box in all cells it touches",
               .make = make<GridEngine>,
               .group = EngineGroup::baseline},
};

}  // namespace

std::span<const EngineKind> baseline_engines() {
  return kEngines;
}

}  // namespace quadphase::bench
