// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iomanip>
#include <istream>
#include <sstream>
#include <stdexcept>

#include "golden/digest.hpp"
#include "golden/results.hpp"

namespace quadphase::golden {
namespace {

/// The line of a scene and family; null if there is none.
const Result* find(const Results& results, const Result& like) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.scene == like.scene && result.family == like.family;
  });
  return found == results.end() ? nullptr : &*found;
}

std::string line_of(const Result& result) {
  std::ostringstream line;
  line << result.scene << ' ' << result.family << ' ' << std::hex << std::setfill('0')
       << std::setw(16) << result.hash;
  return line.str();
}

}  // namespace

Results all_results(const Config& config) {
  Results all = frame_results(config);
  for (const Results& more :
       {history_results(config), query_results(config), special_results(config)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

Results read_table(std::istream& text) {
  Results results;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Result result;
    words >> result.scene >> result.family >> std::hex >> result.hash;
    if (words.fail()) throw std::runtime_error("not a line of the table: " + line);
    results.push_back(result);
  }
  if (results.empty()) throw std::runtime_error("the table has no lines");
  return results;
}

void write_table(std::ostream& text, const Results& results, const Results& before) {
  text << "# Scene, family of results, hash of the results. Sets of pairs never change; orders and "
          "trees\n# may, in a commit that says why: golden_check --record < golden.txt\n";
  for (const Result& result : results) {
    const Result* const old = find(before, result);
    if (result.family == "pair-set" && old != nullptr && old->hash != result.hash)
      throw std::runtime_error("the set of pairs of " + result.scene + " has changed");
    text << line_of(result) << '\n';
  }
}

std::string differences(const Results& found, const Results& expected) {
  std::string text;
  for (const Result& result : found) {
    const Result* const like = find(expected, result);
    if (like == nullptr) text += "not in the table: " + line_of(result) + '\n';
    if (like != nullptr && *like != result)
      text += "found " + line_of(result) + ", expected " + line_of(*like) + '\n';
  }
  for (const Result& result : expected)
    if (find(found, result) == nullptr) text += "not found: " + line_of(result) + '\n';
  return text;
}

std::uint64_t digest_of(const Results& results) {
  Digest digest;
  for (const Result& result : results) digest.add(result.hash);
  return digest.value();
}

}  // namespace quadphase::golden
