// SPDX-License-Identifier: MIT
// All shares taken together: as a hash, or all pairs on one rank, for tests and small worlds.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "ids.hpp"
#include "state.hpp"

namespace quadphase::mpi {

using namespace detail;

namespace {

/// An object as one engine of the whole world reads it.
struct WholeObject {
  Record record;
  Filter filter;
  Place place;
};

void append_objects(const ObjectColumns& columns, bool is_static, std::vector<std::byte>& bytes) {
  for (std::size_t row = 0; row < columns.size(); ++row) {
    Filter filter;
    if (!columns.category.empty())
      filter = {columns.category[row], columns.mask[row], columns.group[row], columns.world[row]};
    append(bytes, WholeObject{{columns.objects[row].box, columns.objects[row].id,
                               columns.objects[row].place.row, is_static ? 1U : 0U},
                              filter,
                              columns.objects[row].place});
  }
}

template <class T>
void add_values(std::span<const std::byte> bytes, std::vector<T>& values) {
  const std::size_t first = values.size();
  values.resize(first + bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data() + first, bytes.data(), bytes.size());
}

/// The array of one engine that has all objects, with ascending ids as its rows.
std::vector<GlobalPair> pairs_of_one_engine(std::vector<WholeObject> objects,
                                            const quadphase::Config& config) {
  const auto id_of = [](const WholeObject& object) { return object.record.id; };
  std::sort(objects.begin(), objects.end(),
            [&](const auto& a, const auto& b) { return id_of(a) < id_of(b); });
  objects.erase(std::unique(objects.begin(), objects.end(),
                            [&](const auto& a, const auto& b) { return id_of(a) == id_of(b); }),
                objects.end());  // ghosts
  LocalObjects columns;
  std::vector<ObjectId> static_ids;
  std::vector<ObjectId> moving_ids;
  for (std::size_t row = 0; row < objects.size(); ++row) {
    const WholeObject& object = objects[row];
    columns.add(object.record, &object.filter, object.place.rank);
    (object.record.is_static != 0 ? static_ids : moving_ids).push_back(static_cast<ObjectId>(row));
  }
  BroadPhase engine(config);
  engine.set_static(columns.statics.boxes(), static_ids, columns.statics.attributes());
  Attributes attributes = columns.moving.attributes();
  attributes.ids = moving_ids;
  engine.update(columns.moving.boxes(), attributes);
  std::vector<GlobalPair> pairs;
  for (const auto& [a, b] : engine.pairs())
    pairs.push_back({id_of(objects[a]), id_of(objects[b]), objects[a].place, objects[b].place});
  return pairs;
}

/// Collects the bytes of all ranks, which `write` gives, on one of them. Collective.
template <class Value, class Write>
std::vector<Value> on_root(const Communicator& communicator, int root, const Write& write) {
  std::vector<Message> messages;
  std::vector<Value> values;
  on_all_ranks(communicator, [&] {
    std::vector<std::byte> bytes;
    write(bytes);
    if (communicator.rank() == root) {
      add_values(bytes, values);
    } else if (!bytes.empty()) {
      messages.push_back({root, std::move(bytes)});
    }
  });
  Exchange exchange(communicator, std::move(messages));
  exchange.run();
  on_all_ranks(communicator, [&] {
    for (const Message& message : exchange.received()) add_values(message.bytes, values);
  });
  return values;
}

}  // namespace

std::uint64_t DistributedBroadPhase::hash() const {
  std::uint64_t sum = 0;
  for (const GlobalPair& pair : state_->shown.pairs) sum += hash_of(pair);
  return state_->communicator.sum(sum);
}

std::vector<GlobalPair> DistributedBroadPhase::gather(int root, GatherOrder order) const {
  const State& state = *state_;
  const Communicator& communicator = state.communicator;
  std::int32_t common[2] = {root, static_cast<std::int32_t>(order)};
  MPI_Bcast(common, 2, MPI_INT32_T, 0, communicator.get());
  on_all_ranks(communicator, [&] {
    require(root == common[0] && 0 <= root && root < communicator.size(), Rule::root);
    require(static_cast<std::int32_t>(order) == common[1], Rule::root);
    require(order == GatherOrder::by_ids || state.can_search, Rule::no_update);
  });
  auto pairs = on_root<GlobalPair>(communicator, root, [&](std::vector<std::byte>& bytes) {
    append(bytes, std::span<const GlobalPair>(state.shown.pairs));
  });
  on_all_ranks(communicator, [&] { std::sort(pairs.begin(), pairs.end(), is_before); });
  if (order == GatherOrder::by_ids) return pairs;

  auto objects = on_root<WholeObject>(communicator, root, [&](std::vector<std::byte>& bytes) {
    append_objects(state.engine->statics(), true, bytes);
    append_objects(state.engine->moving(), false, bytes);
  });
  std::vector<GlobalPair> ordered;
  on_all_ranks(communicator, [&] {
    if (communicator.rank() != root) return;
    quadphase::Config config = state.config.engine;
    config.events = false;
    config.max_pairs = std::numeric_limits<decltype(config.max_pairs)>::max();
    ordered = pairs_of_one_engine(std::move(objects), config);
    std::vector<GlobalPair> sorted = ordered;
    std::sort(sorted.begin(), sorted.end(), is_before);
    require(sorted == pairs, Rule::unequal_to_one_engine);
  });
  return ordered;
}

}  // namespace quadphase::mpi
