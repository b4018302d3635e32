// SPDX-License-Identifier: MIT
// A loop on a user's executor.
#pragma once

#include <cstddef>

#include "base/function_ref.hpp"
#include "quadphase/executor.hpp"

namespace quadphase::detail {

/// The executor, which must have at least one worker, and not too many. Null is allowed. Errors:
/// `std::invalid_argument`.
Executor* checked_executor(Executor* executor);

/// True if the calling thread runs a task of the executor.
[[nodiscard]] bool is_in_task_of(const Executor& executor) noexcept;

/// Calls `range(first, last, worker)` for ranges of at least `grain` that make up `[0, count)`, on
/// an executor of `worker_count` workers. Throws what a range throws, and `std::logic_error` if the
/// executor passes a number that no worker has.
void for_each_range_on(Executor& executor, int worker_count, std::size_t count, std::size_t grain,
                       FunctionRef<void(std::size_t first, std::size_t last, int worker)> range);

}  // namespace quadphase::detail
