// SPDX-License-Identifier: MIT
#include "statics/static_set.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/chunk_loop.hpp"
#include "base/floating_point_mode.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

/// The least capacity of the last level.
/// Why: sorting 256 objects again takes about 3 us, a tenth of the time of a thousand moving
/// objects, and objects move up a level only once per 256 new ones.
constexpr std::size_t kMinLastLevel = tuned<std::size_t>(256, 2);

std::size_t last_level_size(std::size_t count) {
  return std::max(kMinLastLevel, count / 256);
}

}  // namespace

StaticSet::StaticSet(std::pmr::memory_resource* resource, int worker_count)
    : objects_(resource),
      pending_(resource),
      levels_{Level(resource, worker_count), Level(resource, worker_count),
              Level(resource, worker_count)},
      rows_(resource),
      gathered_(resource) {}

void StaticSet::update(const StaticBuilder& builder, StaticLog* log) {
  const bool has_changes = !pending_.is_empty();
  if (has_changed(builder.origin)) {
    const std::size_t first_new =
        has_changes || !is_sorted_ ? apply_pending(builder.workers, log) : objects_.count;
    if (is_near_another(builder.origin)) move_origin(*builder.origin, builder.workers);
    const bool are_all_new = !std::exchange(is_sorted_, false);
    tree_count_ = 0;
    const std::uint32_t level = are_all_new ? 0 : level_for_new(objects_.count - first_new);
    if (level == 0) {
      sort_all(builder);
    } else if (first_new < objects_.count) {
      sort_new(level, first_new, builder);
    }
    is_sorted_ = true;
  }
  align_filters(builder);
}

/// Returns the first of the new rows, which are in no tree. Clears `is_sorted_` if all are.
std::size_t StaticSet::apply_pending(Workers& workers, StaticLog* log) {
  const StaticObjects& added = pending_.added();
  if (!pending_.replaces_all()) {
    const std::size_t count = pending_.count_after(objects_);
    objects_.reserve(count, added.has_doubles, added.words.set());
    objects_.rows.reserve(count);
  }
  if (log != nullptr) log_pending(*log);
  // Nothing fails from here on.
  if (!pending_.is_empty()) ++version_;
  if (pending_.replaces_all()) {
    pending_.swap_added(objects_);
    is_sorted_ = false;
  }
  for (const ObjectId id : pending_.removed()) leave_tombstone(id);
  const std::size_t first_new = objects_.count;
  if (!pending_.replaces_all())
    workers.run(added.count < kSerialObjects, [&] { objects_.append(added, workers); });
  pending_.clear();
  return first_new;
}

/// Rounds all doubles near another origin; the trees must then be rebuilt.
void StaticSet::move_origin(const Origin& origin, Workers& workers) {
  is_sorted_ = false;
  ++version_;
  objects_.origin = origin;
  workers.run(objects_.count < kSerialObjects, [&] {
    for_each_row(objects_.count, workers, [&](std::size_t row) { objects_.round_row(row); });
  });
}

/// Removes an object, and leaves a tombstone.
void StaticSet::leave_tombstone(ObjectId id) noexcept {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::uint32_t row = objects_.rows.find(id);
  const StaticPosition at = objects_.positions[row];
  if (is_sorted_ && at.level != kNoLevel) {
    Tree& tree = levels_[at.level].tree;
    tree.objects.set(at.position, {kNan, kNan, kNan, kNan});
    tree.view.has_tombstones = true;
    if (tree.view.exact.has_any()) levels_[at.level].doubles[at.position] = no_double_box();
  }
  objects_.remove(row);
  ++tombstone_count_;
}

StaticObjects StaticSet::next_objects() const {
  const DefaultFloatingPointMode mode;  // Why: doubles may be rounded again.
  struct Source {
    ObjectId id;
    std::uint32_t row;
    const StaticObjects* objects;
  };
  std::vector<Source> sources;
  sources.reserve(pending_.count_after(objects_));
  const auto list = [&sources](const StaticObjects& objects, std::uint32_t row) {
    sources.push_back({objects.ids()[row], row, &objects});
  };
  for (std::uint32_t row = 0; row < objects_.count; ++row)
    if (pending_.keeps(objects_.ids()[row])) list(objects_, row);
  for (std::uint32_t row = 0; row < pending_.added().count; ++row) list(pending_.added(), row);
  if (!std::ranges::is_sorted(sources, {}, &Source::id))
    std::ranges::sort(sources, {}, &Source::id);
  StaticObjects next(rows_.resource());
  const StaticObjects& added = pending_.added();
  const WordSet words = objects_.words.set() | added.words.set();
  next.reserve(sources.size(), objects_.has_doubles || added.has_doubles, words);
  next.words.begin(words, 0);
  // As `apply_pending` does: the origin stays while an object that has doubles stays.
  const auto keeps_doubles = [this](const Source& source) {
    return source.objects == &objects_ && objects_.is_double(source.row);
  };
  if (std::ranges::any_of(sources, keeps_doubles)) next.start_doubles(objects_.origin);
  if (added.has_doubles) next.start_doubles(added.origin);
  for (const Source& source : sources) {
    const std::size_t row = next.count++;
    next.copy_row(*source.objects, source.row, row);
    next.round_row(row);
    next.count_row(row);
  }
  next.words.drop_defaults(next.count);
  return next;
}

void StaticSet::log_pending(StaticLog& log) const {
  const std::span<const ObjectId> removed =
      pending_.replaces_all() ? objects_.all_ids() : pending_.removed();
  log.reserve(removed.size() + pending_.added().count);
  const StaticObjects& added = pending_.added();
  const auto stays = [&](ObjectId id) {
    const std::uint32_t row = objects_.rows.find(id);
    const std::uint32_t added_row = added.rows.find(id);
    return row != IdMap::kNone && added_row != IdMap::kNone &&
           objects_.is_equal(row, added, added_row);
  };
  for (const ObjectId id : removed) {
    const std::uint32_t row = objects_.rows.find(id);
    if (!stays(id)) log.removed(id, objects_.filter(row), objects_.generation(row));
  }
  for (const ObjectId id : added.all_ids())
    if (!stays(id)) log.added(id);
}

void StaticSet::enter_restored(std::size_t count) {
  objects_.rows.reset(count);
  for (std::size_t row = 0; row < count; ++row) {
    objects_.positions[row] = {kNoLevel, 0};
    objects_.count_row(row);
    if (!objects_.rows.insert(objects_.ids()[row], static_cast<std::uint32_t>(row)))
      throw std::invalid_argument("quadphase: two static objects must not have one id");
  }
  objects_.count = count;
  objects_.words.drop_defaults(count);
  objects_.words.shrink(objects_.positions.capacity());
  is_sorted_ = false;
}

/// The last level with room for `new_count` new objects; 0 if all objects are to be sorted again.
/// Tried: the last level for small sets of a few hundred objects, too: a change of ten among up to
/// 1,000 takes 4.3 us instead of 2.7.
std::uint32_t StaticSet::level_for_new(std::size_t new_count) const noexcept {
  if (8 * tombstone_count_ > objects_.count + tombstone_count_) return 0;
  if (new_count == 0) return 2;
  const std::size_t in_last = levels_[2].count + new_count;
  if (8 * (levels_[1].count + in_last) > objects_.count) return 0;
  return in_last > last_level_size(objects_.count) ? 1 : 2;
}

/// Sorts the rows from `first_row` on into a level, together with the objects of this level and of
/// those after it.
void StaticSet::sort_new(std::uint32_t number, std::size_t first_row,
                         const StaticBuilder& builder) {
  Level& level = levels_[number];
  rows_.ensure_with_spare(levels_[1].count + levels_[2].count + objects_.count - first_row);
  row_count_ = 0;
  if (number == 1) list_rows(1);
  list_rows(2);
  for (std::size_t row = first_row; row < objects_.count; ++row)
    rows_[row_count_++] = static_cast<std::uint32_t>(row);
  gathered_.reserve(row_count_, false, objects_.words.set());
  if (objects_.has_doubles) level.doubles.ensure_with_spare(row_count_);
  reserve_tree(row_count_, options(builder), builder.scratch, level.tree, level.filters);
  if (number == 1) levels_[2].count = 0;
  build_level(number, builder);
}

/// Lists the rows of the objects on a level.
void StaticSet::list_rows(std::uint32_t number) {
  const Level& level = levels_[number];
  for (std::uint32_t position = 0; position < level.count; ++position) {
    const std::uint32_t row = objects_.rows.find(level.tree.ids[position]);
    if (row == IdMap::kNone) continue;
    const StaticPosition at = objects_.positions[row];
    if (at.level == number && at.position == position) rows_[row_count_++] = row;
  }
}

/// Sorts all objects into level 0, and reserves the memory that changes of up to an eighth can
/// need, so that these allocate nothing.
void StaticSet::sort_all(const StaticBuilder& builder) {
  const std::size_t count = objects_.count;
  const std::size_t most_last = last_level_size(count);
  const std::size_t most_new = count / 8 + most_last;
  rows_.ensure_with_spare(most_new);
  gathered_.reserve(most_new, false, objects_.words.set());
  const std::array<std::size_t, kStaticLevels> sizes = {count, most_new, most_last};
  for (std::size_t i = 0; i < kStaticLevels; ++i) {
    Level& level = levels_[i];
    level.count = 0;
    if (objects_.has_doubles) level.doubles.ensure_with_spare(sizes[i]);
    reserve_tree(sizes[i], options(builder), builder.scratch, level.tree, level.filters);
  }
  build_level(0, builder);
  tombstone_count_ = 0;
}

/// Builds level 0 of all rows, or another level of `rows_`. Needs room.
void StaticSet::build_level(std::uint32_t number, const StaticBuilder& builder) {
  Level& level = levels_[number];
  const bool is_all = number == 0;
  const std::size_t count = is_all ? objects_.count : row_count_;
  gathered_.words.reset();
  gathered_.words.begin(objects_.words.set(), 0);
  builder.workers.run(count < kSerialObjects, [&] {
    const Workers& workers = builder.workers;
    if (!is_all)
      for_each_row(count, workers,
                   [&](std::size_t i) { gathered_.copy_row(objects_, rows_[i], i); });
    Objects objects = is_all ? objects_.first(count) : gathered_.first(count);
    objects.doubles = nullptr;  // they go to the positions below
    StageClock clock;           // of stages that no statistics show
    build_objects(objects, options(builder), {builder.kernels, workers, builder.scratch, clock},
                  level.tree, level.filters);
    level.count = level.tree.object_count();
    for_each_row(level.count, workers, [&](std::size_t i) {
      const std::uint32_t row = is_all ? level.tree.ids[i] : rows_[level.tree.ids[i]];
      objects_.positions[row] = {number, static_cast<std::uint32_t>(i)};
      level.tree.ids[i] = objects_.ids()[row];
      if (objects_.has_doubles) level.doubles[i] = objects_.doubles[row];
    });
    if (objects_.has_doubles)
      level.tree.view.exact = {level.doubles.data(), nullptr, objects_.origin};
  });
}

/// Makes all trees have filters (by default those that let everything pair) or none; then shows the
/// trees.
void StaticSet::align_filters(const StaticBuilder& builder) {
  const bool filtered = needs_filters(builder);
  tree_count_ = 0;
  for (Level& level : levels_) {
    if (level.count == 0) continue;
    if (!filtered) {
      level.tree.clear_filters();
    } else if (!level.tree.view.is_filtered()) {
      add_default_filters(builder.kernels, builder.workers, level.tree.view, level.filters);
    }
  }
  for (const Level& level : levels_)
    if (level.count > 0) trees_[tree_count_++] = &level.tree.view;
}

void StaticSet::clear() noexcept {
  ++version_;
  pending_.clear();
  objects_.rows.clear(objects_.all_ids());
  objects_.reset();
  for (Level& level : levels_) level.count = 0;
  tombstone_count_ = tree_count_ = 0;
  is_sorted_ = true;
}

void StaticSet::shrink(bool keeps_trees) noexcept {
  keeps_trees = keeps_trees && is_sorted_;
  pending_.shrink();
  objects_.shrink();
  rows_.release();
  gathered_ = StaticObjects(rows_.resource());
  for (Level& level : levels_) {
    if (keeps_trees && level.count > 0) {
      level.tree.shrink();
      level.filters.shrink(level.tree.view);
      shrink_doubles(level.count, level.tree, level.doubles);
    } else {
      level.tree.release();
      level.filters.release();
      level.doubles.release();
      level.count = 0;
    }
  }
  if (keeps_trees) return;
  tree_count_ = tombstone_count_ = 0;
  is_sorted_ = objects_.count == 0;
}

}  // namespace quadphase::detail
