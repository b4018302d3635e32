// SPDX-License-Identifier: MIT
#include "mpi/ghosts.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "input/swept_boxes.hpp"
#include "mpi/faults.hpp"

namespace quadphase::mpi::detail {

void Regions::set(std::vector<Box> regions) {
  index.build(regions);
  boxes = std::move(regions);
}

bool has_filters(const Objects& objects) noexcept {
  const Attributes& attributes = objects.attributes;
  return !attributes.category.empty() || !attributes.mask.empty() || !attributes.group.empty() ||
         !attributes.world.empty();
}

OwnBoxes validated(const Objects& objects) {
  const std::size_t count = objects.boxes.size();
  require(count <= std::numeric_limits<ObjectId>::max() - 63, Rule::too_many_objects);
  require(objects.ids.size() == count, Rule::column_lengths);
  require(objects.mobility.empty() || objects.mobility.size() == count, Rule::mobility_length);
  require(objects.attributes.ids.empty(), Rule::no_local_ids);
  quadphase::detail::Objects columns;
  try {
    columns =
        quadphase::detail::checked(quadphase::detail::given(objects.boxes), objects.attributes);
  } catch (const std::invalid_argument&) {
    throw Broken{Rule::column_lengths};
  }
  OwnBoxes own;
  own.boxes.reserve(count);
  for (std::size_t row = 0; row < count; ++row) {
    // The floats of the engine, margins and motions included.
    own.boxes.push_back(quadphase::detail::fat_box(objects.boxes[row], columns.sweeps, row));
    if (!is_valid(own.boxes.back())) own.rejected_ids.push_back(objects.ids[row]);
  }
  return own;
}

namespace {

template <class T>
T value_or(std::span<const T> column, std::size_t row, T other) {
  return column.empty() ? other : column[row];
}

/// The objects of a rank, one at a time, to where they go.
class Router {
 public:
  Router(const Objects& objects, const OwnBoxes& own, int rank, int rank_count, bool with_filters)
      : objects_(objects),
        own_(own),
        rank_(rank),
        with_filters_(with_filters),
        outbox_(rank_count) {}

  /// Room for the objects that are searched here, of which most move.
  void reserve(std::size_t count) { routed_.local.moving.reserve(count); }

  void send(std::size_t row, int rank) {
    const Record record{own_.boxes[row], objects_.ids[row], static_cast<std::uint32_t>(row),
                        value_or(objects_.mobility, row, Mobility::moving) == Mobility::static_};
    const Attributes& given = objects_.attributes;
    const Filter standard;
    const Filter filter{
        value_or(given.category, row, standard.category), value_or(given.mask, row, standard.mask),
        value_or(given.group, row, standard.group), value_or(given.world, row, standard.world)};
    if (rank == rank_) {
      routed_.local.add(record, with_filters_ ? &filter : nullptr, rank);
    } else {
      std::vector<std::byte>& bytes = outbox_.to(rank);
      append(bytes, record);
      if (with_filters_) append(bytes, filter);
    }
  }

  [[nodiscard]] Routed finish() {
    routed_.lists = outbox_.take();
    return std::move(routed_);
  }

 private:
  const Objects& objects_;
  const OwnBoxes& own_;
  int rank_;
  bool with_filters_;
  Outbox outbox_;
  Routed routed_;
};

}  // namespace

Routed route(const Objects& objects, const OwnBoxes& own, const Regions& regions, int rank,
             bool with_filters, std::size_t ghost_room) {
  Router router(objects, own, rank, static_cast<int>(regions.boxes.size()), with_filters);
  router.reserve(own.boxes.size() + ghost_room);
  const Box& here = regions.boxes[static_cast<std::size_t>(rank)];
  std::vector<Box> crossing;
  std::vector<std::size_t> crossing_rows;
  for (std::size_t row = 0; row < own.boxes.size(); ++row) {
    const Box& box = own.boxes[row];
    if (!is_valid(box)) continue;
    const bool is_inside = regions.are_parts && is_valid(here) && contains(here, box);
    if (is_inside || !regions.are_parts) router.send(row, rank);
    if (is_inside || regions.boxes.size() == 1) continue;
    crossing.push_back(box);
    crossing_rows.push_back(row);
  }
  QueryResult met;
  regions.index.find_overlaps(crossing, met);
  for (std::size_t i = 0; i < crossing.size(); ++i) {
    for (const ObjectId region : met.ids_of(i)) {
      const int target = static_cast<int>(region);
      if (regions.are_parts || target < rank) router.send(crossing_rows[i], target);
    }
  }
  return router.finish();
}

void add_ghosts(const RecordsView& records, int rank, LocalObjects& local) {
  const bool with_filters = records.record_size() == record_size(true);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto record = value_at<Record>(records[i], 0);
    if (with_filters) {
      const auto filter = value_at<Filter>(records[i], sizeof(Record));
      local.add(record, &filter, rank);
    } else {
      local.add(record, nullptr, rank);
    }
  }
}

}  // namespace quadphase::mpi::detail
