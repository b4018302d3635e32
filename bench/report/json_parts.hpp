// SPDX-License-Identifier: MIT
// What all JSON reports have in common.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "machine/machine.hpp"

namespace quadphase::bench {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json machine_json(const Machine& machine);
[[nodiscard]] Json build_json(const Build& build);

/// Prints it indented.
void print_json_text(std::FILE* out, const Json& json);

}  // namespace quadphase::bench
