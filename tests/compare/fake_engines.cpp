// SPDX-License-Identifier: MIT
// Engines that are slow, late, cold or wrong on purpose, in place of the program's own. With
// FAKE_OURS_IS_WRONG set in the environment, ours loses a pair.
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "engines/engine.hpp"
#include "oracle/exact_pairs.hpp"

namespace quadphase::bench {
namespace {

class Fake final : public Engine {
 public:
  Fake(std::chrono::milliseconds delay, bool is_wrong, bool is_cold)
      : delay_(delay), is_wrong_(is_wrong), is_cold_(is_cold) {}

  void update(const BoxView& boxes) override {
    pairs_ = oracle::exact_pairs(boxes);
    if (is_wrong_) pairs_.pop_back();
    std::this_thread::sleep_for(delay_);
    if (is_cold_) delay_ = {};
  }
  std::span<const Pair> pairs() const override { return pairs_; }
  StageTimes stages() const override { return {}; }
  std::string_view simd() const override { return "none"; }
  std::size_t byte_count() const override { return 0; }
  std::string settings() const override { return "delay " + std::to_string(delay_.count()); }

 private:
  std::chrono::milliseconds delay_;
  bool is_wrong_;
  bool is_cold_;  // the delay is that of its first frame alone
  std::vector<Pair> pairs_;
};

template <int kDelay, bool kWrong, bool kCold = false>
std::unique_ptr<Engine> make(tbb::task_arena&, Simd) {
  return std::make_unique<Fake>(std::chrono::milliseconds(kDelay), kWrong, kCold);
}

std::unique_ptr<Engine> make_ours(tbb::task_arena&, Simd) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
  const bool is_wrong = std::getenv("FAKE_OURS_IS_WRONG") != nullptr;
  return std::make_unique<Fake>(std::chrono::milliseconds(0), is_wrong, false);
}

constexpr std::array kEngines = {
    EngineInfo{.name = "quadphase",
               .description = "Exact",
               .make = make_ours,
               .group = EngineGroup::quadphase},
    EngineInfo{.name = "slow", .description = "Takes 60 ms", .make = make<60, false>},
    EngineInfo{.name = "late", .description = "Takes 1.1 s", .make = make<1'100, false>},
    EngineInfo{.name = "cold", .description = "Takes 300 ms once", .make = make<300, false, true>},
    EngineInfo{.name = "wrong", .description = "Loses a pair", .make = make<0, true>},
    EngineInfo{.name = "single",
               .description = "Knows one thread",
               .make = make<0, false>,
               .multi_threaded = false},
};

}  // namespace

std::span<const EngineInfo> all_engines() {
  return kEngines;
}

}  // namespace quadphase::bench
