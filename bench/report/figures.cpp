// SPDX-License-Identifier: MIT
#include "report/figures.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "program/output.hpp"
#include "report/markdown.hpp"
#include "report/reading.hpp"

namespace quadphase::bench {
namespace {

void add(std::vector<Figure>& figures, std::vector<Figure> more) {
  figures.insert(figures.end(), more.begin(), more.end());
}

}  // namespace

void figures_command(const Options& options, std::FILE* out) {
  std::vector<Figure> figures;
  std::string table;
  try {
    if (!options.compare_path.empty()) {
      const Json report = read_report(options.compare_path, "compare");
      add(figures, compare_figures(report));
      table = compare_markdown(report);
    }
    if (!options.scaling_path.empty())
      add(figures, scaling_figures(read_report(options.scaling_path, "scaling")));
  } catch (const Json::exception& error) {
    throw UsageError(fmt::format("a report lacks what the figures need: {}", error.what()));
  }
  if (figures.empty()) throw UsageError("nothing to draw: give --compare or --scaling");
  std::error_code ignored;  // writing the files fails then
  std::filesystem::create_directories(options.folder, ignored);
  if (!table.empty()) {
    Output file(options.folder + "/table.md");
    fmt::print(file.get(), "{}", table);
    file.finish();
    fmt::print(out, "{}/table.md\n", options.folder);
  }
  for (const Figure& figure : figures) {
    draw(figure, options.folder);
    fmt::print(out, "{0}/{1}.svg\n{0}/{1}.png\n", options.folder, figure.name);
  }
}

}  // namespace quadphase::bench
