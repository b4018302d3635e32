// SPDX-License-Identifier: MIT
// Which fields a call of each kind has, in which order: one list for the writer and the reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "call/call_table.hpp"
#include "packet.hpp"
#include "quadphase/recorded_call.hpp"

namespace quadphase::detail {

/// The bytes of a word of a type: the smallest unit that its fields are made of.
template <class T>
constexpr std::uint8_t width_of() noexcept {
  if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, char>) return 1;
  constexpr bool kIsOfDoubles = std::is_same_v<T, double> || std::is_same_v<T, DoubleBox> ||
                                std::is_same_v<T, DoublePoint> || std::is_same_v<T, DoubleCircle> ||
                                std::is_same_v<T, DoubleCapsule>;
  return kIsOfDoubles ? 8 : 4;
}

/// The words of each kind of `Shape`, without a radius, which is the last member.
inline constexpr std::size_t kShapeWords[] = {4, 2, 4, 6, 17, 8, 4, 8};

/// Queries with a double among their floats: how many floats come before it, an even number. Others
/// have none.
template <class Item>
inline constexpr std::size_t kFloatsBefore = 0;
template <>
inline constexpr std::size_t kFloatsBefore<Circle> = 2;
template <>
inline constexpr std::size_t kFloatsBefore<Capsule> = 4;
template <>
inline constexpr std::size_t kFloatsBefore<Ray> = 4;
template <>
inline constexpr std::size_t kFloatsBefore<CircleCast> = 2;
template <>
inline constexpr std::size_t kFloatsBefore<CapsuleCast> = 4;
static_assert(sizeof(Circle) == 16 && sizeof(Capsule) == 24 && sizeof(Ray) == 24 &&
              sizeof(CircleCast) == 24 && sizeof(CapsuleCast) == 32);

/// Lists the fields of `Config` that a recording has.
template <class Archive, class Call>
void archive_config(Archive& archive, Call& call) {
  auto& config = call.config;
  archive.number(config.threads);
  archive.flag(call.has_executor);
  archive.number(config.max_pairs);
  archive.flag(config.touching);
  archive.number(config.period_x);
  archive.number(config.period_y);
  archive.flag(config.events);
  archive.flag(config.previous_indices);
  archive.number(config.leaf_capacity);
  archive.number(config.max_depth);
  archive.choice(config.simd, Simd::scalar);
}

template <class Archive, class Attributes>
void archive_attributes(Archive& archive, Attributes& attributes) {
  archive.column(ColumnRole::row_ids, attributes.ids);
  archive.column(ColumnRole::category, attributes.category);
  archive.column(ColumnRole::mask, attributes.mask);
  archive.column(ColumnRole::group, attributes.group);
  archive.column(ColumnRole::world, attributes.world);
  archive.column(ColumnRole::margin, attributes.margin);
  archive.column(ColumnRole::displacement_x, attributes.displacement_x);
  archive.column(ColumnRole::displacement_y, attributes.displacement_y);
  archive.column(ColumnRole::generation, attributes.generation);
}

template <class Archive, class Call>
void archive_boxes(Archive& archive, Call& call) {
  archive.choice(call.form, BoxForm::centers);
  const auto four = [&](auto& a, auto& b, auto& c, auto& d) {
    archive.column(ColumnRole::min_x, a);
    archive.column(ColumnRole::min_y, b);
    archive.column(ColumnRole::max_x, c);
    archive.column(ColumnRole::max_y, d);
  };
  switch (call.form) {
    case BoxForm::columns:
      return four(call.boxes.min_x, call.boxes.min_y, call.boxes.max_x, call.boxes.max_y);
    case BoxForm::rows:
      return archive.rows(call.rows);
    case BoxForm::doubles:
      four(call.doubles.min_x, call.doubles.min_y, call.doubles.max_x, call.doubles.max_y);
      break;
    case BoxForm::centers:
      four(call.centers.center_x, call.centers.center_y, call.centers.half_width,
           call.centers.half_height);
      break;
  }
  archive.number(call.origin.x);
  archive.number(call.origin.y);
}

/// Lists which objects a query looks at.
template <class Archive, class Options>
void archive_searched(Archive& archive, Options& options) {
  archive.choice(options.worlds, Worlds::all);
  archive.choice(options.mobilities, Mobilities::static_only);
}

template <class Archive, class Filter>
void archive_filter(Archive& archive, Filter& filter) {
  archive.number(filter.category);
  archive.number(filter.mask);
  archive.number(filter.group);
  archive.number(filter.world);
}

/// Lists the parts of a call of a store.
template <class Archive, class Call>
void archive_store(Archive& archive, Call& call, std::uint32_t parts) {
  if ((parts & kPartSingle) != 0) archive.flag(call.is_single);
  if ((parts & kPartHandles) != 0) archive.column(ColumnRole::handles, call.handles);
  if ((parts & kPartFilters) != 0) archive.column(ColumnRole::filters, call.filters);
  if ((parts & kPartMargins) != 0) archive.column(ColumnRole::margin, call.margins);
  if ((parts & kPartDisplacements) != 0) archive.column(ColumnRole::items, call.displacements);
  if ((parts & kPartMobility) != 0) archive.choice(call.mobility, Mobility::static_);
}

/// Lists the options of a batch. Recordings of older versions may have a filter for each query.
template <class Archive, class Batch>
void archive_batch(Archive& archive, Batch& batch) {
  Column<Filter> filters;
  if (batch.filter != Filter{}) filters = batch.filter;
  archive.column(ColumnRole::filters, filters);
  archive_searched(archive, batch);
  archive_attributes(archive, batch.attributes);
  if constexpr (!std::is_const_v<Batch>) {  // reading
    if (filters.size() == 1) batch.filter = filters[0];
    if (filters.size() > 1) batch.attributes.set_filters(filters);
  }
}

/// Lists the parts of a query.
template <class Archive, class Call>
void archive_query(Archive& archive, Call& call, std::uint32_t parts) {
  const bool is_nearest = (parts & (kPartNearest | kPartNearestBatch)) != 0;
  if ((parts & kPartShape) != 0)
    is_nearest ? archive.was_point(call.shape) : archive.shape(call.shape);
  if ((parts & kPartCast) != 0) archive.cast(call.cast);
  if ((parts & kPartNeighborCount) != 0) archive.number(call.neighbor_count);
  if ((parts & kPartClips) != 0) archive.flag(call.clips);
  if ((parts & kPartQuery) != 0) {
    archive_filter(archive, call.query.filter);
    archive_searched(archive, call.query);
  }
  if ((parts & kPartNearest) != 0) {
    archive.was_float(call.query.radius);
    archive_filter(archive, call.query.filter);
    archive_searched(archive, call.query);
  }
  if ((parts & kPartShapes) != 0)
    is_nearest ? archive.were_points(call.shapes) : archive.shapes(call.shapes);
  if ((parts & kPartCasts) != 0) archive.casts(call.casts);
  if ((parts & kPartBatch) != 0) {
    archive_batch(archive, call.batch);
    archive.later_choice(call.batch.order, RowOrder::tree);
  }
  if ((parts & kPartNearestBatch) != 0) {
    archive.was_float(call.batch.radius);
    archive_batch(archive, call.batch);
  }
}

/// Lists all fields of a call but its number, kind, subject and outcome.
template <class Archive, class Call>
void archive_call(Archive& archive, Call& call) {
  const std::uint32_t parts = parts_of(call.kind);
  if ((parts & kPartConfig) != 0) archive_config(archive, call);
  if ((parts & kPartCounts) != 0) {
    archive.number(call.counts[0]);
    archive.number(call.counts[1]);
  }
  if ((parts & kPartStore) != 0) archive.number(call.store);
  if ((parts & kPartPair) != 0) {
    archive.number(call.pair.first);
    archive.number(call.pair.second);
  }
  if ((parts & kPartBytes) != 0) archive.column(ColumnRole::bytes, call.bytes);
  if ((parts & kPartBoxes) != 0) archive_boxes(archive, call);
  if ((parts & kPartAttributes) != 0) archive_attributes(archive, call.attributes);
  if ((parts & kPartIds) != 0) archive.column(ColumnRole::ids, call.ids);
  if ((parts & kPartRemoved) != 0) archive.column(ColumnRole::removed, call.removed);
  archive_store(archive, call, parts);
  archive_query(archive, call, parts);
}

/// Lists all fields of an outcome.
template <class Archive, class Outcome>
void archive_outcome(Archive& archive, Outcome& outcome) {
  archive.choice(outcome.code, StatusCode::other);
  archive.flag(outcome.has_hash);
  archive.number(outcome.hash);
  archive.number(outcome.visits);
  archive.flag(outcome.visitor_stopped);
  archive.text(outcome.message);
  archive.column(ColumnRole::fractions, outcome.fractions);
  archive.column(ColumnRole::handles, outcome.handles);
}

/// The columns of an entry that is to be written. They refer to the call, and to this object.
struct CallColumns {
  std::array<GivenColumn, kMaxColumns> columns;
  std::size_t count = 0;
  std::array<std::uint64_t, 32> numbers;
  std::size_t number_count = 0;
  std::array<std::uint32_t, 20> words;

  CallColumns() = default;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before read
  CallColumns(const CallColumns&) = delete;
  CallColumns& operator=(const CallColumns&) = delete;
  [[nodiscard]] std::span<const GivenColumn> view() const noexcept {
    return {columns.data(), count};
  }
};

/// The entry of a call's arguments, which gets its number later, and of how it ended.
[[nodiscard]] EntryHeader header_of(const RecordedCall& call) noexcept;
[[nodiscard]] EntryHeader header_of_outcome(const RecordedCall& call,
                                            std::uint64_t number) noexcept;
void columns_of(const RecordedCall& call, CallColumns& columns) noexcept;
void columns_of(const CallOutcome& outcome, CallColumns& columns) noexcept;

/// The call of an entry of a file of some version. Errors: `DamagedBlock` if no call has such
/// columns; `std::bad_alloc`. Lifetime: until the packet or `converted` changes.
void read_call(const EntryView& entry, std::uint32_t version, ByteBuffer& converted,
               RecordedCall& call);
/// The outcome of an entry. Errors: as `read_call`.
void read_outcome(const EntryView& entry, CallOutcome& outcome);

}  // namespace quadphase::detail
