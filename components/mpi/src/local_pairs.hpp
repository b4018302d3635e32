// SPDX-License-Identifier: MIT
// The pairs of the objects on this rank, and of these the ones that are in its share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "grid_parts.hpp"
#include "local_objects.hpp"
#include "quadphase/broad_phase.hpp"

namespace quadphase::mpi::detail {

/// Which pairs are in the share of a rank. With parts of space, those whose reference point, the
/// greater of the two lower corners, is in the part; else those with an object that the rank owns.
struct Share {
  Box part;  // where the parts are boxes
  int rank = 0;
  bool is_by_part = false;
  std::shared_ptr<const GridParts> shapes;  // where they are not; no call per pair is virtual
};

/// An engine that keeps its static set as long as that does not change.
class LocalEngine {
 public:
  /// Errors: those of `BroadPhase`.
  explicit LocalEngine(const quadphase::Config& config) : engine_(config) {}

  /// The pairs of the share, in the order of the engine. Errors: `Broken` if there are too many
  /// pairs or objects; `std::bad_alloc`.
  /// They are written to the memory of `own`, whose pairs are forgotten.
  [[nodiscard]] std::vector<GlobalPair> find_pairs(LocalObjects objects, const Share& share,
                                                   std::vector<GlobalPair> own);

  /// The pairs that the engine found in the last search, whether in the share or not.
  [[nodiscard]] std::uint64_t found_count() const noexcept { return engine_.stats().pair_count; }

  /// What the last search looked at, for queries. Its ids are those of `find`.
  [[nodiscard]] const Index& index() const noexcept { return engine_; }
  /// An object of the engine.
  [[nodiscard]] const SearchedObject& find(ObjectId id) const noexcept {
    return id < kept_.size() ? kept_.objects[id] : moving_.objects[id - kept_.size()];
  }
  [[nodiscard]] const ObjectColumns& statics() const noexcept { return kept_; }
  [[nodiscard]] const ObjectColumns& moving() const noexcept { return moving_; }

 private:
  void add_own_pairs(std::span<const quadphase::Pair> pairs, const Share& share,
                     std::vector<GlobalPair>& own) const;

  BroadPhase engine_;
  ObjectColumns kept_;  // the static set that the engine has
  ObjectColumns moving_;
  bool has_kept_ = false;
  std::vector<std::vector<GlobalPair>>
      chunks_;  // Why kept: new ones take their memory from the system
};

}  // namespace quadphase::mpi::detail
