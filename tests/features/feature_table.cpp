// SPDX-License-Identifier: MIT
#include "features/feature_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace quadphase::features {
namespace {

/// A feature and its values, in the order of `Features`.
struct Factor {
  std::string_view name;
  std::vector<std::string_view> values;
};

const std::vector<Factor>& factors() {
  static const std::vector<Factor> all = {
      {"period", {"none", "x", "both"}},
      {"touch", {"pair", "no_pair"}},
      {"filters", {"none", "masks", "groups", "many_classes"}},
      {"worlds", {"one", "two"}},
      {"statics", {"none", "plain", "filtered"}},
      {"pending", {"none", "add", "remove", "exchange", "set"}},
      {"change", {"none", "plain", "filtered", "remove", "refused"}},
      {"events", {"none", "events", "previous_indices"}},
      {"margins", {"none", "some"}},
      {"displacements", {"none", "some"}},
      {"form", {"columns", "rows", "strided_rows", "wide", "centers", "store"}},
      {"execution", {"one_thread", "threads", "executor", "arena"}},
      {"frame", {"update", "build"}},
      {"reading", {"stored", "counted", "streamed"}},
      {"queries", {"shapes", "convex", "casts", "nearest"}},
      {"query_filters", {"none", "one_world", "all_worlds", "moving_only", "static_only"}},
      {"snapshots", {"none", "saved", "restored", "moved"}},
      {"reserve", {"never", "before_frames"}},
      {"leaves", {"large", "small"}},
  };
  return all;
}

}  // namespace

std::span<const std::uint8_t> level_counts() {
  static const std::vector<std::uint8_t> counts = [] {
    std::vector<std::uint8_t> all;
    for (const Factor& factor : factors())
      all.push_back(static_cast<std::uint8_t>(factor.values.size()));
    return all;
  }();
  return counts;
}

Features features_of(const Row& row) {
  // Invariant: each member of `Features` is an enumeration of one byte.
  std::array<std::uint8_t, sizeof(Features)> bytes{};
  std::copy(row.begin(), row.end(), bytes.begin());
  return std::bit_cast<Features>(bytes);
}

std::string in_words(const Row& row) {
  std::string words;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Factor& factor = factors()[i];
    words.append(i > 0 ? " " : "").append(factor.name).append("=").append(factor.values[row[i]]);
  }
  return words;
}

}  // namespace quadphase::features
