// SPDX-License-Identifier: MIT
// A user's program with a library without oneTBB: it works on one thread, and on the user's own;
// more threads without an executor are refused in words.
#include <quadphase/double_box.hpp>
#include <quadphase/quadphase.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#ifdef TBB_VERSION_MAJOR
#error "A header includes oneTBB"
#endif

namespace {

class ThreadPerTask final : public quadphase::Executor {
 public:
  int worker_count() const noexcept override { return 3; }
  void run(std::size_t count, Task task) override {
    ++runs;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(task, i, static_cast<int>(i));
  }
  int runs = 0;
};

std::vector<quadphase::Pair> pairs_with(const quadphase::Config& config) {
  constexpr std::size_t kCount = 30'000;
  const std::vector<double> zeros(kCount);
  std::vector<double> low(kCount);
  std::vector<double> high(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    low[i] = static_cast<double>(i * 7919 % kCount);
    high[i] = low[i] + 1;
  }
  quadphase::BoxColumns boxes;
  quadphase::to_local(quadphase::DoubleBoxView{low, zeros, high, zeros}, {}, boxes,
                      config.executor);
  quadphase::ObjectStore store(nullptr, config.executor);
  std::vector<quadphase::Handle> handles(kCount);
  store.add(boxes.view(), {}, handles);
  quadphase::BroadPhase broad_phase(config);
  broad_phase.update(store);
  if (broad_phase.stats().threads != (config.executor != nullptr ? 3 : 1)) return {};
  return {broad_phase.pairs().begin(), broad_phase.pairs().end()};
}

bool is_refused(int threads) {
  try {
    const quadphase::BroadPhase broad_phase({.threads = threads});
    return false;
  } catch (const std::invalid_argument& error) {
    return std::string(error.what()).find("oneTBB") != std::string::npos;
  }
}

}  // namespace

int main() {
  ThreadPerTask executor;
  const std::vector<quadphase::Pair> pairs = pairs_with({});
  if (pairs.size() != 29'999) return 1;
  if (pairs_with({.threads = 1}) != pairs || pairs_with({.executor = &executor}) != pairs) return 2;
  if (executor.runs < 8) return 3;
  return is_refused(2) && is_refused(16) ? 0 : 4;
}
