// SPDX-License-Identifier: MIT
#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <thread>

#include "base/executor_loop.hpp"
#include "base/floating_point_mode.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {

struct ExecutorAccess {
  [[nodiscard]] static void* tbb_arena_of(const Executor& executor) noexcept {
    return has_arenas() ? executor.tbb_arena_ : nullptr;
  }
};

namespace {

/// The numbers below `count` in an order that differs from object to object.
class Shuffle {
 public:
  explicit Shuffle(std::size_t count) noexcept
      : end_(std::bit_ceil(count)), seed_(++number * 0x9E37'79B9'7F4A'7C15) {}

  /// How many there are, including those at and above `count`.
  [[nodiscard]] std::size_t end() const noexcept { return end_; }
  /// Any odd step reaches all numbers below a power of two.
  [[nodiscard]] std::size_t operator[](std::size_t i) const noexcept {
    return static_cast<std::size_t>(i * (seed_ >> 20 | 1) + (seed_ >> 40)) % end_;
  }

 private:
  static inline std::atomic<std::uint64_t> number{0};

  std::size_t end_;
  std::uint64_t seed_;
};

/// The user's arena, which is not owned.
std::shared_ptr<void> not_owned(void* arena) noexcept {
  return {std::shared_ptr<void>(), arena};
}

}  // namespace

Workers::Workers(int threads, Executor* executor) {
  if (executor != nullptr) {
    *this = of_caller(executor);
  } else {
    count_ = threads > 0 && has_arenas() ? threads : default_thread_count();
    if (has_arenas()) arena_ = make_arena(count_);
  }
}

Workers Workers::of_caller(Executor* executor) noexcept {
  if (executor == nullptr) return {nullptr, nullptr, caller_thread_count()};
  void* const arena = ExecutorAccess::tbb_arena_of(*executor);
  if (arena != nullptr) return {nullptr, not_owned(arena), executor->worker_count()};
  return {executor, nullptr, executor->worker_count()};
}

int Workers::concurrency() const noexcept {
  // Why not for all workers of an executor: 4,096 workers may share two processors.
  const int allowed = executor_ != nullptr
                          ? std::max(static_cast<int>(std::thread::hardware_concurrency()), 8)
                          : allowed_thread_count();
  return std::min(count_, std::max(allowed, 2));
}

void Workers::run(bool serial, FunctionRef<void()> frame) {
  serial_ = serial || count_ == 1 || (executor_ != nullptr && is_in_task_of(*executor_));
  const DefaultFloatingPointMode mode;
  if (serial_ || executor_ != nullptr) {
    frame();
  } else {
    run_in_arena(arena_.get(), count_, [&](Team* team) {
      team_ = team;
      frame();
    });
  }
}

void Workers::for_each_range(std::size_t count, std::size_t grain, Range range) const {
  if constexpr (kValidate) {
    const std::size_t piece_count = (count + grain - 1) / grain;
    const Shuffle shuffle(piece_count);
    divide(shuffle.end(), 1, [&](std::size_t first, std::size_t last, int worker) {
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t piece = shuffle[i];
        const std::size_t begin = piece * grain;
        if (piece < piece_count) range(begin, std::min(begin + grain, count), worker);
      }
    });
  } else {
    divide(count, grain, range);
  }
}

void Workers::divide(std::size_t count, std::size_t grain, Range range) const {
  if (serial_) {
    range(0, count, 0);
  } else if (count <= grain) {
    range(0, count, executor_ != nullptr ? 0 : arena_thread_index());
  } else if (executor_ != nullptr) {
    for_each_range_on(*executor_, count_, count, grain, range);
  } else {
    for_each_range_in_team(*team_, count, grain, range);
  }
}

void Workers::isolate(FunctionRef<void()> call) const {
  if (executor_ != nullptr) {
    call();
  } else {
    isolate_in_arena(call);
  }
}

}  // namespace quadphase::detail
