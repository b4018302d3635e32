// SPDX-License-Identifier: MIT
#include "stages/adversarial_bench.hpp"

#include <benchmark/benchmark.h>

#include <string>

#include "quadphase/broad_phase.hpp"
#include "scenes/adversarial.hpp"

namespace quadphase::bench {
namespace {

void run_input(benchmark::State& state, const scenes::AdversarialInput& input, std::size_t count) {
  const scenes::Columns boxes = input.make(count);
  BroadPhase broad_phase({.threads = 1});
  for (auto _ : state) {
    broad_phase.build(boxes.view());
    benchmark::DoNotOptimize(broad_phase.count_pairs());
  }
  using benchmark::Counter;
  const auto box_count = static_cast<double>(count);
  const Stats stats = broad_phase.stats();
  state.counters["ns_per_box"] =
      Counter(box_count * 1e-9, Counter::kIsIterationInvariantRate | Counter::kInvert);
  state.counters["tests_per_box"] = static_cast<double>(stats.test_count) / box_count;
  state.counters["pairs_per_box"] = static_cast<double>(stats.pair_count) / box_count;
}

}  // namespace

void add_adversarial_inputs() {
  for (const scenes::AdversarialInput& input : scenes::adversarial_inputs()) {
    for (const std::size_t count : {10'000U, 100'000U}) {
      if (input.name == "equal" && count > 10'000) continue;  // 5 thousand million pairs
      const std::string name =
          "adversarial/" + std::string(input.name) + "/n:" + std::to_string(count);
      benchmark::RegisterBenchmark(name.c_str(), [&input, count](benchmark::State& state) {
        run_input(state, input, count);
      })->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace quadphase::bench
