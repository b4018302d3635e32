// SPDX-License-Identifier: MIT
// What all peers share: the frame's boxes in one array, the contract's test behind every candidate,
// and pairs found on several threads joined into one array.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/engine.hpp"

namespace quadphase::bench {

/// A library that other people wrote. It may find more candidates than there are pairs (fat boxes,
/// rounded boxes, whole cells): each passes the contract's own test, inside the timed call, as a
/// user would have to. So a peer's pairs are wrong only where the library misses some.
///
/// Objects are numbered by slots, in Z-order of the frame in which their number last changed. The
/// scenes shuffle their ids, and libraries that keep their objects would pay for it in every query,
/// several times over: a user can avoid that, so we do.
///
/// Boxes: finite and valid. NaN, infinite and inverted ones are not what these libraries are for.
class Peer : public Engine {
 public:
  explicit Peer(tbb::task_arena& arena) : arena_(arena) {}

  [[nodiscard]] std::span<const Pair> pairs() const final { return pairs_; }
  [[nodiscard]] StageTimes stages() const final { return nanoseconds_; }
  [[nodiscard]] std::string_view simd() const override { return "packaged"; }

  /// Of the pairs and the boxes alone: the libraries do not report what they hold.
  [[nodiscard]] std::size_t byte_count() const override;

 protected:
  /// Two slots whose boxes may overlap.
  void add_candidate(ObjectId a, ObjectId b, std::vector<Pair>& found) const {
    if (overlaps(boxes_[a], boxes_[b])) add_pair(a, b, found);
  }

  /// Two slots whose boxes overlap.
  void add_pair(ObjectId a, ObjectId b, std::vector<Pair>& found) const {
    const ObjectId first = ids_[a];
    const ObjectId second = ids_[b];
    found.push_back(first < second ? Pair{first, second} : Pair{second, first});
  }

  /// Copies the frame's boxes to their slots and lists in `changed_` those whose box is another
  /// than in the last frame, or all where their number is. True where it is: whatever the library
  /// holds must then be made anew.
  [[nodiscard]] bool copy(const BoxView& boxes);

  /// Calls `insert(slot)` for all slots, each halfway between two that went before. A tree that is
  /// not balanced gets as deep as it has objects where those of a line come in their order.
  template <class Insert>
  void insert_by_halves(const Insert& insert) const {
    const std::size_t count = boxes_.size();
    if (count > 0) insert(ObjectId{0});
    for (std::size_t step = std::bit_ceil(count + 1) / 2; step > 0; step /= 2) {
      for (std::size_t slot = step; slot < count; slot += 2 * step)
        insert(static_cast<ObjectId>(slot));
    }
  }

  void clear_found();

  /// Calls `visit(i, found)` for all i below `count` on all threads of the arena, each with a list
  /// of its own.
  template <class Visit>
  void for_each_part(std::size_t count, const Visit& visit) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 64), [&](const auto& range) {
      std::vector<Pair>& found = found_.local();
      for (std::size_t i = range.begin(); i < range.end(); ++i) visit(i, found);
    });
  }

  void join_found();  ///< makes `pairs_` of what all threads found

  /// Calls `stage` and adds the time it took.
  template <class Stage>
  static void timed(std::uint64_t& nanoseconds, Stage&& stage) {
    const auto start = std::chrono::steady_clock::now();
    std::forward<Stage>(stage)();
    const auto time = std::chrono::steady_clock::now() - start;
    nanoseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }

  tbb::task_arena& arena_;
  std::vector<Box> boxes_;         // by slot
  std::vector<ObjectId> changed_;  // slots, ascending
  double travel_ = 0;              // of all low corners since the last frame, along both axes
  tbb::enumerable_thread_specific<std::vector<Pair>> found_;
  std::vector<Pair> pairs_;
  StageTimes nanoseconds_{};

 private:
  void choose_slots(const BoxView& boxes);

  std::vector<ObjectId> ids_;  // by slot
};

template <class Engine>
std::unique_ptr<bench::Engine> make_peer(tbb::task_arena& arena, Simd) {
  return std::make_unique<Engine>(arena);
}

/// A slot where a library takes a pointer.
[[nodiscard]] inline void* to_pointer(ObjectId slot) noexcept {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(slot));
}
[[nodiscard]] inline ObjectId to_slot(const void* pointer) noexcept {
  return static_cast<ObjectId>(reinterpret_cast<std::uintptr_t>(pointer));
}

}  // namespace quadphase::bench
