// SPDX-License-Identifier: MIT
#include "part_ranks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "faults.hpp"

namespace quadphase::mpi::detail {
namespace {

/// How many of a rank's points are in a part.
struct PartShare {
  std::int32_t part = 0;
  std::uint32_t count = 0;
};

/// The largest ones of a rank; unused ones have no points.
using PartShares = std::array<PartShare, 4>;

constexpr bool has_more(const PartShare& a, const PartShare& b) {
  return a.count != b.count ? a.count > b.count : a.part < b.part;
}

PartShares largest_shares(const PartSample& sample, int part_count) {
  std::vector<PartShare> all(static_cast<std::size_t>(part_count));
  for (std::size_t part = 0; part < all.size(); ++part)
    all[part].part = static_cast<std::int32_t>(part);
  for (const int part : sample.parts)
    all[static_cast<std::size_t>(part)].count += sample.points_each;
  PartShares largest;
  std::partial_sort_copy(all.begin(), all.end(), largest.begin(), largest.end(), has_more);
  return largest;
}

std::vector<int> matched(std::span<const PartShares> shares_of_ranks) {
  struct Candidate {
    PartShare share;
    int rank;
  };
  const std::size_t rank_count = shares_of_ranks.size();
  std::vector<Candidate> candidates;
  candidates.reserve(rank_count * PartShares{}.size());
  for (std::size_t rank = 0; rank < rank_count; ++rank) {
    for (const PartShare& share : shares_of_ranks[rank]) {
      if (share.count > 0) candidates.push_back({share, static_cast<int>(rank)});
    }
  }
  // Ties have an order, so all ranks find the same matches.
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    const bool is_tie = a.share.count == b.share.count && a.share.part == b.share.part;
    return is_tie ? a.rank < b.rank : has_more(a.share, b.share);
  });
  constexpr int kNone = -1;
  std::vector<int> rank_of_part(rank_count, kNone);
  std::vector<char> has_part(rank_count, 0);
  for (const auto& [share, rank] : candidates) {
    int& its_rank = rank_of_part[static_cast<std::size_t>(share.part)];
    char& is_taken = has_part[static_cast<std::size_t>(rank)];
    if (its_rank != kNone || is_taken != 0) continue;
    its_rank = rank;
    is_taken = 1;
  }
  std::size_t next = 0;
  for (int& its_rank : rank_of_part) {
    if (its_rank != kNone) continue;
    while (has_part[next] != 0) ++next;
    its_rank = static_cast<int>(next++);
  }
  return rank_of_part;
}

}  // namespace

std::vector<int> ranks_of_parts(const Communicator& communicator, const PartSample& sample) {
  PartShares own;
  std::vector<PartShares> all;
  on_all_ranks(communicator, [&] {
    own = largest_shares(sample, communicator.size());
    all.resize(static_cast<std::size_t>(communicator.size()));
  });
  MPI_Allgather(own.data(), sizeof(PartShares), MPI_BYTE, all.data(), sizeof(PartShares), MPI_BYTE,
                communicator.get());
  std::vector<int> rank_of_part;
  on_all_ranks(communicator, [&] { rank_of_part = matched(all); });
  return rank_of_part;
}

}  // namespace quadphase::mpi::detail
