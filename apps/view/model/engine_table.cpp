// SPDX-License-Identifier: MIT
#include "model/engine_table.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

#include "engines/engine.hpp"
#include "quadphase/box.hpp"

namespace quadphase::view {
namespace {

constexpr int kFrames = 3;
/// With more boxes, engines that compare all with all are left out.
constexpr std::size_t kMostForBruteForce = 20'000;

/// Why: objects that are gone have boxes of NaN, which other libraries do not expect. Both frames
/// get the same rows.
struct Frames {
  BoxColumns before, now;

  Frames(const BoxView& old_boxes, const BoxView& boxes) : before(boxes.size()), now(boxes.size()) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!is_valid(boxes[i])) continue;
      const bool was_there = i < old_boxes.size() && is_valid(old_boxes[i]);
      before.set(count, was_there ? old_boxes[i] : boxes[i]);
      now.set(count++, boxes[i]);
    }
    before.resize(count);
    now.resize(count);
  }
};

EngineRow measure(const bench::EngineInfo& info, tbb::task_arena& arena, const Frames& frames) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<bench::Engine> engine = info.make(arena, Simd::best);
  EngineRow row{std::string(info.name), std::numeric_limits<double>::infinity(), 0};
  for (int frame = 0; frame < kFrames; ++frame) {
    arena.execute([&] { engine->update(frames.before.view()); });
    const Clock::time_point begin = Clock::now();
    arena.execute([&] { engine->update(frames.now.view()); });
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    row.milliseconds = std::min(row.milliseconds, time.count());
  }
  row.pair_count = engine->pairs().size();
  return row;
}

}  // namespace

std::vector<EngineRow> measure_engines(const BoxView& before, const BoxView& boxes, int threads) {
  const Frames frames(before, boxes);
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  std::vector<EngineRow> rows;
  for (const bench::EngineInfo& info : bench::all_engines()) {
    const bool is_quadratic = info.name.find("brute") != std::string_view::npos;
    const std::size_t most = is_quadratic ? kMostForBruteForce : info.most_objects;
    if (frames.now.size() <= most) rows.push_back(measure(info, arena, frames));
  }
  std::ranges::sort(rows, {}, &EngineRow::milliseconds);
  return rows;
}

}  // namespace quadphase::view
