// SPDX-License-Identifier: MIT
// The pairs of the objects on this rank, and of these the ones that are in its share.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/local_objects.hpp"
#include "quadphase/broad_phase.hpp"

namespace quadphase::mpi::detail {

/// Which pairs are in the share of a rank. Of parts of space: those with their reference point, the
/// greater of the two lower corners, in the part. Else those with an object that the rank owns.
struct Share {
  Box part;
  int rank;
  bool is_by_part;
};

/// An engine that keeps its static set as long as that does not change.
class LocalEngine {
 public:
  /// Errors: those of `BroadPhase`.
  explicit LocalEngine(const quadphase::Config& config) : engine_(config) {}

  /// The pairs of the share, in the order of the engine. Errors: `Broken` if there are too many
  /// pairs or objects; `std::bad_alloc`.
  [[nodiscard]] std::vector<Pair> find_pairs(LocalObjects objects, const Share& share);

  /// The pairs that the engine found in the last search, whether in the share or not.
  [[nodiscard]] std::uint64_t found_count() const noexcept { return engine_.stats().pair_count; }

 private:
  BroadPhase engine_;
  ObjectColumns kept_;  // the static set that the engine has
  bool has_kept_ = false;
};

}  // namespace quadphase::mpi::detail
