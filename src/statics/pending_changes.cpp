// SPDX-License-Identifier: MIT
#include "statics/pending_changes.hpp"

#include <atomic>
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
  added_.reserve(objects.count);
  // Nothing fails from here on.
  forget_removed();
  replaces_all_ = true;
  added_.rows = std::move(rows);
  added_.count = 0;
  added_.has_filters = added_.has_fat_boxes = false;
  workers.run(objects.count < kSerialObjects, [&] { added_.append(objects, kernels, workers); });
}

void PendingChanges::add(const Objects& objects, const StaticObjects& current,
                         const Kernels& kernels, Workers& workers) {
  checked(count_after(current) + objects.count);
  added_.reserve(added_.count + objects.count);
  added_.rows.reserve(added_.count + objects.count);
  const auto is_free = [&](ObjectId id) {
    return !keeps(id) || current.rows.find(id) == IdMap::kNone;
  };
  insert_ids(objects, added_.count, is_free, workers, added_.rows);
  workers.run(objects.count < kSerialObjects, [&] { added_.append(objects, kernels, workers); });
}

void PendingChanges::remove(std::span<const ObjectId> ids, const StaticObjects& current) {
  const std::size_t most = removed_count_ + ids.size();
  if (most > removed_ids_.capacity()) removed_ids_.grow(removed_count_, most + most / 8);
  removed_.reserve(most);
  named_.reserve(ids.size());
  const auto is_there = [&](ObjectId id) {
    return added_.rows.find(id) != IdMap::kNone ||
           (keeps(id) && current.rows.find(id) != IdMap::kNone);
  };
  std::size_t named = 0;
  while (named < ids.size() && is_there(ids[named]) && named_.insert(ids[named], 0)) ++named;
  named_.clear(ids.first(named));
  if (named < ids.size())
    throw std::invalid_argument("quadphase: only static objects can be removed, each once");
  // Nothing fails from here on.
  for (const ObjectId id : ids) {
    const std::uint32_t row = added_.rows.find(id);
    if (row != IdMap::kNone) {
      added_.remove(row);
    } else {
      removed_.insert(id, 0);
      removed_ids_[removed_count_++] = id;
    }
  }
}

void PendingChanges::forget_removed() noexcept {
  removed_.clear(removed());
  removed_count_ = 0;
}

void PendingChanges::clear() noexcept {
  forget_removed();
  added_.rows.clear(added_.all_ids());
  added_.count = 0;
  added_.has_filters = added_.has_fat_boxes = false;
  replaces_all_ = false;
}

}  // namespace quadphase::detail
