// SPDX-License-Identifier: MIT
#include "steps/way.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"

namespace quadphase::bench::steps {
namespace {

/// Any engine, with the array of pairs that it makes.
class StoredPairs final : public PairFinder {
 public:
  StoredPairs(const EngineInfo& info, tbb::task_arena& arena, Simd simd)
      : engine_(info.make(arena, simd)) {}

  void update(const BoxView& boxes) override { engine_->update(boxes); }
  void for_each_part(const UsePairs& use) override {
    const std::span<const Pair> pairs = engine_->pairs();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pairs.size(), 4096),
                      [&](const auto& range) { use(pairs.subspan(range.begin(), range.size())); });
  }
  std::span<const ObjectId> order() const override { return engine_->order(); }
  std::string settings() const override { return engine_->settings(); }

 private:
  std::unique_ptr<Engine> engine_;
};

/// quadphase with `build` and `for_each_pair_chunk`.
class StreamedPairs final : public PairFinder {
 public:
  StreamedPairs(tbb::task_arena& arena, Simd simd)
      : executor_(arena), broad_phase_({.executor = &executor_, .simd = simd}) {}

  void update(const BoxView& boxes) override { broad_phase_.build(boxes); }
  void for_each_part(const UsePairs& use) override {
    broad_phase_.for_each_pair_chunk(
        [&](std::span<const Pair> pairs, std::size_t /*chunk*/) { use(pairs); });
  }
  std::span<const ObjectId> order() const override { return broad_phase_.order(); }
  std::string settings() const override { return "build, for_each_pair_chunk"; }

 private:
  TbbExecutor executor_;
  BroadPhase broad_phase_;
};

}  // namespace

std::vector<Way> ways_of(const EngineInfo& engine) {
  const std::string name(engine.name);
  const Way meant = {.name = name, .engine = &engine};
  const Way random = {.name = name + "-random", .engine = &engine, .rows = Rows::as_made};
  switch (engine.group) {
    case EngineGroup::quadphase:
      return {meant, random, {.name = name + "-stream", .engine = &engine, .streams = true}};
    case EngineGroup::baseline:
      return {meant, random};
    case EngineGroup::peer:
      break;
  }
  return {{.name = name, .engine = &engine, .rows = Rows::sorted_once}};
}

std::string words_of(Rows rows, bool has_order) {
  switch (rows) {
    case Rows::as_made:
      return "rows as made";
    case Rows::sorted_once:
      return "rows along the Z-curve at the start";
    case Rows::sorted_often:
      break;
  }
  return fmt::format("rows {} every {} steps",
                     has_order ? "in the engine's order" : "along the Z-curve", kPeriod);
}

std::unique_ptr<PairFinder> make_finder(const Way& way, tbb::task_arena& arena, Simd simd) {
  if (way.streams) return std::make_unique<StreamedPairs>(arena, simd);
  return std::make_unique<StoredPairs>(*way.engine, arena, simd);
}

}  // namespace quadphase::bench::steps
