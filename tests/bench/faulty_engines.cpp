// SPDX-License-Identifier: MIT
// Engines that go wrong on purpose, to see the program find it. They stand in for the program's
// own.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "engines/engine.hpp"
#include "oracle/exact_pairs.hpp"

namespace quadphase::bench {
namespace {

constexpr int kWarmUpFrames = 5;  // what the program runs before the frames that count

class ExactEngine : public Engine {
 public:
  explicit ExactEngine(tbb::task_arena& arena) : threads_(arena.max_concurrency()) {}

  void update(const BoxView& boxes) override {
    pairs_ = oracle::exact_pairs(boxes);
    change(frame_++ - kWarmUpFrames);
  }
  std::span<const Pair> pairs() const override { return pairs_; }
  StageTimes stages() const override { return {}; }
  std::string_view simd() const override { return "none"; }
  std::size_t byte_count() const override { return 0; }

 protected:
  virtual void change(int) {}
  int threads_;
  std::vector<Pair> pairs_;

 private:
  int frame_ = 0;
};

class LosesAPair final : public ExactEngine {
  using ExactEngine::ExactEngine;
  void change(int frame) override {
    if (frame == 2) pairs_.erase(pairs_.begin() + 10);
  }
};

class ChangesTheOrder final : public ExactEngine {
  using ExactEngine::ExactEngine;
  void change(int frame) override {
    if (frame == 1 && threads_ == 2) std::reverse(pairs_.begin(), pairs_.end());
  }
};

template <class Kind>
std::unique_ptr<Engine> make(tbb::task_arena& arena, Simd) {
  return std::make_unique<Kind>(arena);
}

constexpr std::array kEngines = {
    EngineInfo{"quadphase", "Exact", true, false, make<ExactEngine>, EngineGroup::quadphase},
    EngineInfo{"wrong", "Loses a pair in frame 2", true, false, make<LosesAPair>},
    EngineInfo{"unordered", "Turns its pairs round", true, false, make<ChangesTheOrder>},
    EngineInfo{"grid", "Turns its pairs round and may", false, false, make<ChangesTheOrder>},
};

}  // namespace

std::span<const EngineInfo> all_engines() {
  return kEngines;
}

}  // namespace quadphase::bench
