// SPDX-License-Identifier: MIT
// `quadphase_bench query`: this library and others, asked the same queries.
#pragma once

namespace quadphase::bench::queries {

/// `argv[0]` is "query". Errors: `UsageError`; `CheckFailed`, after the report, where an answer of
/// ours is wrong.
void command(int argc, const char* const* argv);

}  // namespace quadphase::bench::queries
