// SPDX-License-Identifier: MIT
// Which fields a call of each kind has, in which order: one list for the writer and the reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "quadphase/recorded_call.hpp"
#include "recorder/packet.hpp"

namespace quadphase::detail {

/// The bytes of a word of a type: the least that its fields are made of.
template <class T>
constexpr std::uint8_t width_of() noexcept {
  if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, char>) return 1;
  constexpr bool kIsOfDoubles = std::is_same_v<T, double> || std::is_same_v<T, WideBox> ||
                                std::is_same_v<T, WidePoint> || std::is_same_v<T, WideCircle> ||
                                std::is_same_v<T, WideCapsule>;
  return kIsOfDoubles ? 8 : 4;
}

/// The words of each kind of `Shape`, without a radius, which is the last member.
inline constexpr std::size_t kShapeWords[] = {4, 2, 4, 6, 17, 8, 4, 8};

/// Queries with a double among their floats: how many floats are before it, an even number. Others
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

// The parts of a call, as bits.
inline constexpr std::uint32_t kPartConfig = 1;
inline constexpr std::uint32_t kPartBoxes = 2;
inline constexpr std::uint32_t kPartAttributes = 4;
inline constexpr std::uint32_t kPartIds = 8;
inline constexpr std::uint32_t kPartRemoved = 16;
inline constexpr std::uint32_t kPartCounts = 32;
inline constexpr std::uint32_t kPartStore = 64;
inline constexpr std::uint32_t kPartPair = 128;
inline constexpr std::uint32_t kPartBytes = 256;
inline constexpr std::uint32_t kPartHandles = 512;
inline constexpr std::uint32_t kPartFilters = 1'024;
inline constexpr std::uint32_t kPartMargins = 2'048;
inline constexpr std::uint32_t kPartDisplacements = 4'096;
inline constexpr std::uint32_t kPartMobility = 8'192;
inline constexpr std::uint32_t kPartSingle = 16'384;
inline constexpr std::uint32_t kPartShape = 32'768;
inline constexpr std::uint32_t kPartCast = 65'536;
inline constexpr std::uint32_t kPartPoint = 131'072;
inline constexpr std::uint32_t kPartNeighborCount = 262'144;
inline constexpr std::uint32_t kPartClips = 524'288;
inline constexpr std::uint32_t kPartQuery = 1'048'576;
inline constexpr std::uint32_t kPartNearest = 2'097'152;
inline constexpr std::uint32_t kPartShapes = 4'194'304;
inline constexpr std::uint32_t kPartCasts = 8'388'608;
inline constexpr std::uint32_t kPartPoints = 16'777'216;
inline constexpr std::uint32_t kPartBatch = 33'554'432;
inline constexpr std::uint32_t kPartNearestBatch = 67'108'864;

/// The parts of a call of this kind.
// NOLINTNEXTLINE(readability-function-size): a table
[[nodiscard]] constexpr std::uint32_t parts_of(CallKind kind) noexcept {
  constexpr std::uint32_t kObjects = kPartBoxes | kPartAttributes;
  switch (kind) {
    case CallKind::create_engine:
    case CallKind::create_store:
    case CallKind::create_index:
      return kPartConfig;
    case CallKind::reserve:
      return kPartCounts;
    case CallKind::update:
    case CallKind::build:
      return kObjects;
    case CallKind::update_store:
      return kPartStore;
    case CallKind::set_static:
    case CallKind::add_static:
    case CallKind::change:
      return kObjects | kPartIds;
    case CallKind::exchange_static:
      return kObjects | kPartIds | kPartRemoved;
    case CallKind::remove_static:
    case CallKind::remove:
    case CallKind::restart_pairs:
      return kPartIds;
    case CallKind::touching:
      return kPartPair;
    case CallKind::restore:
      return kPartBytes;
    case CallKind::add:
      return kPartSingle | kPartBoxes | kPartFilters | kPartMobility | kPartCounts;
    case CallKind::remove_objects:
      return kPartSingle | kPartHandles;
    case CallKind::move:
      return kPartSingle | kPartHandles | kPartBoxes;
    case CallKind::set_filter:
      return kPartSingle | kPartHandles | kPartFilters;
    case CallKind::set_mobility:
      return kPartSingle | kPartHandles | kPartMobility;
    case CallKind::set_margin:
      return kPartSingle | kPartHandles | kPartMargins;
    case CallKind::set_displacement:
      return kPartSingle | kPartHandles | kPartDisplacements;
    case CallKind::for_each_overlap:
    case CallKind::for_each_inside:
      return kPartShape | kPartQuery;
    case CallKind::cast_any:
    case CallKind::cast_closest:
      return kPartCast | kPartQuery;
    case CallKind::for_each_hit:
      return kPartCast | kPartQuery | kPartClips;
    case CallKind::find_nearest:
      return kPartPoint | kPartNeighborCount | kPartNearest;
    case CallKind::for_each_nearest:
      return kPartPoint | kPartNearest;
    case CallKind::find_overlaps:
    case CallKind::find_first_overlaps:
    case CallKind::find_inside:
      return kPartShapes | kPartBatch;
    case CallKind::cast_any_batch:
    case CallKind::cast_closest_batch:
    case CallKind::cast_all:
      return kPartCasts | kPartBatch;
    case CallKind::find_nearest_batch:
      return kPartPoints | kPartNeighborCount | kPartNearestBatch;
    default:
      return 0;
  }
}

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
    case BoxForm::wide:
      four(call.wide.min_x, call.wide.min_y, call.wide.max_x, call.wide.max_y);
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

/// Lists the parts of a query.
template <class Archive, class Call>
void archive_query(Archive& archive, Call& call, std::uint32_t parts) {
  if ((parts & kPartShape) != 0) archive.shape(call.shape);
  if ((parts & kPartCast) != 0) archive.cast(call.cast);
  if ((parts & kPartPoint) != 0) {
    archive.number(call.point.x);
    archive.number(call.point.y);
  }
  if ((parts & kPartNeighborCount) != 0) archive.number(call.neighbor_count);
  if ((parts & kPartClips) != 0) archive.flag(call.clips);
  if ((parts & kPartQuery) != 0) {
    archive_filter(archive, call.query.filter);
    archive_searched(archive, call.query);
  }
  if ((parts & kPartNearest) != 0) {
    archive.was_float(call.nearest.radius);
    archive_filter(archive, call.nearest.filter);
    archive_searched(archive, call.nearest);
  }
  if ((parts & kPartShapes) != 0) archive.shapes(call.shapes);
  if ((parts & kPartCasts) != 0) archive.casts(call.casts);
  if ((parts & kPartPoints) != 0) archive.column(ColumnRole::items, call.points);
  if ((parts & kPartBatch) != 0) {
    archive.column(ColumnRole::filters, call.batch.filters);
    archive_searched(archive, call.batch);
    archive_attributes(archive, call.batch.attributes);
  }
  if ((parts & kPartNearestBatch) != 0) {
    archive.was_float(call.nearest_batch.radius);
    archive.column(ColumnRole::filters, call.nearest_batch.filters);
    archive_searched(archive, call.nearest_batch);
    archive_attributes(archive, call.nearest_batch.attributes);
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

/// The columns of an entry that is to be written. They refer to the call, and to this.
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

void columns_of(const RecordedCall& call, CallColumns& columns) noexcept;
void columns_of(const CallOutcome& outcome, CallColumns& columns) noexcept;

/// The call of an entry of a file of some version. Errors: `DamagedBlock` if no call has such
/// columns; `std::bad_alloc`. Lifetime: until the packet or `converted` changes.
void read_call(const EntryView& entry, std::uint32_t version, ByteBuffer& converted,
               RecordedCall& call);
/// The outcome of an entry. Errors: as `read_call`.
void read_outcome(const EntryView& entry, CallOutcome& outcome);

}  // namespace quadphase::detail
