// SPDX-License-Identifier: MIT
// Batches of single queries, one for each row, many at a time: for what no packet can do. Shapes in
// double have kernels for one query; casts and searches for the nearest may become several queries
// in a periodic world, whose hits count once; a predicate may refuse what they would stop at.
#pragma once

#include <cstddef>
#include <span>

#include "base/function_ref.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/visitor.hpp"
#include "query/batch.hpp"
#include "query/batch_tasks.hpp"
#include "query/single_queries.hpp"

namespace quadphase::detail {

/// The ids that `visit(search, row, visitor)` visits, for each row.
using VisitRow = FunctionRef<void(const SingleSearch& search, std::size_t row,
                                  const ErasedVisitor<ObjectId>& visitor)>;
void find_ids_of_rows(std::size_t count, const CodeRows& codes, const VisitRow& visit,
                      Overlaps which, const BatchContext& context, Batch& batch);

/// The first or any hit of each cast, or all of them.
using CastOfRow = FunctionRef<Cast(std::size_t row)>;
void find_hits_of_rows(std::size_t count, const CodeRows& codes, const CastOfRow& cast_of,
                       CastHits which, const BatchContext& context, Batch& batch);

/// The nearest objects of each shape.
using ShapeOfRow = FunctionRef<Shape(std::size_t row)>;
void find_nearest_of_rows(std::size_t count, const CodeRows& codes, const ShapeOfRow& shape_of,
                          std::size_t k, double radius, const BatchContext& context, Batch& batch);

/// Moves the hits of a row that the batch accepts to the front; returns how many they are.
[[nodiscard]] std::size_t keep_accepted(const BatchContext& context, std::size_t row,
                                        std::span<Hit> hits);

}  // namespace quadphase::detail
