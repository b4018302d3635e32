// SPDX-License-Identifier: MIT
#include "pairs/leaf_hits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/digit_sort.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

/// Leaf hits are sorted instead of hits from this many hits for each of them and for each box on,
/// in tasks of at least this many leaves.
/// Tried: from one or two hits a box on, 1.0 ms instead of 0.8 where each box has two pairs (Zen
/// 5).
constexpr std::size_t kSharedHits = tuned<std::size_t>(2, 1);
constexpr std::size_t kSharedRow = tuned<std::size_t>(6, 1);
constexpr std::uint32_t kMinSampledLeaves = tuned<std::uint32_t>(8, 2);

/// Sorts the leaf hits of a task and turns them into hits, leaf by leaf, or some boxes of a leaf at
/// a time.
class LeafHitReader {
 public:
  /// For slices of up to `room` hits.
  LeafHitReader(const TreeView& a, const JoinTask& task, const Kernels& kernels, std::size_t room,
                JoinScratch& scratch)
      : a_(a), kernels_(kernels), leaf_(task.first), last_leaf_(task.last) {
    const std::size_t leaf_count = task.last - task.first;
    const std::size_t count = scratch.writer.size();
    const std::size_t padded = std::max({count, room, kMinJoinRoom}) + kFanout;
    scratch.found.ensure_keeping(count, padded);
    scratch.sorted.ensure(padded);
    scratch.ends.ensure_with_spare(std::max(leaf_count, kMinJoinRoom));
    const std::span<std::size_t> ends = scratch.ends.first(leaf_count);

    JoinHit* const found = scratch.found.data();
    JoinHit* const sorted = scratch.sorted.data();
    const auto id = [](const JoinHit& hit) { return hit.id; };
    const auto bits = static_cast<int>(std::bit_width(differing_bits(found, count, id)));
    first_ = digit_sort(found, count, sorted, 0, bits, id);
    leaf_hits_ = first_ == found ? sorted : found;
    counting_sort(first_, count, leaf_hits_, ends, LeafHit::leaf_of);
    ends_ = ends;
    end_ = first_;
  }

  [[nodiscard]] bool is_at_end() const { return leaf_ == last_leaf_; }
  /// Boxes of the leaf that are not read yet.
  [[nodiscard]] std::uint32_t box_count() const {
    return a_.leaf_first[leaf_ + 1] - a_.leaf_first[leaf_] - box_;
  }
  /// The most hits that this many boxes of the leaf can have.
  [[nodiscard]] std::size_t most_hits(std::uint32_t boxes) const {
    return boxes * hits_of_leaf().size();
  }
  /// Hits that were written and not taken.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }

  /// Writes the hits of this many more boxes of the leaf.
  void write(std::uint32_t boxes) {
    end_ = kernels_.write_leaf(hits_of_leaf(), box_, box_ + boxes, a_.leaf_first[leaf_], end_);
    box_ += boxes;
    if (box_count() > 0) return;
    ++leaf_;
    ++index_;
    box_ = 0;
  }

  /// What was written since the last time; valid until the next call of `write`.
  [[nodiscard]] std::span<const JoinHit> take() { return {first_, std::exchange(end_, first_)}; }

 private:
  [[nodiscard]] std::span<const JoinHit> hits_of_leaf() const {
    const std::size_t first = index_ > 0 ? ends_[index_ - 1] : 0;
    return {leaf_hits_ + first, ends_[index_] - first};
  }

  const TreeView& a_;
  const Kernels& kernels_;
  std::span<const std::size_t> ends_;  // of the leaf hits of each leaf
  JoinHit* leaf_hits_;
  JoinHit* first_;  // of the hits that are written
  JoinHit* end_;
  std::uint32_t leaf_;
  std::uint32_t last_leaf_;
  std::size_t index_ = 0;  // of the leaf in the task
  std::uint32_t box_ = 0;  // the next one of the leaf
};

}  // namespace

bool has_shared_hits(const TreeView& a, const JoinTask& task,
                     std::span<const TreeView* const> others, const Kernels& kernels) {
  if (task.by_box || task.last - task.first < kMinSampledLeaves) return false;
  const std::uint32_t leaf = task.first + (task.last - task.first) / 2;
  PairCounts counts;
  std::size_t leaf_hits = 0;
  for (const TreeView* const other : others) {
    const JoinTask sample{leaf, leaf + 1, false, task.touching};
    leaf_hits += kernels.find_leaf_hits(a, *other, sample, nullptr, counts).leaf_hits;
  }
  return counts.pairs >= kSharedHits * leaf_hits &&
         counts.pairs >= kSharedRow * (a.leaf_first[leaf + 1] - a.leaf_first[leaf]);
}

std::span<const JoinHit> write_leaf_hits(const TreeView& a, const JoinTask& task,
                                         const Kernels& kernels, std::size_t hit_count,
                                         JoinScratch& scratch) {
  const std::size_t known = std::min(scratch.found.capacity(), scratch.sorted.capacity());
  const std::size_t spare = hit_count + kFanout <= known ? 0 : hit_count / 8;
  LeafHitReader reader(a, task, kernels, hit_count + spare, scratch);
  while (!reader.is_at_end()) reader.write(reader.box_count());
  return reader.take();
}

void visit_leaf_hits(const TreeView& a, const JoinTask& task, const Kernels& kernels,
                     std::size_t most, JoinScratch& scratch,
                     FunctionRef<void(std::span<const JoinHit>)> visit) {
  LeafHitReader reader(a, task, kernels, most, scratch);
  while (!reader.is_at_end()) {
    const std::uint32_t boxes =
        reader.most_hits(reader.box_count()) <= most ? reader.box_count() : 1;
    if (reader.size() + reader.most_hits(boxes) > most) visit(reader.take());
    reader.write(boxes);
  }
  visit(reader.take());
}

}  // namespace quadphase::detail
