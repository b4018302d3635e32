// SPDX-License-Identifier: MIT
// An engine of which only the tree is used: stages 1 to 4, then queries.
#include "quadphase/query_index.hpp"

#include <memory>

#include "engine.hpp"
#include "input/validate_input.hpp"

namespace quadphase {

using namespace detail;

namespace {

Config config_of_index(Config config) {
  config.events = config.previous_indices = false;
  return config;
}

}  // namespace

QueryIndex::QueryIndex(const Config& config)
    : Queries(std::make_unique<Engine>(config_of_index(config))) {}
QueryIndex::~QueryIndex() = default;
QueryIndex::QueryIndex(QueryIndex&&) noexcept = default;
QueryIndex& QueryIndex::operator=(QueryIndex&&) noexcept = default;

void QueryIndex::reserve(std::size_t object_count) {
  checked(object_count);
  engine_->require_no_visit();
  engine_->run_again_if_memory_ends([&] { engine_->reserve(object_count); });
}

void QueryIndex::build(const BoxView& boxes, const Attributes& attributes) {
  engine_->build(given(boxes), attributes);
}
void QueryIndex::build(const StridedBoxes& boxes, const Attributes& attributes) {
  engine_->build(given(boxes), attributes);
}
void QueryIndex::build_wide(const WideBoxes& boxes, const Attributes& attributes) {
  engine_->build(given(boxes), attributes);
}

void QueryIndex::change(const BoxView& boxes, std::span<const ObjectId> ids,
                        const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void QueryIndex::change(const StridedBoxes& boxes, std::span<const ObjectId> ids,
                        const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void QueryIndex::change_wide(const WideBoxes& boxes, std::span<const ObjectId> ids,
                             const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void QueryIndex::remove(std::span<const ObjectId> ids) {
  engine_->remove(ids);
}

std::span<const ObjectId> QueryIndex::rejected_ids() const noexcept {
  return engine_->rejected_ids();
}
void QueryIndex::visit_cells(ErasedVisitor<quadphase::Cell> visitor) const {
  engine_->visit_cells(visitor);
}
void QueryIndex::shrink_to_fit() {
  engine_->shrink_to_fit();
}
std::size_t QueryIndex::byte_count() const noexcept {
  return engine_->memory.byte_count();
}

}  // namespace quadphase
