// SPDX-License-Identifier: MIT
#include "mpi/kept_ghosts.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "mpi/local_objects.hpp"

namespace quadphase::mpi::detail {
namespace {

using Bytes = std::span<const std::byte>;

/// Begins a message.
struct MessageCounts {
  std::uint32_t removed;
  std::uint32_t moved;
};

/// As the number of removed rows, of which none follows then: the records are the whole list.
constexpr std::uint32_t kAllRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kNoRow = std::numeric_limits<std::uint64_t>::max();

struct MovedBox {
  Box box;
  std::uint32_t row;
};
static_assert(sizeof(MovedBox) == 20);
static_assert(offsetof(Record, box) == 0);

[[nodiscard]] bool are_equal(const Bytes& a, const Bytes& b) noexcept {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// What turns one list into another.
struct ListChanges {
  std::vector<std::uint32_t> removed;
  std::vector<MovedBox> moved;
  std::vector<std::byte> records;

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return removed.size() * sizeof(std::uint32_t) + moved.size() * sizeof(MovedBox) +
           records.size();
  }
  /// `before` and `now` have one row.
  void add(const Bytes& before, const Bytes& now) {
    if (are_equal(before, now)) return;
    if (are_equal(before.subspan(sizeof(Box)), now.subspan(sizeof(Box)))) {
      moved.push_back({value_at<Box>(now, 0), value_at<Record>(now, 0).row});
    } else {
      append(records, now);
    }
  }
};

/// A merge by row, which ends early if the changes have as many bytes as the list: they are not
/// sent then.
ListChanges changes_between(const RecordsView& before, const RecordsView& now) {
  ListChanges changes;
  std::size_t old = 0;
  std::size_t next = 0;
  while ((old < before.size() || next < now.size()) && changes.byte_count() < now.bytes().size()) {
    const std::uint64_t old_row = before.row_of(old);
    const std::uint64_t next_row = now.row_of(next);
    if (old_row < next_row) {
      changes.removed.push_back(static_cast<std::uint32_t>(old_row));
    } else if (old_row > next_row) {
      append(changes.records, now[next]);
    } else {
      changes.add(before[old], now[next]);
    }
    old += old_row <= next_row ? 1 : 0;
    next += next_row <= old_row ? 1 : 0;
  }
  return changes;
}

/// A message, part by part. Past the end of a part is a row greater than all.
class MessageView {
 public:
  MessageView(const Bytes& message, std::size_t record_size)
      : message_(message),
        counts_(value_at<MessageCounts>(message, 0)),
        removed_count_(counts_.removed == kAllRows ? 0 : counts_.removed),
        moved_at_(sizeof(MessageCounts) + removed_count_ * sizeof(std::uint32_t)),
        records_(message.subspan(moved_at_ + counts_.moved * sizeof(MovedBox)), record_size) {}

  [[nodiscard]] bool has_whole_list() const noexcept { return counts_.removed == kAllRows; }
  [[nodiscard]] std::size_t moved_count() const noexcept { return counts_.moved; }
  [[nodiscard]] const RecordsView& records() const noexcept { return records_; }
  [[nodiscard]] std::uint64_t removed_row(std::size_t i) const {
    if (i >= removed_count_) return kNoRow;
    return value_at<std::uint32_t>(message_, sizeof(MessageCounts) + i * sizeof(std::uint32_t));
  }
  [[nodiscard]] std::uint64_t moved_row(std::size_t i) const {
    return i >= counts_.moved ? kNoRow : moved(i).row;
  }
  [[nodiscard]] MovedBox moved(std::size_t i) const {
    return value_at<MovedBox>(message_, moved_at_ + i * sizeof(MovedBox));
  }

 private:
  Bytes message_;
  MessageCounts counts_;
  std::size_t removed_count_;
  std::size_t moved_at_;
  RecordsView records_;
};

/// The list that changes make of the one before, by a merge by row.
std::vector<std::byte> changed_list(const RecordsView& before, const MessageView& changes) {
  const RecordsView& records = changes.records();
  std::vector<std::byte> list;
  list.reserve(before.bytes().size() + records.bytes().size());
  std::size_t removed = 0;
  std::size_t moved = 0;
  std::size_t record = 0;
  for (std::size_t old = 0; old < before.size(); ++old) {
    const std::uint64_t row = before.row_of(old);
    while (records.row_of(record) < row) append(list, records[record++]);
    if (changes.removed_row(removed) == row) {
      ++removed;
    } else if (records.row_of(record) == row) {
      append(list, records[record++]);
    } else {
      append(list, before[old]);
      if (changes.moved_row(moved) != row) continue;
      const Box box = changes.moved(moved++).box;
      std::memcpy(list.data() + list.size() - records.record_size(), &box, sizeof(box));
    }
  }
  append(list, records.bytes().subspan(record * records.record_size()));
  return list;
}

}  // namespace

void ListsByRank::begin(std::size_t record_size) noexcept {
  next_record_size_ = record_size;
  for (List& list : lists_) {
    list.next.clear();
    list.has_next = record_size != record_size_;
  }
}

Bytes ListsByRank::before(const List& list) const noexcept {
  return next_record_size_ == record_size_ ? Bytes(list.kept) : Bytes();
}

ListsByRank::List& ListsByRank::of(int rank) {
  auto at = std::lower_bound(lists_.begin(), lists_.end(), rank,
                             [](const List& list, int other) { return list.rank < other; });
  if (at == lists_.end() || at->rank != rank) at = lists_.insert(at, {rank, {}, {}, false});
  return *at;
}

void ListsByRank::commit() noexcept {
  for (List& list : lists_) {
    if (list.has_next) list.kept = std::move(list.next);
    list.has_next = false;
  }
  std::erase_if(lists_, [](const List& list) { return list.kept.empty(); });
  record_size_ = next_record_size_;
}

std::uint64_t RecordsView::row_of(std::size_t i) const {
  return i < size() ? value_at<Record>(bytes_, i * record_size_).row : kNoRow;
}

std::vector<std::byte> KeptGhosts::message_for(const Bytes& before, const Bytes& now) {
  const ListChanges changes =
      changes_between(RecordsView(before, record_size_), RecordsView(now, record_size_));
  std::vector<std::byte> message;
  message.reserve(sizeof(MessageCounts) + std::min(now.size(), changes.byte_count()));
  if (changes.byte_count() >= now.size()) {
    append(message, MessageCounts{kAllRows, 0});
    append(message, now);
    sent_count_ += now.size() / record_size_;
  } else {
    append(message, MessageCounts{static_cast<std::uint32_t>(changes.removed.size()),
                                  static_cast<std::uint32_t>(changes.moved.size())});
    append(message, std::span<const std::uint32_t>(changes.removed));
    append(message, std::span<const MovedBox>(changes.moved));
    append(message, Bytes(changes.records));
    sent_count_ += changes.moved.size() + changes.records.size() / record_size_;
  }
  return message;
}

std::vector<Message> KeptGhosts::changes(std::vector<Message> lists, std::size_t record_size) {
  record_size_ = record_size;
  sent_count_ = 0;
  received_count_ = 0;
  sent_.begin(record_size);
  received_.begin(record_size);
  for (Message& list : lists) sent_.of(list.rank).next = std::move(list.bytes);
  std::vector<Message> messages;
  for (ListsByRank::List& list : sent_.all()) {
    list.has_next = true;
    const Bytes before = sent_.before(list);
    if (!are_equal(before, list.next))
      messages.push_back({list.rank, message_for(before, list.next)});
  }
  return messages;
}

void KeptGhosts::receive(std::span<const Message> messages) {
  for (const Message& message : messages) {
    const MessageView changes(message.bytes, record_size_);
    ListsByRank::List& list = received_.of(message.rank);
    const Bytes before = changes.has_whole_list() ? Bytes() : received_.before(list);
    list.next = changed_list(RecordsView(before, record_size_), changes);
    list.has_next = true;
    received_count_ += changes.moved_count() + changes.records().size();
  }
}

void KeptGhosts::commit() noexcept {
  sent_.commit();
  received_.commit();
}

}  // namespace quadphase::mpi::detail
