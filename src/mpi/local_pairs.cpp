// SPDX-License-Identifier: MIT
#include "mpi/local_pairs.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "mpi/faults.hpp"

namespace quadphase::mpi::detail {
namespace {

bool is_in(const Share& share, const Box& a, const Box& b, const Place& first,
           const Place& second) noexcept {
  if (!share.is_by_part) return first.rank == share.rank || second.rank == share.rank;
  const float x = a.min_x > b.min_x ? a.min_x : b.min_x;
  const float y = a.min_y > b.min_y ? a.min_y : b.min_y;
  return share.part.min_x <= x && x <= share.part.max_x && share.part.min_y <= y &&
         y <= share.part.max_y;
}

}  // namespace

void LocalEngine::add_own_pairs(std::span<const quadphase::Pair> pairs, const Share& share,
                                std::vector<Pair>& own) const {
  for (const quadphase::Pair& pair : pairs) {
    const auto [columns_a, a] = find(pair.first);
    const auto [columns_b, b] = find(pair.second);
    const Place& place_a = columns_a.places[a];
    const Place& place_b = columns_b.places[b];
    if (!is_in(share, columns_a.boxes()[a], columns_b.boxes()[b], place_a, place_b)) continue;
    const GlobalId id_a = columns_a.ids[a];
    const GlobalId id_b = columns_b.ids[b];
    own.push_back(id_a < id_b ? Pair{id_a, id_b, place_a, place_b}
                              : Pair{id_b, id_a, place_b, place_a});
  }
}

std::vector<Pair> LocalEngine::find_pairs(LocalObjects objects, const Share& share) {
  require(objects.size() <= std::numeric_limits<ObjectId>::max() - 63, Rule::too_many_objects);
  std::vector<ObjectId> ids(objects.size());
  std::iota(ids.begin(), ids.end(), ObjectId{0});
  const std::span<const ObjectId> all_ids(ids);
  const std::size_t static_count = objects.statics.size();
  if (!has_kept_ || !kept_.is_same_set(objects.statics)) {
    has_kept_ = false;
    engine_.set_static(objects.statics.boxes(), all_ids.first(static_count),
                       objects.statics.attributes());
  }
  Attributes attributes = objects.moving.attributes();
  attributes.ids = all_ids.subspan(static_count);
  try {
    engine_.update(objects.moving.boxes(), attributes);
  } catch (const std::length_error&) {
    throw Broken{Rule::too_many_pairs};
  }
  kept_ = std::move(objects.statics);
  has_kept_ = true;
  moving_ = std::move(objects.moving);

  std::vector<std::vector<Pair>> chunks(engine_.chunk_count());
  engine_.for_each_pair_chunk([&](std::span<const quadphase::Pair> pairs, std::size_t chunk) {
    add_own_pairs(pairs, share, chunks[chunk]);
  });
  std::vector<Pair> own;
  std::size_t count = 0;
  for (const auto& chunk : chunks) count += chunk.size();
  own.reserve(count);
  for (const auto& chunk : chunks) own.insert(own.end(), chunk.begin(), chunk.end());
  return own;
}

}  // namespace quadphase::mpi::detail
