// SPDX-License-Identifier: MIT
#include "pair_sort.hpp"

#include <algorithm>
#include <memory_resource>
#include <span>
#include <utility>

namespace quadphase::mpi::detail {
namespace {

/// Sorts pairs that ascend by their first ids already. Usually few have the same one.
void sort_equal_firsts(std::vector<GlobalPair>& pairs) {
  for (auto run = pairs.begin(); run != pairs.end();) {
    auto end = run + 1;
    while (end != pairs.end() && end->first == run->first) ++end;
    if (end - run > 1) std::sort(run, end, is_before);
    run = end;
  }
}

}  // namespace

PairSort::PairSort(const quadphase::Config& config)
    : workers_(config.threads, config.executor), sort_(std::pmr::get_default_resource()) {}

void PairSort::sort(std::vector<GlobalPair>& pairs) {
  spare_.resize(pairs.size());
  const bool is_small = pairs.size() < quadphase::detail::kSerialObjects;
  workers_.run(is_small, [&] {
    const quadphase::detail::SortPieces<GlobalPair> pieces(std::span<const GlobalPair>(pairs),
                                                           workers_);
    quadphase::detail::radix_sort(pieces.view(), pairs.data(), spare_.data(), workers_, sort_,
                                  [](const GlobalPair& pair) { return pair.first; });
  });
  std::swap(pairs, spare_);
  sort_equal_firsts(pairs);
}

}  // namespace quadphase::mpi::detail
