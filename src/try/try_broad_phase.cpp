// SPDX-License-Identifier: MIT
// The functions of BroadPhase without exceptions.
#include "call/attempt.hpp"
#include "quadphase/try.hpp"

namespace quadphase {

using namespace detail;

Status try_create(std::optional<BroadPhase>& broad_phase, const Config& config) noexcept {
  return attempt([&] { broad_phase = BroadPhase(config); });
}

Status try_reserve(BroadPhase& broad_phase, std::size_t object_count,
                   std::uint64_t pair_count) noexcept {
  return attempt([&] { broad_phase.reserve(object_count, pair_count); });
}

Status try_update(BroadPhase& broad_phase, const Boxes& boxes,
                  const Attributes& attributes) noexcept {
  return attempt([&] { broad_phase.update(boxes, attributes); });
}

Status try_update(BroadPhase& broad_phase, ObjectStore& store) noexcept {
  return attempt([&] { broad_phase.update(store); });
}

Status try_count_pairs(BroadPhase& broad_phase, std::uint64_t& count) noexcept {
  return attempt([&] { count = broad_phase.count_pairs(); });
}

Status try_sorted_pairs(BroadPhase& broad_phase, std::span<const Pair>& pairs) noexcept {
  return attempt([&] { pairs = broad_phase.sorted_pairs(); });
}

Status try_adjacency(BroadPhase& broad_phase, Adjacency& adjacency, std::size_t id_count) noexcept {
  return attempt([&] { adjacency = broad_phase.adjacency(id_count); });
}

Status try_select_disjoint(std::span<const Pair> pairs, std::span<const float> priorities,
                           std::span<std::uint8_t> selected,
                           std::span<const std::uint8_t> conflicts, Executor* executor) noexcept {
  return attempt([&] { select_disjoint(pairs, priorities, selected, conflicts, executor); });
}

Status try_find_islands(std::span<const Pair> pairs, std::span<ObjectId> islands,
                        std::size_t& count, std::span<const std::uint8_t> joins,
                        Executor* executor) noexcept {
  return attempt([&] { count = find_islands(pairs, islands, joins, executor); });
}

Status try_color_pairs(std::span<const Pair> pairs, std::size_t object_count,
                       std::span<std::uint32_t> indices, PairColors& colors,
                       std::span<const std::uint8_t> fixed, std::span<const std::uint8_t> contacts,
                       Executor* executor) noexcept {
  return attempt(
      [&] { colors = color_pairs(pairs, object_count, indices, fixed, contacts, executor); });
}

Status try_chunk_count(const BroadPhase& broad_phase, std::size_t& count) noexcept {
  return attempt([&] { count = broad_phase.chunk_count(); });
}

Status try_set_static(BroadPhase& broad_phase, const Boxes& boxes, const Column<ObjectId>& ids,
                      const Attributes& attributes) noexcept {
  return attempt([&] { broad_phase.set_static(boxes, ids, attributes); });
}

Status try_add_static(BroadPhase& broad_phase, const Boxes& boxes, const Column<ObjectId>& ids,
                      const Attributes& attributes) noexcept {
  return attempt([&] { broad_phase.add_static(boxes, ids, attributes); });
}

Status try_remove_static(BroadPhase& broad_phase, const Column<ObjectId>& ids) noexcept {
  return attempt([&] { broad_phase.remove_static(ids); });
}

Status try_exchange_static(BroadPhase& broad_phase, const Column<ObjectId>& removed,
                           const Boxes& boxes, const Column<ObjectId>& ids,
                           const Attributes& attributes) noexcept {
  return attempt([&] { broad_phase.exchange_static(removed, boxes, ids, attributes); });
}

Status try_clear_static(BroadPhase& broad_phase) noexcept {
  return attempt([&] { broad_phase.clear_static(); });
}

Status try_static_pairs(BroadPhase& broad_phase, std::span<const Pair>& pairs) noexcept {
  return attempt([&] { pairs = broad_phase.static_pairs(); });
}

Status try_restart_pairs(BroadPhase& broad_phase, const Column<ObjectId>& ids) noexcept {
  return attempt([&] { broad_phase.restart_pairs(ids); });
}

Status try_tight_boxes_overlap(const BroadPhase& broad_phase, const Pair& pair,
                               bool& overlap) noexcept {
  return attempt([&] { overlap = broad_phase.tight_boxes_overlap(pair); });
}

Status try_save(const BroadPhase& broad_phase, std::vector<std::byte>& bytes) noexcept {
  return attempt([&] { broad_phase.save(bytes); });
}

Status try_restore(BroadPhase& broad_phase, std::span<const std::byte>& bytes) noexcept {
  return attempt([&] { broad_phase.restore(bytes); });
}

Status try_create(std::optional<BoxColumns>& columns, std::size_t count) noexcept {
  return attempt([&] { columns = BoxColumns(count); });
}

Status try_resize(BoxColumns& columns, std::size_t count) noexcept {
  return attempt([&] { columns.resize(count); });
}

Status TryAccess::visit_chunks(BroadPhase& broad_phase, ChunkVisitor visitor) noexcept {
  const auto guarded = [&](std::span<const Pair> pairs, std::size_t chunk_index) {
    call_visitor([&] { visitor(pairs, chunk_index); });
  };
  return attempt([&] { broad_phase.visit_chunks(chunk_visitor(guarded)); });
}
Status TryAccess::to_local(const DoubleBoxes& boxes, BoxColumns& columns,
                           Executor* executor) noexcept {
  return attempt([&] { detail::to_local(boxes, columns, executor); });
}
Status TryAccess::for_each_range(std::size_t count, Executor* executor,
                                 void (*range)(void* context, std::size_t first, std::size_t last),
                                 void* context) noexcept {
  return attempt([&] { detail::for_each_range(count, executor, range, context); });
}
Status TryAccess::check_order(std::span<const ObjectId> order) noexcept {
  return attempt([&] { detail::check_order(order); });
}
Status TryAccess::values_per_row(std::size_t value_count, std::size_t row_count,
                                 std::size_t& width) noexcept {
  return attempt([&] { width = detail::values_per_row(value_count, row_count); });
}
Status TryAccess::check_sizes(std::size_t from, std::size_t to) noexcept {
  return attempt([&] { detail::check_sizes(from, to); });
}

}  // namespace quadphase
