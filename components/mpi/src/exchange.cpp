// SPDX-License-Identifier: MIT
#include "exchange.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "faults.hpp"

namespace quadphase::mpi::detail {
namespace {

/// Why blocks: MPI counts in `int`, and a message may have more bytes than that.
constexpr std::size_t kBlockBytes = 64;
constexpr int kSizeTag = 0;
constexpr int kBodyTag = 1;

[[nodiscard]] std::size_t padded(std::size_t size) noexcept {
  return (size + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

}  // namespace

Exchange::Exchange(const Communicator& communicator, std::vector<Message> sent)
    : communicator_(communicator), sent_(std::move(sent)) {
  MPI_Type_contiguous(static_cast<int>(kBlockBytes), MPI_BYTE, &block_);
  MPI_Type_commit(&block_);
}

Exchange::~Exchange() {
  MPI_Type_free(&block_);
}

/// Source: NBX of T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols for
///         dynamic sparse data exchange", 2010.
///
/// A synchronous send ends when it has been received. A rank enters the barrier when all of its
/// sends have ended, and the barrier ends when all ranks are in it, so nothing is on its way then.
///
/// Why one tag is enough: every call is followed by an agreement of all ranks, before
/// which no rank announces anything again.
void Exchange::announce() {
  std::vector<std::uint64_t> sizes;
  std::vector<MPI_Request> sends;
  try {
    for (const Message& message : sent_) sizes.push_back(message.bytes.size());
    sends.resize(sent_.size());
    sizes_.reserve(sent_.size());
  } catch (const std::bad_alloc&) {
    has_failed_ = true;
    sizes.clear();
    sends.clear();
  }
  for (std::size_t i = 0; i < sends.size(); ++i)
    MPI_Issend(&sizes[i], 1, MPI_UINT64_T, sent_[i].rank, kSizeTag, communicator_.get(), &sends[i]);
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool is_in_barrier = false;
  for (int is_done = 0; is_done == 0;) {
    while (receive_announcement(kSizeTag)) {
    }
    if (is_in_barrier) {
      MPI_Test(&barrier, &is_done, MPI_STATUS_IGNORE);
    } else {
      int have_ended = 0;
      MPI_Testall(static_cast<int>(sends.size()), sends.data(), &have_ended, MPI_STATUSES_IGNORE);
      if (have_ended != 0) {
        MPI_Ibarrier(communicator_.get(), &barrier);
        is_in_barrier = true;
      }
    }
  }
}

bool Exchange::receive_announcement(int tag) {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, communicator_.get(), &is_there, &status);
  if (is_there == 0) return false;
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, status.MPI_SOURCE, tag, communicator_.get(), MPI_STATUS_IGNORE);
  try {
    sizes_.push_back(static_cast<std::size_t>(size));
    received_.push_back({status.MPI_SOURCE, {}});
  } catch (const std::bad_alloc&) {
    has_failed_ = true;  // it is received nevertheless, so that its sender is not left waiting
  }
  return true;
}

void Exchange::allocate() {
  if (has_failed_) throw std::bad_alloc();
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
  for (Message& message : sent_) {
    require(message.bytes.size() / kBlockBytes < kMost, Rule::message_size);
    message.bytes.reserve(padded(message.bytes.size()));
  }
  for (std::size_t i = 0; i < received_.size(); ++i) {
    received_[i].bytes.reserve(padded(sizes_[i]));
    received_[i].bytes.resize(sizes_[i]);
  }
  requests_.resize(sent_.size() + received_.size());
}

void Exchange::start() {
  // Nothing below allocates: all messages have room for whole blocks.
  MPI_Request* next = requests_.data();
  for (Message& message : received_) {
    message.bytes.resize(padded(message.bytes.size()));
    MPI_Irecv(message.bytes.data(), static_cast<int>(message.bytes.size() / kBlockBytes), block_,
              message.rank, kBodyTag, communicator_.get(), next++);
  }
  for (Message& message : sent_) {
    const std::size_t size = padded(message.bytes.size());
    message.bytes.resize(size);
    MPI_Isend(message.bytes.data(), static_cast<int>(size / kBlockBytes), block_, message.rank,
              kBodyTag, communicator_.get(), next++);
  }
}

void Exchange::finish() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i < received_.size(); ++i) received_[i].bytes.resize(sizes_[i]);
  std::sort(received_.begin(), received_.end(),
            [](const Message& a, const Message& b) { return a.rank < b.rank; });
}

void Exchange::run() {
  announce();
  on_all_ranks(communicator_, [&] { allocate(); });
  start();
  finish();
}

std::size_t Exchange::sent_bytes() const noexcept {
  std::size_t sum = 0;
  for (const Message& message : sent_) sum += message.bytes.size();
  return sum;
}

}  // namespace quadphase::mpi::detail
