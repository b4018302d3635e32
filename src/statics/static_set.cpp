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
constexpr std::size_t kLeastLastTier = 256;

std::size_t last_tier_size(std::size_t count) {
  return std::max(kLeastLastTier, count / 256);
}

/// Copies row `from` of `objects`, in filters and box, to row `to` of `target`.
void gather_row(const StillObjects& objects, std::size_t from, StillObjects& target,
                std::size_t to) {
  target.boxes.set(to, box_at(objects.boxes.from(0), from));
  target.category[to] = objects.category[from];
  target.mask[to] = objects.mask[from];
  target.owner[to] = objects.owner[from];
  target.world[to] = objects.world[from];
}

/// Makes room for a tree of so many objects, in it and in the frame's scratch.
void reserve_tree(std::size_t count, bool has_filters, const StillBuilder& builder, Tree& tree,
                  TreeFilters& filters) {
  const std::size_t capacity = std::max<std::size_t>(count + count / 8, kFanout);
  const std::size_t buckets = max_bucket_count(capacity);
  tree.reserve(capacity, buckets, std::min(capacity, kHeavyObjects), builder.rules.capacity);
  builder.scratch.reserve(std::max(capacity, builder.scratch.keys.keys.capacity()));
  if (has_filters)
    filters.reserve(capacity, max_leaf_count(capacity, buckets, builder.rules.capacity));
}

}  // namespace

StillSet::StillSet(std::pmr::memory_resource* resource, int worker_count)
    : objects_(resource),
      tiers_{Tier(resource, worker_count), Tier(resource, worker_count),
             Tier(resource, worker_count)},
      rows_(resource),
      gathered_(resource) {}

/// Enters the ids of new objects, whose rows begin at `first`.
void StillSet::insert_ids(const Objects& objects, const Workers& workers, IdMap& rows,
                          std::size_t first) {
  std::atomic<bool> twice{false};
  for_each_row(objects.count, workers, [&](std::size_t i) {
    const ObjectId id = objects.ids != nullptr ? objects.ids[i] : static_cast<ObjectId>(i);
    if (!rows.insert(id, static_cast<std::uint32_t>(first + i))) twice = true;
  });
  if (!twice) return;
  for (std::size_t i = 0; i < objects.count; ++i) {
    const ObjectId id = objects.ids != nullptr ? objects.ids[i] : static_cast<ObjectId>(i);
    const std::uint32_t row = rows.find(id);
    if (row != IdMap::kNone && row >= first) rows.erase(id);
  }
  throw std::invalid_argument("quadphase: two still objects must not have one id");
}

/// Copies new objects behind the others; there must be room.
void StillSet::append(const Objects& objects, const Attributes& attributes,
                      const Workers& workers) {
  const std::size_t first = objects_.count;
  const auto value = [](const std::uint32_t* column, std::size_t i, std::uint32_t absent) {
    return column != nullptr ? column[i] : absent;
  };
  constexpr Filter kDefault;
  for_each_row(objects.count, workers, [&](std::size_t i) {
    const std::size_t row = first + i;
    objects_.tight.set(row, box_at(objects.boxes, i));
    objects_.boxes.set(row, grown_box(box_at(objects.boxes, i), attributes, i));
    objects_.ids[row] = objects.ids != nullptr ? objects.ids[i] : static_cast<ObjectId>(i);
    objects_.category[row] = value(objects.filters.category, i, kDefault.category);
    objects_.mask[row] = value(objects.filters.mask, i, kDefault.mask);
    objects_.owner[row] = value(objects.filters.owner, i, kDefault.owner);
    objects_.world[row] = value(objects.filters.world, i, kDefault.world);
    objects_.places[row] = {kNoTier, 0};
    objects_.generation[row] = attributes.generation.empty() ? 0 : attributes.generation[i];
  });
  objects_.count += objects.count;
  if (objects.count == 0) return;
  has_filters_ = has_filters_ || objects.has_filters();
  has_row_ids_ = has_row_ids_ || objects.ids == nullptr;
  has_grown_ = has_grown_ || grows(attributes);
}

void StillSet::set(const Objects& objects, const Attributes& attributes,
                   const StillBuilder& builder) {
  const bool has_filters = builder.filtered || objects.has_filters();
  objects_.reserve(objects.count);
  IdMap rows(rows_.resource());
  rows.reset(objects.count + objects.count / 8);
  builder.workers.run(objects.count < kSerialObjects,
                      [&] { insert_ids(objects, builder.workers, rows, 0); });
  reserve_tiers(objects.count, has_filters, builder);
  // Nothing fails from here on.
  objects_.rows = std::move(rows);
  objects_.count = 0;
  has_filters_ = has_row_ids_ = has_grown_ = false;
  builder.workers.run(objects.count < kSerialObjects,
                      [&] { append(objects, attributes, builder.workers); });
  try {
    rebuild(builder);
  } catch (const std::bad_alloc&) {
    // The set is the new one; its trees are built by the next `settle`.
    is_whole_ = false;
    tree_count_ = 0;
  }
}

void StillSet::add(const Objects& objects, const Attributes& attributes,
                   const StillBuilder& builder) {
  if (objects.count == 0) return;
  const std::size_t first = objects_.count;
  const bool had_filters = has_filters_;
  const bool had_row_ids = has_row_ids_;
  const bool had_grown = has_grown_;
  objects_.reserve(first + objects.count);
  objects_.rows.reserve(first + objects.count);
  builder.workers.run(objects.count < kSerialObjects, [&] {
    insert_ids(objects, builder.workers, objects_.rows, first);
    append(objects, attributes, builder.workers);
  });
  try {
    place_new(first, builder);
  } catch (...) {
    while (objects_.count > first) objects_.rows.erase(objects_.ids[--objects_.count]);
    has_filters_ = had_filters;
    has_row_ids_ = had_row_ids;
    has_grown_ = had_grown;
    throw;
  }
}

void StillSet::enter_restored(std::size_t count, const StillBuilder& builder) {
  Objects entered;
  entered.count = count;
  entered.ids = objects_.ids.data();
  objects_.rows.reset(count);
  builder.workers.run(count < kSerialObjects, [&] {
    insert_ids(entered, builder.workers, objects_.rows, 0);
    for_each_row(count, builder.workers, [&](std::size_t row) {
      objects_.places[row] = {kNoTier, 0};
    });
  });
  objects_.count = count;
  rebuild(builder);
}

void StillSet::check_all_there(std::span<const ObjectId> ids) {
  // A tier of this number marks who was named already.
  constexpr std::uint32_t kNamed = 1U << 31;
  std::size_t named = 0;
  for (; named < ids.size(); ++named) {
    const std::uint32_t row = objects_.rows.find(ids[named]);
    if (row == IdMap::kNone || (objects_.places[row].tier & kNamed) != 0) break;
    objects_.places[row].tier |= kNamed;
  }
  for (std::size_t i = 0; i < named; ++i)
    objects_.places[objects_.rows.find(ids[i])].tier &= ~kNamed;
  if (named < ids.size())
    throw std::invalid_argument("quadphase: only still objects can be taken out, each once");
}

void StillSet::remove(std::span<const ObjectId> ids) noexcept {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const ObjectId id : ids) {
    const std::uint32_t row = objects_.rows.find(id);
    const StillPlace place = objects_.places[row];
    if (is_whole_ && place.tier != kNoTier) {
      Tree& tree = tiers_[place.tier].tree;
      tree.objects.set(place.position, {kNan, kNan, kNan, kNan});
      tree.view.has_dead = true;
    }
    objects_.rows.erase(id);
    const std::size_t last = --objects_.count;
    if (row == last) continue;
    objects_.rows.assign(objects_.ids[last], row);
    objects_.move_row(last, row);
  }
  dead_count_ += ids.size();
  if (objects_.count == 0) has_filters_ = has_row_ids_ = has_grown_ = false;
}

void StillSet::settle(const StillBuilder& builder) {
  if (!is_whole_ || 8 * dead_count_ > objects_.count + dead_count_) rebuild(builder);
}

/// Sorts the objects from `first_row` on into the last tier that has room for them.
void StillSet::place_new(std::size_t first_row, const StillBuilder& builder) {
  if (!is_whole_) return rebuild(builder);
  const std::size_t added = objects_.count - first_row;
  std::uint32_t tier = 2;
  if (tiers_[2].count + added > last_tier_size(objects_.count)) tier = 1;
  if (8 * (tiers_[1].count + tiers_[2].count + added) > objects_.count) tier = 0;
  if (tier == 0) return rebuild(builder);
  rows_.ensure_with_spare(tiers_[1].count + tiers_[2].count + added);
  row_count_ = 0;
  if (tier == 1) list_living(1);
  list_living(2);
  for (std::size_t row = first_row; row < objects_.count; ++row)
    rows_[row_count_++] = static_cast<std::uint32_t>(row);
  gathered_.reserve(row_count_);
  is_whole_ = false;
  tree_count_ = 0;
  reserve_tree(row_count_, has_filters_ || builder.filtered, builder, tiers_[tier].tree,
               tiers_[tier].filters);
  if (tier == 1) tiers_[2].count = 0;
  build_tier(tier, rows_.first(row_count_), builder);
}

/// Lists the rows of a tier's living objects.
void StillSet::list_living(std::uint32_t number) {
  const Tier& tier = tiers_[number];
  for (std::uint32_t position = 0; position < tier.count; ++position) {
    const std::uint32_t row = objects_.rows.find(tier.tree.ids[position]);
    if (row == IdMap::kNone || row >= objects_.count) continue;
    const StillPlace place = objects_.places[row];
    if (place.tier == number && place.position == position) {
      rows_[row_count_++] = row;
    }
  }
}

/// Room for all that changes of up to an eighth can need, so that they allocate nothing.
void StillSet::reserve_tiers(std::size_t count, bool has_filters, const StillBuilder& builder) {
  is_whole_ = false;  // a tree that grows is lost
  tree_count_ = 0;
  const std::size_t eighth = count / 8 + last_tier_size(count);
  rows_.ensure_with_spare(eighth);
  gathered_.reserve(eighth);
  reserve_tree(count, has_filters, builder, tiers_[0].tree, tiers_[0].filters);
  reserve_tree(eighth, has_filters, builder, tiers_[1].tree, tiers_[1].filters);
  reserve_tree(last_tier_size(count), has_filters, builder, tiers_[2].tree, tiers_[2].filters);
}

/// Sorts all objects into tier 0.
void StillSet::rebuild(const StillBuilder& builder) {
  if (objects_.count == 0) has_filters_ = has_row_ids_ = has_grown_ = false;
  reserve_tiers(objects_.count, has_filters_ || builder.filtered, builder);
  tiers_[1].count = tiers_[2].count = 0;
  build_tier(0, {}, builder);
  dead_count_ = 0;
}

/// Builds a tier of some rows; tier 0 of all. There must be room.
void StillSet::build_tier(std::uint32_t number, std::span<const std::uint32_t> rows,
                          const StillBuilder& builder) {
  Tier& tier = tiers_[number];
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
    build_objects(objects, {}, {builder.rules, filtered},
                  {builder.kernels, workers, builder.scratch}, tier.tree, tier.filters, times);
    tier.count = tier.tree.object_count();
    for_each_row(tier.count, workers, [&](std::size_t i) {
      const std::uint32_t place = tier.tree.ids[i];
      const std::uint32_t row = is_all ? place : rows[place];
      objects_.places[row] = {number, static_cast<std::uint32_t>(i)};
      tier.tree.ids[i] = objects_.ids[row];
    });
  });
  is_whole_ = true;
  show_trees();
}

void StillSet::show_trees() noexcept {
  tree_count_ = 0;
  for (const Tier& tier : tiers_) {
    if (tier.count > 0) trees_[tree_count_++] = &tier.tree.view;
  }
}

void StillSet::align_filters(bool filtered, const Workers& workers) {
  try {
    for (Tier& tier : tiers_) {
      Objects objects;
      objects.count = tier.tree.object_count();
      if (!filtered) {
        tier.tree.clear_filters();
      } else if (tier.count > 0 && !tier.tree.view.is_filtered()) {
        add_filters(objects, workers, tier.tree, tier.filters);
      }
    }
  } catch (...) {
    is_whole_ = false;  // until they are built anew, for they must not differ
    tree_count_ = 0;
    throw;
  }
}

std::size_t StillSet::byte_count() const noexcept {
  std::size_t bytes = objects_.byte_count() + gathered_.byte_count() + rows_.byte_count();
  for (const Tier& tier : tiers_) bytes += tier.tree.byte_count() + tier.filters.byte_count();
  return bytes;
}

}  // namespace quadphase::detail
