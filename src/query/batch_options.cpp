// SPDX-License-Identifier: MIT
#include "query/batch_options.hpp"

#include <span>
#include <stdexcept>
#include <variant>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

Objects checked_batch(std::size_t query_count, bool are_boxes, const Attributes& attributes) {
  require(query_count <= kMaxObjects, "quadphase: a batch has at most 2^32 - 64 queries");
  const Objects columns = checked(query_count, attributes);
  require(are_boxes || !columns.has_fat_boxes(),
          "quadphase: only boxes have margins and displacements");
  return columns;
}

}  // namespace

Objects checked_batch(std::size_t query_count, const Attributes& attributes) {
  return checked_batch(query_count, false, attributes);
}

void check_boxes(const Shapes& shapes) {
  if (const auto* const columns = std::get_if<BoxView>(&shapes.items())) (void)checked(*columns);
  if (shapes.boxes()) (void)given(*shapes.boxes());
}

Objects checked_batch(const Shapes& shapes, const Attributes& attributes) {
  check_boxes(shapes);
  const bool are_boxes = std::holds_alternative<BoxView>(shapes.items()) ||
                         std::holds_alternative<std::span<const Box>>(shapes.items()) ||
                         std::holds_alternative<std::span<const DoubleBox>>(shapes.items());
  return checked_batch(shapes.size(), are_boxes, attributes);
}

Shapes read_in_place(const Shapes& shapes, const Kernels& kernels, Workers& workers, Batch& batch) {
  if (!shapes.boxes()) return shapes;
  const GivenBoxes boxes = given(*shapes.boxes());
  const std::size_t count = boxes.count;
  const bool is_serial = count < kSerialObjects;
  if (boxes.is_double()) {
    batch.doubles.ensure(count);
    workers.run(is_serial, [&] {
      for_each_row(count, workers,
                   [&](std::size_t i) { batch.doubles[i] = double_box_at(boxes, i); });
    });
    return std::span<const DoubleBox>(batch.doubles.data(), count);
  }
  BoxSpan edges = boxes.columns();
  if (boxes.must_be_read()) {
    batch.boxes.ensure(count);
    workers.run(is_serial, [&] { read_boxes(boxes, kernels, workers, batch.boxes.edges_from(0)); });
    edges = batch.boxes.from(0);
  }
  return BoxView{
      {edges.min_x, count}, {edges.min_y, count}, {edges.max_x, count}, {edges.max_y, count}};
}

Shapes read_in_place(const Shapes& shapes, std::vector<double>& copied) {
  if (!shapes.boxes()) return shapes;
  const Boxes& boxes = *shapes.boxes();
  const std::size_t count = boxes.size();
  GivenBoxes checked_boxes;
  try {
    checked_boxes = given(boxes);
  } catch (const std::invalid_argument&) {
    static constexpr float kNumber = 0;
    return BoxView{{&kNumber, 1}, {}, {}, {}};
  }
  copied.resize(4 * count);
  if (checked_boxes.is_double()) {
    auto* const rows = reinterpret_cast<DoubleBox*>(copied.data());
    for (std::size_t i = 0; i < count; ++i) rows[i] = double_box_at(checked_boxes, i);
    return std::span<const DoubleBox>(rows, count);
  }
  auto* const rows = reinterpret_cast<Box*>(copied.data());
  const auto& [a, b, c, d] = boxes.columns();
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [stride = boxes.stride(), i](const void* column) {
      return number_at<float>(column, stride, i);
    };
    rows[i] = {at(a), at(b), at(c), at(d)};
  }
  return std::span<const Box>(rows, count);
}

}  // namespace quadphase::detail
