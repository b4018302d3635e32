// SPDX-License-Identifier: MIT
#include "call/described_boxes.hpp"

#include <cstddef>
#include <type_traits>

#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"

namespace quadphase::detail {
namespace {

template <class T>
std::span<const T> column_of(const void* column, std::size_t count) noexcept {
  return {static_cast<const T*>(column), count};
}

/// The four columns of a view.
template <class View, class T>
View view_of(const Boxes& boxes) noexcept {
  const auto& [a, b, c, d] = boxes.columns();
  const auto counts = boxes.counts();
  return {column_of<T>(a, counts[0]), column_of<T>(b, counts[1]), column_of<T>(c, counts[2]),
          column_of<T>(d, counts[3])};
}

/// Copies boxes in any other layout.
template <class T>
void copy_columns(const Boxes& boxes, std::vector<double>& copied,
                  std::span<const T> (&columns)[4]) {
  const std::size_t count = boxes.size();
  copied.resize((4 * count * sizeof(T) + sizeof(double) - 1) / sizeof(double));
  T* const to = reinterpret_cast<T*>(copied.data());
  const auto& [a, b, c, d] = boxes.columns();
  std::size_t column = 0;
  for (const void* const from : {a, b, c, d}) {
    for (std::size_t i = 0; i < count; ++i)
      to[column * count + i] = number_at<T>(from, boxes.stride(), i);
    columns[column] = {to + column * count, count};
    ++column;
  }
}

void describe_floats(const Boxes& boxes, RecordedCall& call) {
  if (boxes.stride() == sizeof(float) && boxes.least_stride() <= sizeof(float)) {
    call.boxes = view_of<BoxView, float>(boxes);
  } else if (are_rows(boxes.columns()) || boxes.stride() < boxes.least_stride()) {
    call.form = BoxForm::rows;
    call.rows = {boxes.columns().min_x, boxes.size(), boxes.stride()};
  } else {
    std::span<const float> columns[4];
    copy_columns(boxes, call.copied, columns);
    call.boxes = {columns[0], columns[1], columns[2], columns[3]};
  }
}

void describe_doubles(const Boxes& boxes, RecordedCall& call) {
  call.origin = boxes.origin();
  call.form = boxes.has_centers() ? BoxForm::centers : BoxForm::doubles;
  if (boxes.has_centers()) {
    call.centers = view_of<CenterView, double>(boxes);
  } else if (boxes.stride() == sizeof(double)) {
    call.doubles = view_of<DoubleBoxView, double>(boxes);
  } else if (boxes.stride() >= boxes.least_stride()) {
    std::span<const double> columns[4];
    copy_columns(boxes, call.copied, columns);
    call.doubles = {columns[0], columns[1], columns[2], columns[3]};
  } else {  // refused, like rows whose boxes overlap
    call.form = BoxForm::rows;
    call.rows = {nullptr, boxes.size(), 0};
  }
}

}  // namespace

RecordedCall call_with_boxes(CallKind kind, const Boxes& boxes, const Column<ObjectId>& ids,
                             const Attributes& attributes, const Column<ObjectId>& removed) {
  RecordedCall call{.kind = kind};
  call.removed = contiguous(removed, call.copied_removed);
  call.attributes = contiguous(attributes, call.copied_attributes);
  call.ids = contiguous(ids, call.copied_values);
  if (boxes.is_double()) {
    describe_doubles(boxes, call);
  } else {
    describe_floats(boxes, call);
  }
  return call;
}

RecordedCall call_with_ids(CallKind kind, const Column<ObjectId>& ids) {
  RecordedCall call{.kind = kind};
  call.ids = contiguous(ids, call.copied_values);
  return call;
}

}  // namespace quadphase::detail
