// SPDX-License-Identifier: MIT
// `quadphase_bench worlds`: this library and engines that keep their objects, in living worlds.
#pragma once

namespace quadphase::bench::worlds {

/// `argv[0]` is "worlds". Errors: `UsageError`; `CheckFailed`, after the report, where an answer of
/// ours is wrong.
void command(int argc, const char* const* argv);

}  // namespace quadphase::bench::worlds
