// SPDX-License-Identifier: MIT
#include "weights.hpp"

#include <cstdint>
#include <utility>

#include "exchange.hpp"
#include "faults.hpp"

namespace quadphase::mpi::detail {

std::vector<float> weights_of(const Communicator& communicator, std::size_t box_count,
                              std::span<const GlobalPair> share) {
  std::vector<float> weights;
  std::vector<Message> rows_of_others;
  on_all_ranks(communicator, [&] {
    weights.assign(box_count, 1.0F);
    Outbox outbox(communicator.size());
    for (const GlobalPair& pair : share) {
      for (const Place& place : {pair.first_place, pair.second_place}) {
        if (place.rank == communicator.rank()) {
          weights[place.row] += kPairWork / 2;
        } else {
          append(outbox.to(place.rank), place.row);
        }
      }
    }
    rows_of_others = outbox.take();
  });
  Exchange exchange(communicator, std::move(rows_of_others));
  exchange.run();
  for (const Message& message : exchange.received()) {
    for (std::size_t at = 0; at < message.bytes.size(); at += sizeof(Place::row))
      weights[value_at<std::uint32_t>(message.bytes, at)] += kPairWork / 2;
  }
  return weights;
}

}  // namespace quadphase::mpi::detail
