// SPDX-License-Identifier: MIT
// The rules that a batch must obey, and what differs from query to query: filters and motions.
#pragma once

#include <cstddef>
#include <vector>

#include "data/tree_view.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/export.hpp"
#include "quadphase/shapes.hpp"
#include "query/batch.hpp"

namespace quadphase::detail {

// The attributes of the queries of a batch: filters, and the sweeps of boxes. Errors:
// `std::invalid_argument` that names the rule.

/// For queries that are not boxes.
[[nodiscard]] QUADPHASE_API Objects checked_batch(std::size_t query_count,
                                                  const Attributes& attributes);

[[nodiscard]] QUADPHASE_API Objects checked_batch(const Shapes& shapes,
                                                  const Attributes& attributes);

/// Checks that columns of boxes have one length, and that `Boxes` obey their rules.
void check_boxes(const Shapes& shapes);

/// Shapes that can be read in place: `Boxes` are written to arrays of the batch. Errors:
/// `std::invalid_argument`; `std::bad_alloc`.
[[nodiscard]] Shapes read_in_place(const Shapes& shapes, const Kernels& kernels, Workers& workers,
                                   Batch& batch);
/// Casts always can.
inline const Casts& read_in_place(const Casts& casts, const Kernels& /*kernels*/,
                                  Workers& /*workers*/, Batch& /*batch*/) {
  return casts;
}

/// As above, without a batch: copied to `copied`, on the calling thread. What `given` refuses
/// becomes columns of different lengths, which a batch refuses.
[[nodiscard]] QUADPHASE_API Shapes read_in_place(const Shapes& shapes, std::vector<double>& copied);
inline const Casts& read_in_place(const Casts& casts, std::vector<double>& /*copied*/) {
  return casts;
}

}  // namespace quadphase::detail
