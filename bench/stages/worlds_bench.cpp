// SPDX-License-Identifier: MIT
#include "stages/worlds_bench.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "scenes/random.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kCount = 100'000;

/// Boxes in worlds of one size, with some two pairs each.
struct Boxes {
  Boxes(std::uint32_t world_count, bool is_one_place, std::uint64_t seed) {
    scenes::Random random(seed);
    const float side = std::sqrt(static_cast<float>(kCount) / static_cast<float>(world_count));
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint32_t world = random.below(world_count);
      const float left = is_one_place ? 0 : (side + 1) * static_cast<float>(world % 64);
      const float low = is_one_place ? 0 : (side + 1) * static_cast<float>(world / 64);
      const float x = left + random.between(0, side);
      const float y = low + random.between(0, side);
      boxes.push_back({x, y, x + 0.65F, y + 0.65F});
      if (is_one_place) worlds.push_back(world);
      ids.push_back(static_cast<ObjectId>(seed * kCount + i));
    }
  }

  std::vector<Box> boxes;
  std::vector<std::uint32_t> worlds;  // empty: side by side
  std::vector<ObjectId> ids;
};

enum class Kind { moving, statics, batch };

void run(benchmark::State& state, Kind kind, std::uint32_t world_count, bool is_one_place) {
  const Boxes moving(world_count, is_one_place, 0);
  const Boxes statics(world_count, is_one_place, 1);
  BroadPhase broad_phase({.threads = 1});
  if (kind == Kind::statics)
    broad_phase.set_static(statics.boxes, statics.ids, {.world = statics.worlds});
  const Attributes attributes{.ids = moving.ids, .world = moving.worlds};
  broad_phase.update(moving.boxes, attributes);
  BatchOptions options;
  options.attributes.world = statics.worlds;
  QueryResult result;
  for (auto _ : state) {
    if (kind == Kind::batch) {
      broad_phase.find_overlaps(statics.boxes, result, options);
    } else {
      broad_phase.update(moving.boxes, attributes);
    }
  }
  using benchmark::Counter;
  state.counters["ns_per_box"] =
      Counter(kCount * 1e-9, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

}  // namespace

void add_worlds() {
  const std::pair<Kind, const char*> kinds[] = {
      {Kind::moving, "moving"}, {Kind::statics, "statics"}, {Kind::batch, "batch"}};
  for (const auto& [kind, kind_name] : kinds) {
    for (const std::uint32_t world_count : {1U, 4U, 16U, 64U, 256U, 4'096U}) {
      for (const bool is_one_place : {true, false}) {
        const std::string name = std::string("worlds/") + kind_name +
                                 (is_one_place ? "/one_place" : "/side_by_side") +
                                 "/n:" + std::to_string(world_count);
        benchmark::RegisterBenchmark(name.c_str(), [kind = kind, world_count,
                                                    is_one_place](benchmark::State& state) {
          run(state, kind, world_count, is_one_place);
        })->Unit(benchmark::kMicrosecond);
      }
    }
  }
}

}  // namespace quadphase::bench
