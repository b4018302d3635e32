// SPDX-License-Identifier: MIT
#include "quadphase/pairs_between.hpp"

#include <algorithm>
#include <array>

#include "engine.hpp"
#include "input/swept_boxes.hpp"
#include "quadphase/broad_phase.hpp"
#include "query/tree_overlaps.hpp"

namespace quadphase {
namespace {

/// Changes nothing of the engine's: its threads are shared with all who search at once.
void search_between(detail::Engine& engine, const BoxView& boxes, const Attributes& attributes,
                    bool first_only, detail::Between& between) {
  const detail::Objects objects = detail::checked(boxes, attributes);
  const detail::JoinedTrees own = engine.trees();
  std::array<const detail::TreeView*, 4> trees{};  // three at most are of static objects
  auto last = trees.begin();
  if (engine.has_tree) {
    last = std::copy(own.statics.begin(), own.statics.end(), last);
    *last++ = &own.moving;
  }
  detail::find_between(objects, {trees.begin(), last}, {engine.leaf_rules, first_only},
                       engine.kernels, engine.workers, between);
}

}  // namespace

OverlapResult::OverlapResult(std::pmr::memory_resource* resource)
    : search_(std::make_unique<Search>(resource != nullptr ? resource
                                                           : std::pmr::get_default_resource())) {}
OverlapResult::~OverlapResult() = default;
OverlapResult::OverlapResult(OverlapResult&& other) noexcept = default;
OverlapResult& OverlapResult::operator=(OverlapResult&& other) noexcept = default;

std::span<const QueryHit> OverlapResult::pairs() const noexcept {
  return search_->pairs.first(search_->rows.hit_count());
}

std::span<const QueryHit> OverlapResult::pairs_of(std::size_t row) const noexcept {
  const std::span<const std::size_t> offsets = search_->rows.offsets();
  return pairs().subspan(offsets[row], offsets[row + 1] - offsets[row]);
}

std::size_t OverlapResult::row_count() const noexcept {
  return search_->rows.row_count();
}

std::size_t OverlapResult::byte_count() const noexcept {
  return search_->byte_count();
}

void BroadPhase::find_overlaps(const BoxView& boxes, const Attributes& attributes,
                               OverlapResult& result) const {
  search_between(*engine_, boxes, attributes, false, *result.search_);
}

void BroadPhase::find_first_overlaps(const BoxView& boxes, const Attributes& attributes,
                                     OverlapResult& result) const {
  search_between(*engine_, boxes, attributes, true, *result.search_);
}

}  // namespace quadphase
