// SPDX-License-Identifier: MIT
// The timed loop: one frame, all contestants one after the other, then the checks, then the next
// frame.
#include "runner/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "machine/machine.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/contestant.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

using Contestants = std::vector<std::unique_ptr<Contestant>>;

/// Engines outermost, then kernels, then threads: the order of the report's lines.
Contestants make_contestants(const Options& options) {
  const std::vector<int> cpus = usable_cpus();
  Contestants contestants;
  for (const std::string& name : options.engines) {
    const EngineKind& kind = *find_engine_kind(name);
    const std::size_t first_of_kind = contestants.size();
    for (const Simd simd : options.simds) {
      const std::size_t first_of_simd = contestants.size();
      if (!kind.takes_simd && first_of_simd != first_of_kind) break;
      for (const int threads : options.threads) {
        contestants.push_back(std::make_unique<Contestant>(kind, simd, threads, cpus));
        contestants.back()->set_rivals(contestants[first_of_kind].get(),
                                       contestants[first_of_simd].get());
      }
    }
  }
  return contestants;
}

/// One frame of a run: times every contestant, and checks what it found.
class FrameRun {
 public:
  FrameRun(Contestants& contestants, const Options& options, Block& block)
      : contestants_(contestants), options_(options), block_(block) {}

  void run(const BoxView& boxes, std::size_t frame) {
    if (options_.verify) exact_ = oracle::exact_pairs(boxes);
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      contestants_[i]->run(boxes);
      check(*contestants_[i], i == 0, frame);
    }
    pair_counts_.push_back(contestants_.front()->pairs().size());
    block_.set_hash = combine_hashes(block_.set_hash, set_hash_);
  }

  /// The pairs that all contestants found in this frame, sorted.
  [[nodiscard]] std::vector<Pair> sorted_pairs() const {
    return sorted(contestants_.front()->pairs());
  }
  [[nodiscard]] const std::vector<std::uint64_t>& pair_counts() const noexcept {
    return pair_counts_;
  }

 private:
  void check(Contestant& contestant, bool is_first, std::size_t frame) {
    const std::span<const Pair> pairs = contestant.pairs();
    if (options_.verify) check_pairs(pairs, exact_, contestant.name(), frame);
    const std::uint64_t set_hash = oracle::order_free_hash(pairs);
    if (is_first) set_hash_ = set_hash;
    if (set_hash != set_hash_) check_pairs(pairs, sorted_pairs(), contestant.name(), frame);
    contestant.check_order(frame);
  }

  Contestants& contestants_;
  const Options& options_;
  Block& block_;
  std::vector<Pair> exact_;
  std::uint64_t set_hash_ = 0;
  std::vector<std::uint64_t> pair_counts_;
};

/// Looks for the step's contacts among the pairs of the frame before it.
void take_contacts(const scenes::ContactSource& source, const std::vector<Pair>& pairs,
                   std::size_t frame, Block& block) {
  check_contacts(source.touching_contacts(), pairs, frame);
  block.contact_count = block.contact_count.value_or(0) + source.touching_contacts().size();
  block.body_count = source.body_count();
  const std::size_t moved = source.moved_body_count();
  block.least_moved = frame == 0 ? moved : std::min(block.least_moved, moved);
}

}  // namespace

Block run_block(FrameSource& source, const std::string& name, const Options& options,
                Progress& progress) {
  Block block{.name = name,
              .is_replay = !options.replay_path.empty(),
              .box_count = source.boxes().size(),
              .frame_count = source.frame_count(),
              .is_verified = options.verify};
  Contestants contestants = make_contestants(options);
  std::optional<NpyFrameWriter> recorder;
  if (!options.record_path.empty())
    recorder.emplace(options.record_path, block.frame_count, block.box_count);
  for (std::size_t i = 0; i < options.warmup_count; ++i) {
    for (const auto& contestant : contestants) contestant->warm_up(source.boxes());
  }
  FrameRun frame_run(contestants, options, block);
  const scenes::ContactSource* contacts = source.contact_source();
  for (std::size_t frame = 0; frame < block.frame_count; ++frame) {
    progress.show(fmt::format("{}, {} boxes", name, block.box_count), frame, block.frame_count);
    if (recorder) recorder->append(source.boxes());
    frame_run.run(source.boxes(), frame);
    std::vector<Pair> pairs;
    if (contacts != nullptr) pairs = frame_run.sorted_pairs();
    if (contacts != nullptr || frame + 1 < block.frame_count) source.step();
    if (contacts != nullptr) take_contacts(*contacts, pairs, frame, block);
  }
  if (recorder) recorder->finish();
  block.pair_count = median(frame_run.pair_counts());
  for (const auto& contestant : contestants) block.results.push_back(contestant->result());
  return block;
}

}  // namespace quadphase::bench
