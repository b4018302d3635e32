// SPDX-License-Identifier: MIT
// What an update would take on more ranks than this machine has: measured work, and a model of the
// messages.
//
// Source: A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, "LogGP: incorporating long messages
// into the LogP model", 1995: a message of k bytes takes o + (k - 1) G + L + o; messages of one
// rank are g apart.
#pragma once

#include "measured_ranks.hpp"

namespace quadphase::bench::distributed {

/// Parameters of a network, in microseconds, and microseconds a byte.
struct LogGP {
  double latency = 1.5;      ///< L
  double overhead = 0.5;     ///< o, of a send or of a receive
  double gap = 0.3;          ///< g, between two messages
  double byte_gap = 0.0001;  ///< G: 10 GB/s
};

/// The network between ranks 0 and 1, by messages to and fro: latency with all overhead in it, and
/// the gap of a byte. Collective; equal on all ranks.
[[nodiscard]] LogGP measure_network(MPI_Comm communicator);

/// What was measured on one rank and on several, per box.
struct Work {
  double search_ns = 0;        ///< local work for a box of the engine: ghosts, pairs
  double copies_per_edge = 0;  ///< copies of a rank over the square root of its boxes, per neighbor
  double bytes_per_copy = 32;  ///< of a message
};

/// Reads the work from a run on one rank and one on several.
[[nodiscard]] Work work_of(const Measured& alone, const Measured& several);

struct Predicted {
  double milliseconds = 0;
  double search = 0;     ///< own boxes and copies
  double exchange = 0;   ///< messages of boxes
  double agreement = 0;  ///< reductions and the barrier
};

/// An update of ranks with as many boxes each, whose parts are squares side by side.
[[nodiscard]] Predicted predict(const LogGP& network, const Work& work, double ranks,
                                double boxes_a_rank);

}  // namespace quadphase::bench::distributed
