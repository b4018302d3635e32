// SPDX-License-Identifier: MIT
// What several threads gain on this machine where nothing is shared but the machine itself: the
// most that any program can gain.
#pragma once

#include <cstddef>
#include <vector>

namespace quadphase::bench {

/// How many times the work of one thread `threads` threads do that compute in registers alone, each
/// on a processor of its own: one number for each of `rounds`, in which one thread and all threads
/// run in turn. Below `threads` where cores share execution units or clock, or where the host runs
/// something else.
[[nodiscard]] std::vector<double> register_gains(int threads, std::size_t rounds);

}  // namespace quadphase::bench
