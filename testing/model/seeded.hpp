// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace quadphase::model {

/// The same histories in every run: RapidCheck reads its parameters from the environment, once.
inline const bool kIsSeeded = setenv("RC_PARAMS", "seed=20 max_success=150 max_size=200", 0) == 0;

}  // namespace quadphase::model
