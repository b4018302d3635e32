// SPDX-License-Identifier: MIT
// Calls from the tasks of a user: one that waits for its own work takes up nothing else, and is not
// cancelled with the user's tasks.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <functional>
#include <vector>

#include "model/store_model.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/eigen.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"

namespace quadphase::model {
namespace {

class TasksOfTheUser : public testing::Test {
 protected:
  /// How many of 300 tasks began while a call of another task was waiting on the same thread.
  [[nodiscard]] int nested_tasks(const std::function<void(tbb::task_arena&)>& call) {
    std::atomic<int> nested{0};
    arena_.execute([&] {
      tbb::task_group tasks;
      for (int i = 0; i < 300; ++i) {
        tasks.run([&] {
          thread_local int depth = 0;
          if (++depth > 1) ++nested;
          call(arena_);
          --depth;
        });
      }
      tasks.wait();
    });
    return nested;
  }

  static constexpr std::size_t kCount = 20'000;  // enough for a loop on many threads
  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 8};
  tbb::task_arena arena_{4};
  Boxes boxes_{std::vector<Box>(kCount)};
  Boxes line_ = [] {
    std::vector<Box> boxes(kCount);  // each touches the next one
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto x = static_cast<float>(i);
      boxes[i] = {x, 0, x + 1, 0};
    }
    return Boxes(boxes);
  }();
};

TEST_F(TasksOfTheUser, BeginNoOtherTaskInABulkCallOfAStore) {
  EXPECT_EQ(nested_tasks([&](tbb::task_arena&) {
              ObjectStore store;
              std::vector<Handle> handles(kCount);
              store.add(boxes_.view(), {}, handles);
              store.move(handles, boxes_.view());
              store.set_margin(handles, std::vector<float>(kCount, 1.0F));
              store.remove(handles);
            }),
            0);
}

TEST_F(TasksOfTheUser, BeginNoOtherTaskInToLocal) {
  const std::vector<double> zeros(kCount);
  EXPECT_EQ(nested_tasks([&](tbb::task_arena&) {
              BoxColumns columns;
              for (int i = 0; i < 4; ++i)
                (void)to_local(DoubleBoxView{zeros, zeros, zeros, zeros}, {}, columns);
            }),
            0);
}

TEST_F(TasksOfTheUser, BeginNoOtherTaskInACopyOfEigensBoxes) {
  const Eigen::Array4Xf boxes = Eigen::Array4Xf::Zero(4, kCount);
  EXPECT_EQ(nested_tasks([&](tbb::task_arena&) {
              BoxColumns columns;
              for (int i = 0; i < 8; ++i) (void)copy_boxes(boxes, columns);
            }),
            0);
}

TEST_F(TasksOfTheUser, BeginNoOtherTaskInAFrameInTheirArena) {
  EXPECT_EQ(nested_tasks([&](tbb::task_arena& arena) {
              TbbExecutor executor(arena);
              BroadPhase broad_phase({.executor = &executor});
              broad_phase.update(line_.view());
            }),
            0);
}

TEST_F(TasksOfTheUser, DoNotStopACallHalfWayWhereTheyAreCancelled) {
  std::size_t moved = 0;
  std::size_t pairs = 0;
  Box last;
  arena_.execute([&] {
    tbb::task_group tasks;
    tasks.run_and_wait([&] {
      tasks.cancel();
      ObjectStore store;
      std::vector<Handle> handles(kCount);
      store.add(line_.view(), {}, handles);
      moved = store.moving_count();
      last = store.box(handles.back());
      TbbExecutor executor(arena_);
      BroadPhase broad_phase({.executor = &executor});
      broad_phase.update(line_.view());
      pairs = broad_phase.pairs().size();
    });
  });
  EXPECT_EQ(moved, kCount);
  EXPECT_EQ(last.min_x, kCount - 1);
  EXPECT_EQ(pairs, kCount - 1);
}

}  // namespace
}  // namespace quadphase::model
