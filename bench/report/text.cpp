// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace quadphase::bench {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string grouped(const Json& count) {
  return grouped(static_cast<std::uint64_t>(std::llround(count.get<double>())));
}

std::string thread_words(int threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

std::string short_text(double number, int digits) {
  if (!(number > 0)) return "-";
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(number)));
  return fmt::format("{:.{}f}", number, decimals > 0 ? decimals : 0);
}

void append(std::string& list, const std::string& item, const char* separator) {
  if (!list.empty()) list += separator;
  list += item;
}

std::string machine_words(const Json& report) {
  const Json& machine = report.at("machine");
  const int cores = machine.at("cores");
  return fmt::format("{}, {} core{}", text_of(machine.at("processor")), cores,
                     cores == 1 ? "" : "s");
}

void print_machine_and_build(std::FILE* out, const Json& report) {
  const Json& machine = report.at("machine");
  const Json& build = report.at("build");
  const std::string commit =
      build.at("commit").is_null() ? "" : ", commit " + text_of(build.at("commit"));
  const auto flags = text_of(build.at("other_engines_flags"));
  fmt::print(out, "quadphase {}{}\n", text_of(build.at("version")), commit);
  fmt::print(out, "machine: {}, {:.0f} GiB, {}\n", machine_words(report),
             machine.at("memory_bytes").get<double>() / (1 << 30), text_of(machine.at("system")));
  fmt::print(out, "build:   {}, {}; other engines compiled here for {}{}{}\n",
             text_of(build.at("compiler")), text_of(build.at("flags")),
             text_of(build.at("other_engines_simd")), flags.empty() ? "" : ", ", flags);
}

}  // namespace quadphase::bench
