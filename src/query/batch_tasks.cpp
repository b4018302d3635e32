// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/chunk_loop.hpp"
#include "query/batch_tasks.hpp"
#include "tree/keys.hpp"

namespace quadphase::detail {
namespace {

/// Sorts `batch.spare` into `batch.order`.
void sort_along_curve(std::size_t count, const Workers& workers, Batch& batch) {
  CodedRow* const unsorted = batch.spare.data();
  const std::span<const CodedRow> all(unsorted, count);
  radix_sort(std::span(&all, 1), unsorted, batch.order.data(), workers, batch.sort,
             [](const CodedRow& entry) { return std::uint64_t{entry.code} << 32 | entry.row; });
}

}  // namespace

void BatchTasks::order(const CodeRows& codes) {
  const int worker_count = context_.saves_memory ? 1 : workers_.count();
  while (batch_.scratch.size() < static_cast<std::size_t>(worker_count))
    batch_.scratch.emplace_back(&batch_.memory);
  batch_.order.ensure_with_spare(count_);
  const bool is_sorted = count_ >= kSortedQueries;
  if (is_sorted) batch_.spare.ensure_with_spare(count_);
  CodedRow* const order = is_sorted ? batch_.spare.data() : batch_.order.data();
  // Why no trees if nothing is sorted: the grid takes a quarter of the time of 28 queries.
  const MortonGrid grid(is_sorted ? context_.trees.view() : std::span<const TreeView* const>{});
  for_each_chunk(Chunks(count_), workers_, [&](std::size_t, std::size_t first, std::size_t last) {
    codes(first, last, grid, order);
  });
  if (!is_sorted) return;
  if (context_.trees.world_mask() != 0) order_by_world();
  sort_along_curve(count_, workers_, batch_);
}

/// Puts the number of a query's world above its code, as it is in the keys of objects.
/// Why: the queries of a packet then search the same part of the trees; see `SharedNodes`.
void BatchTasks::order_by_world() {
  const std::uint32_t* const worlds = context_.filters.columns.world;
  if (worlds == nullptr) return;
  constexpr int kBelow = kKeyBits - std::bit_width(MortonGrid::kInvalid - 1);
  const WorldRange range = world_range(worlds, count_, workers_);
  if (range.bits == 0) return;
  for_each_row(count_, workers_, [&](std::size_t row) {
    std::uint32_t& code = batch_.spare[row].code;
    if (code == MortonGrid::kInvalid) return;
    code = static_cast<std::uint32_t>(range.with_world(Key{code} << kBelow, worlds[row]) >> kBelow);
  });
}

void BatchTasks::run(std::size_t expected, HitValue value, const Task& task) {
  CompressedRows& rows = batch_.rows;
  const auto run_task = [&](std::size_t number, BatchScratch& scratch) {
    if (context_.accept == nullptr) return task(number, range(number), scratch);
    // Why: while a predicate waits for loops of its own, the worker must take no other task.
    workers_.isolate([&] { task(number, range(number), scratch); });
  };
  rows.reset(count_, task_count_, expected * count_, value, workers_);
  const auto run_tasks = [&] {
    for (BatchScratch& worker : batch_.scratch) worker.packets_without_walk = 0;
    if (context_.saves_memory) {
      for (std::size_t i = 0; i < task_count_; ++i) run_task(i, batch_.scratch[0]);
      return;
    }
    workers_.for_each(task_count_, 1, [&](std::size_t number, int worker) {
      run_task(number, batch_.scratch[static_cast<std::size_t>(worker)]);
    });
  };
  for (run_tasks(); !rows.has_room(); run_tasks()) rows.grow_and_restart(workers_);
  even_out();
  rows.finish(
      task_count_, workers_,
      [&](std::size_t number) { return range(number).last - range(number).first; },
      [&](std::size_t number, std::size_t i) { return batch_.order[range(number).first + i].row; });
}

/// Gives every worker as much room as the one with the most.
/// Why: the largest task of the next batch may be another worker's, and should not allocate.
void BatchTasks::even_out() {
  const auto even_out_all = [&](auto member) {
    std::size_t most = 0;
    for (BatchScratch& worker : batch_.scratch) most = std::max(most, (worker.*member).capacity());
    for (BatchScratch& worker : batch_.scratch) (worker.*member).ensure(most);
  };
  even_out_all(&BatchScratch::found);
  even_out_all(&BatchScratch::ends);
  even_out_all(&BatchScratch::ids);
  even_out_all(&BatchScratch::values);
  even_out_all(&BatchScratch::measured);
  even_out_all(&BatchScratch::hits);
  even_out_all(&BatchScratch::hit_ends);
}

void run_on_threads(std::size_t query_count, const CodeRows& codes, const BatchContext& context,
                    Batch& batch, const FunctionRef<void(BatchTasks& tasks)>& find) {
  batch.rows.clear();
  Workers workers = context.workers.share();
  try {
    workers.run(query_count < kSerialQueries || context.saves_memory, [&] {
      BatchTasks tasks(query_count, context, workers, batch);
      tasks.order(codes);
      find(tasks);
    });
  } catch (...) {
    batch.rows.clear();
    throw;
  }
}

}  // namespace quadphase::detail
