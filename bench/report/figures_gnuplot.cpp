// SPDX-License-Identifier: MIT
#include "report/figures_gnuplot.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "program/options.hpp"
#include "program/output.hpp"

namespace quadphase::bench {
namespace {

constexpr const char* kHead = R"(# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
)";

std::string in_shell_quotes(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

void run_gnuplot(const Figure& figure, const std::string& folder, const std::string& terminal,
                 const char* ending) {
  const std::string settings =
      fmt::format("set terminal {} enhanced; set output '{}.{}'", terminal, figure.name, ending);
  const std::string command = fmt::format("cd {} && gnuplot -e {} {}.gp", in_shell_quotes(folder),
                                          in_shell_quotes(settings), figure.name);
  if (std::system(command.c_str()) != 0)  // NOLINT(concurrency-mt-unsafe): nothing else runs
    throw UsageError("gnuplot is not installed (package gnuplot-nox), or failed on " + folder +
                     "/" + figure.name + ".gp");
}

}  // namespace

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string enhanced(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::strchr("_^@&~{}\\", c) != nullptr) result += '\\';
    result += c;
  }
  return result;
}

void draw(const Figure& figure, const std::string& folder) {
  Output script(fmt::format("{}/{}.gp", folder, figure.name));
  fmt::print(script.get(), "{}{}", kHead, figure.script);
  script.finish();
  run_gnuplot(figure, folder,
              fmt::format("svg size {},{} dynamic font \"DejaVu "
                          "Sans,Helvetica,Arial,sans-serif,12\" background \"white\"",
                          figure.width, figure.height),
              "svg");
  run_gnuplot(
      figure, folder,
      // Twelve points at a scale of 1.5 are 24 pixels, twice the SVG's: relative sizes hold in
      // both.
      fmt::format(
          "pngcairo size {},{} font \"DejaVu Sans,12\" fontscale 1.5 linewidth 2 pointscale 2 "
          "background \"white\"",
          2 * figure.width, 2 * figure.height),
      "png");
}

}  // namespace quadphase::bench
