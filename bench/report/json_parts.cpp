// SPDX-License-Identifier: MIT
// Machine and build in JSON.
#include "report/json_parts.hpp"

#include <fmt/format.h>

namespace quadphase::bench {

Json machine_json(const Machine& machine) {
  return {{"processor", machine.processor},
          {"cores", machine.core_count},
          {"memory_bytes", machine.memory_bytes},
          {"system", machine.system}};
}

Json build_json(const Build& build) {
  return {{"version", build.version},
          {"commit", build.commit.empty() ? Json(nullptr) : Json(build.commit)},
          {"compiler", build.compiler},
          {"type", build.type},
          {"flags", build.flags},
          {"other_engines_flags", build.other_flags}};
}

void print_json_text(std::FILE* out, const Json& json) {
  // A path or a processor's name need not be UTF-8; replaced bytes are better than no report.
  fmt::print(out, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace quadphase::bench
