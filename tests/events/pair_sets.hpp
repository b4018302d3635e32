// SPDX-License-Identifier: MIT
// Sets of pairs that trouble a sort or a look-up: what the tests of changes run on, each by name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "quadphase/pair.hpp"

namespace quadphase::testing {

using Pairs = std::vector<Pair>;

inline Pairs sorted(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline Pairs shuffled(Pairs pairs, std::uint32_t seed) {
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(seed));
  return pairs;
}

inline Pairs difference(const Pairs& a, const Pairs& b) {
  Pairs result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// Different pairs in no order; `draw` gives two ids.
template <class Draw>
inline Pairs draw_pairs(std::size_t count, std::uint32_t seed, const Draw& draw) {
  std::mt19937 random(seed);
  Pairs pairs;
  while (pairs.size() < count) {
    while (pairs.size() < count) {
      const auto [a, b] = draw(random);
      if (a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
  return shuffled(std::move(pairs), seed);
}

inline Pairs dense(std::size_t count, std::uint32_t ids, std::uint32_t seed) {
  return draw_pairs(count, seed, [ids](std::mt19937& random) {
    return std::pair{static_cast<ObjectId>(random() % ids), static_cast<ObjectId>(random() % ids)};
  });
}

inline Pairs sparse(std::size_t count, std::uint32_t seed) {
  Pairs pairs = draw_pairs(count, seed, [](std::mt19937& random) {
    return std::pair{static_cast<ObjectId>(random()), static_cast<ObjectId>(random())};
  });
  if (!pairs.empty()) pairs[0] = {0, 0xFFFF'FFFF};
  if (pairs.size() > 2) {
    pairs[1] = {0, 1};
    pairs[2] = {0xFFFF'FFFE, 0xFFFF'FFFF};
  }
  return pairs;
}

/// Ids in few dense groups that lie far from each other.
inline Pairs grouped(std::size_t count, std::uint32_t seed) {
  return draw_pairs(count, seed, [](std::mt19937& random) {
    const auto group = static_cast<ObjectId>(random() % 5 << 29);
    return std::pair{static_cast<ObjectId>(group + random() % 2'000),
                     static_cast<ObjectId>(group + random() % 2'000)};
  });
}

/// All pairs share an id that is smaller than all others, or larger.
inline Pairs giant(std::size_t count, bool is_smallest, std::uint32_t seed) {
  Pairs pairs;
  const auto others = static_cast<ObjectId>(2 * count);
  for (ObjectId id = 1; pairs.size() < count; id += 1 + (id * 7 + seed) % 2) {
    pairs.push_back(is_smallest ? Pair{0, id} : Pair{id, others + 1});
  }
  return shuffled(std::move(pairs), seed);
}

inline Pairs joined(const Pairs& a, const Pairs& b) {
  Pairs pairs = a;
  pairs.insert(pairs.end(), b.begin(), b.end());
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return shuffled(std::move(pairs), 3);
}

/// Takes a share of the pairs out, and puts as many new ones in.
inline Pairs changed(const Pairs& pairs, double share, const Pairs& pool, std::uint32_t seed) {
  Pairs kept = shuffled(pairs, seed);
  const auto count = static_cast<std::size_t>(static_cast<double>(kept.size()) * share);
  kept.resize(kept.size() - count);
  Pairs fresh = shuffled(pool, seed + 1);
  fresh.resize(std::min(count, fresh.size()));
  return joined(kept, fresh);
}

struct NamedPairs {
  std::string name;
  Pairs pairs;
};

inline std::vector<NamedPairs> all_sets() {
  std::vector<NamedPairs> sets = {{"none", {}},
                                  {"one", {{0, 1}}},
                                  {"last", {{0xFFFF'FFFE, 0xFFFF'FFFF}}},
                                  {"two", {{7, 9}, {0, 0xFFFF'FFFF}}},
                                  {"ends", {{0, 1}, {0xFFFF'FFFE, 0xFFFF'FFFF}}}};
  for (const std::uint32_t count : {7U, 8U, 9U, 64U, 65U, 1'000U, 20'000U}) {
    const std::string suffix = std::string(1, ' ').append(std::to_string(count));
    sets.push_back({"dense" + suffix, dense(count, count / 2 + 9, count)});
    sets.push_back({"crowded" + suffix, dense(count, count / 16 + 250, count)});
    sets.push_back({"rare" + suffix, dense(count, count * 10, count)});
    sets.push_back({"sparse" + suffix, sparse(count, count)});
    sets.push_back({"grouped" + suffix, grouped(count, count)});
    sets.push_back({"first giant" + suffix, giant(count, true, count)});
    sets.push_back({"last giant" + suffix, giant(count, false, count)});
  }
  sets.push_back({"giant among many", joined(giant(60'000, true, 1), dense(60'000, 40'000, 2))});
  return sets;
}

}  // namespace quadphase::testing
