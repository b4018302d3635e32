// SPDX-License-Identifier: MIT
// An engine that uses only its tree: stages 1 to 4, then queries.
#include "quadphase/index.hpp"

#include <memory>

#include "call/box_calls.hpp"
#include "engine.hpp"
#include "input/validate_input.hpp"

namespace quadphase {

using namespace detail;

namespace {

Config config_of_index(Config config) {
  config.events = config.previous_indices = false;
  return config;
}

void build_call(Engine& engine, const Boxes& boxes, const Attributes& attributes) {
  logged(
      engine.calls, [&] { return call_with_boxes(CallKind::build, boxes, {}, attributes); },
      [&] { engine.build(given(boxes), attributes); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add_all(engine.rejected_ids());
      });
}

}  // namespace

Index::Index(const Config& config)
    : Queries(new_engine(CallKind::create_index, config, config_of_index(config))) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

void Index::reserve(std::size_t object_count) {
  logged(
      engine_->calls,
      [&] {
        return RecordedCall{.kind = CallKind::reserve, .counts = {object_count, 0}};
      },
      [&] {
        checked(object_count);
        engine_->require_no_visit();
        engine_->run_again_if_memory_ends([&] { engine_->reserve(object_count); });
      });
}

void Index::build(const Boxes& boxes, const Attributes& attributes) {
  build_call(*engine_, boxes, attributes);
}

void Index::patch(const Boxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes) {
  patch_call(*engine_, boxes, ids, attributes);
}
void Index::hide(std::span<const ObjectId> ids) {
  hide_call(*engine_, ids);
}

std::span<const ObjectId> Index::rejected_ids() const noexcept {
  return engine_->rejected_ids();
}
void Index::visit_cells(ErasedVisitor<quadphase::Cell> visitor) const {
  engine_->visit_cells(visitor);
}
void Index::shrink_to_fit() {
  shrink_call(*engine_);
}
std::size_t Index::byte_count() const noexcept {
  return engine_->memory.byte_count();
}

}  // namespace quadphase
