// SPDX-License-Identifier: MIT
// Scripts: what a person would do with mouse and keyboard, and what must then be shown.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace quadphase::view {

/// One line of a script.
struct Statement {
  std::string verb;
  std::vector<std::string> words;
  std::size_t line = 0;
};

/// Reads all statements; `#` begins a comment, and quotes hold a word with spaces together.
/// docs/viewer.md lists the verbs. Errors: `std::invalid_argument` with the line, where a verb is
/// unknown or has too few or too many words.
[[nodiscard]] std::vector<Statement> read_script(std::istream& text);

/// The number that a word stands for. Errors: `std::invalid_argument` with the line.
[[nodiscard]] double number(const Statement& statement, std::size_t word);

/// The key of this name, by GLFW's code: a letter, a digit, `space`, `left`... Empty if none has
/// it.
[[nodiscard]] std::optional<int> key_of(const std::string& name);

/// Whether `value OP other`, for `==`, `!=`, `<`, `<=`, `>` and `>=`. Errors:
/// `std::invalid_argument`.
[[nodiscard]] bool compare(double value, const std::string& operation, double other);

}  // namespace quadphase::view
