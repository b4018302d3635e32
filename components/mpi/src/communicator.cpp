// SPDX-License-Identifier: MIT
#include "communicator.hpp"

#include <stdexcept>

namespace quadphase::mpi::detail {
namespace {

void require_mpi() {
  int is_initialized = 0;
  int is_finalized = 0;
  MPI_Initialized(&is_initialized);
  MPI_Finalized(&is_finalized);
  if (is_initialized == 0 || is_finalized != 0)
    throw std::logic_error("quadphase: MPI must be initialized, and not finalized");
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_FUNNELED)
    throw std::logic_error(
        "quadphase: MPI must be initialized with at least MPI_THREAD_FUNNELED, by MPI_Init_thread");
}

std::uint64_t reduced(MPI_Comm communicator, std::uint64_t value, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, operation, communicator);
  return value;
}

}  // namespace

Communicator::Communicator(MPI_Comm original) {
  require_mpi();
  MPI_Comm_dup(original, &communicator_);
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &size_);
}

Communicator::~Communicator() {
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  if (is_finalized == 0) MPI_Comm_free(&communicator_);
}

std::uint64_t Communicator::least(std::uint64_t value) const {
  return reduced(communicator_, value, MPI_MIN);
}
std::uint64_t Communicator::sum(std::uint64_t value) const {
  return reduced(communicator_, value, MPI_SUM);
}
std::uint64_t Communicator::most(std::uint64_t value) const {
  return reduced(communicator_, value, MPI_MAX);
}
std::uint64_t Communicator::any_bits(std::uint64_t bits) const {
  return reduced(communicator_, bits, MPI_BOR);
}

}  // namespace quadphase::mpi::detail
