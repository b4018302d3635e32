// SPDX-License-Identifier: MIT
// What quadphase_bench and quadphase_bench_peers do.
#pragma once

namespace quadphase::bench {

/// Returns the exit status: 0 all went well; 1 a pair is wrong; 2 the command line or an input file
/// is; 3 something else failed.
int run_program(int argc, const char* const* argv);

}  // namespace quadphase::bench
