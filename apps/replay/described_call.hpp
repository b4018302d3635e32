// SPDX-License-Identifier: MIT
// Calls and objects in words.
#pragma once

#include <optional>
#include <string>

#include "quadphase/recorded_call.hpp"
#include "replay/why_no_pair.hpp"

namespace quadphase::replay {

/// The call, how much it was given, and how it had ended: two lines.
[[nodiscard]] std::string described(const RecordedCall& call);

/// Where an object is searched, its state and its filter; or that it is not there.
[[nodiscard]] std::string described(const std::optional<FollowedObject>& object);

}  // namespace quadphase::replay
