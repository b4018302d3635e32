// SPDX-License-Identifier: MIT
// Compressed rows (CSR): tasks find the hits of some rows each, in any order of rows; at the end
// the hits are in the order of the rows.
//
//     tasks   hits of rows 5 2 | hits of rows 0 7 | ...   kept as they come, and counted by row
//     rows    hits of row 0 | 1 | 2 | ...                 a scan over the counts, then a copy
//
// Threads: tasks run concurrently, and so do chunks of rows. The rows do not depend on threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <numeric>
#include <span>

#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "base/prefetch.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// What the value of a hit is.
enum class HitValue { none, fraction, distance };

/// How far ahead rows are prefetched. Why: in the order along the curve, each row is in a different
/// cache line, and waiting for it took a fifteenth of the time of a batch of casts.
inline constexpr std::size_t kRowsAhead = 16;

class CompressedRows {
 public:
  explicit CompressedRows(std::pmr::memory_resource* resource)
      : tasks_(resource),
        kept_ids_(resource),
        kept_values_(resource),
        offsets_(resource),
        chunk_sums_(resource),
        ids_(resource),
        values_(resource) {}

  /// Resets to `row_count` empty rows, to be filled by `task_count` tasks, with room for at least
  /// `hit_count` hits. Errors: `std::bad_alloc`, with no rows.
  void reset(std::size_t row_count, std::size_t task_count, std::size_t hit_count, HitValue value,
             const Workers& workers) {
    row_count_ = 0;
    value_ = value;
    offsets_.ensure_with_spare(row_count + 1);
    tasks_.ensure_with_spare(task_count);
    chunk_sums_.ensure(kMaxChunks);
    reserve_kept(hit_count);
    row_count_ = row_count;
    zero_counts(workers);
  }

  /// True if there was room for the hits of all tasks.
  [[nodiscard]] bool has_room() const noexcept { return kept_count_ <= kept_ids_.capacity(); }

  /// Drops the hits, and makes room for all of them.
  void grow_and_restart(const Workers& workers) {
    reserve_kept(count_in_memory(kept_count_));
    zero_counts(workers);
  }

  /// Where a task writes its hits. Null if there is no room; the hits are counted nevertheless.
  struct Room {
    ObjectId* ids;
    double* values;  // null if hits have none
  };
  [[nodiscard]] Room keep(std::size_t task, std::size_t count) noexcept {
    const std::uint64_t first = kept_count_.fetch_add(count);
    if (first + count > kept_ids_.capacity()) return {nullptr, nullptr};
    tasks_[task] = static_cast<std::size_t>(first);
    return {kept_ids_.data() + first, has_values() ? kept_values_.data() + first : nullptr};
  }
  /// The number of a task's hits that belong to a row. A task keeps the hits of a row together.
  void set_count(std::size_t row, std::size_t hit_count) noexcept { offsets_[row] = hit_count; }

  /// Puts the hits in the order of the rows. The rows of a task are `row(task, i)`, for i below
  /// `row_count(task)`, in the order in which it kept their hits.
  template <class RowCount, class Row>
  void finish(std::size_t task_count, const Workers& workers, const RowCount& row_count,
              const Row& row) {
    count_to_offsets(workers);
    ids_.ensure_with_spare(static_cast<std::size_t>(kept_count_));
    if (has_values()) values_.ensure(ids_.capacity());
    workers.for_each(task_count, 1, [&](std::size_t task, int) {
      std::size_t from = tasks_[task];
      const std::size_t rows = row_count(task);
      for (std::size_t i = 0; i < rows; ++i) {
        if (i + kRowsAhead < rows) prefetch(offsets_.data() + row(task, i + kRowsAhead));
        const std::size_t to = offsets_[row(task, i)];
        const std::size_t count = offsets_[row(task, i) + 1] - to;
        std::copy_n(kept_ids_.data() + from, count, ids_.data() + to);
        if (has_values()) std::copy_n(kept_values_.data() + from, count, values_.data() + to);
        from += count;
      }
    });
  }

  /// Drops all rows.
  void clear() noexcept { row_count_ = 0; }
  /// Gives back what the rows do not need, as `Buffer::shrink`.
  void shrink() noexcept {
    tasks_.release();
    kept_ids_.release();
    kept_values_.release();
    chunk_sums_.release();
    offsets_.shrink(row_count_ > 0 ? row_count_ + 1 : 0);
    ids_.shrink(hit_count());
    values_.shrink(has_values() ? hit_count() : 0);
  }

  // After `finish`.
  [[nodiscard]] std::size_t row_count() const noexcept { return row_count_; }
  [[nodiscard]] std::span<const std::size_t> offsets() const noexcept {
    static constexpr std::size_t kNone = 0;
    return row_count_ > 0 ? offsets_.first(row_count_ + 1) : std::span(&kNone, 1);
  }
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept { return ids_.first(hit_count()); }
  /// The values of all hits; empty if hits have no value, or another one.
  [[nodiscard]] std::span<const double> values(HitValue value) const noexcept {
    return values_.first(value_ == value ? hit_count() : 0);
  }

 private:
  [[nodiscard]] bool has_values() const noexcept { return value_ != HitValue::none; }
  [[nodiscard]] std::size_t hit_count() const noexcept {
    return row_count_ > 0 ? static_cast<std::size_t>(kept_count_) : 0;
  }
  void reserve_kept(std::size_t hit_count) {
    kept_ids_.ensure_with_spare(hit_count);
    if (has_values()) kept_values_.ensure(kept_ids_.capacity());
  }
  void zero_counts(const Workers& workers) {
    kept_count_ = 0;
    for_each_row(row_count_, workers, [&](std::size_t row) { offsets_[row] = 0; });
  }
  void count_to_offsets(const Workers& workers) {
    const Chunks chunks(row_count_);
    const std::span<std::size_t> sums = chunk_sums_.first(chunks.count());
    std::size_t* const rows = offsets_.data();
    for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      sums[chunk] = std::accumulate(rows + first, rows + last, std::size_t{0});
    });
    std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), std::size_t{0});
    for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::exclusive_scan(rows + first, rows + last, rows + first, sums[chunk]);
    });
    rows[row_count_] = static_cast<std::size_t>(kept_count_);
  }

  Buffer<std::size_t> tasks_;  // where the hits of each task start
  Buffer<ObjectId> kept_ids_;  // of all tasks, in the order in which they came
  Buffer<double> kept_values_;
  std::atomic<std::uint64_t> kept_count_{0};  // exceeds the room once that has run out
  Buffer<std::size_t> offsets_;               // hits of each row; then where each starts
  Buffer<std::size_t> chunk_sums_;            // hits of a chunk of rows; then those before it
  std::size_t row_count_ = 0;
  HitValue value_ = HitValue::none;

  Buffer<ObjectId> ids_;  // by row
  Buffer<double> values_;
};

}  // namespace quadphase::detail
