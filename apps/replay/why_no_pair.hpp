// SPDX-License-Identifier: MIT
// Why two objects of a frame are no pair, in words.
#pragma once

#include <optional>
#include <string>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::replay {

/// An object as a frame saw it.
struct FollowedObject {
  Box search;  ///< with its margin, and swept along its displacement; near the origin
  std::optional<DoubleBox> double_search;  ///< as above, of a box that was given in double
  Filter filter;
  bool is_static = false;
  bool is_rejected = false;  ///< NaN, inverted, a bad margin or displacement, or it does not fit
};

struct NamedObject {
  ObjectId id = 0;
  const FollowedObject& object;
};

/// Every reason but rejection, separated by semicolons: mobility, masks, group, world, the gap on
/// each axis. Empty where there is none. Boxes in float are near `origin` of those in double.
[[nodiscard]] std::string why_no_pair(const NamedObject& first, const NamedObject& second,
                                      const Config& config, const Origin& origin = {});

}  // namespace quadphase::replay
