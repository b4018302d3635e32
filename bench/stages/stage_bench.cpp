// SPDX-License-Identifier: MIT
// Each stage alone, and each kernel by instruction set: white box, with Google Benchmark, whose
// compare.py compares two runs. Names are `stage/scene/n:COUNT/...`.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "stages/adversarial_bench.hpp"
#include "stages/stage_pipeline.hpp"
#include "stages/worlds_bench.hpp"

namespace quadphase::bench {
namespace {

/// What a stage needs done before it can run, untimed, and the stage itself.
struct StageCase {
  const char* name;
  void (*prepare)(StagePipeline& pipeline);
  void (*run)(StagePipeline& pipeline);
  bool destroys_its_input;  ///< `prepare` must run before each time
  bool has_kernels;         ///< worth a run for each instruction set
  /// What it reads and writes at least; null: not counted.
  StageBytes (*bytes)(const StagePipeline& pipeline) = nullptr;
};

constexpr StageCase kStageCases[] = {
    // Input that is not in float columns.
    {"input_double", [](StagePipeline&) {}, [](StagePipeline& p) { p.read_double(); }, false, true},
    {"input_centers", [](StagePipeline&) {}, [](StagePipeline& p) { p.read_centers(); }, false,
     true},
    {"input_rows", [](StagePipeline&) {}, [](StagePipeline& p) { p.read_rows(); }, false, true},
    {"bounds", [](StagePipeline&) {}, [](StagePipeline& p) { p.bounds(); }, false, true,
     [](const StagePipeline& p) { return p.bounds_bytes(); }},
    {"keys", [](StagePipeline& p) { p.bounds(); }, [](StagePipeline& p) { p.keys(); }, false, true,
     [](const StagePipeline& p) { return p.keys_bytes(); }},
    // It rewrites the keys of heavy bins.
    {"partition", [](StagePipeline& p) { p.bounds(), p.keys(); },
     [](StagePipeline& p) { p.partition(); }, true, false,
     [](const StagePipeline& p) { return p.partition_bytes(); }},
    // It uses up the records.
    {"tree", [](StagePipeline& p) { p.bounds(), p.keys(), p.partition(); },
     [](StagePipeline& p) { p.tree(); }, true, true,
     [](const StagePipeline& p) { return p.tree_bytes(); }},
    {"box_union_of_leaves", [](StagePipeline& p) { p.build(); },
     [](StagePipeline& p) { p.box_union_of_leaves(); }, false, true},
    {"pairs", [](StagePipeline& p) { p.build(); }, [](StagePipeline& p) { p.pairs(); }, false, true,
     [](const StagePipeline& p) { return p.pairs_bytes(); }},
    {"count", [](StagePipeline& p) { p.build(); }, [](StagePipeline& p) { p.count(); }, false,
     true},
    {"merge", [](StagePipeline& p) { p.build(), p.pairs(); }, [](StagePipeline& p) { p.merge(); },
     false, false, [](const StagePipeline& p) { return p.merge_bytes(); }},
    {"frame", [](StagePipeline&) {}, [](StagePipeline& p) { p.build(), p.pairs(), p.merge(); },
     false, true,
     [](const StagePipeline& p) {
       return p.bounds_bytes() + p.keys_bytes() + p.partition_bytes() + p.tree_bytes() +
              p.pairs_bytes() + p.merge_bytes();
     }},
    {"stream", [](StagePipeline&) {}, [](StagePipeline& p) { p.build(), p.stream(); }, false,
     false},
};

struct Setup {
  std::string scene;
  std::size_t count;
  Simd simd;
  int threads;
  bool is_sorted = false;  ///< boxes in Morton order
};

void run_case(benchmark::State& state, const StageCase& stage, const Setup& setup) {
  StagePipeline pipeline(setup.scene, setup.count, setup.simd, setup.threads);
  if (setup.is_sorted) pipeline.sort_boxes();
  pipeline.run([&] { stage.prepare(pipeline), stage.run(pipeline); });  // grows the buffers
  pipeline.run([&] { stage.prepare(pipeline); });
  for (auto _ : state) {
    const double seconds = pipeline.time([&] { stage.run(pipeline); });
    state.SetIterationTime(seconds);
    if (stage.destroys_its_input) pipeline.run([&] { stage.prepare(pipeline); });
  }
  const auto boxes = static_cast<double>(pipeline.size());
  using benchmark::Counter;
  state.counters["ns_per_box"] =
      Counter(boxes * 1e-9, Counter::kIsIterationInvariantRate | Counter::kInvert);
  if (stage.bytes == nullptr) return;
  const StageBytes bytes = stage.bytes(pipeline);
  state.counters["read_bytes_per_box"] = static_cast<double>(bytes.read) / boxes;
  state.counters["written_bytes_per_box"] = static_cast<double>(bytes.written) / boxes;
  state.counters["floor_ns_per_box"] = pipeline.floor_nanoseconds(bytes) / boxes;
}

void add(const StageCase& stage, const Setup& setup, bool names_simd) {
  std::string name =
      std::string(stage.name) + "/" + setup.scene + "/n:" + std::to_string(setup.count);
  if (names_simd) name += "/simd:" + std::string(name_of(setup.simd));
  if (setup.is_sorted) name += "/order:morton";
  name += "/threads:" + std::to_string(setup.threads);
  benchmark::RegisterBenchmark(
      name.c_str(), [&stage, setup](benchmark::State& state) { run_case(state, stage, setup); })
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

/// Stages on the widest kernels over threads, then each kernel on one thread.
void add_all(int most_threads) {
  for (const StageCase& stage : kStageCases) {
    for (const char* scene : {"uniform", "clusters", "mixed", "galaxy", "giants"}) {
      for (int threads = 1; threads <= most_threads;
           threads = threads < most_threads ? std::min(2 * threads, most_threads) : threads + 1)
        add(stage, {scene, 100'000, Simd::best, threads}, false);
    }
    add(stage, {"uniform", 1'000'000, Simd::best, 1}, false);
    add(stage, {"uniform", 1'000'000, Simd::best, most_threads}, false);
    if (stage.name == std::string("frame")) {
      add(stage, {"uniform", 1'000'000, Simd::best, 1, true}, false);
      add(stage, {"uniform", 1'000'000, Simd::best, most_threads, true}, false);
    }
    if (!stage.has_kernels) continue;
    for (const Simd simd : kInstructionSets) {
      if (is_supported(simd)) add(stage, {"uniform", 100'000, simd, 1}, true);
    }
  }
}

}  // namespace
}  // namespace quadphase::bench

int main(int argc, char** argv) {
  try {
    const int cores = quadphase::bench::usable_thread_count();
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(cores));
    quadphase::bench::add_all(cores);
    quadphase::bench::add_adversarial_inputs();
    quadphase::bench::add_worlds();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    quadphase::bench::add_context();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "stage_bench: %s\n", error.what());
    return 3;
  }
}
