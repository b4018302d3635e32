// SPDX-License-Identifier: MIT
// The list of baselines.
#include <array>

#include "baselines/expert_grid/expert_grid.hpp"
#include "baselines/plain_grid.hpp"
#include "engine_registry.hpp"

namespace quadphase::bench {
namespace {

/// A baseline, as an engine.
template <class Baseline>
class BaselineEngine final : public Engine {
 public:
  explicit BaselineEngine(tbb::task_arena& arena) : baseline_(arena) {}

  void update(const BoxView& boxes) override { baseline_.update(boxes); }
  std::span<const Pair> pairs() const override { return baseline_.pairs(); }
  StageTimes stages() const override { return baseline_.nanoseconds(); }
  std::string_view simd() const override { return baseline_.simd(); }
  std::size_t byte_count() const override { return baseline_.byte_count(); }
  std::string settings() const override { return baseline_.settings(); }

 private:
  Baseline baseline_;
};

template <class Baseline>
constexpr EngineKind row(std::string_view name, std::string_view description) {
  return {.name = name,
          .description = description,
          .make = [](tbb::task_arena& arena, Simd) -> std::unique_ptr<Engine> {
            return std::make_unique<BaselineEngine<Baseline>>(arena);
          },
          .group = EngineGroup::baseline};
}

constexpr std::array kEngines = {
    row<PlainGrid>("grid", "A plain uniform grid: every box in all cells it touches"),
    row<ExpertGrid>("expert-grid", "The strongest uniform grid: sorted columns, whole registers"),
};

}  // namespace

std::span<const EngineKind> baseline_engines() {
  return kEngines;
}

}  // namespace quadphase::bench
