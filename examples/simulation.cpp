// SPDX-License-Identifier: MIT
// 100,000 discs fall, collide and bounce in a closed arena: Eigen integrates them, quadphase
// streams the pairs of their boxes to a circle narrow phase, and one arena of threads does it all.
// The program checks itself, and its exit status is 1 if the world does not stay sane.
#include <quadphase/eigen.hpp>
#include <quadphase/quadphase.hpp>
#include <quadphase/tbb.hpp>
#ifdef EXAMPLE_RECORDS
#include <quadphase/recorder.hpp>
#endif

#include "falling_discs.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/tick_count.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace falling_discs;

// The deepest overlap allowed, in radii of the smaller disc. From 1 on, its center is inside the
// other disc, and they soon pass through each other. The worst moment, the end of the fall, has
// 0.4.
constexpr double kDeepestAllowed = 0.6;

struct Report {
  double broad_phase = 0, narrow_phase = 0, integration = 0;  // seconds in all steps
  double energy_before = 0, energy = 0, deepest = 0;
  bool is_sane = true;
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a of the final positions
};

// One step. Pairs are streamed as they are found, so the narrow phase is timed chunk by chunk.
void advance(World& world, quadphase::BroadPhase& broad_phase, int threads, Report& report) {
  struct Chunk {
    double deepest = 0, seconds = 0;
  };
  const auto now = [] { return tbb::tick_count::now(); };
  const auto begin = now();
  integrate(world);
  const auto integrated = now();
  broad_phase.build(quadphase::box_view(world.boxes));
  std::vector<Chunk> chunks(broad_phase.chunk_count());
  broad_phase.for_each_pair_chunk([&](std::span<const quadphase::Pair> pairs, std::size_t index) {
    const auto chunk_begin = now();
    Chunk& chunk = chunks[index];  // of one thread, though it may come in pieces
    chunk.deepest = std::max(chunk.deepest, collide(world, pairs));
    chunk.seconds += (now() - chunk_begin).seconds();
  });
  const auto end = now();

  double narrow_phase = 0;
  for (const Chunk& chunk : chunks) {
    report.deepest = std::max(report.deepest, chunk.deepest);
    narrow_phase += chunk.seconds / threads;
  }
  report.integration += (integrated - begin).seconds();
  report.narrow_phase += narrow_phase;
  report.broad_phase += (end - integrated).seconds() - narrow_phase;
}

// Kinetic and potential energy, in joules if a disc with a radius of one meter has one kilogram.
double energy_of(const World& world) {
  const Column speed_square = world.velocity.square().colwise().sum();
  const Column height = world.position.row(1);
  return (world.mass * (speed_square / 2 + kGravity * height)).cast<double>().sum();
}

// True if every center is in the arena and every number is finite: comparisons with NaN are false.
bool is_inside(const World& world) {
  const Axes<float>& x = world.position;
  return (x > 0 && x < world.size.replicate(1, x.cols())).all() && world.velocity.isFinite().all();
}

// The whole simulation in one arena of threads, which the engine shares.
Report simulate(quadphase::BroadPhase& broad_phase, tbb::task_arena& arena, Eigen::Index discs,
                int steps, int threads) {
  World world = make_world(discs);
  Report report;
  report.energy_before = energy_of(world);
  for (int step = 0; step < steps; ++step) {
    arena.execute([&] { advance(world, broad_phase, threads, report); });
    report.energy = energy_of(world);
    report.is_sane &= is_inside(world) && report.energy <= report.energy_before;
  }
  report.is_sane &= report.deepest <= kDeepestAllowed;
  for (const float x : world.position.reshaped()) {
    report.hash = (report.hash ^ std::bit_cast<std::uint32_t>(x)) * 1099511628211U;
  }
  return report;
}

// With an engine whose calls are recorded, if there is a file to write them to.
Report simulate(Eigen::Index discs, int steps, int threads, const std::string& record) {
  tbb::task_arena arena(threads);
  quadphase::TbbExecutor executor(arena);
#ifdef EXAMPLE_RECORDS
  if (!record.empty()) {
    quadphase::Recorder recorder(record);
    quadphase::BroadPhase broad_phase({.executor = &executor, .recorder = &recorder});
    const Report report = simulate(broad_phase, arena, discs, steps, threads);
    recorder.flush();
    if (!recorder.error().empty()) std::printf("Not recorded: %s\n", recorder.error().c_str());
    return report;
  }
#else
  (void)record;
#endif
  quadphase::BroadPhase broad_phase({.executor = &executor});
  return simulate(broad_phase, arena, discs, steps, threads);
}

}  // namespace

int main(int argc, char** argv) {
  Eigen::Index discs = 100'000;
  double seconds = 10;
  std::vector<int> thread_counts;
  CLI::App app("Discs fall, collide and bounce in a closed arena.");
  app.add_option("--discs", discs, "How many")->check(CLI::Range(1, 100'000'000));
  app.add_option("--seconds", seconds, "Simulated time")->check(CLI::Range(0.01, 3600.0));
  app.add_option("--threads", thread_counts, "A run for each; default: 1, 2, 4, ..., all cores")
      ->check(CLI::Range(1, 1024))
      ->delimiter(',');
  std::string record;
#ifdef EXAMPLE_RECORDS
  app.add_option("--record", record, "Write the engine's calls to this file");
#endif
  CLI11_PARSE(app, argc, argv);
  const int cores = thread_counts.empty() ? tbb::info::default_concurrency() : 0;
  for (int t = 1; t < 2 * cores; t *= 2) thread_counts.push_back(std::min(t, cores));
  // This allows arenas with more threads than cores, if --threads asks for them.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1024);

  const int steps = static_cast<int>(std::lround(seconds / static_cast<double>(kStep)));
  std::printf("%td discs, %d steps; milliseconds a step of\n", discs, steps);
  std::puts("threads  broad phase  narrow phase  integration  energy: start, end  deepest  hash");
  bool is_good = true;
  std::uint64_t first_hash = 0;
  for (const int threads : thread_counts) {
    const Report report = simulate(discs, steps, threads, record);
    const double scale = 1000.0 / steps;
    std::printf("%7d %12.3f %13.3f %12.3f %10.3g %8.3g %8.3f  %016jx\n", threads,
                report.broad_phase * scale, report.narrow_phase * scale, report.integration * scale,
                report.energy_before, report.energy, report.deepest, std::uintmax_t{report.hash});
    std::fflush(stdout);
    if (threads == thread_counts.front()) first_hash = report.hash;
    is_good &= report.is_sane && report.hash == first_hash;
  }
  if (!is_good) std::puts("Wrong: a disc left, sank too deep, energy grew, or threads matter.");
  return is_good ? 0 : 1;
}
