// SPDX-License-Identifier: MIT
// The pairs of an engine, sorted and as rows of neighbors, beside those of std::sort and std::map.
#pragma once

#include <map>

#include "support/checks.hpp"

namespace quadphase::contract {

/// Sorted pairs and rows of neighbors, as copies.
struct PairListCopies {
  Pairs sorted;
  std::vector<std::size_t> offsets;
  std::vector<ObjectId> ids;
  std::vector<std::uint32_t> pair_indices;
  friend bool operator==(const PairListCopies&, const PairListCopies&) = default;
};

inline PairListCopies lists_of(BroadPhase& engine, std::size_t id_count = 0) {
  PairListCopies copies;
  copies.sorted = copy_of(engine.sorted_pairs());
  const Adjacency rows = engine.adjacency(id_count);
  copies.offsets.assign(rows.offsets.begin(), rows.offsets.end());
  copies.ids.assign(rows.ids.begin(), rows.ids.end());
  copies.pair_indices.assign(rows.pair_indices.begin(), rows.pair_indices.end());
  return copies;
}

inline PairListCopies expected_lists(std::span<const Pair> pairs, std::size_t id_count = 0) {
  PairListCopies expected;
  expected.sorted = copy_of(pairs);
  std::sort(expected.sorted.begin(), expected.sorted.end());
  std::map<ObjectId, std::vector<std::pair<ObjectId, std::uint32_t>>> neighbors;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    neighbors[pairs[i].first].emplace_back(pairs[i].second, i);
    neighbors[pairs[i].second].emplace_back(pairs[i].first, i);
  }
  const std::size_t used =
      neighbors.empty() ? 0 : std::size_t{neighbors.rbegin()->first} + std::size_t{1};
  expected.offsets.assign(std::max(used, id_count) + 1, 2 * pairs.size());
  std::size_t next_row = 0;
  for (auto& [row, entries] : neighbors) {
    for (; next_row <= row; ++next_row) expected.offsets[next_row] = expected.ids.size();
    std::sort(entries.begin(), entries.end());
    for (const auto& [id, index] : entries) {
      expected.ids.push_back(id);
      expected.pair_indices.push_back(index);
    }
  }
  return expected;
}

/// `expected_lists`, which takes long, of a few kinds of pairs that come again and again.
class KnownLists {
 public:
  [[nodiscard]] const PairListCopies& of(std::span<const Pair> pairs) {
    for (const auto& [of_pairs, lists] : known_)
      if (std::ranges::equal(of_pairs, pairs)) return lists;
    known_.emplace_back(copy_of(pairs), expected_lists(pairs));
    return known_.back().second;
  }

 private:
  std::vector<std::pair<Pairs, PairListCopies>> known_;
};

inline void expect_lists(BroadPhase& engine, const PairListCopies& expected,
                         std::size_t id_count = 0) {
  const PairListCopies lists = lists_of(engine, id_count);
  EXPECT_TRUE(lists.sorted == expected.sorted);
  EXPECT_TRUE(lists.offsets == expected.offsets);
  EXPECT_TRUE(lists.ids == expected.ids);
  EXPECT_TRUE(lists.pair_indices == expected.pair_indices);
}

inline void expect_listed(BroadPhase& engine, std::size_t id_count = 0) {
  expect_lists(engine, expected_lists(engine.pairs(), id_count), id_count);
}

}  // namespace quadphase::contract
