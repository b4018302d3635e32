// SPDX-License-Identifier: MIT
#include "query/tree_overlaps.hpp"

#include <algorithm>
#include <limits>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "input/swept_boxes.hpp"

namespace quadphase::detail {
namespace {

/// Up to so many boxes walk down the trees one by one.
constexpr std::size_t kFewRows = 128;
/// Below so many, a search runs on the calling thread alone. A box takes longer than in a frame.
constexpr std::size_t kSerialRows = kSerialObjects / 4;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Box kRejected = {kInfinity, kInfinity, -kInfinity, -kInfinity};
constexpr Box kNowhere = {kNan, kNan, kNan, kNan};  // overlaps nothing at all

/// One search. The others' filters are `filtered`; where they have none, rows that may not pair
/// with an object without filters are left out, and no filters are looked at.
class Searching {
 public:
  Searching(const Objects& objects, std::span<const TreeView* const> others,
            const BetweenRules& rules, const Kernels& kernels, const Workers& workers,
            Between& between)
      : objects_(objects),
        others_(others),
        rules_(rules),
        kernels_(kernels),
        workers_(workers),
        between_(between),
        filtered_(std::any_of(others.begin(), others.end(), [](const TreeView* other) {
          return other->level_count > 0 && other->is_filtered();
        })) {}

  void search() {
    reserve_workers();
    if (is_few()) {
      view_ = few_boxes();
    } else {
      build_tree_of_boxes();
      view_ = between_.tree.view;
    }
    const std::size_t task_count = is_few() ? 1 : join_task_count(view_);
    Rows& rows = between_.rows;
    rows.reset(objects_.count, task_count, 0, false, workers_);
    for (find_hits(task_count); !rows.has_room(); find_hits(task_count)) rows.start_again(workers_);
    even_out(between_.scratch);
    rows.lay_out(workers_);
    write_pairs(task_count);
  }

 private:
  [[nodiscard]] bool is_few() const { return objects_.count <= kFewRows; }

  void reserve_workers() {
    const auto count = static_cast<std::size_t>(workers_.count());
    while (between_.scratch.size() < count) between_.scratch.emplace_back(&between_.memory);
  }

  /// True where the row's filters rule out all objects without filters.
  [[nodiscard]] bool is_ruled_out(std::size_t row) const {
    return !filtered_ && !may_pair(filter_at(objects_.filters, row), Filter{});
  }

  /// The boxes as a tree that holds each as a large object: those are searched for one by one.
  [[nodiscard]] TreeView few_boxes() {
    const std::size_t n = objects_.count;
    Between& to = between_;
    to.boxes.ensure(kFewRows);
    to.columns.ensure(5 * kFewRows);
    make_fat_boxes(objects_, 0, workers_, to.boxes);
    std::uint32_t* const columns = to.columns.data();
    for (std::uint32_t row = 0; row < n; ++row) {
      if (!is_valid(box_at(to.boxes.from(0), row)) || is_ruled_out(row))
        to.boxes.set(row, kNowhere);
      const Filter filter = filter_at(objects_.filters, row);
      columns[row] = row;
      columns[kFewRows + row] = filter.category;
      columns[2 * kFewRows + row] = filter.mask;
      columns[3 * kFewRows + row] = filter.group;
      columns[4 * kFewRows + row] = filter.world;
    }
    to.few_leaf[1] = static_cast<std::uint32_t>(n);
    TreeView view;
    view.objects = to.boxes.from(0);
    view.ids = columns;
    view.leaf_first = to.few_leaf;
    view.large_leaf_count = view.sizes[0] = view.level_count = 1;
    if (filtered_) {
      view.filters = {columns + kFewRows, columns + 2 * kFewRows, columns + 3 * kFewRows,
                      columns + 4 * kFewRows};
    }
    return view;
  }

  void build_tree_of_boxes() {
    reserve_tree();
    Objects objects = objects_;
    objects.ids = nullptr;
    if (!filtered_ && objects.has_filters()) objects.boxes = boxes_not_ruled_out();
    StageTimes times;
    build_objects(objects, {rules_.leaves, filtered_}, {kernels_, workers_, between_.build},
                  between_.tree, between_.filters, times);
  }

  void reserve_tree() {
    Between& to = between_;
    std::size_t capacity = to.object_capacity;
    if (objects_.count > capacity)
      capacity = std::min(objects_.count + objects_.count / 8, kMaxObjects);
    to.build.reserve(capacity);
    to.tree.reserve(capacity, max_bucket_count(capacity), std::min(capacity, kHeavyObjects),
                    rules_.leaves.capacity);
    to.object_capacity = capacity;
  }

  [[nodiscard]] BoxSpan boxes_not_ruled_out() {
    between_.boxes.ensure(between_.object_capacity);
    for_each_row(objects_.count, workers_, [&](std::size_t row) {
      between_.boxes.set(row, is_ruled_out(row) ? kRejected : box_at(objects_.boxes, row));
    });
    return between_.boxes.from(0);
  }

  [[nodiscard]] JoinTask task_at(std::size_t task) const {
    if (is_few()) return {0, static_cast<std::uint32_t>(objects_.count), true};
    return join_task(view_, task);
  }

  /// Runs all tasks and keeps what they find.
  void find_hits(std::size_t task_count) const {
    workers_.for_each(task_count, 1, [&](std::size_t task, int worker) {
      PairCounts counts;
      keep_task(task, find_join(view_, task_at(task), others_, kernels_,
                                between_.scratch[static_cast<std::size_t>(worker)], counts));
    });
  }

  /// Keeps the hits of a task: those of an object lie together, the lowest id first.
  void keep_task(std::size_t task, std::span<const JoinHit> hits) const {
    const auto is_kept = [&](std::size_t i) {
      return !rules_.first_only || i == 0 || hits[i].position != hits[i - 1].position;
    };
    std::size_t count = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) count += is_kept(i) ? 1U : 0U;
    ObjectId* to = between_.rows.keep(task, count).ids;
    if (to == nullptr) return;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (!is_kept(i)) continue;
      *to++ = hits[i].id;
      between_.rows.add(view_.ids[hits[i].position]);
    }
  }

  void write_pairs(std::size_t task_count) const {
    const Rows& rows = between_.rows;
    between_.pairs.ensure_with_spare(rows.hit_count());
    rows.write(
        task_count, workers_,
        [&](std::size_t task) {
          const PositionRange range = positions_of(view_, task_at(task));
          return range.last - range.first;
        },
        [&](std::size_t task, std::size_t i) {
          return view_.ids[positions_of(view_, task_at(task)).first + i];
        },
        [&](std::uint32_t row, std::size_t from, std::size_t to, std::size_t count) {
          for (std::size_t i = 0; i < count; ++i)
            between_.pairs[to + i] = {row, rows.kept_ids()[from + i]};
        });
  }

  const Objects& objects_;
  std::span<const TreeView* const> others_;
  const BetweenRules& rules_;
  const Kernels& kernels_;
  const Workers& workers_;
  Between& between_;
  const bool filtered_;
  TreeView view_;  // of the boxes
};

}  // namespace

Between::Between(std::pmr::memory_resource* resource)
    : memory(resource),
      boxes(&memory),
      columns(&memory),
      build(&memory),
      tree(&memory, 0),
      filters(&memory),
      rows(&memory),
      pairs(&memory) {}

std::size_t Between::byte_count() const noexcept {
  std::size_t bytes = boxes.byte_count() + columns.byte_count() + build.byte_count() +
                      tree.byte_count() + filters.byte_count() + rows.byte_count() +
                      pairs.byte_count();
  for (const JoinScratch& worker : scratch) bytes += worker.byte_count();
  return bytes;
}

void find_between(const Objects& objects, std::span<const TreeView* const> others,
                  const BetweenRules& rules, const Kernels& kernels, Workers& threads,
                  Between& between) {
  between.rows.forget();
  Workers workers = threads.beside();
  try {
    workers.run(objects.count < kSerialRows,
                [&] { Searching(objects, others, rules, kernels, workers, between).search(); });
  } catch (...) {
    between.rows.forget();
    throw;
  }
}

}  // namespace quadphase::detail
