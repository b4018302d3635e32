// SPDX-License-Identifier: MIT
#include "mpi/events.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

#include "mpi/exchange.hpp"
#include "mpi/faults.hpp"
#include "mpi/ids.hpp"

namespace quadphase::mpi::detail {
namespace {

constexpr std::uint64_t kBegan = 1;
constexpr std::uint64_t kEnded = 2;

/// A change as it is sent to the home of its pair.
struct Change {
  GlobalId first;
  GlobalId second;
  std::uint64_t kind;
  std::uint64_t row;  // in the sender's list of that kind
};

/// A change that has met another one of its pair, as it is sent back.
struct Cancelled {
  std::uint64_t kind;
  std::uint64_t row;
};

template <class T>
std::vector<T> values_of(const Message& message) {
  std::vector<T> values(message.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), message.bytes.data(), values.size() * sizeof(T));
  return values;
}

std::vector<Message> changes_to_homes(const ChangedPairs& changed, int rank_count) {
  Outbox outbox(rank_count);
  const auto send = [&](const std::vector<Pair>& pairs, std::uint64_t kind) {
    for (std::size_t row = 0; row < pairs.size(); ++row)
      append(outbox.to(home_of(hash_of(pairs[row]), rank_count)),
             Change{pairs[row].first, pairs[row].second, kind, row});
  };
  send(changed.begun, kBegan);
  send(changed.ended, kEnded);
  return outbox.take();
}

/// What cancels among the changes whose home is here, for those who sent them.
std::vector<Message> cancelled(std::span<const Message> messages, int rank_count) {
  std::vector<std::pair<Change, int>> changes;
  for (const Message& message : messages) {
    for (const Change& change : values_of<Change>(message))
      changes.emplace_back(change, message.rank);
  }
  const auto key = [](const Change& change) { return std::pair(change.first, change.second); };
  std::sort(changes.begin(), changes.end(),
            [&](const auto& a, const auto& b) { return key(a.first) < key(b.first); });
  Outbox outbox(rank_count);
  for (std::size_t i = 1; i < changes.size(); ++i) {
    if (key(changes[i - 1].first) != key(changes[i].first)) continue;
    for (const std::size_t of_pair : {i - 1, i}) {
      const auto& [change, rank] = changes[of_pair];
      append(outbox.to(rank), Cancelled{change.kind, change.row});
    }
  }
  return outbox.take();
}

/// `is_gone`: by row.
void remove(std::vector<Pair>& pairs, const std::vector<bool>& is_gone) {
  std::size_t kept = 0;
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    if (!is_gone[row]) pairs[kept++] = pairs[row];
  }
  pairs.resize(kept);
}

}  // namespace

ChangedPairs find_changes(const Communicator& communicator, std::span<const Pair> before,
                          std::span<const Pair> now) {
  ChangedPairs changed;
  on_all_ranks(communicator, [&] {
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::back_inserter(changed.begun), is_before);
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                        std::back_inserter(changed.ended), is_before);
  });
  const std::uint64_t kinds =
      (changed.begun.empty() ? 0 : kBegan) | (changed.ended.empty() ? 0 : kEnded);
  if (communicator.size() == 1 || communicator.any_bits(kinds) != (kBegan | kEnded)) return changed;

  const int rank_count = communicator.size();
  std::vector<Message> messages;
  on_all_ranks(communicator, [&] { messages = changes_to_homes(changed, rank_count); });
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
      for (const Cancelled& change : values_of<Cancelled>(message))
        (change.kind == kBegan ? not_begun : not_ended)[change.row] = true;
    }
    remove(changed.begun, not_begun);
    remove(changed.ended, not_ended);
  });
  return changed;
}

}  // namespace quadphase::mpi::detail
