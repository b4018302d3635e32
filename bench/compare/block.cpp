// SPDX-License-Identifier: MIT
// One block of a comparison: who takes part, then frame by frame, all engines on the same boxes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "compare/compare.hpp"
#include "compare/competitor.hpp"
#include "compare/rules.hpp"
#include "compare/trial.hpp"
#include "oracle/exact_pairs.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "report/text.hpp"
#include "runner/frame_source.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

using Competitors = std::vector<std::unique_ptr<Competitor>>;
using Clock = std::chrono::steady_clock;

/// The exact answer takes too long to be found for every frame where it takes longer than this.
constexpr std::chrono::milliseconds kMostExactTime(400);
/// An engine that takes longer gets one warm-up frame, not all.
constexpr std::uint64_t kLongWarmUpNs = 50'000'000;

std::vector<std::string> names_with_ours(const Options& options) {
  std::vector<std::string> names = {std::string(kOurs)};
  for (const std::string& name : options.engines) {
    if (name != kOurs) names.push_back(name);
  }
  return names;
}

std::optional<std::string> reason_to_leave_out(const EngineKind& kind, std::size_t box_count) {
  if (kind.name == kOurs) return std::nullopt;
  if (box_count > kLargeCount && !runs_on_large_frames(kind.name))
    return fmt::format("not run above {} boxes", grouped(kLargeCount));
  if (box_count > kind.most_objects)
    return fmt::format("takes minutes above {} boxes", grouped(kind.most_objects));
  return std::nullopt;
}

/// Makes and warms up those who take part; the others are named in the block.
Competitors enter(const Options& options, FrameSource& source, TrialFrames& trials,
                  CompareBlock& block, Progress& progress) {
  const std::vector<int> cpus = usable_cpus();
  const int least_threads = *std::min_element(options.threads.begin(), options.threads.end());
  Competitors competitors;
  for (const std::string& name : names_with_ours(options)) {
    const EngineKind& kind = *find_engine_kind(name);
    if (const auto reason = reason_to_leave_out(kind, block.box_count)) {
      block.skipped.push_back({name, 0, *reason});
      continue;
    }
    for (const int threads : options.threads) {
      if (!kind.multi_threaded && threads != least_threads) continue;
      progress.show(fmt::format("{}: {} warms up", block.scene, name), 0, block.frame_count);
      if (name != kOurs) {
        if (const auto reason = trials.reason_to_skip_untried(kind, threads)) {
          block.skipped.push_back({name, threads, *reason});
          continue;
        }
      }
      auto competitor = std::make_unique<Competitor>(kind, options.simds.front(), threads, cpus);
      std::uint64_t time = competitor->warm_up(source.boxes());
      for (std::size_t i = 1; i < options.warmup_count && time < kLongWarmUpNs; ++i)
        time = competitor->warm_up(source.boxes());
      if (name != kOurs && is_beyond_limit({&time, 1})) {
        block.skipped.push_back(
            {name, threads, fmt::format("{:.1f} s a frame", static_cast<double>(time) * 1e-9)});
        continue;
      }
      competitors.push_back(std::move(competitor));
    }
  }
  return competitors;
}

const Competitor& ours_beside(const Competitors& competitors, int threads) {
  return **std::find_if(competitors.begin(), competitors.end(), [&](const auto& competitor) {
    return competitor->is_ours() && competitor->threads() == threads;
  });
}

/// The exact answer of each frame: from the oracle while that is quick, else our own after the
/// first frame.
class Answer {
 public:
  /// `ours`: a competitor that has just run this frame.
  void find(const BoxView& boxes, CompareBlock& block) {
    is_ours_ = block.exact_count > 0 && exact_time_ > kMostExactTime;
    if (is_ours_) return;
    const Clock::time_point start = Clock::now();
    pairs_ = oracle::exact_pairs(boxes);
    exact_time_ = Clock::now() - start;
    hash_ = oracle::order_free_hash(pairs_);
    ++block.exact_count;
  }

  /// Where the oracle was not asked: ours on the first thread count.
  void take_ours(const Competitor& ours) {
    if (!is_ours_) return;
    pairs_.assign(ours.pairs().begin(), ours.pairs().end());
    std::sort(pairs_.begin(), pairs_.end());
    hash_ = oracle::order_free_hash(pairs_);
  }

  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }

 private:
  bool is_ours_ = false;
  std::vector<Pair> pairs_;
  std::uint64_t hash_ = 0;
  Clock::duration exact_time_{};
};

/// After kJudgedFrames frames, slow engines are marked and those beyond the limit leave.
void judge(Competitors& competitors, CompareBlock& block) {
  std::erase_if(competitors, [&](const auto& competitor) {
    if (competitor->is_ours() || !is_beyond_limit(competitor->times())) return false;
    block.skipped.push_back({std::string(competitor->kind().name), competitor->threads(),
                             fmt::format("{:.1f} s a frame", median(competitor->times()) * 1e-9)});
    return true;
  });
  for (const auto& competitor : competitors) {
    const Competitor& ours = ours_beside(competitors, competitor->threads());
    if (is_slow(competitor->times(), ours.times())) competitor->mark_slow();
  }
}

/// One frame of everybody. Who begins changes from frame to frame, so that nobody always follows
/// the same engine.
void run_frame(const BoxView& boxes, std::size_t frame, const Competitors& competitors,
               Answer& find, CompareBlock& block) {
  find.find(boxes, block);
  for (std::size_t i = 0; i < competitors.size(); ++i) {
    Competitor& competitor = *competitors[(i + frame) % competitors.size()];
    if (competitor.is_running()) competitor.run(boxes);
  }
  find.take_ours(*competitors.front());
  for (const auto& competitor : competitors) {
    if (competitor->is_running()) competitor->check(find.hash(), find.pairs(), frame);
  }
}

/// The median calibration loop of everybody on that number of threads.
double usual_loop(const Competitors& competitors, int threads) {
  std::vector<std::uint64_t> loops;
  for (const auto& competitor : competitors) {
    if (competitor->threads() != threads) continue;
    loops.insert(loops.end(), competitor->loops().begin(), competitor->loops().end());
  }
  return median(loops);
}

OurFigures our_figures(const BoxView& boxes, int threads) {
  PinnedArena arena(threads, usable_cpus());
  BroadPhase broad_phase({.arena = arena_ref(arena.arena())});
  double tree_bytes = 0;
  // Inside `run`, which gives this thread its affinity back.
  arena.run([&] {
    broad_phase.build(boxes);
    tree_bytes = static_cast<double>(broad_phase.byte_count());
    broad_phase.update(boxes);
  });
  const Stats& stats = broad_phase.stats();
  const auto pair_bytes = static_cast<double>(broad_phase.byte_count()) - tree_bytes;
  const auto pair_count = static_cast<double>(std::max<std::uint64_t>(stats.pair_count, 1));
  return {.tests_per_pair = static_cast<double>(stats.test_count) / pair_count,
          .bytes_per_object = tree_bytes / static_cast<double>(boxes.size()),
          .bytes_per_pair = pair_bytes / pair_count};
}

}  // namespace

CompareBlock run_compare_block(const Options& options, const std::string& scene, std::size_t count,
                               scenes::Motion motion, Progress& progress) {
  Options scene_options = options;
  scene_options.motion = motion;
  const auto source = open_scene(scene, count, scene_options);
  CompareBlock block{.scene = scene,
                     .motion = motion,
                     .box_count = source->boxes().size(),
                     .frame_count = source->frame_count()};
  block.ours = our_figures(source->boxes(), options.threads.back());
  TrialFrames trials(scene, block.box_count, scene_options);
  Competitors competitors = enter(options, *source, trials, block, progress);
  Answer find;
  std::vector<std::uint64_t> pair_counts;
  for (std::size_t frame = 0; frame < block.frame_count; ++frame) {
    progress.show(fmt::format("{}, {} boxes", scene, block.box_count), frame, block.frame_count);
    run_frame(source->boxes(), frame, competitors, find, block);
    pair_counts.push_back(find.pairs().size());
    if (frame + 1 == kJudgedFrames) judge(competitors, block);
    if (frame + 1 == kFewFrames) {
      for (const auto& competitor : competitors)
        if (competitor->is_slow()) competitor->stop();
    }
    if (frame + 1 < block.frame_count) source->step();
  }
  block.pair_count = median(pair_counts);
  for (const auto& competitor : competitors) {
    const int threads = competitor->threads();
    block.rows.push_back(
        competitor->row(ours_beside(competitors, threads), usual_loop(competitors, threads)));
    if (competitor->is_ours()) {
      block.ours.most_allocations =
          std::max(block.ours.most_allocations, competitor->most_allocations());
      PinnedArena arena(threads, usable_cpus());
      block.floors.push_back(
          measure_floor(arena, block.box_count, static_cast<std::size_t>(block.pair_count)));
    }
  }
  return block;
}

}  // namespace quadphase::bench
