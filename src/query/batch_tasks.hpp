// SPDX-License-Identifier: MIT
// How every batch is answered: its queries in the order of the curve, cut into groups, and what
// each group found kept and put into rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "query/batch.hpp"
#include "tree/morton.hpp"

namespace quadphase::detail {

/// Below so many queries, a batch runs on the calling thread alone.
inline constexpr std::size_t kSerialQueries = 64;
/// Batches of fewer than kGroupQueries times this many have smaller groups.
/// Why: few queries can find much, and the more groups, the more threads share the work.
inline constexpr std::size_t kLeastGroups = 32;
inline constexpr std::size_t kLeastGroupQueries = 16;
/// From so many queries on they are sorted.
inline constexpr std::size_t kSortedQueries = 256;
/// Bits an axis of a query's place on the curve.
inline constexpr int kOrderBits = 15;
/// The place of what is not valid: behind all others.
inline constexpr std::uint32_t kInvalidCode = 1U << (2 * kOrderBits);
/// Room for hits that a worker starts with.
inline constexpr std::size_t kLeastHits = 16'384;

/// Where the queries lie: a grid over nearly all leaves. What lies outside counts to the cells on
/// the edge.
class Curve {
 public:
  explicit Curve(std::span<const TreeView* const> trees) {
    for (const TreeView* tree : trees) add_sample(*tree);
    if (sample_size_ == 0) return;
    trim({sample_x_.data(), sample_size_}, min_x_, max_x_);
    trim({sample_y_.data(), sample_size_}, min_y_, max_y_);
    const double extent = std::max({max_x_ - min_x_, max_y_ - min_y_, 1e-30});
    scale_ = (1 << kOrderBits) / extent;
  }

  [[nodiscard]] std::uint32_t place(double x, double y) const noexcept {
    return static_cast<std::uint32_t>(spread_bits(cell(x, min_x_)) | spread_bits(cell(y, min_y_))
                                                                         << 1);
  }
  /// The middle of what lies in the world.
  [[nodiscard]] std::uint32_t place(double from_x, double from_y, double to_x,
                                    double to_y) const noexcept {
    return place(0.5 * (std::clamp(from_x, min_x_, max_x_) + std::clamp(to_x, min_x_, max_x_)),
                 0.5 * (std::clamp(from_y, min_y_, max_y_) + std::clamp(to_y, min_y_, max_y_)));
  }

 private:
  /// Leaves of a tree that are looked at.
  static constexpr std::size_t kSampledLeaves = 64;
  static constexpr std::size_t kMostTrees = 4;

  void add_sample(const TreeView& tree) {
    if (tree.level_count == 0) return;
    const std::size_t first = tree.large_leaf_count < tree.sizes[0] ? tree.large_leaf_count : 0;
    const std::size_t count = std::min<std::size_t>(kSampledLeaves, tree.sizes[0] - first);
    for (std::size_t i = 0; i < count; ++i) {
      const Point middle =
          center(box_at(tree.levels[0], first + i * (tree.sizes[0] - first) / count));
      sample_x_[sample_size_] = middle.x;
      sample_y_[sample_size_++] = middle.y;
    }
  }

  /// The range of a sample, without a few at each end that may lie far away, and a little more.
  static void trim(std::span<float> sample, double& least, double& most) {
    std::sort(sample.begin(), sample.end());
    const std::size_t left_out = sample.size() / 32;
    least = wide(sample[left_out]);
    most = wide(sample[sample.size() - 1 - left_out]);
    const double margin = (most - least) / 8;
    least -= margin;
    most += margin;
  }

  [[nodiscard]] std::uint32_t cell(double at, double min) const noexcept {
    constexpr double kLast = (1 << kOrderBits) - 1;
    return static_cast<std::uint32_t>(larger(0, lesser(kLast, (at - min) * scale_)));
  }

  std::array<float, kMostTrees * kSampledLeaves> sample_x_;
  std::array<float, kMostTrees * kSampledLeaves> sample_y_;
  std::size_t sample_size_ = 0;
  double min_x_ = 0;
  double min_y_ = 0;
  double max_x_ = 0;
  double max_y_ = 0;
  double scale_ = 0;
};

[[nodiscard]] inline std::uint32_t place_of(const Box& box, const Curve& curve) noexcept {
  if (!is_valid(box)) return kInvalidCode;
  return curve.place(wide(box.min_x), wide(box.min_y), wide(box.max_x), wide(box.max_y));
}
[[nodiscard]] inline std::uint32_t place_of(const Point& point, const Curve& curve) noexcept {
  if (!(point.x == point.x && point.y == point.y)) return kInvalidCode;
  return curve.place(wide(point.x), wide(point.y));
}
[[nodiscard]] inline std::uint32_t place_of(const Circle& circle, const Curve& curve) noexcept {
  return is_valid(circle) ? place_of(circle.center, curve) : kInvalidCode;
}
/// Whether it is valid, its query knows.
[[nodiscard]] inline std::uint32_t place_of(const Cast& cast, const Curve& curve) noexcept {
  const double length = lesser(wide(cast.max_distance), std::numeric_limits<double>::max());
  const double x = wide(cast.box.min_x);
  const double y = wide(cast.box.min_y);
  return curve.place(x, y, x + (wide(cast.to.x) - wide(cast.from.x)) * length,
                     y + (wide(cast.to.y) - wide(cast.from.y)) * length);
}

template <class Query>
[[nodiscard]] bool is_searchable(const Query& query) noexcept {
  if constexpr (std::is_same_v<Query, CastQuery>) {
    return query.is_valid();
  } else {
    return true;
  }
}

/// Makes a worker ready for a walk.
inline void start_walk(BatchScratch& scratch) {
  scratch.writer.is_closed = false;
  scratch.found.ensure(kLeastHits);
  scratch.writer.restart_in(scratch.found, std::numeric_limits<std::uint64_t>::max());
}

/// What walks have written since: (place in the group, what was found).
[[nodiscard]] inline std::span<Pair> found_hits(BatchScratch& scratch) {
  return scratch.found.first(
      static_cast<std::size_t>(scratch.writer.cursor - scratch.found.data()));
}

/// Puts what was found side by side, by place in the group, into `rows`: `value(i)` of each hit i.
/// Returns the end of each place's.
template <class T, class Value>
std::span<const std::size_t> gather_rows(std::uint32_t query_count, BatchScratch& scratch,
                                         Buffer<T>& rows, const Value& value) {
  const std::span<const Pair> found = found_hits(scratch);
  // A vector may be read behind the last.
  rows.ensure_with_spare(std::max(kLeastHits, found.size() + kFanout));
  scratch.ends.ensure(kGroupQueries);
  const std::span<std::size_t> ends = scratch.ends.first(query_count);
  std::fill(ends.begin(), ends.end(), 0);
  for (const Pair& hit : found) ++ends[hit.first];
  std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), std::size_t{0});
  for (std::size_t i = 0; i < found.size(); ++i) rows[ends[found[i].first]++] = value(i);
  return ends;
}

/// One batch. A task is a group of queries that follow one another in their order.
class BatchTasks {
 public:
  /// Queries `[first, last)` of the order.
  struct Range {
    std::size_t first;
    std::size_t last;
  };

  /// The queries of a range that are valid and may pair with something.
  template <class Query>
  struct Group {
    /// Those from `first` on.
    [[nodiscard]] QueryGroup<Query> view(std::uint32_t first = 0) const {
      return {queries.data() + first, filters.data() + first, count - first};
    }

    std::array<Query, kGroupQueries> queries;
    std::array<Filter, kGroupQueries> filters;
    std::array<std::uint32_t, kGroupQueries> rows;
    std::uint32_t count = 0;
  };

  BatchTasks(std::size_t query_count, std::span<const Filter> filters, const BatchContext& context,
             const Workers& workers, Batch& batch)
      : count_(query_count),
        group_size_(
            std::clamp<std::size_t>(query_count / kLeastGroups, kLeastGroupQueries, kGroupQueries)),
        task_count_((query_count + group_size_ - 1) / group_size_),
        filters_(filters),
        context_(context),
        workers_(workers),
        batch_(batch),
        filtered_(std::any_of(context.trees.begin(), context.trees.end(), [](const TreeView* tree) {
          return tree->level_count > 0 && tree->is_filtered();
        })) {}

  /// Puts the queries into their order; `place(row, curve)` is where each lies.
  template <class Place>
  void order(const Place& place) {
    while (batch_.scratch.size() < static_cast<std::size_t>(workers_.count()))
      batch_.scratch.emplace_back(&batch_.memory);
    batch_.order.ensure_with_spare(count_);
    const bool is_sorted = count_ >= kSortedQueries;
    if (is_sorted) batch_.spare.ensure_with_spare(count_);
    Pair* const order = is_sorted ? batch_.spare.data() : batch_.order.data();
    const Curve curve(context_.trees);
    for_each_row(count_, workers_, [&](std::size_t row) {
      order[row] = {place(row, curve), static_cast<std::uint32_t>(row)};
    });
    if (!is_sorted) return;
    const PairPiece all{order, count_};
    radix_sort({&all, 1}, order, batch_.order.data(), workers_, batch_.sort);
  }

  /// Answers all by `task(number, range, scratch)`, which keeps the hits of a range in
  /// `batch.rows`. Room for `expected` hits a query from the start.
  template <class Task>
  void run(std::size_t expected, bool has_distances, const Task& task) {
    Rows& rows = batch_.rows;
    batch_.has_distances = has_distances;
    rows.reset(count_, task_count_, expected * count_, has_distances, workers_);
    const auto run_tasks = [&] {
      workers_.for_each(task_count_, 1, [&](std::size_t number, int worker) {
        task(number, range(number), batch_.scratch[static_cast<std::size_t>(worker)]);
      });
    };
    for (run_tasks(); !rows.has_room(); run_tasks()) rows.start_again(workers_);
    even_out();
    rows.lay_out(workers_);
    batch_.ids.ensure_with_spare(rows.hit_count());
    if (has_distances) batch_.distances.ensure(batch_.ids.capacity());
    rows.write(
        task_count_, workers_,
        [&](std::size_t number) { return range(number).last - range(number).first; },
        [&](std::size_t number, std::size_t i) {
          return batch_.order[range(number).first + i].second;
        },
        [&](std::size_t, std::size_t from, std::size_t to, std::size_t count) {
          std::copy_n(rows.kept_ids() + from, count, batch_.ids.data() + to);
          if (has_distances)
            std::copy_n(rows.kept_distances() + from, count, batch_.distances.data() + to);
        });
  }

  /// `make(row)` is the query of a row.
  template <class Query, class Make>
  void gather(const Range& range, const Make& make, Group<Query>& group) const {
    for (std::size_t i = range.first; i < range.last; ++i) {
      const Pair entry = batch_.order[i];
      if (entry.first == kInvalidCode) continue;
      const Filter filter = filter_of(entry.second);
      if (!filtered_ && !may_pair(filter, Filter{})) continue;
      group.queries[group.count] = make(entry.second);
      if (!is_searchable(group.queries[group.count])) continue;
      group.filters[group.count] = filter;
      group.rows[group.count++] = entry.second;
    }
  }

  /// Keeps the hits of a group's walk: (place in the group, id), in any order.
  template <class Query>
  void keep_ids(std::size_t number, const Group<Query>& group, BatchScratch& scratch) const {
    const std::span<const Pair> found = found_hits(scratch);
    const std::span<const std::size_t> ends = gather_rows(
        group.count, scratch, scratch.ids, [&](std::size_t i) { return found[i].second; });
    ObjectId* const ids = batch_.rows.keep(number, found.size()).ids;
    count_rows(group, ends);
    if (ids != nullptr) context_.kernels.sort_rows(scratch.ids.data(), ends, ids);
  }

  /// Keeps hits that stand in the order of the group; `ends` is the end of each query's.
  template <class Query>
  void keep_hits(std::size_t number, const Group<Query>& group, std::span<const Hit> hits,
                 std::span<const std::size_t> ends) const {
    const Rows::Place place = batch_.rows.keep(number, hits.size());
    count_rows(group, ends);
    if (place.ids == nullptr) return;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      place.ids[i] = hits[i].id;
      if (place.distances != nullptr) place.distances[i] = hits[i].distance;
    }
  }

 private:
  [[nodiscard]] Range range(std::size_t number) const {
    const std::size_t first = number * group_size_;
    return {first, std::min(count_, first + group_size_)};
  }
  [[nodiscard]] Filter filter_of(std::size_t row) const {
    if (filters_.empty()) return {};
    return filters_.size() == 1 ? filters_[0] : filters_[row];
  }
  template <class Query>
  void count_rows(const Group<Query>& group, std::span<const std::size_t> ends) const {
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < group.count; ++i) {
      batch_.rows.count(group.rows[i], ends[i] - first);
      first = ends[i];
    }
  }

  /// Gives every worker as much room as the one with the most.
  void even_out() {
    const auto even_out_all = [&](auto member) {
      std::size_t most = 0;
      for (BatchScratch& worker : batch_.scratch)
        most = std::max(most, (worker.*member).capacity());
      for (BatchScratch& worker : batch_.scratch) (worker.*member).ensure(most);
    };
    even_out_all(&BatchScratch::found);
    even_out_all(&BatchScratch::ends);
    even_out_all(&BatchScratch::ids);
    even_out_all(&BatchScratch::distances);
    even_out_all(&BatchScratch::measured);
    even_out_all(&BatchScratch::hits);
    even_out_all(&BatchScratch::hit_ends);
  }

  std::size_t count_;
  std::size_t group_size_;
  std::size_t task_count_;
  std::span<const Filter> filters_;
  const BatchContext& context_;
  const Workers& workers_;
  Batch& batch_;
  bool filtered_;
};

/// Calls `answer(answering)` on the threads of the context. Errors: as `answer`, with no rows.
template <class Answer>
void run_on_threads(std::size_t query_count, std::span<const Filter> filters,
                    const BatchContext& context, Batch& batch, const Answer& find) {
  batch.rows.forget();
  Workers workers = context.threads.beside();
  try {
    workers.run(query_count < kSerialQueries, [&] {
      BatchTasks tasks(query_count, filters, context, workers, batch);
      find(tasks);
    });
  } catch (...) {
    batch.rows.forget();
    throw;
  }
}

}  // namespace quadphase::detail
