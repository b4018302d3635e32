// SPDX-License-Identifier: MIT
#include "model/engine_table.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

#include "engines/engine.hpp"
#include "quadphase/box_columns.hpp"

namespace quadphase::view {
namespace {

constexpr int kFrames = 3;
/// With more boxes, engines that compare all with all are left out.
constexpr std::size_t kMostForBruteForce = 20'000;

/// Why: objects that are gone have boxes of NaN, which other libraries do not expect.
BoxColumns valid_boxes(const BoxView& boxes) {
  BoxColumns valid(boxes.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (is_valid(boxes[i])) valid.set(count++, boxes[i]);
  valid.resize(count);
  return valid;
}

EngineRow measure(const bench::EngineInfo& info, tbb::task_arena& arena, const BoxView& boxes) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<bench::Engine> engine = info.make(arena, Simd::best);
  EngineRow row{std::string(info.name), std::numeric_limits<double>::infinity(), 0};
  for (int frame = 0; frame < kFrames; ++frame) {
    const Clock::time_point begin = Clock::now();
    arena.execute([&] { engine->update(boxes); });
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    row.milliseconds = std::min(row.milliseconds, time.count());
  }
  row.pair_count = engine->pairs().size();
  return row;
}

}  // namespace

std::vector<EngineRow> measure_engines(const BoxView& boxes, int threads) {
  const BoxColumns valid = valid_boxes(boxes);
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  std::vector<EngineRow> rows;
  for (const bench::EngineInfo& info : bench::all_engines()) {
    const bool is_quadratic = info.name.find("brute") != std::string_view::npos;
    const std::size_t most = is_quadratic ? kMostForBruteForce : info.most_objects;
    if (valid.size() <= most) rows.push_back(measure(info, arena, valid.view()));
  }
  std::ranges::sort(rows, {}, &EngineRow::milliseconds);
  return rows;
}

}  // namespace quadphase::view
