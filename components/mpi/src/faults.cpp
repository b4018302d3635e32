// SPDX-License-Identifier: MIT
#include "faults.hpp"

#include <limits>
#include <string>

namespace quadphase::mpi {
namespace {

using detail::Rule;
using Kind = DistributedError::Kind;

struct RuleWords {
  Kind kind;
  const char* words;
};

RuleWords words_of(Rule rule) {
  switch (rule) {
    case Rule::column_lengths:
      return {Kind::invalid_argument,
              "boxes, ids and attributes must have one length, or attributes be empty"};
    case Rule::mobility_length:
      return {Kind::invalid_argument, "mobility must be empty or as long as the boxes"};
    case Rule::no_local_ids:
      return {Kind::invalid_argument, "attributes.ids must be empty; give Objects::ids"};
    case Rule::too_many_objects:
      return {Kind::invalid_argument, "a rank's engine can have at most 2^32 - 64 boxes"};
    case Rule::no_periods:
      return {Kind::invalid_argument, "periodic worlds are not supported over several ranks"};
    case Rule::no_previous_indices:
      return {Kind::invalid_argument, "previous indices are not supported over several ranks"};
    case Rule::no_predicate:
      return {
          Kind::invalid_argument,
          "BatchOptions::accept is not supported over several ranks: it would have to run on all "
          "of them"};
    case Rule::imbalance_limit:
      return {Kind::invalid_argument, "imbalance_limit must be at least 1"};
    case Rule::engine_config:
      return {Kind::invalid_argument, "a field of DistributedConfig::engine is out of range"};
    case Rule::equal_configs:
      return {Kind::invalid_argument, "the configuration differs from that of rank 0"};
    case Rule::root:
      return {Kind::invalid_argument, "root must be a rank, and the same one everywhere"};
    case Rule::duplicate_id:
      return {Kind::invalid_argument, "an object has the id of another one"};
    case Rule::no_update:
      return {Kind::invalid_argument, "there is no finished update to look at"};
    case Rule::batch:
      return {Kind::invalid_argument,
              "the columns, filters or attributes of a batch of queries break a rule of "
              "BatchOptions"};
    case Rule::owner:
      return {Kind::invalid_argument, "an owner is no rank"};
    case Rule::snapshot:
      return {Kind::invalid_argument,
              "these are not all snapshots of one save, undamaged, each once, with the same "
              "DistributedConfig::engine.touching"};
    case Rule::callback:
      return {Kind::callback_failed, "a callback threw"};
    case Rule::unequal_to_one_engine:
      return {Kind::partition_failed, "the pairs are not those of one engine"};
    case Rule::too_many_pairs:
      return {Kind::too_many_pairs,
              "there are more pairs than DistributedConfig::engine.max_pairs"};
    case Rule::zoltan:
      return {Kind::partition_failed, "Zoltan could not make a partition"};
    case Rule::message_size:
      return {Kind::message_too_long,
              "a message to one rank is longer than 2^31 - 1 blocks of 64 bytes"};
    case Rule::memory:
    case Rule::none:
      break;
  }
  return {Kind::out_of_memory, "memory has ended"};
}

}  // namespace

DistributedError::DistributedError(int rank, Kind kind, const char* rule)
    : std::runtime_error("quadphase: on rank " + std::to_string(rank) + ": " + rule),
      rank_(rank),
      kind_(kind) {}

void detail::agree(const Communicator& communicator, Rule rule) {
  agree(communicator, rule, communicator.rank());
}

void detail::agree(const Communicator& communicator, Rule rule, int culprit) {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  const auto rank = static_cast<std::uint64_t>(culprit);
  // The lowest rank with a fault wins, and its rule is in the low byte.
  const std::uint64_t least =
      communicator.least(rule == Rule::none ? kNone : rank << 8 | static_cast<std::uint8_t>(rule));
  if (least == kNone) return;
  const auto [kind, words] = words_of(static_cast<Rule>(least & 0xFF));
  throw DistributedError(static_cast<int>(least >> 8), kind, words);
}

}  // namespace quadphase::mpi
