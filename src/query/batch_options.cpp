// SPDX-License-Identifier: MIT
#include "query/batch_options.hpp"

#include <stdexcept>
#include <variant>

#include "base/tuning.hpp"
#include "input/swept_boxes.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

BatchAttributes checked_batch(std::size_t query_count, bool are_boxes,
                              std::span<const Filter> filters, const Attributes& attributes) {
  require(query_count <= kMaxObjects, "quadphase: a batch has at most 2^32 - 64 queries");
  require(filters.size() <= 1 || filters.size() == query_count,
          "quadphase: a batch has no filter, one for all queries, or one for each");
  const Objects columns = checked(query_count, attributes);
  require(filters.empty() || !columns.has_filters(),
          "quadphase: a batch has filters, or columns of filters, but not both");
  require(are_boxes || !columns.has_fat_boxes(),
          "quadphase: only boxes have margins and displacements");
  return {{filters, columns.filters}, columns.sweeps};
}

}  // namespace

BatchAttributes checked_batch(std::size_t query_count, std::span<const Filter> filters,
                              const Attributes& attributes) {
  return checked_batch(query_count, false, filters, attributes);
}

BatchAttributes checked_batch(const Shapes& shapes, std::span<const Filter> filters,
                              const Attributes& attributes) {
  const auto* const columns = std::get_if<BoxView>(&shapes.items());
  if (columns != nullptr) (void)checked(*columns);
  const bool are_boxes = columns != nullptr ||
                         std::holds_alternative<std::span<const Box>>(shapes.items()) ||
                         std::holds_alternative<std::span<const WideBox>>(shapes.items());
  return checked_batch(shapes.size(), are_boxes, filters, attributes);
}

}  // namespace quadphase::detail
