// SPDX-License-Identifier: MIT
// What people write first: a grid of equal cells, one for each rank, and a halo around each.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/broad_phase.hpp"

namespace quadphase::bench::distributed {

/// Cells are equal rectangles over the bounds of the world. A box goes to each rank whose cell,
/// widened by half of the greatest extent of any box, contains the box's center; the cell that has
/// the center counts it as its own. A pair is on the rank whose cell contains its reference point,
/// the greater of the two lower corners, limited to the world.
///
/// Exact, as quadphase::mpi is; but the halo is as wide as the largest box of the world demands.
class HaloExchange {
 public:
  explicit HaloExchange(MPI_Comm communicator);

  /// Collective.
  void update(const BoxView& boxes, const std::vector<std::uint64_t>& ids);

  [[nodiscard]] std::uint64_t pair_count() const noexcept { return pair_count_; }
  /// Pairs that the rank's engine found, counted on this rank or not.
  [[nodiscard]] std::uint64_t found_count() const noexcept { return engine_.stats().pair_count; }
  [[nodiscard]] std::uint64_t searched_count() const noexcept { return received_.size(); }
  [[nodiscard]] std::uint64_t ghost_count() const noexcept { return ghost_count_; }
  [[nodiscard]] std::uint64_t sent_bytes() const noexcept { return sent_bytes_; }
  [[nodiscard]] std::uint64_t sent_messages() const noexcept { return sent_messages_; }

 private:
  struct Record {
    Box box;
    std::uint64_t id;
  };

  void measure_world(const BoxView& boxes);
  [[nodiscard]] int column_of(float x) const noexcept;
  [[nodiscard]] int line_of(float y) const noexcept;
  void send(const BoxView& boxes, const std::vector<std::uint64_t>& ids);
  void count_pairs();

  MPI_Comm communicator_;
  int rank_ = 0;
  int rank_count_ = 1;
  int columns_ = 1;  // of the grid
  int lines_ = 1;
  Box world_;
  float reach_ = 0;
  std::vector<std::vector<Record>> outgoing_;
  std::vector<Record> received_;
  BoxColumns boxes_;
  BroadPhase engine_{{.threads = 1}};
  std::uint64_t pair_count_ = 0;
  std::uint64_t ghost_count_ = 0;
  std::uint64_t sent_bytes_ = 0;
  std::uint64_t sent_messages_ = 0;
};

}  // namespace quadphase::bench::distributed
