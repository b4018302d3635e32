// SPDX-License-Identifier: MIT
#pragma once

namespace quadphase::bench {

/// Registers `adversarial/INPUT/n:COUNT` for each input of scenes/adversarial.hpp: a build and a
/// count of its pairs on one thread.
void add_adversarial_inputs();

}  // namespace quadphase::bench
