// SPDX-License-Identifier: MIT
// A duplicate of the caller's communicator, so that messages of the library never mix with the
// caller's.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace quadphase::mpi::detail {

class Communicator {
 public:
  /// Collective. Errors: `std::logic_error` if MPI is not ready; see `DistributedBroadPhase`.
  explicit Communicator(MPI_Comm original);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  [[nodiscard]] MPI_Comm get() const noexcept { return communicator_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  // Over all ranks. Collective.
  [[nodiscard]] std::uint64_t least(std::uint64_t value) const;
  [[nodiscard]] std::uint64_t sum(std::uint64_t value) const;
  [[nodiscard]] std::uint64_t most(std::uint64_t value) const;
  [[nodiscard]] std::uint64_t any_bits(std::uint64_t bits) const;

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace quadphase::mpi::detail
