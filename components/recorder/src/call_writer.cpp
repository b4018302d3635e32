// SPDX-License-Identifier: MIT
#include "call_archive.hpp"

#include <bit>
#include <cstring>
#include <type_traits>
#include <variant>

namespace quadphase::detail {
namespace {

/// Notes the columns of a call.
class ColumnWriter {
 public:
  explicit ColumnWriter(CallColumns& out) : out_(out) {
    out_.count = 1;  // the first is that of the numbers
    out_.number_count = 0;
  }

  template <class T>
  void number(T value) noexcept {
    if constexpr (std::is_same_v<T, double>) {
      put(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, float>) {
      put(std::bit_cast<std::uint32_t>(value));
    } else if constexpr (std::is_signed_v<T>) {
      put(static_cast<std::uint32_t>(value));
    } else {
      put(value);
    }
  }
  void was_float(double value) noexcept { number(value); }
  void flag(bool value) noexcept { put(value ? 1 : 0); }
  template <class Enum>
  void choice(Enum value, Enum /*last*/) noexcept {
    put(static_cast<std::uint64_t>(value));
  }
  /// The last number of a call, which calls did not always have.
  /// Why not written if it has its first value: recordings then keep the bytes that they always
  /// had.
  template <class Enum>
  void later_choice(Enum value, Enum last) noexcept {
    if (value != Enum{}) choice(value, last);
  }
  template <class T>
  void column(ColumnRole role, std::span<const T> values) noexcept {
    add({role, width_of<T>(), values.data(), values.size_bytes() / width_of<T>(), 0});
  }
  template <class T>
  void column(ColumnRole role, const Column<T>& values) noexcept {
    column(role, values.contiguous());
  }
  void text(std::string_view value) noexcept {
    column(ColumnRole::message, std::span<const char>(value));
  }
  void rows(const RecordedRows& rows) noexcept {
    put(rows.count);
    put(rows.stride);
    if (rows.stride >= sizeof(Box))
      add({ColumnRole::rows, 4, rows.first, 4 * rows.count, rows.stride});
  }
  void shape(const Shape& shape) noexcept {
    put(shape.value().index());
    std::visit(
        [&](const auto& value) {
          static_assert(sizeof(value) <= sizeof(out_.words));
          std::memcpy(out_.words.data(), &value, sizeof(value));
          if constexpr (requires { value.radius; }) was_float(value.radius);
          constexpr std::uint8_t kWidth = width_of<std::remove_cvref_t<decltype(value)>>();
          add({ColumnRole::items, kWidth, out_.words.data(),
               kShapeWords[shape.value().index()] / (kWidth / 4), 0});
        },
        shape.value());
  }
  void cast(const Cast& cast) noexcept {
    const float floats[] = {cast.box.min_x,
                            cast.box.min_y,
                            cast.box.max_x,
                            cast.box.max_y,
                            cast.from.x,
                            cast.from.y,
                            cast.to.x,
                            cast.to.y,
                            cast.capsule.first.x,
                            cast.capsule.first.y,
                            cast.capsule.second.x,
                            cast.capsule.second.y};
    static_assert(sizeof(floats) <= sizeof(out_.words));
    std::memcpy(out_.words.data(), floats, sizeof(floats));
    flag(cast.must_move);
    flag(cast.is_round);
    was_float(cast.max_fraction);
    was_float(cast.capsule.radius);
    add({ColumnRole::items, 4, out_.words.data(), std::size(floats), 0});
  }
  void shapes(const Shapes& shapes) noexcept { items(shapes.items()); }
  void was_point(const Shape& value) noexcept { shape(value); }
  void were_points(const Shapes& values) noexcept { shapes(values); }
  void casts(const Casts& casts) noexcept { items(casts.items()); }

  void finish() noexcept {
    out_.columns[0] = {ColumnRole::numbers, 8, out_.numbers.data(), out_.number_count, 0};
  }

 private:
  template <class Items>
  void items(const Items& all) noexcept {
    put(all.index());
    std::visit(
        [this](const auto& some) {
          if constexpr (std::is_same_v<decltype(some), const BoxView&>) {
            this->column(ColumnRole::min_x, some.min_x);
            this->column(ColumnRole::min_y, some.min_y);
            this->column(ColumnRole::max_x, some.max_x);
            this->column(ColumnRole::max_y, some.max_y);
          } else {
            using Item =
                std::remove_const_t<typename std::remove_cvref_t<decltype(some)>::value_type>;
            if constexpr (constexpr std::size_t kFloats = kFloatsBefore<Item>; kFloats > 0) {
              add({ColumnRole::items,
                   8,
                   some.data(),
                   some.size_bytes() / 8,
                   0,
                   {sizeof(Item) / 8, kFloats / 2}});
            } else {
              this->column(ColumnRole::items, some);
            }
          }
        },
        all);
  }
  void put(std::uint64_t value) noexcept { out_.numbers[out_.number_count++] = value; }
  void add(const GivenColumn& column) noexcept { out_.columns[out_.count++] = column; }

  CallColumns& out_;
};

}  // namespace

EntryHeader header_of(const RecordedCall& call) noexcept {
  EntryHeader header;
  header.subject = call.subject;
  header.kind = static_cast<std::uint8_t>(call.kind);
  return header;
}

EntryHeader header_of_outcome(const RecordedCall& call, std::uint64_t number) noexcept {
  EntryHeader header = header_of(call);
  header.call = number;
  header.is_outcome = 1;
  return header;
}

void columns_of(const RecordedCall& call, CallColumns& columns) noexcept {
  ColumnWriter writer(columns);
  archive_call(writer, call);
  writer.finish();
}

void columns_of(const CallOutcome& outcome, CallColumns& columns) noexcept {
  ColumnWriter writer(columns);
  archive_outcome(writer, outcome);
  writer.finish();
}

}  // namespace quadphase::detail
