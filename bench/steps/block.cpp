// SPDX-License-Identifier: MIT
// One block: who takes part, then sample by sample, each in a simulation of its own that must go as
// all others do.
#include "steps/block.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "report/text.hpp"
#include "runner/checks.hpp"
#include "runner/chosen_engines.hpp"
#include "runner/exact_pairs.hpp"
#include "runner/field.hpp"
#include "runner/trial.hpp"
#include "steps/step_competitor.hpp"

namespace quadphase::bench::steps {
namespace {

using Competitors = Field<StepCompetitor>;

/// The end of a sample in the first simulation of all, ours on the first number of threads.
struct Expected {
  std::uint64_t discs = 0;  ///< their hash
  std::size_t pair_count = 0;
  std::size_t contact_count = 0;
};

/// One block while it is measured: a scene and a number of discs.
class Block {
 public:
  Block(const Options& options, const std::string& scene, std::size_t count, Progress& progress)
      : options_(options),
        scene_(scene),
        start_(open_scene(scene, count, options)),
        trials_(scene, box_count(), options),
        progress_(progress) {}

  /// All ways on one number of threads.
  ///
  /// Why not all numbers in turn: each simulation has discs, boxes and an engine of its own, some
  /// 1.5 GB for 10,000,000 discs.
  void run(int threads);

  [[nodiscard]] Json json() const;

 private:
  [[nodiscard]] std::size_t box_count() const { return start_->boxes().size(); }
  [[nodiscard]] Competitors make_competitors(int threads);
  [[nodiscard]] std::optional<std::string> reason_to_leave_out(const EngineInfo& engine,
                                                               int threads);
  [[nodiscard]] std::unique_ptr<StepCompetitor> warmed_up(const Way& way, int threads);
  void check(const Competitors& competitors, std::size_t sample, ExactPairs& exact);

  const Options& options_;
  std::string scene_;
  std::unique_ptr<FrameSource> start_;
  TrialFrames trials_;
  Progress& progress_;
  std::vector<Expected> expected_;  // of each sample
  std::size_t exact_count_ = 0;
  Json results_ = Json::array();
  Json skipped_ = Json::array();
};

std::optional<std::string> Block::reason_to_leave_out(const EngineInfo& engine, int threads) {
  if (engine.group == EngineGroup::quadphase) return std::nullopt;
  if (box_count() > engine.most_objects)
    return fmt::format("takes minutes above {} boxes", grouped(engine.most_objects));
  return trials_.reason_to_skip_untried(engine, threads);
}

/// Null where a step takes too long.
std::unique_ptr<StepCompetitor> Block::warmed_up(const Way& way, int threads) {
  progress_.show(fmt::format("{} warms up", way.name), 0, options_.frame_count);
  auto competitor = std::make_unique<StepCompetitor>(way, options_.simds.front(), start_->boxes(),
                                                     options_.seed, threads);
  std::vector<std::uint64_t> times;
  for (std::size_t step = 0; step < options_.warmup_count; ++step) {
    const std::uint64_t time = competitor->warm_up();
    // The first step builds what an engine keeps, and tells nothing of the others.
    if (step > 0) times.push_back(time);
    const bool is_judged = !competitor->is_ours() && times.size() == kJudgedFrames;
    if (!is_judged || !is_beyond_limit(times)) continue;
    skipped_.push_back(skipped_json(way.name, threads, seconds_words(median(times))));
    return nullptr;
  }
  if (box_count() > kLargeCount && !runs_on_large_frames(way.engine->name)) competitor->mark_slow();
  return competitor;
}

Competitors Block::make_competitors(int threads) {
  Competitors competitors;
  for (const EngineInfo* const engine : chosen_engines(options_)) {
    if (const auto reason = reason_to_leave_out(*engine, threads)) {
      skipped_.push_back(skipped_json(std::string(engine->name), threads, *reason));
      continue;
    }
    for (const Way& way : ways_of(*engine)) {
      if (auto competitor = warmed_up(way, threads)) competitors.add(std::move(competitor));
    }
  }
  return competitors;
}

/// Compares the last step of each simulation with an exact answer for ours, and all that the discs
/// are with ours on the first number of threads.
void Block::check(const Competitors& competitors, std::size_t sample, ExactPairs& exact) {
  StepCompetitor& ours = *competitors.all().front();
  const StepResult our_result = ours.result();
  const scenes::Columns boxes = ours.boxes_by_id();
  exact.find(boxes.view());
  exact.complete(our_result.pairs);
  if (sample == expected_.size())
    expected_.push_back({.discs = our_result.discs,
                         .pair_count = exact.pairs().size(),
                         .contact_count = ours.contact_count()});
  const std::size_t step = options_.warmup_count + (sample + 1) * kPeriod - 1;
  for (const auto& competitor : competitors.all()) {
    if (!competitor->is_running() || competitor->wrong()) continue;
    const StepResult result = competitor.get() == &ours ? our_result : competitor->result();
    if (oracle::order_free_hash(result.pairs) != exact.hash()) {
      const auto difference = oracle::compare_pairs(sorted(result.pairs), exact.pairs());
      competitor->set_wrong(
          fmt::format("step {}: {}", step, difference.value_or("the pairs differ")));
    } else if (result.discs != expected_[sample].discs) {
      competitor->set_wrong(fmt::format("step {}: the discs are not where they should be", step));
    }
  }
}

void Block::run(int threads) {
  Competitors competitors = make_competitors(threads);
  ExactPairs exact;
  for (std::size_t sample = 0; sample < options_.frame_count; ++sample) {
    progress_.show(fmt::format("{}, {} discs on {}", scene_, box_count(), thread_words(threads)),
                   sample, options_.frame_count);
    competitors.run_in_turn(sample, [](StepCompetitor& competitor) { competitor.run(); });
    check(competitors, sample, exact);
    competitors.judge(sample + 1, kFewFrames, skipped_);
  }
  exact_count_ += exact.exact_count();
  for (Json& row : competitors.rows()) results_.push_back(std::move(row));
}

Json Block::json() const {
  std::vector<std::uint64_t> pair_counts;
  std::vector<std::uint64_t> contact_counts;
  for (const Expected& sample : expected_) {
    pair_counts.push_back(sample.pair_count);
    contact_counts.push_back(sample.contact_count);
  }
  return {{"title", fmt::format("{}, {} discs", scene_, grouped(box_count()))},
          {"scene", scene_},
          {"box_count", box_count()},
          {"frame_count", options_.frame_count},
          {"steps_checked_exactly", exact_count_},
          {"pair_count_median", median(pair_counts)},
          {"contact_count_median", median(contact_counts)},
          {"results", results_},
          {"skipped", skipped_}};
}

}  // namespace

Json steps_block(const Options& options, const std::string& scene, std::size_t count,
                 Progress& progress) {
  Block block(options, scene, count, progress);
  for (const int threads : options.threads) block.run(threads);
  return block.json();
}

}  // namespace quadphase::bench::steps
