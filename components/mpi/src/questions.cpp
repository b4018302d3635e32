// SPDX-License-Identifier: MIT
#include "questions.hpp"

#include <utility>
#include <variant>

#include "input/swept_boxes.hpp"

namespace quadphase::mpi::detail {
namespace {

using Kind = std::uint32_t;  // the index in Shape::Value

template <std::size_t... kKinds>
Shape take_shape_of(Kind kind, std::span<const std::byte>& bytes,
                    std::index_sequence<kKinds...> /*kinds*/) {
  Shape shape = Point{};
  const auto take_one = [&]<std::size_t kKind>(std::integral_constant<std::size_t, kKind> /*one*/) {
    if (kind == kKind) shape = take<std::variant_alternative_t<kKind, Shape::Value>>(bytes);
  };
  (take_one(std::integral_constant<std::size_t, kKinds>{}), ...);
  return shape;
}

}  // namespace

Shape question_at(const Shapes& shapes, const quadphase::detail::SweepSpan& sweeps,
                  std::size_t row) {
  return std::visit(
      [&](const auto& items) {
        const auto& item = items[row];
        if constexpr (std::is_convertible_v<decltype(item), const Box&> ||
                      std::is_convertible_v<decltype(item), const DoubleBox&>)
          return Shape(quadphase::detail::fat_box(item, sweeps, row));
        else
          return Shape(item);
      },
      shapes.items());
}

Cast question_at(const Casts& casts, const quadphase::detail::SweepSpan& /*sweeps*/,
                 std::size_t row) {
  return std::visit([row](const auto& items) { return Cast(items[row]); }, casts.items());
}

void append_question(std::vector<std::byte>& bytes, const Shape& shape) {
  append(bytes, static_cast<Kind>(shape.value().index()));
  std::visit([&](const auto& value) { append(bytes, value); }, shape.value());
}

Shape take_shape(std::span<const std::byte>& bytes) {
  const auto kind = take<Kind>(bytes);
  return take_shape_of(kind, bytes, std::make_index_sequence<std::variant_size_v<Shape::Value>>{});
}

}  // namespace quadphase::mpi::detail
