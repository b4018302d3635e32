// SPDX-License-Identifier: MIT
#include "ghosts.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "faults.hpp"
#include "input/attribute_columns.hpp"
#include "input/swept_boxes.hpp"
#include "query/batch_options.hpp"

namespace quadphase::mpi::detail {

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
  std::vector<std::uint32_t> copied;
  const Attributes attributes = quadphase::detail::contiguous(objects.attributes, copied);
  quadphase::detail::Objects columns;
  try {
    columns = quadphase::detail::checked_batch(objects.boxes, attributes);
  } catch (const std::invalid_argument&) {
    throw Broken{Rule::column_lengths};
  }
  OwnBoxes own;
  own.boxes.reserve(count);
  for (std::size_t row = 0; row < count; ++row) {
    // The same floats as in the engine, margins and motions included.
    own.boxes.push_back(quadphase::detail::fat_box(objects.boxes[row], columns.sweeps, row));
    if (!is_valid(own.boxes.back())) own.rejected_ids.push_back(objects.ids[row]);
  }
  return own;
}

namespace {

template <class T>
T value_or(const Column<T>& column, std::size_t row, T other) {
  return column.empty() ? other : column[row];
}

/// Routes the objects of a rank, one at a time, to where they go.
class Router {
 public:
  Router(const Objects& objects, const OwnBoxes& own, int rank, int rank_count,
         const RecordForm& form)
      : objects_(objects), own_(own), rank_(rank), form_(form), outbox_(rank_count) {}

  /// Room for the objects that are searched here, of which most move.
  void reserve(std::size_t count) { routed_.local.moving.reserve(count); }

  void send(std::size_t row, int rank) {
    const Record record{
        own_.boxes[row], objects_.ids[row], static_cast<std::uint32_t>(row),
        value_or<Mobility>(objects_.mobility, row, Mobility::moving) == Mobility::static_};
    const Attributes& given = objects_.attributes;
    const Filter standard;
    const Filter filter{
        value_or(given.category, row, standard.category), value_or(given.mask, row, standard.mask),
        value_or(given.group, row, standard.group), value_or(given.world, row, standard.world)};
    const std::uint32_t generation = value_or(given.generation, row, 0U);
    if (rank == rank_) {
      routed_.local.add(record, form_.has_filters ? &filter : nullptr, rank);
      if (form_.has_generations) routed_.local.add_generation(record, generation);
    } else {
      std::vector<std::byte>& bytes = outbox_.to(rank);
      append(bytes, record);
      if (form_.has_filters) append(bytes, filter);
      if (form_.has_generations) append(bytes, generation);
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
  RecordForm form_;
  Outbox outbox_;
  Routed routed_;
};

}  // namespace

Routed route(const Objects& objects, const OwnBoxes& own, const Regions& regions, int rank,
             const RecordForm& form, std::size_t ghost_room) {
  const Parts& parts = *regions.regions;
  Router router(objects, own, rank, parts.count(), form);
  router.reserve(own.boxes.size() + ghost_room);
  const bool is_box = parts.are_boxes();
  const Box here = parts.box_of(rank);
  std::vector<Box> crossing;
  std::vector<std::size_t> crossing_rows;
  for (std::size_t row = 0; row < own.boxes.size(); ++row) {
    const Box& box = own.boxes[row];
    if (!is_valid(box)) continue;
    const bool is_inside = regions.are_parts && (is_box ? is_valid(here) && contains(here, box)
                                                        : parts.only_part(box) == rank);
    if (is_inside || !regions.are_parts) router.send(row, rank);
    if (is_inside || parts.count() == 1) continue;
    crossing.push_back(box);
    crossing_rows.push_back(row);
  }
  parts.for_each_part(crossing, [&](std::size_t i, int target) {
    if (regions.are_parts || target < rank) router.send(crossing_rows[i], target);
  });
  return router.finish();
}

void add_ghosts(const RecordsView& records, const RecordForm& form, int rank, LocalObjects& local) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto record = value_at<Record>(records[i], 0);
    std::size_t at = sizeof(Record);
    Filter filter;
    if (form.has_filters) {
      filter = value_at<Filter>(records[i], at);
      at += sizeof(Filter);
    }
    local.add(record, form.has_filters ? &filter : nullptr, rank);
    if (form.has_generations) local.add_generation(record, value_at<std::uint32_t>(records[i], at));
  }
}

}  // namespace quadphase::mpi::detail
