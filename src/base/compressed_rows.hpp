// SPDX-License-Identifier: MIT
// Compressed rows: tasks find the hits of some rows each, in any order; put end to end, row by row.
//
//     tasks   hits of rows 5 2 | hits of rows 0 7 | ...   kept as they come, and counted by row
//     rows    hits of row 0 | 1 | 2 | ...                 a scan over the counts, then a copy
//
// Threads: tasks at once, and chunks of rows. The rows are free of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <numeric>
#include <span>

#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

class Rows {
 public:
  explicit Rows(std::pmr::memory_resource* resource)
      : tasks_(resource),
        kept_ids_(resource),
        kept_distances_(resource),
        offsets_(resource),
        chunk_sums_(resource) {}

  /// Becomes that many empty rows, to be filled by that many tasks; room for at least that many
  /// hits. Errors: `std::bad_alloc`, with no rows.
  void reset(std::size_t row_count, std::size_t task_count, std::size_t hit_count,
             bool has_distances, const Workers& workers) {
    row_count_ = 0;
    has_distances_ = has_distances;
    offsets_.ensure_with_spare(row_count + 1);
    tasks_.ensure_with_spare(task_count);
    chunk_sums_.ensure(kMaxChunks);
    make_room(hit_count);
    row_count_ = row_count;
    clear(workers);
  }

  /// True where all tasks had room for their hits.
  [[nodiscard]] bool has_room() const noexcept { return kept_count_ <= kept_ids_.capacity(); }

  /// Forgets what the tasks kept, and makes room for as much.
  void start_again(const Workers& workers) {
    make_room(kept_count_);
    clear(workers);
  }

  /// Where a task writes its hits: null where there is no room, but they are counted.
  struct Place {
    ObjectId* ids;
    double* distances;  // null where there are none
  };
  [[nodiscard]] Place keep(std::size_t task, std::size_t count) noexcept {
    const std::size_t first = kept_count_.fetch_add(count);
    tasks_[task] = first;
    if (first + count > kept_ids_.capacity()) return {nullptr, nullptr};
    return {kept_ids_.data() + first, has_distances_ ? kept_distances_.data() + first : nullptr};
  }
  // How many of a task's hits belong to a row; they stand in the order of its rows.
  void count(std::size_t row, std::size_t hits) noexcept { offsets_[row] = hits; }
  void add(std::size_t row) noexcept { ++offsets_[row]; }

  /// Turns the counts into offsets.
  void lay_out(const Workers& workers) {
    const Chunks chunks(row_count_);
    const std::span<std::size_t> sums = chunk_sums_.first(chunks.count());
    std::size_t* const rows = offsets_.data();
    workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
      sums[chunk] =
          std::accumulate(rows + chunks.first(chunk), rows + chunks.last(chunk), std::size_t{0});
    });
    std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), std::size_t{0});
    workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
      std::exclusive_scan(rows + chunks.first(chunk), rows + chunks.last(chunk),
                          rows + chunks.first(chunk), sums[chunk]);
    });
    rows[row_count_] = kept_count_;
  }

  /// Calls `copy(row, from, to, count)` for each row, after `lay_out`: its hits stand from `from`
  /// on among those kept, and belong to `to` among those of all rows. The rows of a task are
  /// `row(task, i)`, for i below `row_count(task)`, in the order in which it kept their hits.
  template <class RowCount, class Row, class Copy>
  void write(std::size_t task_count, const Workers& workers, const RowCount& row_count,
             const Row& row, const Copy& copy) const {
    workers.for_each(task_count, 1, [&](std::size_t task, int) {
      std::size_t from = tasks_[task];
      for (std::size_t i = 0; i < row_count(task); ++i) {
        const std::size_t to = offsets_[row(task, i)];
        const std::size_t count = offsets_[row(task, i) + 1] - to;
        copy(row(task, i), from, to, count);
        from += count;
      }
    });
  }

  // As they were kept.
  [[nodiscard]] const ObjectId* kept_ids() const noexcept { return kept_ids_.data(); }
  [[nodiscard]] const double* kept_distances() const noexcept { return kept_distances_.data(); }

  [[nodiscard]] std::size_t row_count() const noexcept { return row_count_; }
  [[nodiscard]] std::size_t hit_count() const noexcept {
    return row_count_ > 0 ? kept_count_.load() : 0;
  }
  /// After `lay_out`.
  [[nodiscard]] std::span<const std::size_t> offsets() const noexcept {
    static constexpr std::size_t kNone = 0;
    return row_count_ > 0 ? offsets_.first(row_count_ + 1) : std::span(&kNone, 1);
  }
  void forget() noexcept { row_count_ = 0; }
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return tasks_.byte_count() + kept_ids_.byte_count() + kept_distances_.byte_count() +
           offsets_.byte_count() + chunk_sums_.byte_count();
  }

 private:
  void make_room(std::size_t hit_count) {
    kept_ids_.ensure_with_spare(hit_count);
    if (has_distances_) kept_distances_.ensure(kept_ids_.capacity());
  }
  void clear(const Workers& workers) {
    kept_count_ = 0;
    for_each_row(row_count_, workers, [&](std::size_t row) { offsets_[row] = 0; });
  }

  Buffer<std::size_t> tasks_;  // where the hits of each begin
  Buffer<ObjectId> kept_ids_;  // of all tasks, as they came
  Buffer<double> kept_distances_;
  std::atomic<std::size_t> kept_count_{0};
  Buffer<std::size_t> offsets_;     // hits of each row; then where each begins
  Buffer<std::size_t> chunk_sums_;  // hits of a chunk of rows; then those before it
  std::size_t row_count_ = 0;
  bool has_distances_ = false;
};

}  // namespace quadphase::detail
