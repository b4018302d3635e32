// SPDX-License-Identifier: MIT
#include "moving_objects.hpp"

#include <algorithm>
#include <array>

#include "chunks.hpp"

namespace quadphase::detail {
namespace {

template <class Task>
void for_each_chunk(std::size_t count, const Workers& workers, const Task& task) {
  const Chunks chunks(count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    task(chunk, chunks.first(chunk), chunks.last(chunk));
  });
}

ObjectId greatest_id(const ObjectId* ids, std::size_t count, const Workers& workers) {
  std::array<ObjectId, kMaxChunks> greatest{};
  for_each_chunk(count, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    greatest[chunk] = *std::max_element(ids + first, ids + last);
  });
  return *std::max_element(greatest.begin(), greatest.end());
}

/// Ids are dense where a table of them all takes no more than this.
std::size_t most_dense(std::size_t count) {
  return 4 * count + 1'024;
}

}  // namespace

void IdTable::fill(const ObjectId* ids, std::size_t count, const Workers& workers) {
  kind_ = Kind::rows;
  size_ = count;
  if (ids == nullptr || count == 0) return;
  const std::size_t table_size = std::size_t{greatest_id(ids, count, workers)} + 1;
  if (table_size <= most_dense(count)) {
    dense_.ensure_with_spare(table_size);
    std::uint32_t* const rows = dense_.data();
    for_each_chunk(table_size, workers, [&](std::size_t, std::size_t first, std::size_t last) {
      std::fill(rows + first, rows + last, IdMap::kNone);
    });
    for_each_chunk(count, workers, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) rows[ids[i]] = static_cast<std::uint32_t>(i);
    });
    kind_ = Kind::dense;
    size_ = table_size;
    return;
  }
  sparse_.reset(count);
  for_each_chunk(count, workers, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      sparse_.insert(ids[i], static_cast<std::uint32_t>(i));
  });
  kind_ = Kind::sparse;
}

MovingObjects::MovingObjects(std::pmr::memory_resource* resource)
    : rows(resource), tight(resource), filters(resource), ids(resource), generations(resource) {}

void MovingObjects::fill(const Objects& objects, const Attributes& attributes, bool keeps_states,
                         bool keeps_tight, const Workers& workers) {
  count = objects.count;
  has_tight = keeps_tight;
  has_filters = keeps_states && objects.has_filters();
  has_generations = keeps_states && !attributes.generation.empty();
  has_ids = keeps_states && objects.ids != nullptr;
  if (has_tight) tight.ensure_with_spare(count);
  if (has_filters) filters.ensure_with_spare(count);
  if (has_generations) generations.ensure_with_spare(count);
  if (keeps_states || has_tight) rows.fill(objects.ids, count, workers);
  if (has_ids) ids.ensure_with_spare(count);
  if (!has_tight && !has_filters && !has_generations && !has_ids) return;
  for_each_chunk(count, workers, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (has_tight) tight.set(i, box_at(objects.boxes, i));
      if (has_filters) filters[i] = filter_at(objects.filters, i);
      if (has_generations) generations[i] = attributes.generation[i];
      if (has_ids) ids[i] = objects.ids[i];
    }
  });
}

void MovingObjects::resize(std::size_t object_count, bool with_ids, bool with_filters,
                           bool with_generations) {
  count = object_count;
  has_tight = false;
  has_ids = with_ids;
  has_filters = with_filters;
  has_generations = with_generations;
  if (has_ids) ids.ensure_with_spare(count);
  if (has_filters) filters.ensure_with_spare(count);
  if (has_generations) generations.ensure_with_spare(count);
}

ObjectState MovingObjects::state(ObjectId id) const noexcept {
  const std::uint32_t row = rows.find(id);
  if (row == IdMap::kNone) return {};
  ObjectState state;
  state.is_there = true;
  if (has_filters) state.filter = filters[row];
  if (has_generations) state.generation = generations[row];
  return state;
}

std::size_t MovingObjects::byte_count() const noexcept {
  return rows.byte_count() + tight.byte_count() + filters.byte_count() + generations.byte_count() +
         ids.byte_count();
}

}  // namespace quadphase::detail
