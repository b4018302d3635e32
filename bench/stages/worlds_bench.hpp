// SPDX-License-Identifier: MIT
#pragma once

namespace quadphase::bench {

/// Registers `worlds/KIND/PLACE/n:WORLDS`: 100,000 boxes in many worlds on one thread, all moving,
/// in front of as many static ones, or as a batch of queries. PLACE: all worlds in one place, told
/// apart by their numbers, or side by side, without numbers.
void add_worlds();

}  // namespace quadphase::bench
