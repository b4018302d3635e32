// SPDX-License-Identifier: MIT
// One aggregated message from a rank to each rank that it has something for; no other rank is
// involved.
//
//     announce   the sizes, so that receivers learn who their senders are   collective
//     allocate   room for what will arrive                                  may throw
//     start      posts all receives and sends; work can go on meanwhile
//     finish     waits for them
//
// Cost:   two messages to each neighbor, and a barrier: O(neighbors + log ranks).
// Source: T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols for dynamic
//         sparse data exchange", 2010 (the nonblocking consensus, NBX, of `announce`).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "communicator.hpp"

namespace quadphase::mpi::detail {

/// Bytes for, or from, one rank.
struct Message {
  int rank = 0;
  std::vector<std::byte> bytes;
};

/// Appends plain values to the bytes of a message.
template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto raw = std::as_bytes(values);
  if (raw.empty()) return;
  const std::size_t first = bytes.size();
  bytes.resize(first + raw.size());
  std::memcpy(bytes.data() + first, raw.data(), raw.size());
}
template <class T>
void append(std::vector<std::byte>& bytes, const T& value) {
  append(bytes, std::span<const T>(&value, 1));
}

/// A plain value of a message, by its first byte.
template <class T>
[[nodiscard]] T value_at(std::span<const std::byte> bytes, std::size_t at) {
  std::array<std::byte, sizeof(T)> value;
  std::memcpy(value.data(), bytes.data() + at, sizeof(T));
  return std::bit_cast<T>(value);
}

/// A message for each rank of a set, found by rank.
class Outbox {
 public:
  /// Empty messages.
  explicit Outbox(int rank_count) : slots_(static_cast<std::size_t>(rank_count), -1) {}

  /// The bytes for a rank.
  [[nodiscard]] std::vector<std::byte>& to(int rank) {
    int& slot = slots_[static_cast<std::size_t>(rank)];
    if (slot < 0) {
      messages_.push_back({rank, {}});
      slot = static_cast<int>(messages_.size()) - 1;
    }
    return messages_[static_cast<std::size_t>(slot)].bytes;
  }
  /// Those that are not empty.
  [[nodiscard]] std::vector<Message> take() noexcept { return std::move(messages_); }

 private:
  std::vector<int> slots_;
  std::vector<Message> messages_;
};

class Exchange {
 public:
  /// Keeps the messages, which are not empty, until the end.
  Exchange(const Communicator& communicator, std::vector<Message> sent);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Collective.
  void announce();
  /// Errors: `std::bad_alloc`, also if `announce` ran out of memory; `Broken` if a message is too
  /// long.
  void allocate();
  void start();
  void finish();

  /// All of this, with all ranks agreeing that they have memory. Collective.
  void run();

  [[nodiscard]] std::span<const Message> sent() const noexcept { return sent_; }
  /// Ascending by rank.
  [[nodiscard]] std::span<const Message> received() const noexcept { return received_; }
  [[nodiscard]] std::size_t sent_bytes() const noexcept;

 private:
  [[nodiscard]] bool receive_announcement(int tag);

  const Communicator& communicator_;
  std::vector<Message> sent_;
  std::vector<Message> received_;
  std::vector<std::size_t> sizes_;  // of sent_, then of received_
  std::vector<MPI_Request> requests_;
  MPI_Datatype block_ = MPI_DATATYPE_NULL;
  bool has_failed_ = false;
};

}  // namespace quadphase::mpi::detail
