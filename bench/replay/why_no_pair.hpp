// SPDX-License-Identifier: MIT
// Why two objects of a frame are no pair, in words.
#pragma once

#include <string>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::replay {

/// An object as a frame saw it.
struct FollowedObject {
  Box box;     ///< as it was given
  Box search;  ///< with its margin, and swept along its displacement
  Filter filter;
  bool is_static = false;
  bool is_rejected = false;  ///< NaN, inverted, a bad margin or displacement, or it does not fit
};

struct NamedObject {
  ObjectId id = 0;
  const FollowedObject& object;
};

/// Every reason but rejection, separated by semicolons: mobility, masks, group, world, the gap on
/// each axis. Empty where there is none.
[[nodiscard]] std::string why_no_pair(const NamedObject& first, const NamedObject& second,
                                      const Config& config);

}  // namespace quadphase::replay
