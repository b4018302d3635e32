// SPDX-License-Identifier: MIT
#include "baselines/support/lanes.hpp"
#include "machine/machine.hpp"

namespace quadphase::bench {

// Why a source of its own: it is compiled with the flags that it names, once for each set of them.
OtherEngines describe_other_engines() {
  return {.flags = QUADPHASE_BENCH_OTHER_FLAGS, .simd = kLanesName};
}

}  // namespace quadphase::bench
