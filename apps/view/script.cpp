// SPDX-License-Identifier: MIT
#include "script.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace quadphase::view {
namespace {

struct Verb {
  const char* name;
  std::size_t least, most;  // words
};

constexpr Verb kVerbs[] = {
    {"wait", 1, 1},       {"move", 2, 2},  {"down", 1, 1},     {"up", 1, 1},
    {"click", 2, 3},      {"drag", 4, 5},  {"wheel", 1, 1},    {"key", 1, 1},
    {"press", 1, 1},      {"set", 2, 2},   {"print", 0, 9},    {"expect", 3, 3},
    {"screenshot", 1, 1}, {"gif", 2, 3},   {"resize", 2, 2},   {"minimize", 0, 0},
    {"restore", 0, 0},    {"close", 0, 0}, {"remember", 1, 1}, {"await", 3, 3}};

[[noreturn]] void refuse(std::size_t line, const std::string& reason) {
  throw std::invalid_argument("line " + std::to_string(line) + " of the script: " + reason);
}

void check(const Statement& statement) {
  const auto* const verb = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                        [&](const Verb& v) { return statement.verb == v.name; });
  if (verb == std::end(kVerbs)) {
    std::string all;
    for (const Verb& v : kVerbs) all += std::string(" ") + v.name;
    refuse(statement.line, "'" + statement.verb + "' is none of" + all);
  }
  if (statement.words.size() < verb->least || statement.words.size() > verb->most)
    refuse(statement.line, "'" + statement.verb + "' has a wrong number of words");
}

}  // namespace

std::vector<Statement> read_script(std::istream& text) {
  std::vector<Statement> statements;
  std::string row;
  for (std::size_t line = 1; std::getline(text, row); ++line) {
    std::istringstream words(row);
    Statement statement;
    statement.line = line;
    for (std::string word; words >> std::ws && words.peek() != '#' && words >> std::quoted(word);) {
      if (statement.verb.empty()) {
        statement.verb = word;
      } else {
        statement.words.push_back(word);
      }
    }
    if (statement.verb.empty()) continue;
    check(statement);
    statements.push_back(std::move(statement));
  }
  return statements;
}

double number(const Statement& statement, std::size_t word) {
  std::istringstream text(statement.words.at(word));
  double value = 0;
  if (!(text >> value) || text.peek() != std::istringstream::traits_type::eof())
    refuse(statement.line, "'" + statement.words[word] + "' is no number");
  return value;
}

std::optional<int> key_of(const std::string& name) {
  static constexpr std::array<std::pair<const char*, int>, 13> kNamed{{{"space", GLFW_KEY_SPACE},
                                                                       {"left", GLFW_KEY_LEFT},
                                                                       {"right", GLFW_KEY_RIGHT},
                                                                       {"up", GLFW_KEY_UP},
                                                                       {"down", GLFW_KEY_DOWN},
                                                                       {"home", GLFW_KEY_HOME},
                                                                       {"end", GLFW_KEY_END},
                                                                       {"delete", GLFW_KEY_DELETE},
                                                                       {"escape", GLFW_KEY_ESCAPE},
                                                                       {"enter", GLFW_KEY_ENTER},
                                                                       {"tab", GLFW_KEY_TAB},
                                                                       {".", GLFW_KEY_PERIOD},
                                                                       {",", GLFW_KEY_COMMA}}};
  if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) != 0)
    return std::toupper(static_cast<unsigned char>(name[0]));  // GLFW's codes are those of ASCII
  for (const auto& [known, key] : kNamed)
    if (name == known) return key;
  return std::nullopt;
}

bool compare(double value, const std::string& operation, double other) {
  if (operation == "==") return value == other;
  if (operation == "!=") return value != other;
  if (operation == "<") return value < other;
  if (operation == "<=") return value <= other;
  if (operation == ">") return value > other;
  if (operation == ">=") return value >= other;
  throw std::invalid_argument("'" + operation + "' is none of == != < <= > >=");
}

}  // namespace quadphase::view
