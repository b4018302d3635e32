// SPDX-License-Identifier: MIT
#include "ids.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "exchange.hpp"

namespace quadphase::mpi::detail {
namespace {

/// An id and the rank that has it.
using Owned = std::pair<GlobalId, int>;

void add_all(std::span<const std::byte> bytes, int rank, std::vector<Owned>& ids) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(GlobalId)) {
    GlobalId id = 0;
    std::memcpy(&id, bytes.data() + at, sizeof(id));
    ids.emplace_back(id, rank);
  }
}

}  // namespace

void require_unique(const Communicator& communicator, std::span<const GlobalId> ids, Rule rule) {
  std::vector<Message> messages;
  std::vector<Owned> here;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    for (const GlobalId id : ids) {
      const int home = home_of(quadphase::detail::mixed_bits(id), communicator.size());
      if (home == communicator.rank()) {
        here.emplace_back(id, home);
      } else {
        append(outbox.to(home), id);
      }
    }
    messages = outbox.take();
  });
  Exchange exchange(communicator, std::move(messages));
  exchange.run();
  int culprit = communicator.rank();
  Rule broken = rule_broken_by([&] {
    for (const Message& message : exchange.received()) add_all(message.bytes, message.rank, here);
    std::sort(here.begin(), here.end());
  });
  const auto twice = std::adjacent_find(
      here.begin(), here.end(), [](const Owned& a, const Owned& b) { return a.first == b.first; });
  if (broken == Rule::none && twice != here.end()) {
    broken = rule;
    culprit = twice[1].second;
  }
  agree(communicator, broken, culprit);
}

}  // namespace quadphase::mpi::detail
