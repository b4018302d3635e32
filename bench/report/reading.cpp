// SPDX-License-Identifier: MIT
#include "report/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>

#include "program/options.hpp"
#include "report/text.hpp"
#include "runner/rules.hpp"

namespace quadphase::bench {

Json read_report(const std::string& path, const char* command) {
  std::ifstream file(path);
  if (!file) throw UsageError(fmt::format("cannot read {}", path));
  Json report = Json::parse(file, nullptr, false);
  if (report.is_discarded() || !report.is_object() || report.value("command", "") != command)
    throw UsageError(fmt::format("{} is no JSON report of {}", path, command));
  return report;
}

std::vector<const Json*> shown_blocks(const Json& report) {
  std::vector<const Json*> blocks;
  for (const Json& block : report.at("blocks")) {
    if (block.at("motion") != "all" || block.at("box_count") > kLargeCount) continue;
    const auto same = std::find_if(blocks.begin(), blocks.end(), [&](const Json* other) {
      return other->at("scene") == block.at("scene");
    });
    if (same == blocks.end()) {
      blocks.push_back(&block);
    } else if ((*same)->at("box_count") < block.at("box_count")) {
      *same = &block;
    }
  }
  return blocks;
}

int least_threads(const Json& block) {
  int least = block.at("results").at(0).at("threads").get<int>();
  for (const Json& row : block.at("results")) least = std::min(least, row.at("threads").get<int>());
  return least;
}

int most_threads(const Json& block) {
  int most = 0;
  for (const Json& row : block.at("results")) most = std::max(most, row.at("threads").get<int>());
  return most;
}

const Json* row_of(const Json& block, std::string_view engine, int threads) {
  for (const Json& row : block.at("results")) {
    if (row.at("engine") == engine && row.at("threads") == threads &&
        !row.at("median_ms").is_null())
      return &row;
  }
  return nullptr;
}

double ns_a_box(const Json& block, const Json& row, const char* figure) {
  return row.at(figure).get<double>() * 1e6 / block.at("box_count").get<double>();
}

int group_of(const Json& row) {
  const auto group = row.at("group").get<std::string>();
  if (group == "quadphase") return 0;
  return group == "baseline" ? 1 : 2;
}

std::string short_number(double ns) {
  return ns < 99.95 ? fmt::format("{:.1f}", ns) : grouped(static_cast<std::uint64_t>(ns + 0.5));
}

std::string grouped_count(const Json& block) {
  return grouped(block.at("box_count").get<std::uint64_t>());
}

}  // namespace quadphase::bench
