// SPDX-License-Identifier: MIT
// Draws by gnuplot: a script with its data in it becomes an SVG and a PNG file.
#pragma once

#include <string>

namespace quadphase::bench {

struct Figure {
  std::string name;  ///< of the files
  int width = 0;     ///< pixels of the SVG; the PNG has twice as many
  int height = 0;
  std::string script;  ///< gnuplot, without terminal and output
};

/// Colors that differ in lightness too; nothing is shown by color alone.
inline constexpr const char* kInk = "#1a1a1a";
inline constexpr const char* kOursColor = "#b3261e";
inline constexpr const char* kBaselineColor = "#2f5d8a";
inline constexpr const char* kPeerColor = "#7a7a7a";

/// A text in gnuplot's double quotes.
[[nodiscard]] std::string in_quotes(const std::string& text);

/// A text that gnuplot's enhanced mode shows as it is.
[[nodiscard]] std::string enhanced(const std::string& text);

/// Writes `folder`/NAME.gp, .svg and .png. Errors: `UsageError` where gnuplot is not there or
/// fails.
void draw(const Figure& figure, const std::string& folder);

}  // namespace quadphase::bench
