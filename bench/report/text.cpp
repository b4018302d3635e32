// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include <fmt/format.h>

namespace quadphase::bench {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

void print_machine_and_build(std::FILE* out, const Machine& machine, const Build& build) {
  fmt::print(out, "quadphase {}{}{}\n", build.version, build.commit.empty() ? "" : ", commit ",
             build.commit);
  fmt::print(out, "machine: {}, {} core{}, {:.0f} GiB, {}\n", machine.processor, machine.core_count,
             machine.core_count == 1 ? "" : "s",
             static_cast<double>(machine.memory_bytes) / (1 << 30), machine.system);
  fmt::print(out, "build:   {}, {}; all other engines in addition {}\n", build.compiler,
             build.flags, build.other_flags.empty() ? "none" : build.other_flags);
}

}  // namespace quadphase::bench
