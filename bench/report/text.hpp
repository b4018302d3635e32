// SPDX-License-Identifier: MIT
// Pieces of text that all tables share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "machine/machine.hpp"

namespace quadphase::bench {

/// A number with a comma before every three digits.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// The head of every table: version, commit, machine and build.
void print_machine_and_build(std::FILE* out, const Machine& machine, const Build& build);

}  // namespace quadphase::bench
