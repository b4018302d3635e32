// SPDX-License-Identifier: MIT
// The report for spreadsheets: a head, then one line a result.
#include <fmt/format.h>

#include <string_view>

#include "report/report.hpp"

namespace quadphase::bench {
namespace {

/// Quoted where a path holds what separates fields.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void print_csv(std::FILE* out, const Report& report) {
  fmt::print(out,
             "scene,motion,seed,boxes,frames,pairs_median,engine,simd,threads,median_ms,p99_ms,max_"
             "ms,ns_per_box,"
             "million_pairs_per_second,speed_up");
  for (const StageName& stage : kStages) fmt::print(out, ",{}_ns", stage.name);
  fmt::print(out, ",pair_array_hash,pair_set_hash,bytes,verified,contacts_checked\n");
  for (const Block& block : report.blocks) {
    const std::string motion =
        block.is_replay ? ","
                        : fmt::format("{},{}", name_of(report.options.motion), report.options.seed);
    for (const Result& result : block.results) {
      fmt::print(out, "{},{},{},{},{:.1f},{},{},{},", field(block.name), motion, block.box_count,
                 block.frame_count, block.pair_count, result.engine, result.simd, result.threads);
      fmt::print(out, "{:.6f},{:.6f},{:.6f},{:.3f},{:.3f},{:.4f}", result.median_ns * 1e-6,
                 static_cast<double>(result.p99_ns) * 1e-6,
                 static_cast<double>(result.max_ns) * 1e-6, block.ns_per_box(result.median_ns),
                 block.million_pairs_per_second(result), result.speed_up);
      for (const StageName& stage : kStages) fmt::print(out, ",{}", result.stage_ns.*stage.time);
      fmt::print(out, ",{},{:016x},{},{},{}\n",
                 result.has_fixed_order ? fmt::format("{:016x}", result.array_hash) : "",
                 block.set_hash, result.byte_count, block.is_verified ? 1 : 0,
                 block.contact_count ? std::to_string(*block.contact_count) : "");
    }
  }
}

}  // namespace quadphase::bench
