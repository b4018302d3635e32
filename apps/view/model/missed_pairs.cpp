// SPDX-License-Identifier: MIT
#include "model/missed_pairs.hpp"

#include <algorithm>

#include "baselines/loose_quadtree.hpp"

namespace quadphase::view {

std::vector<Pair> missed_pairs(const BoxView& boxes, std::span<const Pair> pairs) {
  bench::LooseQuadtree quadtree;
  quadtree.choose_world(boxes);
  quadtree.insert_all(boxes);
  std::vector<Pair> missed;
  std::ranges::copy_if(pairs, std::back_inserter(missed), [&](const Pair& pair) {
    return !quadtree.are_on_one_path(pair.first, pair.second);
  });
  return missed;
}

}  // namespace quadphase::view
