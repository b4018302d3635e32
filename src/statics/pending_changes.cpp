// SPDX-License-Identifier: MIT
#include "statics/pending_changes.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <utility>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

/// Enters the ids of objects, whose rows begin at `first`. `free(id)` must be true for every id,
/// and `rows` must not have it; otherwise `rows` stays as it was. Errors: `std::invalid_argument`.
template <class Free>
void insert_ids(const Objects& objects, std::size_t first, const Free& free, Workers& workers,
                IdMap& rows) {
  std::atomic<bool> collides{false};
  workers.run(objects.count < kSerialObjects, [&] {
    for_each_row(objects.count, workers, [&](std::size_t i) {
      const ObjectId id = objects.ids[i];
      if (!free(id) || !rows.insert(id, static_cast<std::uint32_t>(first + i))) collides = true;
    });
  });
  if (!collides) return;
  for (std::size_t i = 0; i < objects.count; ++i) {
    const std::uint32_t row = rows.find(objects.ids[i]);
    if (row != IdMap::kNone && row >= first) rows.erase(objects.ids[i]);
  }
  throw std::invalid_argument("quadphase: two static objects must not have one id");
}

}  // namespace

void PendingChanges::set(const Objects& objects, const Kernels& kernels, Workers& workers) {
  IdMap rows(removed_ids_.resource());
  rows.reset(objects.count + objects.count / 8);
  insert_ids(
      objects, 0, [](ObjectId) { return true; }, workers, rows);
  added_.reserve(objects.count, objects.has_doubles(), words_of(objects));
  // Nothing fails from here on.
  forget_removed();
  replaces_all_ = true;
  added_.rows = std::move(rows);
  added_.reset();
  added_.words.reset_to(words_of(objects));
  workers.run(objects.count < kSerialObjects, [&] { added_.append(objects, kernels, workers); });
}

/// Enters the ids in `named_`. Errors: `std::invalid_argument`, with `named_` empty.
void PendingChanges::check_removed(std::span<const ObjectId> ids, const StaticObjects& current) {
  named_.reserve(ids.size());
  const auto is_there = [&](ObjectId id) {
    return added_.rows.find(id) != IdMap::kNone ||
           (keeps(id) && current.rows.find(id) != IdMap::kNone);
  };
  std::size_t named = 0;
  while (named < ids.size() && is_there(ids[named]) && named_.insert(ids[named], 0)) ++named;
  if (named == ids.size()) return;
  named_.clear(ids.first(named));
  throw std::invalid_argument("quadphase: only static objects can be removed, each once");
}

void PendingChanges::exchange(std::span<const ObjectId> removed, const Objects& added,
                              const StaticObjects& current, const Kernels& kernels,
                              Workers& workers) {
  const std::size_t most_removed = removed_count_ + removed.size();
  checked(count_after(current) + added.count - std::min(removed.size(), count_after(current)));
  if (most_removed > removed_ids_.capacity())
    removed_ids_.grow(removed_count_, most_removed + most_removed / 8);
  removed_.reserve(most_removed);
  withdrawn_.ensure_with_spare(std::min(removed.size(), added_.count));
  added_.reserve(added_.count + added.count, added.has_doubles(), words_of(added));
  added_.rows.reserve(added_.count + added.count);
  check_removed(removed, current);

  // Why they leave the map first: an added object may have the same id.
  std::size_t withdrawn_count = 0;
  for (const ObjectId id : removed) {
    const std::uint32_t row = added_.rows.find(id);
    if (row == IdMap::kNone) continue;
    added_.rows.erase(id);
    withdrawn_[withdrawn_count++] = {row, id};
  }
  const std::span<AddedRow> withdrawn = withdrawn_.first(withdrawn_count);
  const auto is_free = [&](ObjectId id) {
    return named_.find(id) != IdMap::kNone || !keeps(id) || current.rows.find(id) == IdMap::kNone;
  };
  try {
    insert_ids(added, added_.count, is_free, workers, added_.rows);
  } catch (...) {
    for (const AddedRow& entry : withdrawn) added_.rows.insert(entry.id, entry.row);
    named_.clear(removed);
    throw;
  }
  // Nothing fails from here on.
  if (added.count > 0)
    workers.run(added.count < kSerialObjects, [&] { added_.append(added, kernels, workers); });
  // Why the last row first: the row that takes its place then stays.
  std::ranges::sort(withdrawn, std::greater(), &AddedRow::row);
  for (const AddedRow& entry : withdrawn) {
    added_.remove_row(entry.row);
    named_.erase(entry.id);
  }
  for (const ObjectId id : removed) {
    if (named_.find(id) == IdMap::kNone) continue;
    named_.erase(id);
    removed_.insert(id, 0);
    removed_ids_[removed_count_++] = id;
  }
}

void PendingChanges::forget_removed() noexcept {
  removed_.clear(removed());
  removed_count_ = 0;
}

void PendingChanges::clear() noexcept {
  forget_removed();
  added_.rows.clear(added_.all_ids());
  added_.reset();
  replaces_all_ = false;
}

void PendingChanges::shrink() noexcept {
  added_.shrink();
  removed_ids_.shrink(removed_count_);
  removed_.shrink(removed_count_);
  named_.release();
  withdrawn_.release();
}

}  // namespace quadphase::detail
