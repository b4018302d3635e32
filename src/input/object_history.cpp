// SPDX-License-Identifier: MIT
#include "input/object_history.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/atomic_word.hpp"
#include "base/chunk_loop.hpp"
#include "base/chunks.hpp"
#include "data/local_box.hpp"
#include "input/given_boxes.hpp"

namespace quadphase::detail {
namespace {

ObjectId greatest_id(std::span<const ObjectId> ids, const Workers& workers) {
  const Chunks chunks(ids.size());
  std::array<ObjectId, kMaxChunks> greatest{};
  workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
    greatest[c] = *std::max_element(ids.begin() + static_cast<std::ptrdiff_t>(chunks.first(c)),
                                    ids.begin() + static_cast<std::ptrdiff_t>(chunks.last(c)));
  });
  return *std::max_element(greatest.begin(), greatest.end());
}

bool has_same_ids(const ObjectHistory& before, const ObjectId* ids, std::size_t count,
                  const Workers& workers) {
  if (!before.has_ids || before.count != count) return false;
  std::atomic<bool> same{true};
  for_each_chunk(Chunks(count), workers, [&](std::size_t, std::size_t first, std::size_t last) {
    if (!same.load(std::memory_order_relaxed)) return;
    if (!std::equal(ids + first, ids + last, before.ids.data() + first))
      same.store(false, std::memory_order_relaxed);
  });
  return same.load(std::memory_order_relaxed);
}

/// The most ids that are dense: larger tables would take too much memory.
std::size_t most_dense(std::size_t count) {
  return 4 * count + 1'024;
}

/// The most slots for which ids serve as slots.
std::size_t most_slots(std::size_t count) {
  return count + count / 4 + 1'024;
}

}  // namespace

void IdTable::fill_dense(const ObjectId* ids, const Workers& workers) {
  dense_.ensure_with_spare(size_);
  std::uint32_t* const rows = dense_.data();
  for_each_chunk(Chunks(size_), workers, [&](std::size_t, std::size_t first, std::size_t last) {
    std::fill(rows + first, rows + last, IdMap::kNone);
  });
  if (workers.active_count() > 1) {
    for_each_row(count_, workers,
                 [&](std::size_t i) { atomic_store(rows[ids[i]], static_cast<std::uint32_t>(i)); });
    std::atomic<bool> differs{false};
    for_each_row(count_, workers, [&](std::size_t i) {
      if (rows[ids[i]] != i) differs.store(true, std::memory_order_relaxed);
    });
    if (!differs.load(std::memory_order_relaxed)) return;
    for (std::size_t i = 0; i < count_; ++i) rows[ids[i]] = IdMap::kNone;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    std::uint32_t& row = rows[ids[i]];
    if (row == IdMap::kNone) {
      row = static_cast<std::uint32_t>(i);
    } else {
      has_equal_ids_ = true;
    }
  }
}

void IdTable::fill_sparse(const ObjectId* ids, const Workers& workers) {
  sparse_.reset(count_);
  std::atomic<bool> collides{false};
  for_each_row(count_, workers, [&](std::size_t i) {
    if (!sparse_.insert(ids[i], static_cast<std::uint32_t>(i)))
      collides.store(true, std::memory_order_relaxed);
  });
  has_equal_ids_ = collides.load(std::memory_order_relaxed);
  if (!has_equal_ids_) return;
  sparse_.reset(count_);
  for (std::size_t i = 0; i < count_; ++i) sparse_.insert(ids[i], static_cast<std::uint32_t>(i));
}

void IdTable::fill(const ObjectId* ids, std::size_t count, std::span<const ObjectId> static_ids,
                   const Workers& workers) {
  kind_ = Kind::rows;
  slots_are_ids_ = true;
  has_static_ = false;
  has_equal_ids_ = false;
  count_ = size_ = count;
  if (ids == nullptr || count == 0) return;
  const std::size_t size = std::size_t{greatest_id({ids, count}, workers)} + 1;
  if (size <= most_dense(count)) {
    kind_ = Kind::dense;
    size_ = size;
    if (!static_ids.empty() && static_ids.size() <= most_dense(count)) {
      const std::size_t with_static =
          std::max(size, std::size_t{greatest_id(static_ids, workers)} + 1);
      has_static_ =
          with_static <= most_dense(count) && with_static <= most_slots(count + static_ids.size());
      if (has_static_) size_ = with_static;
    }
    // Why not if static objects have no slots: a static id below the end would then look like
    // an unused slot.
    slots_are_ids_ = has_static_ || (static_ids.empty() && size_ <= most_slots(count));
    fill_dense(ids, workers);
    return;
  }
  kind_ = Kind::sparse;
  slots_are_ids_ = false;
  fill_sparse(ids, workers);
}

ObjectHistory::ObjectHistory(std::pmr::memory_resource* resource)
    : rows(resource),
      tight(resource),
      tight_doubles(resource),
      filters(resource),
      ids(resource),
      generations(resource) {}

void ObjectHistory::fill(const Objects& objects, const Options& options,
                         const ObjectHistory& before, const Workers& workers) {
  count = objects.count;
  shared_table = nullptr;
  has_tight = options.keeps_tight;
  has_tight_doubles = has_tight && objects.has_doubles();
  origin = objects.origin;
  has_filters = options.keeps_states && objects.has_filters();
  has_generations = options.keeps_states && objects.generations != nullptr;
  has_ids = options.keeps_states && objects.ids != nullptr;
  if (has_tight) tight.ensure_with_spare(count);
  if (has_tight_doubles) tight_doubles.ensure_with_spare(count);
  if (has_filters) filters.ensure_with_spare(count);
  if (has_generations) generations.ensure_with_spare(count);
  if (has_ids && options.is_static_same && has_same_ids(before, objects.ids, count, workers)) {
    shared_table = &before.rows;
  } else if (options.keeps_states || has_tight) {
    rows.fill(objects.ids, count, options.static_ids, workers);
  }
  if (has_ids) ids.ensure_with_spare(count);
  if (!has_tight && !has_filters && !has_generations && !has_ids) return;
  for_each_chunk(Chunks(count), workers, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (has_tight_doubles) {
        tight_doubles[i] = double_box_at(objects.given, i);
        tight.set(i, local_box(tight_doubles[i], origin));
      } else if (has_tight) {
        tight.set(i, box_at(objects.boxes, i));
      }
      if (has_filters) filters[i] = filter_at(objects.filters, i);
      if (has_generations) generations[i] = objects.generations[i];
      if (has_ids) ids[i] = objects.ids[i];
    }
  });
}

void ObjectHistory::reserve_as(const ObjectHistory& other) {
  const auto kept = [this](bool has_column) { return has_column ? count : 0; };
  if (other.has_tight) tight.ensure_keeping(kept(has_tight), other.tight.capacity());
  if (other.has_tight_doubles)
    tight_doubles.ensure_keeping(has_tight_doubles ? count : 0, other.tight_doubles.capacity());
  if (other.has_filters) filters.ensure_keeping(kept(has_filters), other.filters.capacity());
  if (other.has_ids) ids.ensure_keeping(kept(has_ids), other.ids.capacity());
  if (other.has_generations)
    generations.ensure_keeping(kept(has_generations), other.generations.capacity());
}

void ObjectHistory::shrink() noexcept {
  rows.shrink();
  tight.shrink(has_tight ? count : 0);
  tight_doubles.shrink(has_tight_doubles ? count : 0);
  filters.shrink(has_filters ? count : 0);
  ids.shrink(has_ids ? count : 0);
  generations.shrink(has_generations ? count : 0);
}

void ObjectHistory::resize(std::size_t object_count, bool with_ids, bool with_filters,
                           bool with_generations) {
  count = object_count;
  has_tight = has_tight_doubles = false;
  has_ids = with_ids;
  has_filters = with_filters;
  has_generations = with_generations;
  if (has_ids) ids.ensure_with_spare(count);
  if (has_filters) filters.ensure_with_spare(count);
  if (has_generations) generations.ensure_with_spare(count);
}

ObjectState ObjectHistory::state(ObjectId id) const noexcept {
  const std::uint32_t row = by_id().find(id);
  if (row == IdMap::kNone) return {};
  ObjectState state;
  state.is_present = true;
  if (has_filters) state.filter = filters[row];
  if (has_generations) state.generation = generations[row];
  return state;
}

}  // namespace quadphase::detail
