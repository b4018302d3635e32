// SPDX-License-Identifier: MIT
// Objects that go to other owners, with the caller's bytes. In a message, the number of bytes comes
// before those of each object.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "state.hpp"

namespace quadphase::mpi {

using namespace detail;

namespace {

/// Errors of a callback become the rule that all ranks agree on; if one rank left the call by
/// itself, the others would wait forever.
template <class Call>
void guarded(const Call& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw Broken{Rule::callback};
  }
}

}  // namespace

std::vector<int> DistributedBroadPhase::best_owners(const BoxView& boxes) const {
  const State& state = *state_;
  std::vector<int> owners(boxes.size(), rank());
  if (!state.has_cuts) return owners;
  const Parts& parts = *state.regions.regions;
  const Box here = parts.box_of(rank());  // Why first: most objects are where they belong
  for (std::size_t row = 0; row < boxes.size(); ++row) {
    if (!is_valid(boxes[row])) continue;
    const Point middle = center(boxes[row]);
    if (contains(here, {middle.x, middle.y, middle.x, middle.y})) continue;
    owners[row] = parts.part_with(middle);
  }
  return owners;
}

void DistributedBroadPhase::migrate(
    std::span<const int> owners,
    const std::function<void(std::size_t, std::vector<std::byte>&)>& pack,
    const std::function<void(int, std::span<const std::byte>)>& unpack) const {
  const Communicator& communicator = state_->communicator;
  std::vector<Message> messages;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    std::vector<std::byte> object;
    for (std::size_t row = 0; row < owners.size(); ++row) {
      require(0 <= owners[row] && owners[row] < communicator.size(), Rule::owner);
      if (owners[row] == communicator.rank()) continue;
      object.clear();
      guarded([&] { pack(row, object); });
      std::vector<std::byte>& bytes = outbox.to(owners[row]);
      append(bytes, static_cast<std::uint64_t>(object.size()));
      append(bytes, std::span<const std::byte>(object));
    }
    messages = outbox.take();
  });
  Exchange exchange(communicator, std::move(messages));
  exchange.run();
  on_all_ranks(communicator, [&] {
    for (const Message& message : exchange.received()) {
      const std::span<const std::byte> bytes(message.bytes);
      for (std::size_t at = 0; at < bytes.size();) {
        std::uint64_t size = 0;
        std::memcpy(&size, bytes.data() + at, sizeof(size));
        at += sizeof(size);
        guarded([&] { unpack(message.rank, bytes.subspan(at, static_cast<std::size_t>(size))); });
        at += static_cast<std::size_t>(size);
      }
    }
  });
}

}  // namespace quadphase::mpi
