// SPDX-License-Identifier: MIT
#include "pairs/tree_join.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/digit_sort.hpp"
#include "base/tuning.hpp"
#include "pairs/leaf_hits.hpp"

namespace quadphase::detail {
namespace {

/// The tasks of a join: first some large objects each, then some leaf groups each.
struct JoinCut {
  explicit JoinCut(const TreeView& a) {
    if (a.level_count == 0) return;
    leaf_count = a.sizes[0];
    large_leaf_count = a.large_leaf_count;
    large_count = a.leaf_first[large_leaf_count];
    task_boxes = std::max(1U, (large_count + kLargeTasks - 1) / kLargeTasks);
    large_task_count = (large_count + task_boxes - 1) / task_boxes;
  }

  [[nodiscard]] std::size_t task_count() const {
    return large_task_count + (leaf_count - large_leaf_count + kTaskLeaves - 1) / kTaskLeaves;
  }

  [[nodiscard]] JoinTask task(std::size_t i, bool touching) const {
    const auto number = static_cast<std::uint32_t>(i);
    if (number < large_task_count) {
      const std::uint32_t first = number * task_boxes;
      return {first, std::min(large_count, first + task_boxes), true, touching};
    }
    const std::uint32_t first = large_leaf_count + (number - large_task_count) * kTaskLeaves;
    return {first, std::min(leaf_count, first + kTaskLeaves), false, touching};
  }

  static constexpr std::uint32_t kTaskLeaves = kTaskGroups * kFanout;

  std::uint32_t leaf_count = 0;
  std::uint32_t large_leaf_count = 0;
  std::uint32_t large_count = 0;  // objects in these leaves
  std::uint32_t task_boxes = 1;   // large objects per task
  std::uint32_t large_task_count = 0;
};

/// The initial room for the hits of a worker; few tasks need more.
constexpr std::size_t kMinHits = tuned<std::size_t>(4'096, 16);
/// The least number of hits that a stream collects at a time. Why so few: together with a block for
/// pairs, they should stay in a core's cache.
constexpr std::size_t kSliceHits = tuned<std::size_t>(8'192, 64);
/// From this many hits per position on, hits are sorted as rows of ids.
constexpr std::size_t kDenseRow = tuned<std::size_t>(4, 2);
/// From this many hits on, those of one position are sorted by themselves.
constexpr std::size_t kManyHits = tuned<std::size_t>(32, 4);

/// Puts the smaller number first.
/// Why not min and max: g++ 12 compiles them to branches.
void put_in_order(std::uint64_t& a, std::uint64_t& b) noexcept {
  const std::uint64_t difference = (a ^ b) & (std::uint64_t{0} - std::uint64_t{b < a});
  a ^= difference;
  b ^= difference;
}

/// Two passes of a bubble sort in one loop, without a branch to mispredict. They sort runs of up to
/// three hits.
void bubble(std::span<JoinHit> hits) noexcept {
  if (hits.size() < 2) return;
  std::uint64_t second = hits[0].order();  // carried by the second pass
  std::uint64_t first = hits[1].order();
  put_in_order(second, first);
  for (std::size_t i = 2; i < hits.size(); ++i) {
    std::uint64_t next = hits[i].order();
    put_in_order(first, next);
    put_in_order(second, first);
    hits[i - 2] = JoinHit::from_order(second);
    second = first;
    first = next;
  }
  put_in_order(second, first);
  hits[hits.size() - 2] = JoinHit::from_order(second);
  hits.back() = JoinHit::from_order(first);
}

/// Sorts hits that are ordered by position already, with few hits per position.
/// Why not each position by itself: branches on the number of hits mispredict. Tried: that took
/// 0.85 ms for 100,000 hits of 50,000 boxes, against 0.45.
void sort_ids(std::span<JoinHit> hits) noexcept {
  bubble(hits);
  for (std::size_t i = 1; i < hits.size(); ++i) {
    const JoinHit hit = hits[i];
    std::size_t j = i;
    for (; j > 0 && hit.order() < hits[j - 1].order(); --j) hits[j] = hits[j - 1];
    hits[j] = hit;
  }
}

/// Sorts hits into the other buffer of the scratch, as rows of ids. Needs room for one more vector
/// in that buffer.
void sort_rows(std::span<const JoinHit> hits, std::uint32_t first_position,
               std::span<std::size_t> ends, const Kernels& kernels, JoinScratch& scratch) {
  // The memory of hits is reused for twice as many ids.
  const auto ids_in = [](Buffer<JoinHit>& buffer) {
    return static_cast<ObjectId*>(static_cast<void*>(buffer.data()));
  };
  ObjectId* const ids = ids_in(scratch.sorted);
  counting_sort(
      hits.data(), hits.size(), ids, ends,
      [=](const JoinHit& hit) { return hit.position - first_position; },
      [](const JoinHit& hit) { return hit.id; });
  ObjectId* const sorted = ids_in(scratch.found);
  kernels.sort_rows(ids, ends, sorted + hits.size(), sorted);
  std::size_t i = 0;
  std::uint32_t position = first_position;
  for (const std::size_t end : ends) {
    for (; i < end; ++i) scratch.sorted[i] = {position, sorted[i]};
    ++position;
  }
}

/// The hits of some positions, sorted in place or into the other buffer of the scratch.
std::span<const JoinHit> sort_hits(std::span<JoinHit> hits, PositionRange positions,
                                   const Kernels& kernels, JoinScratch& scratch) {
  const std::size_t count = positions.last - positions.first;
  scratch.sorted.ensure_with_spare(std::max(hits.size() + kFanout / 2, kMinJoinRoom));
  scratch.ends.ensure_with_spare(std::max(count, kMinJoinRoom));
  if (hits.size() < 2) return hits;
  if (count == 1 && hits.size() < kManyHits) {
    sort_ids(hits);
    return hits;
  }
  const std::span<std::size_t> ends = scratch.ends.first(count);
  const std::span<JoinHit> sorted = scratch.sorted.first(hits.size());
  if (hits.size() >= kDenseRow * count) {
    sort_rows(hits, positions.first, ends, kernels, scratch);
    return sorted;
  }
  counting_sort(hits.data(), hits.size(), sorted.data(), ends,
                [&](const JoinHit& hit) { return hit.position - positions.first; });
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    // Why not by comparisons: the hits of objects that cover a tenth of the world took 42 ns each
    // instead of 6.
    if (end - first >= kManyHits) {
      digit_sort(sorted.subspan(first, end - first), scratch.found.data(),
                 [](const JoinHit& hit) { return hit.id; });
    }
    first = end;
  }
  sort_ids(sorted);
  return sorted;
}

/// The object count of some trees.
std::size_t object_count(std::span<const TreeView* const> trees) noexcept {
  std::size_t count = 0;
  for (const TreeView* const tree : trees) count += tree->leaf_first[tree->sizes[0]];
  return count;
}

/// Finds the hits of a task with all others.
PairCounts search_by_hit(const TreeView& a, const JoinTask& task,
                         std::span<const TreeView* const> others, const Kernels& kernels,
                         JoinWriter& writer) {
  PairCounts counts;
  for (const TreeView* const other : others)
    kernels.find_join_hits(a, *other, task, writer, counts);
  return counts;
}

/// The same as leaf hits.
PairCounts search_by_leaf(const TreeView& a, const JoinTask& task,
                          std::span<const TreeView* const> others, const Kernels& kernels,
                          JoinWriter* writer) {
  PairCounts counts;
  for (const TreeView* const other : others)
    kernels.find_leaf_hits(a, *other, task, writer, counts);
  return counts;
}

/// The hits of one task in slices of up to `most`.
class JoinSlices {
 public:
  JoinSlices(const TreeView& a, std::span<const TreeView* const> others, const Kernels& kernels,
             std::size_t most, bool by_leaf, JoinScratch& scratch,
             FunctionRef<void(std::span<const JoinHit>)> visit)
      : a_(a),
        others_(others),
        kernels_(kernels),
        most_(most),
        by_leaf_(by_leaf),
        scratch_(scratch),
        writer_(scratch.writer),
        visit_(visit) {}

  /// Visits the hits of a task or of a part of one; returns its counts.
  PairCounts visit(const JoinTask& task) {
    writer_.restart_in(scratch_.found, most_);
    const PairCounts counts = search(task);
    if (writer_.has_dropped) {
      split(task, counts.pairs);
    } else {
      pass_on(task);
    }
    return counts;
  }

 private:
  /// Slices of a leaf that has too many leaf hits are by box.
  [[nodiscard]] bool is_by_leaf(const JoinTask& task) const { return by_leaf_ && !task.by_box; }

  PairCounts search(const JoinTask& task) {
    return is_by_leaf(task) ? search_by_leaf(a_, task, others_, kernels_, &writer_)
                            : search_by_hit(a_, task, others_, kernels_, writer_);
  }

  void pass_on(const JoinTask& task) {
    if (is_by_leaf(task)) return visit_leaf_hits(a_, task, kernels_, most_, scratch_, visit_);
    visit_(sort_hits(scratch_.found.first(writer_.size()), positions_of(a_, task), kernels_,
                     scratch_));
  }

  /// Visits a part that has more hits than a slice may have.
  void split(JoinTask task, std::uint64_t hit_count) {
    if (!task.by_box && task.last - task.first == 1) {
      const PositionRange positions = positions_of(a_, task);
      task = {positions.first, positions.last, true, task.touching};
    }
    const std::uint32_t size = task.last - task.first;
    if (size == 1) return visit_one(task);
    // Why twice as many as might suffice: the hits are not spread evenly.
    const auto parts =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(2 * hit_count / most_ + 1, 2, size));
    for (std::uint32_t i = 0; i < parts; ++i) {
      const auto bound = [&](std::uint64_t k) {
        return task.first + static_cast<std::uint32_t>(size * k / parts);
      };
      visit({bound(i), bound(i + 1), task.by_box, task.touching});
    }
  }

  /// Visits the hits of one object: those with the lowest ids, then those with the next lowest, and
  /// so on.
  void visit_one(const JoinTask& task) {
    std::uint64_t least = 0;
    bool has_more = true;
    while (has_more) {
      writer_.restart_first_in(scratch_.found, most_, least);
      search(task);
      has_more = writer_.finish_first();
      pass_on(task);
      for (std::size_t left = writer_.repeats; left > 0;) {
        const std::size_t count = std::min(left, most_);
        std::fill_n(scratch_.found.data(), count, JoinHit::from_order(writer_.greatest_order));
        visit_(scratch_.found.first(count));
        left -= count;
      }
      least = writer_.greatest_order + 1;
    }
  }

  const TreeView& a_;
  std::span<const TreeView* const> others_;
  const Kernels& kernels_;
  std::size_t most_;
  bool by_leaf_;
  JoinScratch& scratch_;
  JoinWriter& writer_;
  FunctionRef<void(std::span<const JoinHit>)> visit_;
};

}  // namespace

std::size_t max_join_task_count(std::size_t leaf_count) noexcept {
  // A large object makes at most one task.
  return leaf_count / JoinCut::kTaskLeaves + 1 +
         std::min<std::size_t>(kLargeTasks, leaf_count * kFanout);
}

std::size_t join_task_count(const TreeView& a) noexcept {
  return JoinCut(a).task_count();
}

PositionRange positions_of(const TreeView& a, const JoinTask& task) noexcept {
  if (task.by_box) return {task.first, task.last};
  return {a.leaf_first[task.first], a.leaf_first[task.last]};
}

JoinTask join_task(const TreeView& a, std::size_t task, bool touching) noexcept {
  return JoinCut(a).task(task, touching);
}

std::span<const JoinHit> find_join(const TreeView& a, const JoinTask& task,
                                   std::span<const TreeView* const> others, const Kernels& kernels,
                                   JoinScratch& scratch, PairCounts& counts) {
  scratch.found.ensure(kMinHits);
  scratch.writer.restart_in(scratch.found, std::numeric_limits<std::size_t>::max());
  if (has_shared_hits(a, task, others, kernels)) {
    const PairCounts found = search_by_leaf(a, task, others, kernels, &scratch.writer);
    counts += found;
    return write_leaf_hits(a, task, kernels, count_in_memory(found.pairs), scratch);
  }
  counts += search_by_hit(a, task, others, kernels, scratch.writer);
  return sort_hits(scratch.found.first(scratch.writer.size()), positions_of(a, task), kernels,
                   scratch);
}

void visit_join(const TreeView& a, const JoinTask& task, std::span<const TreeView* const> others,
                const Kernels& kernels, JoinScratch& scratch, PairCounts& counts,
                FunctionRef<void(std::span<const JoinHit>)> visit) {
  // Why more if there are many others: an object that hits them all then takes up to 16 searches.
  const std::size_t most = std::max(kSliceHits, object_count(others) / 8);
  scratch.found.ensure(most);
  const bool by_leaf = has_shared_hits(a, task, others, kernels);
  counts += JoinSlices(a, others, kernels, most, by_leaf, scratch, visit).visit(task);
}

PairCounts count_join(const TreeView& a, const JoinTask& task,
                      std::span<const TreeView* const> others, const Kernels& kernels) {
  // Why only with filters: without them there are as many tests, and hits are counted faster.
  if (a.is_filtered() && has_shared_hits(a, task, others, kernels))
    return search_by_leaf(a, task, others, kernels, nullptr);
  PairCounts counts;
  for (const TreeView* other : others) kernels.count_join_hits(a, *other, task, counts);
  return counts;
}

}  // namespace quadphase::detail
