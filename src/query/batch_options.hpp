// SPDX-License-Identifier: MIT
// The rules that a batch must keep, and what differs from query to query: filters and motions.
#pragma once

#include <cstddef>
#include <span>

#include "quadphase/attributes.hpp"
#include "quadphase/shapes.hpp"
#include "query/batch.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

struct BatchAttributes {
  BatchFilters filters;
  SweepSpan sweeps;  // of boxes
};

// `filters` and `attributes` are those of `BatchOptions`. Errors: `std::invalid_argument` with the
// rule.

/// Of queries that are not boxes.
[[nodiscard]] BatchAttributes checked_batch(std::size_t query_count,
                                            std::span<const Filter> filters,
                                            const Attributes& attributes);

[[nodiscard]] BatchAttributes checked_batch(const Shapes& shapes, std::span<const Filter> filters,
                                            const Attributes& attributes);

}  // namespace quadphase::detail
