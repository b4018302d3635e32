// SPDX-License-Identifier: MIT
// Circumstances that no one tests at home: many engines on few cores, little stack, a forked
// process, one core, a quota, another precision of the x87 unit.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

/// A frame with its exact pairs, and one that is large enough for many threads.
class Abuse : public testing::Test {
 protected:
  Abuse() {
    for (const std::size_t count : {700U, 12'000U}) {
      frames.push_back(frame_of("mixed", count));
      exact.push_back(oracle::exact_pairs(frames.back().view()));
    }
  }

  /// Whether updates, streams, events and queries of an engine are right.
  [[nodiscard]] bool works(BroadPhase& broad_phase) const {
    bool good = true;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      broad_phase.update(frames[i].view());
      good = good && !oracle::compare_pairs(broad_phase.pairs(), exact[i]);
      const Box all{-1e9F, -1e9F, 1e9F, 1e9F};
      std::size_t found = 0;
      broad_phase.for_each_overlap(all, [&](ObjectId) { ++found; });
      good = good && found == frames[i].view().size();
      QueryResult result;
      const std::vector<Point> points = {{0, 0}, {5, 5}, {10, 10}};
      broad_phase.find_nearest(points, 3, result);
      good = good && result.ids().size() == 9;
      broad_phase.build(frames[i].view());
      std::atomic<std::size_t> streamed{0};
      broad_phase.for_each_pair_chunk(
          [&](std::span<const Pair> pairs, std::size_t) { streamed += pairs.size(); });
      good = good && streamed == exact[i].size();
    }
    return good;
  }

  const tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 4};
  std::vector<Columns> frames;
  std::vector<Pairs> exact;
};

/// Runs `check` in a forked process. Returns whether it returned true within a minute.
bool in_a_child(const std::function<bool()>& check) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    bool good = false;
    try {
      good = check();
    } catch (...) {
      good = false;
    }
    _exit(good ? 0 : 1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

TEST_F(Abuse, SixtyFourEnginesAtOnceAreExact) {
  constexpr int kEngines = 64;
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kEngines; ++i) {
    threads.emplace_back([&, i] {
      BroadPhase broad_phase({.threads = 1 + i % 4, .events = i % 2 == 0});
      if (works(broad_phase)) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, kEngines);
}

TEST_F(Abuse, AnEngineMadeUsedAndEndedOnThreeThreadsIsExact) {
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::unique_ptr<BroadPhase> broad_phase;
    bool good = false;
    std::thread([&] { broad_phase = std::make_unique<BroadPhase>(Config{.threads = 3}); }).join();
    std::thread([&] { good = works(*broad_phase); }).join();
    std::thread([&] { broad_phase.reset(); }).join();
    EXPECT_TRUE(good);
  }
}

// Why more with sanitizers and without optimization: frames of functions are several times larger.
TEST_F(Abuse, AStackOf64KiBIsEnough) {
  const std::size_t kStack = std::max<std::size_t>((kIsSlowBuild ? 1'024 : 64) * 1024,
                                                   static_cast<std::size_t>(PTHREAD_STACK_MIN));
  for (const int threads : {1, 4}) {
    BroadPhase broad_phase({.threads = threads, .events = true});
    const std::function<bool()> check = [&] { return works(broad_phase); };
    struct Call {
      const std::function<bool()>* check;
      bool good = false;
    } call{&check};
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStack), 0);
    pthread_t thread{};
    const auto body = [](void* data) -> void* {
      auto& to_make = *static_cast<Call*>(data);
      to_make.good = (*to_make.check)();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, body, &call), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
    EXPECT_TRUE(call.good) << threads << " threads";
  }
}

TEST_F(Abuse, AnEngineWorksInAForkedProcess) {
  BroadPhase single({.threads = 1});
  BroadPhase parallel({.threads = 4});
  ASSERT_TRUE(works(single));
  ASSERT_TRUE(works(parallel));  // now there are threads that the child will not have
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // they fall asleep
  EXPECT_TRUE(in_a_child([&] { return works(single); })) << "one thread, made before";
  EXPECT_TRUE(in_a_child([&] { return works(parallel); })) << "four threads, made before";
  EXPECT_TRUE(in_a_child([&] {
    BroadPhase fresh({.threads = 4});
    return works(fresh);
  })) << "four threads, made in the child";
  EXPECT_TRUE(works(parallel)) << "the parent, afterwards";
}

TEST_F(Abuse, OneCoreIsEnough) {
  EXPECT_TRUE(in_a_child([&] {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof(cores), &cores) != 0) return false;
    std::size_t first = 0;
    while (!CPU_ISSET(first, &cores)) ++first;
    CPU_ZERO(&cores);
    CPU_SET(first, &cores);
    if (sched_setaffinity(0, sizeof(cores), &cores) != 0) return false;
    BroadPhase few;
    BroadPhase many({.threads = 8});
    return works(few) && works(many);
  }));
}

TEST_F(Abuse, AQuotaOfHalfAProcessorMeansOneThread) {
  namespace fs = std::filesystem;
  const bool is_version_1 = fs::exists("/sys/fs/cgroup/cpu");
  const fs::path group = fs::path(is_version_1 ? "/sys/fs/cgroup/cpu" : "/sys/fs/cgroup") /
                         ("quadphase_test_" + std::to_string(getpid()));
  const auto write = [&](const char* file, const std::string& text) {
    std::ofstream stream(group / file);
    return static_cast<bool>(stream << text << std::flush);
  };
  std::error_code error;
  fs::create_directory(group, error);
  // The period is 100,000 microseconds unless another one is set.
  if (error || !(is_version_1 ? write("cpu.cfs_quota_us", "50000") : write("cpu.max", "50000"))) {
    fs::remove(group, error);
    GTEST_SKIP() << "this system does not let the test make a control group with a CPU quota";
  }
  EXPECT_TRUE(in_a_child([&] {
    if (!write("cgroup.procs", std::to_string(getpid()))) return false;
    std::ifstream groups("/proc/self/cgroup");
    const std::string all((std::istreambuf_iterator<char>(groups)), {});
    if (all.find(group.filename()) == std::string::npos) return true;  // hidden by a container
    BroadPhase broad_phase;
    return works(broad_phase) && broad_phase.stats().threads == 1;
  }));
  fs::remove(group, error);
}

#if defined(__x86_64__) && defined(__GNUC__)
TEST_F(Abuse, AnotherPrecisionOfTheX87UnitChangesNothingAndStays) {
  const auto control_word = [] {
    std::uint16_t word = 0;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
  };
  const auto set = [](std::uint16_t word) { __asm__ volatile("fldcw %0" : : "m"(word)); };
  const std::uint16_t before = control_word();
  constexpr std::uint16_t kSinglePrecision = 0x007F;
  set(kSinglePrecision);
  BroadPhase broad_phase({.threads = 2, .events = true});
  const bool good = works(broad_phase);
  const std::uint16_t after = control_word();
  set(before);
  EXPECT_TRUE(good);
  EXPECT_EQ(after, kSinglePrecision);
}
#endif

}  // namespace
}  // namespace quadphase::contract
