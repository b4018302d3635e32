// SPDX-License-Identifier: MIT
// What objects can have besides a box: ids, filters, worlds, margins and displacements.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <ranges>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// A view of one value for each object: an array, or a member of each struct.
///
///     attributes.category = categories;                 // a vector, array or span
///     attributes.margin = {bodies, &Body::margin};      // a member of each body
///     attributes.mask = {&bodies[0].filter.mask, bodies.size(), sizeof(Body)};
///     index.hide(body.id);                              // one value
///
/// Alignment: any. Nothing past the last value is read.
/// Lifetime:  that of what it views; calls that take it never read it after they return.
/// Cost:      arrays are read in place. Strided columns of a frame are first copied to arrays of
///            the engine, on its threads: 4 bytes per row, and 1 to 2 ns per row and thread; the
///            time counts toward `StageTimes::bounds`.
template <class T>
class Column {
 public:
  /// No values.
  constexpr Column() noexcept = default;

  /// A span, vector or array. Implicit, as the constructor of a span is.
  template <std::convertible_to<std::span<const T>> Range>
  constexpr Column(const Range& values) noexcept  // NOLINT(google-explicit-constructor)
      : Column(std::span<const T>(values).data(), std::span<const T>(values).size()) {}

  /// One value, such as the id of one object. Not a temporary, which would not live as long: put it
  /// into a variable first.
  constexpr Column(const T& value) noexcept  // NOLINT(google-explicit-constructor)
      : Column(std::addressof(value), 1) {}
  Column(const T&& value) = delete;

  /// The member `value` of each struct in a span, vector or array.
  template <std::ranges::contiguous_range Range, class Struct>
  requires std::derived_from<std::ranges::range_value_t<Range>, Struct>
  constexpr Column(const Range& structs, const T Struct::*value) noexcept
      : Column(std::ranges::empty(structs) ? nullptr
                                           : std::addressof(std::ranges::data(structs)->*value),
               std::ranges::size(structs), sizeof(std::ranges::range_value_t<Range>)) {}

  /// `count` values: the first at `first`, each `stride` bytes after the one before. Stride 0: one
  /// value for all.
  constexpr Column(const T* first, std::size_t count, std::size_t stride = sizeof(T)) noexcept
      : first_(first), count_(count), stride_(stride) {}
  /// Not values in braces, such as `{0, 5}`, which would not live as long.
  Column(std::nullptr_t first, std::size_t count, std::size_t stride = 0) = delete;

  /// Number of values.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
  /// Whether there are none.
  [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
  /// Where the first value is.
  [[nodiscard]] constexpr const T* data() const noexcept { return first_; }
  /// Bytes from one value to the next.
  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }
  /// Whether they follow each other without gaps.
  [[nodiscard]] constexpr bool is_contiguous() const noexcept { return stride_ == sizeof(T); }
  /// The first `count` values; there must be at least that many.
  [[nodiscard]] constexpr Column first(std::size_t count) const noexcept {
    return {first_, count, stride_};
  }
  /// The values as a span if they are contiguous; otherwise an empty span.
  [[nodiscard]] constexpr std::span<const T> contiguous() const noexcept {
    return {first_, is_contiguous() ? count_ : 0};
  }

  /// A value.
  [[nodiscard]] T operator[](std::size_t i) const noexcept {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(first_) + i * stride_, sizeof(T));
    return value;
  }

 private:
  const T* first_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stride_ = sizeof(T);
};

/// Decides, for one object, with which others it may pair; see `may_pair`. Queries have such a
/// filter, too, by default this one: they do not find objects whose mask lacks category 1.
///
/// Cost: near n log n + pairs for any number of combinations of category, mask and world, even if
/// thousands of objects are in one place and none of them may pair. The same holds for groups as
/// long as there are fewer than 64 combinations of category, mask and group. With more, objects
/// that `group` alone keeps from pairing are skipped together only where all objects around them
/// are of that group; otherwise their overlaps are tested. This matters for one large group in a
/// crowd of others: there, leave the category of its objects out of their own mask.
///
/// For more than 32 categories, or groups that always pair, as in Box2D, give filters that let some
/// pairs too many through, and decide on each pair yourself; docs/persistent_objects.md.
struct Filter {
  std::uint32_t category = 1;        ///< bits of the categories it belongs to
  std::uint32_t mask = 0xFFFF'FFFF;  ///< bits of the categories it may pair with
  std::uint32_t group = 0;  ///< objects of one group never pair: the absolute value of a negative
                            ///< `groupIndex` in Box2D; 0: in no group
  std::uint32_t world = 0;  ///< objects of different worlds never pair

  friend constexpr bool operator==(const Filter&, const Filter&) noexcept = default;
};

/// True if two objects with these filters are a pair whenever their boxes overlap.
[[nodiscard]] constexpr bool may_pair(const Filter& a, const Filter& b) noexcept {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0 &&
         (a.group != b.group || a.group == 0) && a.world == b.world;
}

/// Whether an object moves, and is given anew in every frame, or rests, as walls and sleeping
/// bodies do. Two static objects are never a pair.
enum class Mobility : std::uint8_t {
  moving,
  static_,  // NOLINT(readability-identifier-naming): `static` is a keyword
};

/// Optional columns next to the boxes.
///
/// Shape:    each column is as long as the boxes, or empty for the default; row i belongs to box i.
/// Lifetime: columns are read during the call that takes them, and never after it. Filters are read
///           anew in each frame, so changes take effect at once.
/// Cost:     an empty column costs nothing; docs/persistent_objects.md lists the others.
///
///     quadphase::Attributes attributes;
///     attributes.category = categories;
///     attributes.mask = masks;
///     broad_phase.update(boxes, attributes);
struct Attributes {
  /// The ids of the objects in pairs, events and the results of queries. Default: the row.
  ///
  /// No two objects of an engine, moving or static, may have the same id. Only static objects are
  /// checked, because a table of all ids per frame would cost too much. Equal ids do no harm: every
  /// overlap of two boxes is a pair, so a pair can appear several times, and with
  /// `first == second`; events and previous indices go by the ids, and cost a sort of all pairs.
  /// docs/persistent_objects.md has the details.
  Column<ObjectId> ids{};

  Column<std::uint32_t> category{};  ///< see `Filter`. Default: 1
  Column<std::uint32_t> mask{};      ///< see `Filter`. Default: all ones
  Column<std::uint32_t> group{};     ///< see `Filter`. Default: 0
  Column<std::uint32_t> world{};     ///< see `Filter`. Default: 0

  /// Each box is enlarged by its margin on all sides, anew in each frame: a fat box is not kept
  /// until its object leaves it, as in a tree of proxies. The box is rejected if the margin is NaN
  /// or negative, or if an edge becomes NaN. Unit: that of the boxes. Default: 0.
  Column<float> margin{};
  /// Each box is swept along its displacement in the coming step, so it covers where the object is
  /// and where it will be. The box is rejected if the displacement is NaN. Unit: that of the boxes.
  /// Default: 0.
  Column<float> displacement_x{};
  Column<float> displacement_y{};  ///< along the second axis

  /// How often the id of each object has been given to a new object. If it differs from the last
  /// frame, another object has the id now, and the pairs of the id end and begin anew. Only events
  /// read this column. Default: 0.
  Column<std::uint32_t> generation{};

  /// Sets the four filter columns to the members of these filters:
  /// `set_filters({bodies, &Body::filter})`. Returns these attributes.
  Attributes& set_filters(const Column<Filter>& filters) noexcept {
    const Filter* const first = filters.data();
    const auto column = [&](const std::uint32_t Filter::*member) {
      return Column<std::uint32_t>(first != nullptr ? &(first->*member) : nullptr, filters.size(),
                                   filters.stride());
    };
    category = column(&Filter::category);
    mask = column(&Filter::mask);
    group = column(&Filter::group);
    world = column(&Filter::world);
    return *this;
  }
};

}  // namespace quadphase
