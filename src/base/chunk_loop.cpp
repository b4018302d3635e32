// SPDX-License-Identifier: MIT
#include "base/chunk_loop.hpp"

#include "base/executor_loop.hpp"

namespace quadphase::detail {

void for_each_range(std::size_t count, Executor* executor,
                    void (*range)(void* context, std::size_t first, std::size_t last),
                    void* context) {
  for_each_range_of_caller(
      count, checked_executor(executor),
      [&](std::size_t first, std::size_t last) { range(context, first, last); });
}

}  // namespace quadphase::detail
