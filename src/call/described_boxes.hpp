// SPDX-License-Identifier: MIT
// Calls that are given boxes or ids, as they are recorded.
#pragma once

#include "call/call_log.hpp"
#include "quadphase/boxes.hpp"

namespace quadphase::detail {

[[nodiscard]] RecordedCall call_with_boxes(CallKind kind, const Boxes& boxes,
                                           const Column<ObjectId>& ids,
                                           const Attributes& attributes,
                                           const Column<ObjectId>& removed = {});
[[nodiscard]] RecordedCall call_with_ids(CallKind kind, const Column<ObjectId>& ids);

}  // namespace quadphase::detail
