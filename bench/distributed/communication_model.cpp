// SPDX-License-Identifier: MIT
#include "distributed/communication_model.hpp"

#include <algorithm>
#include <cmath>

namespace quadphase::bench::distributed {
namespace {

/// Reductions of eight bytes in an update, and the barrier at the end of the announcements.
constexpr double kReductions = 11;

/// Neighbors of a part: the eight around a square, or all others.
double neighbors_of(double ranks) {
  return std::min(8.0, ranks - 1);
}

/// Edges of a part that other parts lie at.
double edges_of(double ranks) {
  return ranks <= 2 ? ranks - 1 : std::min(4.0, std::sqrt(ranks) + 0.5);
}

}  // namespace

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
