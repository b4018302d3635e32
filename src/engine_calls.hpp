// SPDX-License-Identifier: MIT
// The calls that `Index` and `BroadPhase` have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "call/described_boxes.hpp"
#include "engine/engine.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

/// An update or a build, with everything that can be read afterwards.
void frame_call(Engine& engine, CallKind kind, const Boxes& boxes, const Attributes& attributes);

void reserve_call(Engine& engine, std::size_t object_count, std::uint64_t pair_count);

/// An engine, whose construction is recorded with the config that the user has given.
[[nodiscard]] std::unique_ptr<Engine> new_engine(CallKind kind, const Config& given,
                                                 const Config& used);

}  // namespace quadphase::detail
