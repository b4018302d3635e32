// SPDX-License-Identifier: MIT
// Islands of pairs, and a selection of objects no two of which form a pair. Both results are
// unique, so they do not depend on the timing of threads.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory_resource>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/atomic_word.hpp"
#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "input/validate_input.hpp"
#include "pairs/pair_graph.hpp"
#include "quadphase/adjacency.hpp"

namespace quadphase {

namespace detail {

void check_graph(std::span<const Pair> pairs, std::size_t object_count,
                 std::span<const std::uint8_t> filter, Executor* executor) {
  require(filter.empty() || filter.size() == pairs.size(),
          "quadphase: a filter of pairs must be empty or have a number for each pair");
  require(object_count <= kMaxObjects, "quadphase: there are more than 2^32 - 64 objects");
  std::uint8_t is_outside = 0;
  for_each_range_of_caller(pairs.size(), executor, [&](std::size_t first, std::size_t last) {
    ObjectId highest = 0;
    for (std::size_t i = first; i < last; ++i)
      highest = std::max({highest, pairs[i].first, pairs[i].second});
    if (highest >= object_count) atomic_store(is_outside, std::uint8_t{1});
  });
  require(is_outside == 0, "quadphase: each id of a pair must be below the number of objects");
}

void check_indices(std::span<const Pair> pairs) {
  if (pairs.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("quadphase: there are more than 2^32 - 1 pairs for 32-bit indices");
}

}  // namespace detail

using namespace detail;

namespace {

/// The pairs as arrows from the object that ranks first to the other one. An object waits until all
/// objects that lead to it are dropped; then it is selected, and all objects that it leads to are
/// dropped.
///
/// Invariant: an object's count reaches 0 only if all objects that lead to it are dropped, so that
/// of a dropped object never does.
/// Why no sort by priority: each pair compares only its own two objects. Why no rounds: the thread
/// that drops an object goes on with those that waited for it, so a chain in which each object
/// waits for the next costs no more than others.
/// Tried: rows of `adjacency`, which hold each pair twice: 1,000,000 pairs of 135,000 objects took
/// 1.5 times as long, not counting the making of the rows.
class Arrows {
 public:
  /// `is_shared`: many threads use it.
  Arrows(std::span<const float> priorities, std::span<std::uint8_t> states, bool is_shared)
      : is_shared_(is_shared),
        priorities_(priorities),
        states_(states),
        ends_(std::pmr::new_delete_resource()),
        open_or_next_(std::pmr::new_delete_resource()),
        heads_(std::pmr::new_delete_resource()) {}

  /// Errors: `std::bad_alloc`.
  void reserve(std::size_t pair_count) {
    ends_.ensure(states_.size());
    open_or_next_.ensure(states_.size());
    heads_.ensure(pair_count);
  }

  void clear(std::size_t object) noexcept { ends_[object] = open_or_next_[object] = 0; }

  void count(const Pair& pair) noexcept {
    const Arrow arrow = arrow_of(pair);
    add_to(ends_[arrow.tail], 1U);
    add_to(open_or_next_[arrow.head], 1U);
  }

  /// Turns the number of each object's arrows into the position where they begin.
  void make_room(const Workers& workers) {
    const Chunks chunks(states_.size());
    std::array<std::uint32_t, kMaxChunks> firsts{};
    for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      firsts[chunk] = std::reduce(ends_.data() + first, ends_.data() + last);
    });
    std::exclusive_scan(firsts.begin(), firsts.end(), firsts.begin(), 0U);
    for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::exclusive_scan(ends_.data() + first, ends_.data() + last, ends_.data() + first,
                          firsts[chunk]);
      for (std::size_t i = first; i < last; ++i)
        states_[i] = open_or_next_[i] == 0 ? kFirst : kWaiting;
    });
  }

  /// After all pairs are added, `ends_` holds the end of each object's arrows.
  void add(const Pair& pair) noexcept {
    const Arrow arrow = arrow_of(pair);
    heads_[add_to(ends_[arrow.tail], 1U)] = arrow.head;
  }

  /// Selects an object to which no arrow leads, and all objects whose turn comes as a result.
  void start(std::size_t object) noexcept {
    if (atomic_load(states_[object]) != kFirst) return;
    ObjectId next = select(static_cast<ObjectId>(object), kNone);
    while (next != kNone) next = select(next, atomic_load(open_or_next_[next]));
  }

 private:
  struct Arrow {
    ObjectId tail, head;
  };
  static constexpr std::uint8_t kDropped = 0;
  static constexpr std::uint8_t kSelected = 1;
  static constexpr std::uint8_t kWaiting = 2;
  static constexpr std::uint8_t kFirst = 3;  // no arrow leads to it
  static constexpr ObjectId kNone = std::numeric_limits<ObjectId>::max();

  /// Returns the list `next`, with the objects whose turn has come put in front of it.
  [[nodiscard]] ObjectId select(ObjectId object, ObjectId next) noexcept {
    atomic_store(states_[object], kSelected);
    for (const ObjectId loser : heads_of(object)) {
      if (!drop(states_[loser])) continue;
      for (const ObjectId waiting : heads_of(loser)) {
        if (add_to(open_or_next_[waiting], kMinusOne) != 1) continue;
        atomic_store(open_or_next_[waiting], next);  // no longer needed as a count
        next = waiting;
      }
    }
    return next;
  }

  /// True if this call drops it.
  [[nodiscard]] bool drop(std::uint8_t& state) const noexcept {
    if (atomic_load(state) == kDropped) return false;
    if (is_shared_) return atomic_exchange(state, kDropped) != kDropped;
    state = kDropped;
    return true;
  }

  [[nodiscard]] std::span<const ObjectId> heads_of(ObjectId object) const noexcept {
    const std::uint32_t first = object == 0 ? 0 : ends_[object - 1];
    return {heads_.data() + first, ends_[object] - std::size_t{first}};
  }

  /// Greater for the object that ranks first: higher priority, or on a tie the lower id.
  [[nodiscard]] std::uint64_t rank(ObjectId object) const noexcept {
    const float priority = priorities_[object];
    const float number = std::isnan(priority) ? -std::numeric_limits<float>::infinity() : priority;
    const auto bits = std::bit_cast<std::uint32_t>(number + 0.0F);  // no -0
    const std::uint32_t in_order = bits ^ ((bits >> 31) != 0 ? 0xFFFF'FFFFU : 0x8000'0000U);
    return std::uint64_t{in_order} << 32 | ~object;
  }
  [[nodiscard]] Arrow arrow_of(const Pair& pair) const noexcept {
    const ObjectId tail = rank(pair.first) > rank(pair.second) ? pair.first : pair.second;
    return {tail, pair.first ^ pair.second ^ tail};
  }

  /// Tried: atomics always, and ranks compared with branches: 1.5 times as long on one thread.
  std::uint32_t add_to(std::uint32_t& word, std::uint32_t value) const noexcept {
    return is_shared_ ? atomic_add(word, value) : std::exchange(word, word + value);
  }

  static constexpr std::uint32_t kMinusOne = std::numeric_limits<std::uint32_t>::max();

  bool is_shared_;
  std::span<const float> priorities_;
  std::span<std::uint8_t> states_;
  Buffer<std::uint32_t> ends_;
  /// How many objects that lead to this one are not dropped; once its turn has come, the next
  /// object of the thread that selects it.
  Buffer<std::uint32_t> open_or_next_;
  Buffer<ObjectId> heads_;
};

/// Trees of objects, each with its lowest id as the root.
class IslandTrees {
 public:
  explicit IslandTrees(std::span<ObjectId> parents) noexcept : parents_(parents) {}

  /// Invariant: a parent is never above its row, so a tree's root is its lowest row.
  [[nodiscard]] ObjectId root_of(ObjectId row) noexcept {
    for (;;) {
      const ObjectId parent = atomic_load(parents_[row]);
      if (parent == row) return row;
      const ObjectId above = atomic_load(parents_[parent]);
      // Why it does not matter which thread is last: every value that they store is an ancestor.
      if (above != parent) atomic_store(parents_[row], above);
      row = above;
    }
  }

  void join(const Pair& pair) noexcept {
    ObjectId a = root_of(pair.first);
    ObjectId b = root_of(pair.second);
    while (a != b) {
      ObjectId expected = std::max(a, b);
      if (atomic_compare_exchange(parents_[expected], expected, std::min(a, b))) return;
      a = root_of(a);
      b = root_of(b);
    }
  }

 private:
  std::span<ObjectId> parents_;
};

/// Numbers the roots of `parents` in ascending order, and gives each row the number of its root.
/// Returns how many there are. Call it inside `workers.run`.
std::size_t number_islands(std::span<ObjectId> parents, ObjectId* numbers, const Workers& workers) {
  IslandTrees trees(parents);
  const Chunks chunks(parents.size());
  std::array<std::size_t, kMaxChunks> firsts{};
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    std::size_t root_count = 0;
    for (std::size_t i = first; i < last; ++i) {
      const ObjectId root = trees.root_of(static_cast<ObjectId>(i));
      atomic_store(parents[i], root);
      root_count += root == i ? 1U : 0U;
    }
    firsts[chunk] = root_count;
  });
  const std::size_t count = std::reduce(firsts.begin(), firsts.end());
  std::exclusive_scan(firsts.begin(), firsts.end(), firsts.begin(), std::size_t{0});
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    std::size_t number = firsts[chunk];
    for (std::size_t i = first; i < last; ++i) {
      if (parents[i] == i) numbers[i] = static_cast<ObjectId>(number++);
    }
  });
  for_each_row(chunks, workers, [&](std::size_t i) { parents[i] = numbers[parents[i]]; });
  return count;
}

/// Calls `visit(pair)` for each pair that the filter lets through. Call it inside `workers.run`.
template <class Visit>
void for_each_pair(std::span<const Pair> pairs, std::span<const std::uint8_t> filter,
                   const Workers& workers, const Visit& visit) {
  for_each_row(pairs.size(), workers, [&](std::size_t i) {
    if (filter.empty() || filter[i] != 0) visit(pairs[i]);
  });
}

}  // namespace

void select_disjoint(std::span<const Pair> pairs, std::span<const float> priorities,
                     std::span<std::uint8_t> selected, std::span<const std::uint8_t> conflicts,
                     Executor* executor) {
  require(priorities.size() == selected.size(),
          "quadphase: select_disjoint: priorities and selected must have the same size");
  check_graph(pairs, selected.size(), conflicts, executor);
  check_indices(pairs);
  const bool is_serial = is_little(pairs.size(), selected.size());
  Workers workers = Workers::of_caller(executor);
  Arrows arrows(priorities, selected, !is_serial && workers.count() > 1);
  arrows.reserve(pairs.size());
  workers.run(is_serial, [&] {
    for_each_row(selected.size(), workers, [&](std::size_t i) { arrows.clear(i); });
    for_each_pair(pairs, conflicts, workers, [&](const Pair& pair) { arrows.count(pair); });
    arrows.make_room(workers);
    for_each_pair(pairs, conflicts, workers, [&](const Pair& pair) { arrows.add(pair); });
    for_each_row(selected.size(), workers, [&](std::size_t i) { arrows.start(i); });
  });
}

std::size_t find_islands(std::span<const Pair> pairs, std::span<ObjectId> islands,
                         std::span<const std::uint8_t> joins, Executor* executor) {
  check_graph(pairs, islands.size(), joins, executor);
  Buffer<ObjectId> numbers(std::pmr::new_delete_resource());
  numbers.ensure(islands.size());
  IslandTrees trees(islands);
  Workers workers = Workers::of_caller(executor);
  std::size_t count = 0;
  workers.run(is_little(pairs.size(), islands.size()), [&] {
    for_each_row(islands.size(), workers,
                 [&](std::size_t i) { islands[i] = static_cast<ObjectId>(i); });
    for_each_pair(pairs, joins, workers, [&](const Pair& pair) { trees.join(pair); });
    count = number_islands(islands, numbers.data(), workers);
  });
  return count;
}

}  // namespace quadphase
