// SPDX-License-Identifier: MIT
// What each rank has sent to and received from each other one, kept from update to update, so that
// only changes are sent.
//
// A list has the records of all objects that one rank searches for another, in ascending rows of
// the owner. Its sender and its receiver remember it. A message is the list, or the changes that
// turn the remembered one into it, whichever takes fewer bytes; there is none if the two are equal:
//
//     counts    of the next two; the first is 2^32 - 1 if the records are the whole list
//     removed   rows that are no longer in the list
//     moved     rows and boxes, of objects whose other properties are the same
//     records   all others: new objects, and rows with another object or other properties
//
// Invariant: sender and receiver remember the same list. An update works on the next lists, and
//            they are remembered by `commit`, after all ranks have agreed that none has failed.
// Cost:      a comparison of each record. A list that an update changes exists twice until it is
//            committed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange.hpp"

namespace quadphase::mpi::detail {

/// Records of one size, one after another.
class RecordsView {
 public:
  RecordsView(std::span<const std::byte> bytes, std::size_t record_size)
      : bytes_(bytes), record_size_(record_size), size_(bytes.size() / record_size) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t record_size() const noexcept { return record_size_; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::span<const std::byte> operator[](std::size_t i) const {
    return bytes_.subspan(i * record_size_, record_size_);
  }
  /// The owner's row of a record; past the end, a number greater than every row.
  [[nodiscard]] std::uint64_t row_of(std::size_t i) const;

 private:
  std::span<const std::byte> bytes_;
  std::size_t record_size_;
  std::size_t size_;
};

/// Lists by rank: those that are remembered, and those of the update that is going on.
class ListsByRank {
 public:
  struct List {
    int rank = 0;
    std::vector<std::byte> kept;
    std::vector<std::byte> next;
    bool has_next = false;  // else it is `kept`

    [[nodiscard]] std::span<const std::byte> now() const noexcept {
      return has_next ? std::span(next) : std::span(kept);
    }
  };

  /// Begins an update: what the last one did not commit is forgotten. If records have another size
  /// than the remembered ones, all lists begin empty.
  void begin(std::size_t record_size) noexcept;
  /// What `next` is to be compared with.
  [[nodiscard]] std::span<const std::byte> before(const List& list) const noexcept;
  /// The list of a rank, which is empty if there was none. Errors: `std::bad_alloc`.
  [[nodiscard]] List& of(int rank);
  /// Ascending by rank.
  [[nodiscard]] std::span<List> all() noexcept { return lists_; }
  void commit() noexcept;

 private:
  std::vector<List> lists_;
  std::size_t record_size_ = 0;       // of what is remembered
  std::size_t next_record_size_ = 0;  // of this update
};

/// Both directions between this rank and all others.
class KeptGhosts {
 public:
  /// Begins an update. `lists`: for each rank that this one has objects for, all of them. Returns
  /// the messages, of which none is empty. Errors: `std::bad_alloc`.
  [[nodiscard]] std::vector<Message> changes(std::vector<Message> lists, std::size_t record_size);

  /// Applies the messages of the other ranks. Errors: `std::bad_alloc`.
  void receive(std::span<const Message> messages);

  /// Calls `take(rank, records)` for each rank that has objects for this one, in ascending order.
  template <class Take>
  void for_each_received(const Take& take) {
    for (const ListsByRank::List& list : received_.all())
      take(list.rank, RecordsView(list.now(), record_size_));
  }

  /// Remembers the lists of this update. On all ranks, or on none.
  void commit() noexcept;

  /// Records in the messages of this update.
  [[nodiscard]] std::size_t sent_count() const noexcept { return sent_count_; }
  [[nodiscard]] std::size_t received_count() const noexcept { return received_count_; }

 private:
  [[nodiscard]] std::vector<std::byte> message_for(const std::span<const std::byte>& before,
                                                   const std::span<const std::byte>& now);

  ListsByRank sent_;
  ListsByRank received_;
  std::size_t record_size_ = 0;
  std::size_t sent_count_ = 0;
  std::size_t received_count_ = 0;
};

}  // namespace quadphase::mpi::detail
