// SPDX-License-Identifier: MIT
// The report for spreadsheets: a head, then one line for each result.
#include <fmt/format.h>

#include <string>

#include "report/report.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

constexpr const char* kBlockFields[] = {
    "motion", "box_count", "frame_count", "pair_count_median", "pair_set_hash", "verified"};
constexpr const char* kRowFields[] = {"engine",     "simd",
                                      "threads",    "median_ms",
                                      "p99_ms",     "max_ms",
                                      "ns_per_box", "million_pairs_per_second",
                                      "speed_up",   "pair_array_hash",
                                      "byte_count"};

/// Empty for null; a text is quoted where it holds what separates fields.
std::string field(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  const auto text = text_of(value);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void print_csv(std::FILE* out, const Json& report) {
  std::string head = "scene,seed";
  for (const char* name : kBlockFields) append(head, name, ",");
  for (const char* name : kRowFields) append(head, name, ",");
  const Json& first = report.at("blocks").at(0).at("results").at(0).at("stage_median_ns");
  for (const auto& [stage, time] : first.items()) head += "," + stage + "_ns";
  fmt::print(out, "{},contacts_checked\n", head);
  for (const Json& block : report.at("blocks")) {
    std::string start = field(block.contains("file") ? block.at("file") : block.at("scene")) + ",";
    start += field(report.at("settings").value("seed", Json()));
    for (const char* name : kBlockFields) start += "," + field(block.at(name));
    for (const Json& row : block.at("results")) {
      std::string line = start;
      for (const char* name : kRowFields) line += "," + field(row.at(name));
      for (const auto& [stage, time] : row.at("stage_median_ns").items()) line += "," + field(time);
      const Json contacts = block.value("contacts", Json::object());
      fmt::print(out, "{},{}\n", line, field(contacts.value("touching_checked", Json())));
    }
  }
}

}  // namespace quadphase::bench
