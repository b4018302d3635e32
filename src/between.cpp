// SPDX-License-Identifier: MIT
#include "between.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "attributes.hpp"
#include "chunks.hpp"
#include "tuning.hpp"

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
  Searching(const Objects& objects, const Attributes& attributes,
            std::span<const TreeView* const> others, const BetweenRules& rules,
            const Kernels& kernels, const Workers& workers, Between& between)
      : objects_(objects),
        attributes_(attributes),
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
    const std::size_t task_count = is_few() ? 1 : cross_task_count(view_);
    between_.tasks.ensure_with_spare(task_count);
    between_.row_first.ensure_with_spare(objects_.count + 1);
    while (!keep_hits(task_count)) between_.kept.ensure_with_spare(between_.kept_count);
    even_out(between_.scratch);
    lay_out_rows();
    write_rows(task_count);
    between_.row_count = objects_.count;
    between_.pair_count = between_.kept_count;
  }

 private:
  [[nodiscard]] bool is_few() const { return objects_.count <= kFewRows; }

  void reserve_workers() {
    const auto count = static_cast<std::size_t>(workers_.count());
    while (between_.scratch.size() < count) between_.scratch.emplace_back(&between_.memory);
    while (between_.tree.scratch.size() < count)
      between_.tree.scratch.emplace_back(&between_.memory);
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
    grow_boxes(objects_.boxes, n, attributes_, workers_, to.boxes);
    std::uint32_t* const columns = to.columns.data();
    for (std::uint32_t row = 0; row < n; ++row) {
      if (!is_legal(box_at(to.boxes.from(0), row)) || is_ruled_out(row))
        to.boxes.set(row, kNowhere);
      const Filter filter = filter_at(objects_.filters, row);
      columns[row] = row;
      columns[kFewRows + row] = filter.category;
      columns[2 * kFewRows + row] = filter.mask;
      columns[3 * kFewRows + row] = filter.owner;
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
    build_objects(objects, attributes_, {rules_.leaves, filtered_},
                  {kernels_, workers_, between_.build}, between_.tree, between_.filters, times);
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
    for_each_row([&](std::size_t row) {
      between_.boxes.set(row, is_ruled_out(row) ? kRejected : box_at(objects_.boxes, row));
    });
    return between_.boxes.from(0);
  }

  template <class Call>
  void for_each_row(const Call& call) const {
    const Chunks chunks(objects_.count);
    workers_.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
      for (std::size_t row = chunks.first(chunk); row < chunks.last(chunk); ++row) call(row);
    });
  }

  /// Calls `call(row, ids)` for the hits of each object, which lie together.
  template <class Call>
  void for_each_object(std::span<const Pair> hits, const Call& call) const {
    for (std::size_t first = 0; first < hits.size();) {
      const std::uint32_t position = hits[first].first;
      std::size_t last = first + 1;
      while (last < hits.size() && hits[last].first == position) ++last;
      call(view_.ids[position], hits.subspan(first, last - first));
      first = last;
    }
  }

  [[nodiscard]] CrossTask task_at(std::size_t task) const {
    if (is_few()) return {0, static_cast<std::uint32_t>(objects_.count), true};
    return cross_task(view_, task);
  }

  /// Runs all tasks, keeps their hits and counts those of each row. False where there is no room
  /// for all: once for hits as many as never before.
  [[nodiscard]] bool keep_hits(std::size_t task_count) {
    for_each_row([&](std::size_t row) { between_.row_first[row] = 0; });
    between_.kept_count = 0;
    workers_.for_each(task_count, 1, [&](std::size_t task, int worker) {
      PairCounts counts;
      keep_task(task, find_cross(view_, task_at(task), others_, kernels_,
                                 between_.scratch[static_cast<std::size_t>(worker)], counts));
    });
    return between_.kept_count <= between_.kept.capacity();
  }

  void keep_task(std::size_t task, std::span<const Pair> hits) {
    const auto kept_of = [&](std::span<const Pair> ids) {
      return rules_.first_only ? ids.first(1) : ids;
    };
    std::size_t count = hits.size();
    if (rules_.first_only) {
      count = 0;
      for_each_object(hits, [&](std::uint32_t, std::span<const Pair>) { ++count; });
    }
    const std::size_t first = between_.kept_count.fetch_add(count);
    between_.tasks[task] = {first, count};
    if (first + count > between_.kept.capacity()) return;
    Pair* to = between_.kept.data() + first;
    for_each_object(hits, [&](std::uint32_t row, std::span<const Pair> ids) {
      const std::span<const Pair> kept = kept_of(ids);
      to = std::copy(kept.begin(), kept.end(), to);
      between_.row_first[row] = kept.size();
    });
  }

  /// Turns the rows' counts into the places of their pairs.
  void lay_out_rows() {
    const Chunks chunks(objects_.count);
    between_.chunk_sums.ensure(kMaxChunks);
    const std::span<std::size_t> sums = between_.chunk_sums.first(chunks.count());
    std::size_t* const rows = between_.row_first.data();
    workers_.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
      sums[chunk] =
          std::accumulate(rows + chunks.first(chunk), rows + chunks.last(chunk), std::size_t{0});
    });
    std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), std::size_t{0});
    workers_.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
      std::exclusive_scan(rows + chunks.first(chunk), rows + chunks.last(chunk),
                          rows + chunks.first(chunk), sums[chunk]);
    });
    rows[objects_.count] = between_.kept_count;
  }

  void write_rows(std::size_t task_count) {
    between_.pairs.ensure_with_spare(between_.kept_count);
    workers_.for_each(task_count, 1, [&](std::size_t task, int) {
      const KeptHits kept = between_.tasks[task];
      for_each_object({between_.kept.data() + kept.first, kept.count},
                      [&](std::uint32_t row, std::span<const Pair> ids) {
                        RowPair* to = between_.pairs.data() + between_.row_first[row];
                        for (const Pair& hit : ids) *to++ = {row, hit.second};
                      });
    });
  }

  const Objects& objects_;
  const Attributes& attributes_;
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
      tasks(&memory),
      kept(&memory),
      row_first(&memory),
      chunk_sums(&memory),
      pairs(&memory) {}

std::size_t Between::byte_count() const noexcept {
  std::size_t bytes = boxes.byte_count() + columns.byte_count() + build.byte_count() +
                      tree.byte_count() + filters.byte_count() + tasks.byte_count() +
                      kept.byte_count() + row_first.byte_count() + chunk_sums.byte_count() +
                      pairs.byte_count();
  for (const CrossScratch& worker : scratch) bytes += worker.byte_count();
  return bytes;
}

void find_between(const Objects& objects, const Attributes& attributes,
                  std::span<const TreeView* const> others, const BetweenRules& rules,
                  const Kernels& kernels, Workers& threads, Between& between) {
  between.row_count = between.pair_count = 0;
  Workers workers = threads.beside();
  workers.run(objects.count < kSerialRows, [&] {
    Searching(objects, attributes, others, rules, kernels, workers, between).search();
  });
}

}  // namespace quadphase::detail
