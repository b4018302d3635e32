// SPDX-License-Identifier: MIT
// Whatever floating-point mode the caller and his workers are in, the result is the same, and each
// finds his mode as it was.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cfenv>
#include <limits>

#include "quadphase/tbb.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"
#include "support/floating_point_mode.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

using namespace modes;

/// Boxes that a flush to zero would make touch, beside others.
Columns denormal_world(std::size_t count) {
  constexpr float kDenormMin = std::numeric_limits<float>::denorm_min();
  scenes::Random random(5);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float scale = i % 3 == 0 ? 1.0F : kDenormMin * 64;
    const float x = scale * static_cast<float>(random.below(1U << 20U)) * 0x1p-3F;
    const float y = scale * static_cast<float>(random.below(1U << 20U)) * 0x1p-3F;
    boxes.push_back({x, y, x + 900 * scale, y + 900 * scale});
  }
  return columns_of(boxes);
}

class FloatingPointMode : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    ASSERT_EQ(mode() & kControl, kDefault & kControl);
    frame_ = denormal_world(GetParam());
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(frame_.view());
    expected_ = copy_of(broad_phase.pairs());
    ASSERT_FALSE(oracle::compare_pairs(expected_, oracle::exact_pairs(frame_.view())));
    ASSERT_GT(expected_.size(), 50U);
  }

  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 4};
  Columns frame_;
  Pairs expected_;
};

TEST_P(FloatingPointMode, OfTheCallerChangesNothingAndIsRestored) {
  for (const Simd simd : supported_simds()) {
    for (const int threads : {1, 4}) {
      for (const Mode wanted : kModes) {
        SCOPED_TRACE(testing::Message() << name_of(simd) << " " << threads << " " << wanted);
        BroadPhase broad_phase({.threads = threads, .simd = simd});
        Mode after_update = 0;
        Mode after_stream = 0;
        std::uint64_t count = 0;
        std::atomic<std::size_t> streamed{0};
        {
          const ScopedMode scope(wanted);
          broad_phase.build(frame_.view());
          count = broad_phase.count_pairs();
          broad_phase.for_each_pair_chunk(
              [&](std::span<const Pair> chunk, std::size_t) { streamed += chunk.size(); });
          after_stream = mode();
          broad_phase.update(frame_.view());
          after_update = mode();
        }
        EXPECT_EQ(after_stream & kControl, wanted & kControl);
        EXPECT_EQ(after_update & kControl, wanted & kControl);
        EXPECT_TRUE(copy_of(broad_phase.pairs()) == expected_);
        EXPECT_EQ(count, expected_.size());
        EXPECT_EQ(streamed, expected_.size());
      }
    }
  }
}

TEST_P(FloatingPointMode, IsRestoredAfterAnException) {
  BroadPhase broad_phase({.threads = 4, .max_pairs = 1});
  Mode after_limit = 0;
  Mode after_visitor = 0;
  {
    const ScopedMode scope(kModes[0]);
    EXPECT_THROW(broad_phase.update(frame_.view()), std::length_error);
    after_limit = mode();
    broad_phase.build(frame_.view());
    EXPECT_THROW(
        broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) { throw 1; }), int);
    after_visitor = mode();
  }
  EXPECT_EQ(after_limit & kControl, kModes[0] & kControl);
  EXPECT_EQ(after_visitor & kControl, kModes[0] & kControl);
}

// oneTBB hands the mode in which an arena begins on to the arena's workers.
TEST_P(FloatingPointMode, OfTheUsersWorkersChangesNothingAndIsRestored) {
  constexpr std::size_t kThreads = 4;
  for (const Mode wanted : kModes) {
    SCOPED_TRACE(wanted);
    const ScopedMode scope(wanted);
    tbb::task_arena arena(static_cast<int>(kThreads));
    TbbExecutor executor(arena);
    arena.initialize();
    BroadPhase broad_phase({.executor = &executor});
    std::atomic<int> lost{0};
    for (int repeat = 0; repeat < 3; ++repeat) {
      broad_phase.update(frame_.view());
      EXPECT_TRUE(copy_of(broad_phase.pairs()) == expected_);
      Gathering gathering(kThreads);
      arena.execute([&] {
        tbb::parallel_for(0, 64, [&](int) {
          gathering.arrive();
          if ((mode() & kControl) != (wanted & kControl)) ++lost;
        });
      });
      EXPECT_EQ(gathering.count(), kThreads);
    }
    EXPECT_EQ(lost, 0);
  }
}

/// Runs each task in a mode, on a thread of its own, and counts the tasks that leave another one.
class InMode final : public Executor {
 public:
  explicit InMode(Mode wanted) : wanted_(wanted) {}

  [[nodiscard]] int worker_count() const noexcept override { return 3; }
  void run(std::size_t count, Task task) override {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([this, task, i] {
        set_mode(wanted_);
        task(i, static_cast<int>(i));
        ++tasks;
        if ((mode() & kControl) != (wanted_ & kControl)) ++lost;
      });
    }
  }

  std::atomic<int> tasks{0};
  std::atomic<int> lost{0};

 private:
  Mode wanted_;
};

TEST_P(FloatingPointMode, OfAnExecutorsThreadsChangesNothingAndIsRestored) {
  for (const Mode wanted : kModes) {
    SCOPED_TRACE(wanted);
    InMode executor(wanted);
    BroadPhase broad_phase({.executor = &executor});
    for (int repeat = 0; repeat < 3; ++repeat) {
      broad_phase.update(frame_.view());
      EXPECT_TRUE(copy_of(broad_phase.pairs()) == expected_);
    }
    EXPECT_TRUE(executor.tasks > 0 || GetParam() < 10'000);
    EXPECT_EQ(executor.lost, 0);
  }
}

// Flags of what has happened, which a program may read after a long computation.
#if defined(__SSE2__)
void raise(int flag) {
  _mm_setcsr(_mm_getcsr() | static_cast<unsigned>(flag));
}
bool is_raised(int flag) {
  return (_mm_getcsr() & static_cast<unsigned>(flag)) != 0;
}
void clear_flags() {
  _mm_setcsr(_mm_getcsr() & kControl);
}
constexpr int kFlags[] = {0x01, 0x04, 0x08};  // invalid, division by zero, overflow
#else
void raise(int flag) {
  std::feraiseexcept(flag);
}
bool is_raised(int flag) {
  return std::fetestexcept(flag) != 0;
}
void clear_flags() {
  std::feclearexcept(FE_ALL_EXCEPT);
}
constexpr int kFlags[] = {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW};
#endif

TEST(FloatingPointFlags, OfTheCallerAndOfHisVisitorsAreNotCleared) {
  const Columns frame = denormal_world(1'500);
  std::vector<DoubleBox> doubles;
  for (std::size_t i = 0; i < frame.view().size(); ++i) {
    const Box box = frame.view()[i];
    doubles.push_back({box.min_x, box.min_y, box.max_x, box.max_y});
  }
  const auto call = [&](BroadPhase& engine, const auto& visit) {
    engine.update(frame.view());
    engine.update(Boxes(doubles, Origin{0.1, 0.2}));
    engine.for_each_overlap(Box{0, 0, 100'000, 100'000}, [&](ObjectId) { visit(); });
    EXPECT_TRUE(engine.cast_closest(Ray{{0, 0}, {1, 1}}).has_value());
  };
  for (const Simd simd : supported_simds()) {
    for (const int flag : kFlags) {
      for (const Mode wanted : {kDefault, kModes[0]}) {
        SCOPED_TRACE(testing::Message() << name_of(simd) << ' ' << flag << ' ' << wanted);
        BroadPhase engine({.threads = 1, .simd = simd});
        const ScopedMode scope(wanted);
        clear_flags();
        raise(flag);
        call(engine, [] {});
        EXPECT_TRUE(is_raised(flag));
        clear_flags();
        bool was_visited = false;
        call(engine, [&] {
          if (!was_visited) raise(flag);
          was_visited = true;
        });
        EXPECT_TRUE(was_visited);
        EXPECT_TRUE(is_raised(flag));
      }
    }
  }
}

TEST(FloatingPointModes, ThatAPredicateOrAConsumerLeavesIsNotThatOfTheCaller) {
  const Columns frame = denormal_world(1'500);
  BroadPhase engine({.threads = 1});
  engine.update(frame.view());
  const std::vector<Box> boxes(20, Box{0, 0, 100'000, 100'000});
  const Mode before = mode();
  for (const Mode left : kModes) {
    engine.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) { set_mode(left); });
    EXPECT_EQ(mode() & kControl, before & kControl);
    QueryResult result;
    const auto accept = [&](std::size_t, ObjectId) {
      set_mode(left);
      return true;
    };
    engine.find_overlaps(boxes, result, {.accept = accept});
    EXPECT_EQ(mode() & kControl, before & kControl);
    EXPECT_GT(result.ids().size(), 1'000U);
  }
}

INSTANTIATE_TEST_SUITE_P(Objects, FloatingPointMode, testing::Values(1'500, 12'000));

}  // namespace
}  // namespace quadphase::contract
