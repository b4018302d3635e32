// SPDX-License-Identifier: MIT
#include "query/batch_tasks.hpp"

namespace quadphase::detail {

void sort_along_curve(std::size_t count, const Workers& workers, Batch& batch) {
  CodedRow* const unsorted = batch.spare.data();
  const std::span<const CodedRow> all(unsorted, count);
  radix_sort(std::span(&all, 1), unsorted, batch.order.data(), workers, batch.sort,
             [](const CodedRow& entry) { return std::uint64_t{entry.code} << 32 | entry.row; });
}

}  // namespace quadphase::detail
