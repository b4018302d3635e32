// SPDX-License-Identifier: MIT
#include "world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace quadphase::mpi::test {

GlobalId id_of(std::size_t row) noexcept {
  return (std::uint64_t{row} << 33U) + row * row % 1000;
}

void change(Object& object, scenes::Random& random) {
  const float x = static_cast<float>(random.below(60)) * 0.5F;
  const float y = static_cast<float>(random.below(60)) * 0.5F;
  object.box = {x, y, x + static_cast<float>(random.below(4)), y + random.between(0, 2)};
  object.filter = {1U << random.below(3), random.below(8), random.below(5) / 2,
                   random.below(10) / 9};
  object.margin = random.below(3) == 0 ? random.unit() : 0;
  object.displacement = {random.between(-1, 1), random.between(-1, 1)};
  object.mobility = random.below(3) == 0 ? Mobility::static_ : Mobility::moving;
  if (random.below(40) == 0) object.box.max_x = std::nanf("");
  if (random.below(40) == 0) object.box.min_x = -std::numeric_limits<float>::infinity();
  if (random.below(40) == 0) object.margin = -1;
  if (random.below(8) == 0) object.generation = random.below(3);
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
    rows_.push_back(object);
    category_.push_back(object.filter.category);
    mask_.push_back(object.filter.mask);
    group_.push_back(object.filter.group);
    world_.push_back(object.filter.world);
    generation_.push_back(object.generation);
    mobility_.push_back(object.mobility);
    ids_.push_back(id_of(row));
  }
}

Objects Rows::objects() const noexcept {
  Objects objects{{min_x_, min_y_, max_x_, max_y_}, ids_, {}, {}};
  if (!with_attributes_) return objects;
  objects.attributes.margin = {rows_, &Object::margin};
  if (!rows_.empty()) {
    const Point& first = rows_[0].displacement;
    objects.attributes.displacement_x = {&first.x, rows_.size(), sizeof(Object)};
    objects.attributes.displacement_y = {&first.y, rows_.size(), sizeof(Object)};
  }
  objects.attributes.category = category_;
  objects.attributes.mask = mask_;
  objects.attributes.group = group_;
  objects.attributes.world = world_;
  objects.attributes.generation = generation_;
  objects.mobility = mobility_;
  return objects;
}

OneEngine::OneEngine(bool touching)
    : engine_({.threads = 1, .touching = touching, .events = true}) {}

void OneEngine::update(const World& world) {
  places_before_ = places_;
  places_.assign(world.size(), {});
  std::vector<std::uint32_t> next_rows(1024, 0);
  for (std::size_t row = 0; row < world.size(); ++row) {
    const int owner = world[row].owner;
    places_[row] = {owner, next_rows[static_cast<std::size_t>(owner)]++};
  }
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
  engine_.set_static(statics.objects().boxes, ids[1], statics.objects().attributes);
  Attributes attributes = moving.objects().attributes;
  attributes.ids = ids[0];
  engine_.update(moving.objects().boxes, attributes);
}

std::vector<GlobalPair> OneEngine::pairs() const {
  std::vector<GlobalPair> pairs;
  for (const auto& pair : engine_.pairs()) pairs.push_back(placed(pair, places_));
  return pairs;
}

std::vector<GlobalPair> OneEngine::begun() const {
  std::vector<GlobalPair> pairs;
  for (const auto& event : engine_.events().begun) pairs.push_back(placed(event.pair, places_));
  return pairs;
}

std::vector<GlobalPair> OneEngine::ended() const {
  std::vector<GlobalPair> pairs;
  for (const auto& event : engine_.events().ended)
    pairs.push_back(placed(event.pair, places_before_));
  return pairs;
}

GlobalPair OneEngine::placed(const quadphase::Pair& pair, const std::vector<Place>& places) {
  return {id_of(pair.first), id_of(pair.second), places[pair.first], places[pair.second]};
}

std::vector<GlobalPair> of_all_ranks(std::span<const GlobalPair> pairs) {
  const int size = static_cast<int>(pairs.size_bytes());
  std::vector<int> sizes(static_cast<std::size_t>(rank_count()));
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  std::vector<int> starts(sizes.size(), 0);
  std::partial_sum(sizes.begin(), sizes.end() - 1, starts.begin() + 1);
  std::vector<GlobalPair> all(static_cast<std::size_t>(starts.back() + sizes.back()) /
                              sizeof(GlobalPair));
  MPI_Allgatherv(pairs.data(), size, MPI_BYTE, all.data(), sizes.data(), starts.data(), MPI_BYTE,
                 MPI_COMM_WORLD);
  std::sort(all.begin(), all.end(), is_before);
  return all;
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
  const std::vector<GlobalPair> array = broad_phase.gather(root, GatherOrder::one_engine);
  std::vector<GlobalPair> sorted = broad_phase.gather(root);
  if (broad_phase.rank() != root) {
    EXPECT_TRUE(array.empty());
    EXPECT_TRUE(sorted.empty());
    return;
  }
  OneEngine engine(touching);
  engine.update(world);
  std::vector<GlobalPair> expected = engine.pairs();
  EXPECT_EQ(array.size(), expected.size());
  EXPECT_TRUE(array == expected);
  std::sort(expected.begin(), expected.end(), is_before);
  EXPECT_TRUE(sorted == expected);
}

}  // namespace quadphase::mpi::test
