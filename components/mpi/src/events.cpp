// SPDX-License-Identifier: MIT
#include "events.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>

#include "exchange.hpp"
#include "faults.hpp"
#include "ids.hpp"

namespace quadphase::mpi::detail {
namespace {

/// A change as it is sent to the home of its pair.
struct Change {
  GlobalId first;
  GlobalId second;
  std::uint32_t first_generation;
  std::uint32_t second_generation;
  std::uint64_t entry;  // of the sender: twice the row in its list, plus 1 in that of ended pairs
};
static_assert(sizeof(Change) == 32);

/// What began and ended in the share of this rank.
ChangedPairs changes_of_share(const ShareOfUpdate& before, const ShareOfUpdate& now) {
  const std::vector<GlobalId> differing =
      Generations::differing(before.generations, now.generations);
  const auto differs = [&](GlobalId id) {
    return std::binary_search(differing.begin(), differing.end(), id);
  };
  ChangedPairs changed;
  auto old = before.pairs.begin();
  for (const GlobalPair& pair : now.pairs) {
    for (; old != before.pairs.end() && is_before(*old, pair); ++old) changed.ended.push_back(*old);
    const bool was_there = old != before.pairs.end() && !is_before(pair, *old);
    if (!was_there) {
      changed.begun.push_back(pair);
      continue;
    }
    if (!differing.empty() && (differs(pair.first) || differs(pair.second))) {
      changed.begun.push_back(pair);
      changed.ended.push_back(*old);
    }
    ++old;
  }
  changed.ended.insert(changed.ended.end(), old, before.pairs.end());
  return changed;
}

template <class T>
std::vector<T> values_of(const Message& message) {
  std::vector<T> values(message.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), message.bytes.data(), values.size() * sizeof(T));
  return values;
}

std::vector<Message> changes_to_homes(const ChangedPairs& changed, const Generations& before,
                                      const Generations& now, int rank_count) {
  Outbox outbox(rank_count);
  const auto send = [&](const std::vector<GlobalPair>& pairs, const Generations& generations,
                        std::uint64_t list) {
    for (std::size_t row = 0; row < pairs.size(); ++row) {
      const auto& [first, second, first_place, second_place] = pairs[row];
      append(outbox.to(home_of(hash_of(pairs[row]), rank_count)),
             Change{first, second, generations.of(first), generations.of(second), 2 * row + list});
    }
  };
  send(changed.begun, now, 0);
  send(changed.ended, before, 1);
  return outbox.take();
}

/// The entries that cancel among the changes whose home is here, for their senders.
std::vector<Message> cancelled(std::span<const Message> messages, int rank_count) {
  std::vector<std::pair<Change, int>> changes;
  for (const Message& message : messages) {
    for (const Change& change : values_of<Change>(message))
      changes.emplace_back(change, message.rank);
  }
  // Two changes of one pair with different generations do not cancel, and the pair has no others.
  const auto key = [](const Change& change) {
    return std::tuple(change.first, change.second, change.first_generation,
                      change.second_generation);
  };
  std::sort(changes.begin(), changes.end(),
            [&](const auto& a, const auto& b) { return key(a.first) < key(b.first); });
  Outbox outbox(rank_count);
  for (std::size_t i = 1; i < changes.size(); ++i) {
    if (key(changes[i - 1].first) != key(changes[i].first)) continue;
    for (const std::size_t of_pair : {i - 1, i}) {
      const auto& [change, rank] = changes[of_pair];
      append(outbox.to(rank), change.entry);
    }
  }
  return outbox.take();
}

/// `is_gone`: by row.
void remove(std::vector<GlobalPair>& pairs, const std::vector<bool>& is_gone) {
  std::size_t kept = 0;
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    if (!is_gone[row]) pairs[kept++] = pairs[row];
  }
  pairs.resize(kept);
}

}  // namespace

ChangedPairs find_changes(const Communicator& communicator, const ShareOfUpdate& before,
                          const ShareOfUpdate& now) {
  ChangedPairs changed;
  on_all_ranks(communicator, [&] { changed = changes_of_share(before, now); });
  constexpr std::uint64_t kBegan = 1;
  constexpr std::uint64_t kEnded = 2;
  const std::uint64_t kinds =
      (changed.begun.empty() ? 0 : kBegan) | (changed.ended.empty() ? 0 : kEnded);
  if (communicator.size() == 1 || communicator.any_bits(kinds) != (kBegan | kEnded)) return changed;

  const int rank_count = communicator.size();
  std::vector<Message> messages;
  on_all_ranks(communicator, [&] {
    messages = changes_to_homes(changed, before.generations, now.generations, rank_count);
  });
  Exchange to_homes(communicator, std::move(messages));
  to_homes.run();
  std::vector<Message> replies;
  on_all_ranks(communicator, [&] { replies = cancelled(to_homes.received(), rank_count); });
  Exchange back(communicator, std::move(replies));
  back.run();
  on_all_ranks(communicator, [&] {
    std::vector<bool> not_begun(changed.begun.size());
    std::vector<bool> not_ended(changed.ended.size());
    for (const Message& message : back.received()) {
      for (const std::uint64_t entry : values_of<std::uint64_t>(message))
        (entry % 2 == 0 ? not_begun : not_ended)[entry / 2] = true;
    }
    remove(changed.begun, not_begun);
    remove(changed.ended, not_ended);
  });
  return changed;
}

}  // namespace quadphase::mpi::detail
