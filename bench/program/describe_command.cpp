// SPDX-License-Identifier: MIT
// What there is to run: lists of names, and the scenes' figures.
#include "program/describe_command.hpp"

#include <fmt/format.h>

#include "engines/engine.hpp"
#include "peers/peers.hpp"
#include "scenes/describe.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {

void print_list(std::FILE* out) {
  fmt::print(out, "scenes:\n");
  for (const scenes::SceneInfo& info : scenes::scene_infos()) {
    fmt::print(out, "  {:<14}  {}\n", info.name, info.description);
  }
  fmt::print(out, "engines:\n");
  for (const EngineKind& kind : engine_classes())
    fmt::print(out, "  {:<14}  {}\n", kind.name, kind.description);
  if (const std::string missing = missing_peers(); !missing.empty())
    fmt::print(out, "missing: {}; not found by CMake\n", missing);
  fmt::print(out, "kernels (--simd):\n");
  for (const Simd simd :
       {Simd::best, Simd::avx512, Simd::avx2, Simd::sse4, Simd::neon, Simd::scalar}) {
    fmt::print(out, "  {:<14}  {}\n", name_of(simd),
               is_supported(simd) ? "runs here" : "does not run here");
  }
}

void print_descriptions(std::FILE* out, const Options& options, Progress& progress) {
  fmt::print(out, "{:<14} {:>9}  {:>11} {:>9}  {:^31}  {:^31}\n", "", "", "", "pairs",
             "longer side of a box", "boxes a unit of area around a box");
  fmt::print(out, "{:<14} {:>9}  {:>11} {:>9}  {:>10.10} {:>9} {:>10}  {:>10} {:>9} {:>10}\n",
             "scene", "boxes", "pairs", "a box", "least", "median", "most", "1 %", "median",
             "99 %");
  fmt::print(out, "{:->113}\n", "");
  for (const std::size_t count : options.counts) {
    for (const std::string& name : options.scenes) {
      progress.show(name, 0, 1);
      const auto scene = scenes::make_scene(
          name, {.count = count, .seed = options.seed, .motion = options.motion});
      const scenes::Figures figures = scenes::describe(name, scene->boxes());
      progress.clear();
      fmt::print(out,
                 "{:<14} {:>9}  {:>11} {:>9.2f}  {:>10.4g} {:>9.4g} {:>10.4g}  {:>10.3g} {:>9.3g} "
                 "{:>10.3g}\n",
                 name, figures.count, figures.pair_count, figures.pairs_per_box,
                 figures.extent.least, figures.extent.median, figures.extent.most,
                 figures.density.least, figures.density.median, figures.density.most);
      std::fflush(out);
    }
  }
}

}  // namespace quadphase::bench
