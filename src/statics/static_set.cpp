// SPDX-License-Identifier: MIT
#include "statics/static_set.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/chunk_loop.hpp"

namespace quadphase::detail {
namespace {

/// Most objects in the last tier. Why: sorting 256 objects anew takes some 3 us, a tenth of what a
/// thousand moving objects cost; and a merge into the tier before comes once in so many.
constexpr std::size_t kMinLastLevel = 256;

std::size_t last_level_size(std::size_t count) {
  return std::max(kMinLastLevel, count / 256);
}

/// Copies row `from` of `objects`, in filters and box, to row `to` of `target`.
void gather_row(const StaticObjects& objects, std::size_t from, StaticObjects& target,
                std::size_t to) {
  target.boxes.set(to, box_at(objects.boxes.from(0), from));
  target.category[to] = objects.category[from];
  target.mask[to] = objects.mask[from];
  target.group[to] = objects.group[from];
  target.world[to] = objects.world[from];
}

/// Makes room for a tree of so many objects, in it and in the frame's scratch.
void reserve_tree(std::size_t count, bool has_filters, const StaticBuilder& builder, Tree& tree,
                  TreeFilters& filters) {
  const std::size_t capacity = std::max<std::size_t>(count + count / 8, kFanout);
  const std::size_t buckets = max_bucket_count(capacity);
  tree.reserve(capacity, buckets, std::min(capacity, kHeavyObjects), builder.rules.capacity);
  builder.scratch.reserve(std::max(capacity, builder.scratch.keys.keys.capacity()));
  if (has_filters)
    filters.reserve(capacity, max_leaf_count(capacity, buckets, builder.rules.capacity));
}

}  // namespace

StaticSet::StaticSet(std::pmr::memory_resource* resource, int worker_count)
    : objects_(resource),
      levels_{Level(resource, worker_count), Level(resource, worker_count),
              Level(resource, worker_count)},
      rows_(resource),
      gathered_(resource) {}

/// Enters the ids of new objects, whose rows begin at `first`.
void StaticSet::insert_ids(const Objects& objects, const Workers& workers, IdMap& rows,
                           std::size_t first) {
  std::atomic<bool> twice{false};
  for_each_row(objects.count, workers, [&](std::size_t i) {
    const ObjectId id = objects.id(i);
    if (!rows.insert(id, static_cast<std::uint32_t>(first + i))) twice = true;
  });
  if (!twice) return;
  for (std::size_t i = 0; i < objects.count; ++i) {
    const ObjectId id = objects.id(i);
    const std::uint32_t row = rows.find(id);
    if (row != IdMap::kNone && row >= first) rows.erase(id);
  }
  throw std::invalid_argument("quadphase: two static objects must not have one id");
}

/// Copies new objects behind the others; there must be room.
void StaticSet::append(const Objects& objects, const Workers& workers) {
  const std::size_t first = objects_.count;
  make_fat_boxes(objects, first, workers, objects_.boxes);
  for_each_row(objects.count, workers, [&](std::size_t i) {
    const std::size_t row = first + i;
    objects_.tight.set(row, box_at(objects.boxes, i));
    const Filter filter = filter_at(objects.filters, i);
    objects_.ids[row] = objects.id(i);
    objects_.category[row] = filter.category;
    objects_.mask[row] = filter.mask;
    objects_.group[row] = filter.group;
    objects_.world[row] = filter.world;
    objects_.places[row] = {kNoLevel, 0};
    objects_.generation[row] = objects.generation(i);
  });
  objects_.count += objects.count;
  if (objects.count == 0) return;
  has_filters_ = has_filters_ || objects.has_filters();
  has_row_ids_ = has_row_ids_ || objects.ids == nullptr;
  has_fat_boxes_ = has_fat_boxes_ || objects.has_fat_boxes();
}

void StaticSet::set(const Objects& objects, const StaticBuilder& builder) {
  const bool has_filters = builder.filtered || objects.has_filters();
  objects_.reserve(objects.count);
  IdMap rows(rows_.resource());
  rows.reset(objects.count + objects.count / 8);
  builder.workers.run(objects.count < kSerialObjects,
                      [&] { insert_ids(objects, builder.workers, rows, 0); });
  reserve_levels(objects.count, has_filters, builder);
  // Nothing fails from here on.
  objects_.rows = std::move(rows);
  objects_.count = 0;
  has_filters_ = has_row_ids_ = has_fat_boxes_ = false;
  builder.workers.run(objects.count < kSerialObjects, [&] { append(objects, builder.workers); });
  try {
    rebuild(builder);
  } catch (const std::bad_alloc&) {
    // The set is the new one; its trees are built by the next `settle`.
    is_whole_ = false;
    tree_count_ = 0;
  }
}

void StaticSet::add(const Objects& objects, const StaticBuilder& builder) {
  if (objects.count == 0) return;
  const std::size_t first = objects_.count;
  const bool had_filters = has_filters_;
  const bool had_row_ids = has_row_ids_;
  const bool had_fat_boxes = has_fat_boxes_;
  objects_.reserve(first + objects.count);
  objects_.rows.reserve(first + objects.count);
  builder.workers.run(objects.count < kSerialObjects, [&] {
    insert_ids(objects, builder.workers, objects_.rows, first);
    append(objects, builder.workers);
  });
  try {
    place_new(first, builder);
  } catch (...) {
    while (objects_.count > first) objects_.rows.erase(objects_.ids[--objects_.count]);
    has_filters_ = had_filters;
    has_row_ids_ = had_row_ids;
    has_fat_boxes_ = had_fat_boxes;
    throw;
  }
}

void StaticSet::enter_restored(std::size_t count, const StaticBuilder& builder) {
  Objects entered;
  entered.count = count;
  entered.ids = objects_.ids.data();
  objects_.rows.reset(count);
  builder.workers.run(count < kSerialObjects, [&] {
    insert_ids(entered, builder.workers, objects_.rows, 0);
    for_each_row(count, builder.workers, [&](std::size_t row) {
      objects_.places[row] = {kNoLevel, 0};
    });
  });
  objects_.count = count;
  rebuild(builder);
}

void StaticSet::check_all_there(std::span<const ObjectId> ids) {
  // A tier of this number marks who was named already.
  constexpr std::uint32_t kNamed = 1U << 31;
  std::size_t named = 0;
  for (; named < ids.size(); ++named) {
    const std::uint32_t row = objects_.rows.find(ids[named]);
    if (row == IdMap::kNone || (objects_.places[row].level & kNamed) != 0) break;
    objects_.places[row].level |= kNamed;
  }
  for (std::size_t i = 0; i < named; ++i)
    objects_.places[objects_.rows.find(ids[i])].level &= ~kNamed;
  if (named < ids.size())
    throw std::invalid_argument("quadphase: only static objects can be taken out, each once");
}

void StaticSet::remove(std::span<const ObjectId> ids) noexcept {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const ObjectId id : ids) {
    const std::uint32_t row = objects_.rows.find(id);
    const StaticPosition place = objects_.places[row];
    if (is_whole_ && place.level != kNoLevel) {
      Tree& tree = levels_[place.level].tree;
      tree.objects.set(place.position, {kNan, kNan, kNan, kNan});
      tree.view.has_tombstones = true;
    }
    objects_.rows.erase(id);
    const std::size_t last = --objects_.count;
    if (row == last) continue;
    objects_.rows.assign(objects_.ids[last], row);
    objects_.move_row(last, row);
  }
  tombstone_count_ += ids.size();
  if (objects_.count == 0) has_filters_ = has_row_ids_ = has_fat_boxes_ = false;
}

void StaticSet::settle(const StaticBuilder& builder) {
  if (!is_whole_ || 8 * tombstone_count_ > objects_.count + tombstone_count_) rebuild(builder);
}

/// Sorts the objects from `first_row` on into the last tier that has room for them.
void StaticSet::place_new(std::size_t first_row, const StaticBuilder& builder) {
  if (!is_whole_) return rebuild(builder);
  const std::size_t added = objects_.count - first_row;
  std::uint32_t level = 2;
  if (levels_[2].count + added > last_level_size(objects_.count)) level = 1;
  if (8 * (levels_[1].count + levels_[2].count + added) > objects_.count) level = 0;
  if (level == 0) return rebuild(builder);
  rows_.ensure_with_spare(levels_[1].count + levels_[2].count + added);
  row_count_ = 0;
  if (level == 1) list_living(1);
  list_living(2);
  for (std::size_t row = first_row; row < objects_.count; ++row)
    rows_[row_count_++] = static_cast<std::uint32_t>(row);
  gathered_.reserve(row_count_);
  is_whole_ = false;
  tree_count_ = 0;
  reserve_tree(row_count_, has_filters_ || builder.filtered, builder, levels_[level].tree,
               levels_[level].filters);
  if (level == 1) levels_[2].count = 0;
  build_level(level, rows_.first(row_count_), builder);
}

/// Lists the rows of a tier's living objects.
void StaticSet::list_living(std::uint32_t number) {
  const Level& level = levels_[number];
  for (std::uint32_t position = 0; position < level.count; ++position) {
    const std::uint32_t row = objects_.rows.find(level.tree.ids[position]);
    if (row == IdMap::kNone || row >= objects_.count) continue;
    const StaticPosition place = objects_.places[row];
    if (place.level == number && place.position == position) {
      rows_[row_count_++] = row;
    }
  }
}

/// Room for all that changes of up to an eighth can need, so that they allocate nothing.
void StaticSet::reserve_levels(std::size_t count, bool has_filters, const StaticBuilder& builder) {
  is_whole_ = false;  // a tree that grows is lost
  tree_count_ = 0;
  const std::size_t eighth = count / 8 + last_level_size(count);
  rows_.ensure_with_spare(eighth);
  gathered_.reserve(eighth);
  reserve_tree(count, has_filters, builder, levels_[0].tree, levels_[0].filters);
  reserve_tree(eighth, has_filters, builder, levels_[1].tree, levels_[1].filters);
  reserve_tree(last_level_size(count), has_filters, builder, levels_[2].tree, levels_[2].filters);
}

/// Sorts all objects into tier 0.
void StaticSet::rebuild(const StaticBuilder& builder) {
  if (objects_.count == 0) has_filters_ = has_row_ids_ = has_fat_boxes_ = false;
  reserve_levels(objects_.count, has_filters_ || builder.filtered, builder);
  levels_[1].count = levels_[2].count = 0;
  build_level(0, {}, builder);
  tombstone_count_ = 0;
}

/// Builds a tier of some rows; tier 0 of all. There must be room.
void StaticSet::build_level(std::uint32_t number, std::span<const std::uint32_t> rows,
                            const StaticBuilder& builder) {
  Level& level = levels_[number];
  const bool is_all = number == 0;
  const bool filtered = has_filters_ || builder.filtered;
  const std::size_t count = is_all ? objects_.count : rows.size();
  builder.workers.run(count < kSerialObjects, [&] {
    const Workers& workers = builder.workers;
    if (!is_all)
      for_each_row(count, workers,
                   [&](std::size_t i) { gather_row(objects_, rows[i], gathered_, i); });
    Objects objects = is_all ? objects_.from(0, count) : gathered_.from(0, count);
    if (!filtered) objects.filters = {};
    StageTimes times;
    build_objects(objects, {builder.rules, filtered}, {builder.kernels, workers, builder.scratch},
                  level.tree, level.filters, times);
    level.count = level.tree.object_count();
    for_each_row(level.count, workers, [&](std::size_t i) {
      const std::uint32_t place = level.tree.ids[i];
      const std::uint32_t row = is_all ? place : rows[place];
      objects_.places[row] = {number, static_cast<std::uint32_t>(i)};
      level.tree.ids[i] = objects_.ids[row];
    });
  });
  is_whole_ = true;
  show_trees();
}

void StaticSet::show_trees() noexcept {
  tree_count_ = 0;
  for (const Level& level : levels_) {
    if (level.count > 0) trees_[tree_count_++] = &level.tree.view;
  }
}

void StaticSet::align_filters(bool filtered, const Workers& workers) {
  try {
    for (Level& level : levels_) {
      Objects objects;
      objects.count = level.tree.object_count();
      if (!filtered) {
        level.tree.clear_filters();
      } else if (level.count > 0 && !level.tree.view.is_filtered()) {
        add_filters(objects, workers, level.tree, level.filters);
      }
    }
  } catch (...) {
    is_whole_ = false;  // until they are built anew, for they must not differ
    tree_count_ = 0;
    throw;
  }
}

std::size_t StaticSet::byte_count() const noexcept {
  std::size_t bytes = objects_.byte_count() + gathered_.byte_count() + rows_.byte_count();
  for (const Level& level : levels_) bytes += level.tree.byte_count() + level.filters.byte_count();
  return bytes;
}

}  // namespace quadphase::detail
