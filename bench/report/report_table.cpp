// SPDX-License-Identifier: MIT
// The table for people: one block a scene and count, one line an engine, kernels and thread count.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/report.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

constexpr std::string_view kHead =
    "engine     threads  median ms   p99 ms   max ms  ns a box  million pairs/s  speed-up";
constexpr std::string_view kTail = "  SIMD";

std::size_t stage_width(const StageName& stage) {
  return std::max(std::string_view(stage.name).size(), std::size_t{6});
}

std::size_t stages_width() {
  std::size_t width = 0;
  for (const StageName& stage : kStages) width += 1 + stage_width(stage);
  return width;
}

void print_title(std::FILE* out, const Report& report, const Block& block) {
  fmt::print(out, "\n{}: {} boxes, {} pairs ({:.2f} a box), {} frames", block.name,
             grouped(block.box_count), grouped(static_cast<std::uint64_t>(block.pair_count + 0.5)),
             block.ns_per_box(block.pair_count), block.frame_count);
  if (!block.is_replay) {
    fmt::print(out, ", motion {}, seed {}", name_of(report.options.motion), report.options.seed);
  }
  fmt::print(out, "\n");
}

void print_columns(std::FILE* out) {
  const std::size_t stages = stages_width();
  fmt::print(out, "{:{}}{:-^{}}\n", "", kHead.size() + 2, " ns a box in each stage ", stages - 1);
  fmt::print(out, "{} ", kHead);
  for (const StageName& stage : kStages) fmt::print(out, " {:>{}}", stage.name, stage_width(stage));
  fmt::print(out, "{}\n{:->{}}\n", kTail, "", kHead.size() + 1 + stages + kTail.size() + 2);
}

void print_result(std::FILE* out, const Block& block, const Result& result) {
  fmt::print(out, "{:<9}  {:>7}  {:>9.3f} {:>8.3f} {:>8.3f}  {:>8.1f}  {:>15.1f}  {:>7.2f}x ",
             result.engine, result.threads, result.median_ns * 1e-6,
             static_cast<double>(result.p99_ns) * 1e-6, static_cast<double>(result.max_ns) * 1e-6,
             block.ns_per_box(result.median_ns), block.million_pairs_per_second(result),
             result.speed_up);
  for (const StageName& stage : kStages) {
    const std::uint64_t time = result.stage_ns.*stage.time;
    const std::string text =
        time == 0 ? "-" : fmt::format("{:.1f}", block.ns_per_box(static_cast<double>(time)));
    fmt::print(out, " {:>{}}", text, stage_width(stage));
  }
  fmt::print(out, "  {}{}\n", result.simd, result.is_pinned ? "" : " (not pinned)");
}

std::string on_threads(int threads) {
  return fmt::format("on {} thread{}", threads, threads == 1 ? "" : "s");
}

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

/// How the first engine compares with another one, thread count by thread count.
void print_ratios(std::FILE* out, const Block& block, std::string_view other) {
  const Result& first = block.results.front();
  std::string medians;
  std::string quiet;
  for (const Result& a : block.results) {
    if (a.engine != first.engine || a.simd != first.simd) continue;
    const auto b =
        std::find_if(block.results.begin(), block.results.end(), [&](const Result& result) {
          return result.engine == other && result.threads == a.threads;
        });
    append(medians, fmt::format("{:.1f} times as fast {}", b->median_ns / a.median_ns,
                                on_threads(a.threads)));
    if (a.quiet_median_ns > 0)
      append(quiet, fmt::format("{:.1f}", b->quiet_median_ns / a.quiet_median_ns));
  }
  if (!quiet.empty()) quiet = fmt::format(" (quietest blocks: {})", quiet);
  fmt::print(out, "{} against {}: {}{}\n", first.engine, other, medians, quiet);
}

/// The first engine's speed-up by the quietest of five blocks of frames, which others' noise spoils
/// least.
void print_quiet_speed_ups(std::FILE* out, const Block& block) {
  const Result& first = block.results.front();
  std::string text;
  for (const Result& result : block.results) {
    if (result.engine != first.engine || result.simd != first.simd) continue;
    if (result.threads == first.threads || result.quiet_speed_up == 0) continue;
    append(text, fmt::format("{:.2f}x {}", result.quiet_speed_up, on_threads(result.threads)));
  }
  if (text.empty()) return;
  fmt::print(out, "{}'s speed-up in the quietest of five blocks of frames: {}\n", first.engine,
             text);
}

}  // namespace

void print_table_head(std::FILE* out, const Report& report) {
  print_machine_and_build(out, report.machine, report.build);
}

void print_table_block(std::FILE* out, const Report& report, const Block& block) {
  print_title(out, report, block);
  print_columns(out);
  for (const Result& result : block.results) print_result(out, block, result);
  fmt::print(out, "\n");
  std::string_view last_engine = block.results.front().engine;
  for (const Result& result : block.results) {
    if (result.engine != last_engine) print_ratios(out, block, result.engine);
    last_engine = result.engine;
  }
  print_quiet_speed_ups(out, block);
  fmt::print(out, "pairs: set hash {:016x} from every engine", block.set_hash);
  const auto ordered = std::find_if(block.results.begin(), block.results.end(),
                                    [](const Result& result) { return result.has_fixed_order; });
  if (ordered != block.results.end()) {
    fmt::print(out, "; {}'s array hash {:016x} on every thread count", ordered->engine,
               ordered->array_hash);
  }
  fmt::print(out, "\n");
  if (block.is_verified) {
    fmt::print(out, "verified: {} frames equal an independent exact answer\n",
               grouped(block.frame_count));
  }
  if (block.contact_count) {
    fmt::print(out,
               "contacts: {} touching contacts checked, all among the pairs; at least {} of {} "
               "bodies moved in every step\n",
               grouped(*block.contact_count), grouped(block.least_moved),
               grouped(block.body_count));
  }
  std::fflush(out);
}

}  // namespace quadphase::bench
