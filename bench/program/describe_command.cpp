// SPDX-License-Identifier: MIT
// What there is to run: lists of names, and the scenes' figures.
#include "program/describe_command.hpp"

#include <fmt/format.h>

#include "engines/engine.hpp"
#include "peers/peers.hpp"
#include "report/table.hpp"
#include "scenes/describe.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {

void print_list(std::FILE* out) {
  fmt::print(out, "scenes:\n");
  for (const scenes::SceneInfo& info : scenes::scene_infos()) {
    fmt::print(out, "  {:<14}  {}\n", info.name, info.description);
  }
  fmt::print(out, "engines:\n");
  for (const EngineInfo& kind : all_engines())
    fmt::print(out, "  {:<14}  {}\n", kind.name, kind.description);
  if (const std::string missing = missing_peers(); !missing.empty())
    fmt::print(out, "missing: {}\n", missing);
  fmt::print(out, "kernels (--simd):\n");
  fmt::print(out, "  {:<14}  {}\n", "best", "the widest that runs here");
  for (const Simd simd : kInstructionSets) {
    fmt::print(out, "  {:<14}  {}\n", name_of(simd),
               is_supported(simd) ? "runs here" : "does not run here");
  }
}

void print_descriptions(std::FILE* out, const Options& options, Progress& progress) {
  Table table({"<scene", "boxes", "pairs", "pairs a box", "least side", "median", "most",
               "boxes a unit of area, 1 %", "median", "99 %"});
  for (const std::size_t count : options.counts) {
    for (const std::string& name : options.scenes) {
      progress.show(name, 0, 1);
      const auto scene = scenes::make_scene(
          name, {.count = count, .seed = options.seed, .motion = options.motion});
      const scenes::Figures figures = scenes::describe(name, scene->boxes());
      const auto number = [](double value) { return fmt::format("{:.3g}", value); };
      table.add_row({name, std::to_string(figures.count), std::to_string(figures.pair_count),
                     fmt::format("{:.2f}", figures.pairs_per_box), number(figures.extent.least),
                     number(figures.extent.median), number(figures.extent.most),
                     number(figures.density.least), number(figures.density.median),
                     number(figures.density.most)});
    }
  }
  progress.clear();
  fmt::print(out, "side: the longer side of a box; area: around a box\n");
  table.print(out);
}

}  // namespace quadphase::bench
