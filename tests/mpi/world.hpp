// SPDX-License-Identifier: MIT
// A world that every rank has whole, so that each can compute what all together must find.
#pragma once

#include <cstdint>
#include <vector>

#include "quadphase/mpi.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::mpi::test {

struct Object {
  Box box;
  Filter filter;
  float margin = 0;
  Point displacement;
  Mobility mobility = Mobility::moving;
  int owner = 0;
};
using World = std::vector<Object>;

/// Ids that need more than 32 bits, and do not ascend with the rows.
[[nodiscard]] GlobalId id_of(std::size_t row) noexcept;

/// The objects of one owner, or all, as columns.
class Rows {
 public:
  Rows(const World& world, int owner, bool with_attributes = true);

  [[nodiscard]] Objects objects() const noexcept;
  [[nodiscard]] const std::vector<GlobalId>& ids() const noexcept { return ids_; }

 private:
  bool with_attributes_;
  std::vector<float> min_x_, min_y_, max_x_, max_y_, margin_, dx_, dy_;
  std::vector<std::uint32_t> category_, mask_, group_, world_;
  std::vector<Mobility> mobility_;
  std::vector<GlobalId> ids_;
};

/// What one engine finds, ascending by ids, with the places of all objects.
[[nodiscard]] std::vector<Pair> pairs_of_one_engine(const World& world, bool touching = true);

[[nodiscard]] int rank();
[[nodiscard]] int rank_count();

/// Updates, and compares with one engine. Collective.
void expect_pairs_of_one_engine(const World& world, DistributedBroadPhase& broad_phase,
                                bool with_attributes = true, bool touching = true);

}  // namespace quadphase::mpi::test
