// SPDX-License-Identifier: MIT
#include "report/json.hpp"

#include <fmt/format.h>

#include <utility>

#include "machine/machine.hpp"

namespace quadphase::bench {

Json new_report(const char* command, Json settings) {
  const Machine machine = describe_machine();
  const Build build = describe_build();
  const OtherEngines others = describe_other_engines();
  return {{"quadphase_bench", 1},
          {"command", command},
          {"machine",
           {{"processor", machine.processor},
            {"cores", machine.core_count},
            {"memory_bytes", machine.memory_bytes},
            {"system", machine.system}}},
          {"build",
           {{"version", build.version},
            {"commit", build.commit.empty() ? Json(nullptr) : Json(build.commit)},
            {"compiler", build.compiler},
            {"type", build.type},
            {"flags", build.flags},
            {"other_engines_flags", others.flags},
            {"other_engines_simd", others.simd}}},
          {"settings", std::move(settings)}};
}

Json interval_json(const MedianInterval& interval) {
  if (interval.sample_count == 0) return nullptr;
  return {{"median", interval.median},
          {"low", interval.low},
          {"high", interval.high},
          {"coverage", interval.coverage},
          {"frames", interval.sample_count}};
}

Json positive_or_null(double number) {
  return number > 0 ? Json(number) : Json(nullptr);
}

double number_of(const Json& number) {
  return number.is_null() ? 0 : number.get<double>();
}

std::string text_of(const Json& string) {
  return string.get<std::string>();
}

void print_json(std::FILE* out, const Json& json) {
  // A path or a processor's name need not be UTF-8; replaced bytes are better than no report.
  fmt::print(out, "{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace quadphase::bench
