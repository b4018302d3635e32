// SPDX-License-Identifier: MIT
// This library in tasks that are not pairs alone.
#pragma once

#include <memory>

#include "worlds/world.hpp"

namespace quadphase::bench::worlds {

/// `build`, then `find_overlaps` of the bullets.
[[nodiscard]] std::unique_ptr<World> make_our_bullets(tbb::task_arena& arena,
                                                      const Setting& setting);

/// `update`, then data that lie in an array beside the pairs.
[[nodiscard]] std::unique_ptr<World> make_our_contacts(tbb::task_arena& arena,
                                                       const Setting& setting);

/// `update`, which is not timed, then `patch` and `for_each_overlap` again and again.
[[nodiscard]] std::unique_ptr<World> make_our_changes(tbb::task_arena& arena,
                                                      const Setting& setting);

}  // namespace quadphase::bench::worlds
