// SPDX-License-Identifier: MIT
// Calls that are given boxes, as they are recorded.
#pragma once

#include <memory>
#include <span>

#include "call/call_log.hpp"
#include "engine.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

[[nodiscard]] RecordedCall call_with_boxes(CallKind kind, const Boxes& boxes,
                                           const Column<ObjectId>& ids,
                                           const Attributes& attributes,
                                           std::span<const ObjectId> removed = {});

// The calls of engines and indexes.

inline void patch_call(Engine& engine, const Boxes& boxes, const Column<ObjectId>& ids,
                       const Attributes& attributes) {
  logged(
      engine.calls, [&] { return call_with_boxes(CallKind::patch, boxes, ids, attributes); },
      [&] { engine.patch(given(boxes), ids, attributes); });
}

inline void hide_call(Engine& engine, std::span<const ObjectId> ids) {
  logged(
      engine.calls, [&] { return RecordedCall{.kind = CallKind::hide, .ids = ids}; },
      [&] { engine.hide(ids); });
}

inline void shrink_call(Engine& engine) {
  logged(
      engine.calls, [] { return RecordedCall{.kind = CallKind::shrink_to_fit}; },
      [&] { engine.shrink_to_fit(); });
}

/// An engine, whose construction is recorded with the config that the user has given.
[[nodiscard]] std::unique_ptr<Engine> new_engine(CallKind kind, const Config& given,
                                                 const Config& used);

}  // namespace quadphase::detail
