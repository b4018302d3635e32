// SPDX-License-Identifier: MIT
// Calls that are given boxes, in one of their forms, as they are recorded.
#pragma once

#include <span>
#include <type_traits>
#include <variant>

#include "call/call_log.hpp"
#include "engine.hpp"
#include "quadphase/large_world.hpp"

namespace quadphase::detail {

template <class Boxes>
[[nodiscard]] RecordedCall call_with_boxes(CallKind kind, const Boxes& boxes,
                                           std::span<const ObjectId> ids,
                                           const Attributes& attributes,
                                           std::span<const ObjectId> removed = {}) {
  RecordedCall call{.kind = kind, .attributes = attributes, .ids = ids, .removed = removed};
  if constexpr (std::is_same_v<Boxes, BoxView>) {
    call.boxes = boxes;
  } else if constexpr (std::is_same_v<Boxes, StridedBoxes>) {
    call.form = BoxForm::rows;
    call.rows = boxes;
  } else {
    call.origin = boxes.origin;
    if (const auto* const wide = std::get_if<WideBoxView>(&boxes.view)) {
      call.form = BoxForm::wide;
      call.wide = *wide;
    } else {
      call.form = BoxForm::centers;
      call.centers = std::get<CenterView>(boxes.view);
    }
  }
  return call;
}

// The calls of engines and indexes.

template <class Boxes>
void change_call(Engine& engine, const Boxes& boxes, std::span<const ObjectId> ids,
                 const Attributes& attributes) {
  logged(
      engine.calls, [&] { return call_with_boxes(CallKind::change, boxes, ids, attributes); },
      [&] { engine.change(given(boxes), ids, attributes); });
}

inline void remove_call(Engine& engine, std::span<const ObjectId> ids) {
  logged(
      engine.calls, [&] { return RecordedCall{.kind = CallKind::remove, .ids = ids}; },
      [&] { engine.remove(ids); });
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
