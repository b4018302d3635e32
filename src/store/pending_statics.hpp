// SPDX-License-Identifier: MIT
// Which static objects have changed since an engine was last told of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "quadphase/pair.hpp"
#include "store/loops.hpp"

namespace quadphase::detail {

/// Notes the ids whose static object came, went or was changed, each once.
///
/// Invariant: where not everything is new, an id that is not noted has now the static object that
/// it had at the last hand-over, or has none as it had none. So `was_static` at the first note is
/// what the engine holds.
class PendingStatics {
 public:
  struct Change {
    ObjectId id;
    std::uint32_t was_static;
  };

  explicit PendingStatics(std::pmr::memory_resource* resource)
      : changes_(resource), noted_(resource), token_(std::make_shared<char>()) {}

  /// Room for so many slots and static objects. Errors: `std::bad_alloc`; all is as it was.
  void reserve(std::size_t slot_capacity, std::size_t static_count) {
    const std::size_t words = (slot_capacity + 63) / 64;
    const std::size_t kept = noted_.capacity();
    if (words > kept) {
      noted_.grow(kept, words);
      std::fill(noted_.data() + kept, noted_.data() + words, std::uint64_t{0});
    }
    const std::size_t most = static_count / kShare + 1;
    if (most > changes_.capacity()) changes_.grow(count_, most + most / 8);
  }

  /// To be called before an object that is still, or becomes still, changes. Needs room.
  void note(ObjectId id, bool was_static) noexcept {
    reported_ = false;
    if (everything_ || test_and_set(noted_.first(noted_.capacity()), id, false)) return;
    if (count_ >= committed_count_ / kShare) {
      noted_[id / 64] = 0;  // this one's word, which the list does not name
      note_everything();
      return;
    }
    changes_[count_++] = {id, was_static ? 1U : 0U};
  }

  /// There is news, whether it is in the list or not.
  void note_change() noexcept { reported_ = false; }

  void note_everything() noexcept {
    forget();
    reported_ = false;
    everything_ = true;
  }

  [[nodiscard]] bool everything() const noexcept { return everything_; }
  [[nodiscard]] std::span<const Change> changes() const noexcept { return changes_.first(count_); }
  [[nodiscard]] const std::shared_ptr<char>& token() const noexcept { return token_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  /// The changes were read.
  void mark_reported() noexcept { reported_ = true; }
  /// What was told is handed over, `static_count` objects in all; false where there is news.
  [[nodiscard]] bool commit(std::size_t static_count) noexcept {
    if (!reported_) return false;
    forget();
    reported_ = false;
    everything_ = false;
    committed_count_ = static_count;
    ++number_;
    return true;
  }

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return changes_.byte_count() + noted_.byte_count();
  }

 private:
  /// From more than one in so many changed on, all are handed over anew.
  static constexpr std::size_t kShare = 8;

  void forget() noexcept {
    for (const Change& change : changes()) noted_[change.id / 64] = 0;
    count_ = 0;
  }

  Buffer<Change> changes_;
  Buffer<std::uint64_t> noted_;  // a bit a slot: it is in the list
  std::size_t count_ = 0;
  std::size_t committed_count_ = 0;
  bool everything_ = true;
  bool reported_ = false;
  std::uint64_t number_ = 0;
  std::shared_ptr<char> token_;  // its address names the store, in receipts that keep it alive
};

}  // namespace quadphase::detail
