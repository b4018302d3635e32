// SPDX-License-Identifier: MIT
// Calls that are given boxes, as they are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "call/call_log.hpp"
#include "engine.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

[[nodiscard]] RecordedCall call_with_boxes(CallKind kind, const Boxes& boxes,
                                           const Column<ObjectId>& ids,
                                           const Attributes& attributes,
                                           const Column<ObjectId>& removed = {});
[[nodiscard]] RecordedCall call_with_ids(CallKind kind, const Column<ObjectId>& ids);

// The calls that `Index` and `BroadPhase` have in common.

/// An update or a build, with everything that can be read afterwards.
void frame_call(Engine& engine, CallKind kind, const Boxes& boxes, const Attributes& attributes);

void reserve_call(Engine& engine, std::size_t object_count, std::uint64_t pair_count);

/// An engine, whose construction is recorded with the config that the user has given.
[[nodiscard]] std::unique_ptr<Engine> new_engine(CallKind kind, const Config& given,
                                                 const Config& used);

}  // namespace quadphase::detail
