// SPDX-License-Identifier: MIT
// A world that every rank has whole, so that each can compute what all together must find.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quadphase/mpi.hpp"
#include "quadphase/quadphase.hpp"
#include "scenes/random.hpp"

namespace quadphase::mpi::test {

inline constexpr Partition kPartitions[] = {Partition::rcb, Partition::hsfc, Partition::rib,
                                            Partition::own};

struct Object {
  Box box;
  Filter filter;
  float margin = 0;
  Point displacement;
  Mobility mobility = Mobility::moving;
  std::uint32_t generation = 0;
  int owner = 0;
};
using World = std::vector<Object>;

/// Another place, filter, margin, motion and mobility; now and then one that is rejected, and now
/// and then another object.
void change(Object& object, scenes::Random& random);

/// Ids that need more than 32 bits, and ascend with the rows.
[[nodiscard]] GlobalId id_of(std::size_t row) noexcept;

/// The objects of one owner, or all, as columns.
class Rows {
 public:
  Rows(const World& world, int owner, bool with_attributes = true);

  [[nodiscard]] Objects objects() const noexcept;
  [[nodiscard]] const std::vector<GlobalId>& ids() const noexcept { return ids_; }

 private:
  bool with_attributes_;
  std::vector<float> min_x_, min_y_, max_x_, max_y_;
  std::vector<Object> rows_;  // margins and displacements are read in these
  std::vector<std::uint32_t> category_, mask_, group_, world_, generation_;
  std::vector<Mobility> mobility_;
  std::vector<GlobalId> ids_;
};

/// One engine with all objects, whose rows are in the order of their ids. Its pairs have the places
/// of the objects on all ranks.
class OneEngine {
 public:
  explicit OneEngine(bool touching = true);

  void update(const World& world);
  /// In the order of the engine.
  [[nodiscard]] std::vector<GlobalPair> pairs() const;
  /// Ascending.
  [[nodiscard]] std::vector<GlobalPair> begun() const;
  /// Ascending, with the places before the last update.
  [[nodiscard]] std::vector<GlobalPair> ended() const;
  [[nodiscard]] const Index& index() const noexcept { return engine_; }

 private:
  [[nodiscard]] static GlobalPair placed(const quadphase::Pair& pair,
                                         const std::vector<Place>& places);

  BroadPhase engine_;
  std::vector<Place> places_;
  std::vector<Place> places_before_;
};

/// The pairs of all ranks, on each of them, ascending. Collective.
[[nodiscard]] std::vector<GlobalPair> of_all_ranks(std::span<const GlobalPair> pairs);

[[nodiscard]] int rank();
[[nodiscard]] int rank_count();

/// Updates, and compares with one engine. Collective.
void expect_pairs_of_one_engine(const World& world, DistributedBroadPhase& broad_phase,
                                bool with_attributes = true, bool touching = true);

}  // namespace quadphase::mpi::test
