// SPDX-License-Identifier: MIT
#include "mpi/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace quadphase::mpi::test {

GlobalId id_of(std::size_t row) noexcept {
  return (row * 0x9E37'79B9'7F4A'7C15U) ^ (row << 40U);
}

Rows::Rows(const World& world, int owner, bool with_attributes)
    : with_attributes_(with_attributes) {
  for (std::size_t row = 0; row < world.size(); ++row) {
    const Object& object = world[row];
    if (object.owner != owner) continue;
    min_x_.push_back(object.box.min_x);
    min_y_.push_back(object.box.min_y);
    max_x_.push_back(object.box.max_x);
    max_y_.push_back(object.box.max_y);
    margin_.push_back(object.margin);
    dx_.push_back(object.displacement.x);
    dy_.push_back(object.displacement.y);
    category_.push_back(object.filter.category);
    mask_.push_back(object.filter.mask);
    group_.push_back(object.filter.group);
    world_.push_back(object.filter.world);
    mobility_.push_back(object.mobility);
    ids_.push_back(id_of(row));
  }
}

Objects Rows::objects() const noexcept {
  Objects objects{{min_x_, min_y_, max_x_, max_y_}, ids_, {}, {}};
  if (!with_attributes_) return objects;
  objects.attributes.margin = margin_;
  objects.attributes.displacement_x = dx_;
  objects.attributes.displacement_y = dy_;
  objects.attributes.category = category_;
  objects.attributes.mask = mask_;
  objects.attributes.group = group_;
  objects.attributes.world = world_;
  objects.mobility = mobility_;
  return objects;
}

std::vector<Pair> pairs_of_one_engine(const World& world, bool touching) {
  BroadPhase engine({.threads = 1, .touching = touching});
  std::vector<Place> places;
  std::vector<std::uint32_t> next_rows(1024, 0);
  for (const Object& object : world)
    places.push_back({object.owner, next_rows[static_cast<std::size_t>(object.owner)]++});
  World of_kind[2];
  std::vector<ObjectId> ids[2];
  for (std::size_t row = 0; row < world.size(); ++row) {
    const auto kind = static_cast<std::size_t>(world[row].mobility);
    of_kind[kind].push_back(world[row]);
    of_kind[kind].back().owner = 0;
    ids[kind].push_back(static_cast<ObjectId>(row));
  }
  const Rows moving(of_kind[0], 0);
  const Rows statics(of_kind[1], 0);
  engine.set_static(statics.objects().boxes, ids[1], statics.objects().attributes);
  Attributes attributes = moving.objects().attributes;
  attributes.ids = ids[0];
  engine.update(moving.objects().boxes, attributes);
  std::vector<Pair> pairs;
  for (const auto& [a, b] : engine.pairs()) {
    const Pair pair{id_of(a), id_of(b), places[a], places[b]};
    pairs.push_back(pair.first < pair.second
                        ? pair
                        : Pair{pair.second, pair.first, pair.second_place, pair.first_place});
  }
  std::sort(pairs.begin(), pairs.end(), is_before);
  return pairs;
}

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int rank_count() {
  int count = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

void expect_pairs_of_one_engine(const World& world, DistributedBroadPhase& broad_phase,
                                bool with_attributes, bool touching) {
  const Rows own(world, broad_phase.rank(), with_attributes);
  broad_phase.update(own.objects());
  const int root = rank_count() - 1;
  const std::vector<Pair> found = broad_phase.gather(root);
  if (broad_phase.rank() == root) {
    EXPECT_EQ(found.size(), pairs_of_one_engine(world, touching).size());
    EXPECT_TRUE(found == pairs_of_one_engine(world, touching));
  } else {
    EXPECT_TRUE(found.empty());
  }
}

}  // namespace quadphase::mpi::test
