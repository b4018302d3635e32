// SPDX-License-Identifier: MIT
// Queries for programs: all that was measured, and all that it depended on.
#include "compare/rules.hpp"
#include "queries/index.hpp"
#include "queries/report.hpp"
#include "report/json_parts.hpp"

namespace quadphase::bench::queries {
namespace {

Json settings_json(const Options& options) {
  return {{"scenes", options.scenes},
          {"objects", options.object_counts},
          {"queries", options.query_count},
          {"kinds", options.classes},
          {"threads", options.threads},
          {"rounds", options.round_count},
          {"seed", options.seed},
          {"checked", options.checks},
          {"slow_factor", kSlowFactor},
          {"batch_target", kBatchTarget},
          {"visitor_target", kVisitorTarget}};
}

const char* verdict_of(const Row& row) {
  if (row.wrong) return "WRONG";
  return row.is_checked ? "exact" : "not checked";
}

Json row_json(const Row& row) {
  Json json = {{"query", row.query},
               {"index", row.index},
               {"threads", row.threads},
               {"rounds", row.round_count},
               {"median_ns_per_query", row.median_ns},
               {"ratio_to_batch", row.batch_ratio},
               {"ratio_to_visitor", row.visitor_ratio},
               {"found_per_query", row.found_per_query},
               {"pinned", row.is_pinned},
               {"verdict", verdict_of(row)},
               {"at_edge", row.edge_count}};
  if (row.wrong) json["wrong"] = *row.wrong;
  return json;
}

Json block_json(const Block& block) {
  Json json = {{"scene", block.scene},
               {"object_count", block.object_count},
               {"query_count", block.query_count},
               {"results", Json::array()},
               {"builds", Json::array()}};
  for (const Row& row : block.rows) json["results"].push_back(row_json(row));
  for (const BuildRow& build : block.builds) {
    json["builds"].push_back({{"index", build.index},
                              {"threads", build.threads},
                              {"objects", build.of_points ? "points" : "boxes"},
                              {"median_ns", build.median_ns},
                              {"settings", build.settings}});
  }
  return json;
}

}  // namespace

void print_json(std::FILE* out, const Report& report) {
  Json json = {{"quadphase_bench", 1},
               {"command", "query"},
               {"machine", machine_json(report.machine)},
               {"build", build_json(report.build)},
               {"settings", settings_json(report.options)},
               {"missing_peers", missing_index_peers()},
               {"elapsed_s", report.elapsed_s},
               {"blocks", Json::array()},
               {"close", Json::array()}};
  for (const Block& block : report.blocks) json["blocks"].push_back(block_json(block));
  for (const CloseCell& cell : close_cells(report)) {
    json["close"].push_back({{"scene", cell.scene},
                             {"object_count", cell.object_count},
                             {"query", cell.query},
                             {"index", cell.index},
                             {"threads", cell.threads},
                             {"form", cell.form},
                             {"ratio", cell.ratio}});
  }
  print_json_text(out, json);
}

}  // namespace quadphase::bench::queries
