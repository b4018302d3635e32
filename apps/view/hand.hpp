// SPDX-License-Identifier: MIT
// What mouse and keys do to the picture.
#pragma once

#include <span>

#include "input.hpp"
#include "view.hpp"

namespace quadphase::view {

/// A key and what it does, for the list that `?` shows.
struct KeyHelp {
  const char* keys;
  const char* what;
};

[[nodiscard]] std::span<const KeyHelp> key_helps();

/// One event over the picture. Events of controls must not come here.
void handle(View& view, const Event& event);

}  // namespace quadphase::view
