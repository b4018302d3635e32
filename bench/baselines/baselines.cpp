// SPDX-License-Identifier: MIT
// The list of baselines.
#include <array>

#include "baselines/brute_force.hpp"
#include "baselines/classic.hpp"
#include "baselines/expert_grid/expert_grid.hpp"
#include "baselines/loose.hpp"
#include "baselines/plain_grid.hpp"
#include "baselines/point_quadtree.hpp"
#include "baselines/sweep.hpp"
#include "engines/engine.hpp"

namespace quadphase::bench {
namespace {

/// A baseline, as an engine.
template <class Baseline>
class BaselineEngine final : public Engine {
 public:
  explicit BaselineEngine(tbb::task_arena& arena) : baseline_(arena) {}

  void update(const BoxView& boxes) override { baseline_.update(boxes); }
  std::span<const Pair> pairs() const override { return baseline_.pairs(); }
  std::span<const ObjectId> order() const override {
    if constexpr (requires { baseline_.order(); }) return baseline_.order();
    return {};
  }
  StageTimes stages() const override { return baseline_.nanoseconds(); }
  std::string_view simd() const override { return baseline_.simd(); }
  std::size_t byte_count() const override { return baseline_.byte_count(); }
  std::string settings() const override { return baseline_.settings(); }

 private:
  Baseline baseline_;
};

template <class Baseline>
constexpr EngineInfo row(std::string_view name, std::string_view description) {
  return {.name = name,
          .description = description,
          .make = [](tbb::task_arena& arena, Simd) -> std::unique_ptr<Engine> {
            return std::make_unique<BaselineEngine<Baseline>>(arena);
          },
          .group = EngineGroup::baseline};
}

constexpr std::array kEngines = {
    row<BruteForce>("brute", "Brute force: every box against every other, in whole registers"),
    row<Sweep>("sweep", "Sweep and prune along one axis: sorted columns, whole registers"),
    row<ClassicRefilled>("classic",
                         "The quadtree of the tutorials, cleared and refilled each frame"),
    row<ClassicKept>("classic-kept", "The same, kept: what moved is deleted and inserted"),
    row<Loose>("loose", "A loose quadtree: cells reach half their size beyond themselves"),
    row<PointQuadtree>("points", "A point quadtree on the boxes' centers, with range queries"),
    row<PlainGrid>("grid", "A plain uniform grid: every box in all cells it touches"),
    row<ExpertGrid>("expert-grid", "The strongest uniform grid: sorted columns, whole registers"),
};

}  // namespace

std::span<const EngineInfo> baseline_engines() {
  return kEngines;
}

}  // namespace quadphase::bench
