// SPDX-License-Identifier: MIT
// Answers of all ranks beside those of one engine with all objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "queries/query_inputs.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {

/// What the options of batches are made of.
struct BatchDice {
  /// None, one for all, or one for each query, which is then any of these.
  std::vector<Filter> filters;
  bool has_columns = false;  ///< whether filters for each query are columns, and boxes move
  Worlds worlds = Worlds::one;
  Mobilities mobilities = Mobilities::all;
};

/// Expects all queries of a kind to find what they find in one engine. Each call is collective.
struct ComparedQueries {
  const World& world;
  DistributedBroadPhase& broad_phase;
  const Index& engine;
  BatchDice dice;

  void expect_same(const Shapes& shapes) const;
  void expect_same(const Casts& casts) const;
  void expect_same_nearest(std::span<const Point> points, std::size_t k, double radius) const;
  /// Shapes and casts of every kind.
  void expect_same(const queries::Queries& all) const;
};

/// Throws queries at a world: of its sizes, at its edges and corners, so that many touch some
/// boxes.
[[nodiscard]] queries::QueryDice dice_of(const World& world, std::uint64_t seed);

}  // namespace quadphase::mpi::test
