// SPDX-License-Identifier: MIT
#include "communication_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace quadphase::bench::distributed {
namespace {

/// Reductions of eight bytes in an update without events in which no id is new, and the barrier at
/// the end of the announcements.
constexpr double kReductions = 9;

/// Neighbors of a part: the eight around a square, or all others.
double neighbors_of(double ranks) {
  return std::min(8.0, ranks - 1);
}

/// Edges of a part that other parts lie at.
double edges_of(double ranks) {
  if (ranks <= 2) return ranks - 1;
  return ranks < 16 ? 2 : 4;
}

/// Seconds of a message of this many bytes from rank 0 to rank 1: half of a way to and fro.
double one_way(MPI_Comm communicator, int rank, std::size_t bytes, int times) {
  std::vector<char> buffer(bytes);
  const auto count = static_cast<int>(bytes);
  double begin = 0;
  for (int i = -times / 4; i < times; ++i) {
    if (i == 0) begin = MPI_Wtime();
    for (const int sender : {0, 1}) {
      if (rank == sender) MPI_Send(buffer.data(), count, MPI_CHAR, 1 - sender, 0, communicator);
      if (rank == 1 - sender)
        MPI_Recv(buffer.data(), count, MPI_CHAR, sender, 0, communicator, MPI_STATUS_IGNORE);
    }
  }
  return (MPI_Wtime() - begin) / (2 * times);
}

}  // namespace

LogGP measure_network(MPI_Comm communicator) {
  constexpr std::size_t kLong = 1'000'000;
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  const double small = one_way(communicator, rank, 8, 2'000);
  const double large = one_way(communicator, rank, kLong, 100);
  LogGP network{small * 1e6, 0, small * 1e6, (large - small) / static_cast<double>(kLong) * 1e6};
  MPI_Bcast(&network, sizeof(network), MPI_BYTE, 0, communicator);
  return network;
}

Work work_of(const Measured& alone, const Measured& several) {
  Work work;
  work.search_ns = alone.milliseconds * 1e6 / static_cast<double>(alone.box_count);
  const double boxes = static_cast<double>(several.box_count) / several.ranks;
  const double copies = several.ghost_share * boxes;
  work.copies_per_edge = copies / (std::sqrt(boxes) * edges_of(several.ranks));
  return work;
}

Predicted predict(const LogGP& network, const Work& work, double ranks, double boxes_a_rank) {
  const double copies = work.copies_per_edge * std::sqrt(boxes_a_rank) * edges_of(ranks);
  const double neighbors = neighbors_of(ranks);
  Predicted predicted;
  predicted.search = (boxes_a_rank + copies) * work.search_ns * 1e-6;
  if (ranks > 1) {
    // Sizes are announced first, by a message of eight bytes that its receiver confirms.
    const double announce = 2 * (network.latency + 2 * network.overhead) +
                            neighbors * std::max(network.gap, network.overhead);
    const double boxes = network.latency + 2 * network.overhead +
                         neighbors * std::max(network.gap, network.overhead) +
                         copies * work.bytes_per_copy * network.byte_gap;
    predicted.exchange = (announce + boxes) * 1e-3;
    const double steps = std::ceil(std::log2(ranks));
    predicted.agreement = kReductions * 2 * steps * (network.latency + 2 * network.overhead) * 1e-3;
  }
  predicted.milliseconds = predicted.search + predicted.exchange + predicted.agreement;
  return predicted;
}

}  // namespace quadphase::bench::distributed
