// SPDX-License-Identifier: MIT
// Which static objects have changed since an engine last got the changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "store/bits.hpp"

namespace quadphase::detail {

/// The version of a store's static objects that an engine has. Default: none.
struct StaticVersion {
  std::shared_ptr<const void> store;  // kept, so that no later store can have the same address
  std::uint64_t number = 0;
};

/// The changes from the version of an engine to the current static objects.
struct StaticChanges {
  bool replaces_all = false;            ///< remove all, then add; else remove `removed`, then add
  std::span<const ObjectId> removed{};  ///< ids to remove; empty if `replaces_all`
  BoxView boxes{};                      ///< objects to add
  Attributes attributes{};              ///< attributes of these, including ids
};

/// Records the ids whose static object was added, removed or changed, each once.
///
/// Invariant: if `replaces_all_` is false, an unrecorded id is unchanged since the last version; so
/// `was_static` of its first change is its state in the engine.
class StaticTracker {
 public:
  struct Change {
    ObjectId id;
    std::uint32_t was_static;
  };

  explicit StaticTracker(std::pmr::memory_resource* resource)
      : changes_(resource), recorded_(resource), store_(std::make_shared<char>()) {}

  /// Room for that many slots and static objects. Errors: `std::bad_alloc`; all is as it was.
  void reserve(std::size_t slot_capacity, std::size_t static_count) {
    grow_zeroed(recorded_, (slot_capacity + 63) / 64);
    const std::size_t most = static_count / kMaxChangedFraction + 1;
    if (most > changes_.capacity()) changes_.grow(count_, most + most / 8);
  }

  /// Gives back what this number of slots and of static objects does not need.
  void shrink(std::size_t slot_capacity, std::size_t static_count) noexcept {
    recorded_.shrink((slot_capacity + 63) / 64);
    changes_.shrink(
        std::max(count_, std::max(static_count, last_count_) / kMaxChangedFraction + 1));
  }

  /// Call it before an object that is static, or becomes static, changes. Needs room.
  void record(ObjectId id, bool was_static) noexcept {
    is_reported_ = false;
    if (replaces_all_ || test_and_set(recorded_.first(recorded_.capacity()), id, false)) return;
    if (count_ >= last_count_ / kMaxChangedFraction) {
      recorded_[id / 64] = 0;  // the word of this id, which the list does not have
      record_all();
      return;
    }
    changes_[count_++] = {id, was_static ? 1U : 0U};
  }
  void record_all() noexcept {
    clear();
    is_reported_ = false;
    replaces_all_ = true;
  }

  /// True if an engine that has this version needs only `changes()`.
  [[nodiscard]] bool is_current(const StaticVersion& version) const noexcept {
    return !replaces_all_ && version.store == store_ && version.number == number_;
  }
  /// True if an engine that has this version needs no changes.
  [[nodiscard]] bool is_latest(const StaticVersion& version) const noexcept {
    return count_ == 0 && is_current(version);
  }
  [[nodiscard]] std::span<const Change> changes() const noexcept { return changes_.first(count_); }

  /// Notes that the changes were read.
  void mark_reported() noexcept { is_reported_ = true; }
  /// Begins a new version, of `static_count` objects. Returns it; or none if something has
  /// changed since the changes were read.
  [[nodiscard]] StaticVersion commit(std::size_t static_count) noexcept {
    if (!is_reported_) return {};
    clear();
    is_reported_ = replaces_all_ = false;
    last_count_ = static_count;
    return {store_, ++number_};
  }

 private:
  /// If more than 1 / kMaxChangedFraction of the static objects have changed, an engine gets all.
  static constexpr std::size_t kMaxChangedFraction = 8;

  void clear() noexcept {
    for (const Change& change : changes()) recorded_[change.id / 64] = 0;
    count_ = 0;
  }

  Buffer<Change> changes_;
  Buffer<std::uint64_t> recorded_;  // one bit per slot that is in the list
  std::size_t count_ = 0;
  std::size_t last_count_ = 0;  // static objects in the last version
  bool replaces_all_ = true;
  bool is_reported_ = false;
  std::uint64_t number_ = 0;
  std::shared_ptr<char> store_;  // its address identifies the store
};

}  // namespace quadphase::detail
