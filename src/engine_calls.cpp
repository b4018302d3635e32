// SPDX-License-Identifier: MIT
#include "engine_calls.hpp"

#include <memory>
#include <utility>

#include "input/given_boxes.hpp"

namespace quadphase::detail {

void frame_call(Engine& engine, CallKind kind, const Boxes& boxes, const Attributes& attributes) {
  logged(
      engine.calls, [&] { return call_with_boxes(kind, boxes, {}, attributes); },
      [&] {
        if (kind == CallKind::update) {
          engine.update(given(boxes), attributes);
        } else {
          engine.build(given(boxes), attributes);
        }
      },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash == nullptr) return;
        if (engine.is_index) {
          hash->add_all(engine.rejected_ids());
        } else {
          hash->add_frame(engine);
        }
      });
}

void reserve_call(Engine& engine, std::size_t object_count, std::uint64_t pair_count) {
  logged(
      engine.calls,
      [&] {
        return RecordedCall{.kind = CallKind::reserve, .counts = {object_count, pair_count}};
      },
      [&] { engine.reserve(object_count, pair_count); });
}

std::unique_ptr<Engine> new_engine(CallKind kind, const Config& given, const Config& used) {
  CallLog calls(given.recorder);
  std::unique_ptr<Engine> engine;
  logged(
      calls,
      [&] {
        return RecordedCall{
            .kind = kind, .config = given, .has_executor = given.executor != nullptr};
      },
      [&] { engine = std::make_unique<Engine>(used); });
  engine->calls = std::move(calls);
  engine->is_index = kind == CallKind::create_index;
  return engine;
}

}  // namespace quadphase::detail
