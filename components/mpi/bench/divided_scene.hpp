// SPDX-License-Identifier: MIT
// A scene of the benchmark whose objects are owned by ranks, as a simulation would divide them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "quadphase/box.hpp"
#include "run.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench::distributed {

/// Every rank makes the whole scene, which is the benchmark's own work, and reads the rows that it
/// owns. Owners are chosen in the first frame, by bisections along the longer axis into equal
/// numbers of objects, and stay until `own`; `are_scattered` ones are chosen at random.
/// `moving_percent` of the objects move, always the same ones.
class DividedScene {
 public:
  DividedScene(const Run& run, int rank, int rank_count);

  void step();
  /// Owns the rows of the whole scene whose owner is this rank.
  void own(const std::vector<int>& owners, int rank);
  [[nodiscard]] BoxView boxes() const { return own_.view(); }
  [[nodiscard]] const std::vector<std::uint64_t>& ids() const { return ids_; }
  /// All objects of the scene, each of which moves.
  [[nodiscard]] BoxView whole() const { return scene_->boxes(); }

 private:
  void own_rows(std::vector<std::uint64_t> rows);

  std::unique_ptr<scenes::Scene> scene_;
  double moving_percent_;
  std::vector<std::uint64_t> ids_;   // rows of the scene
  std::vector<std::size_t> moving_;  // of these, rows of `ids_`
  BoxColumns own_;
};

}  // namespace quadphase::bench::distributed
