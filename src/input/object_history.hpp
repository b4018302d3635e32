// SPDX-License-Identifier: MIT
// State of this frame's moving objects, kept for the next frame's events and for
// `tight_boxes_overlap`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "base/parallel.hpp"
#include "data/box_buffer.hpp"
#include "data/objects.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

/// Maps ids to rows, for ids that are row numbers, dense or sparse. Also maps ids to slots of
/// per-id tables, which can include static objects. Slots are the ids themselves, or the rows of
/// moving objects if most ids are unused.
///
/// If rows have equal ids, it maps these to the first of the rows, regardless of the threads.
class IdTable {
 public:
  explicit IdTable(std::pmr::memory_resource* resource) : dense_(resource), sparse_(resource) {}

  /// `ids` may be null, for rows. Call it inside `workers.run` only. Errors: `std::bad_alloc`.
  void fill(const ObjectId* ids, std::size_t count, std::span<const ObjectId> static_ids,
            const Workers& workers);

  /// The row of a moving object's id, or IdMap::kNone.
  [[nodiscard]] std::uint32_t find(ObjectId id) const noexcept {
    if (kind_ == Kind::rows) return id < size_ ? id : IdMap::kNone;
    if (kind_ == Kind::dense) return id < size_ ? dense_[id] : IdMap::kNone;
    return sparse_.find(id);
  }

  /// True if two rows have the same id.
  [[nodiscard]] bool has_equal_ids() const noexcept { return has_equal_ids_; }

  /// Gives back what the table does not need, as `Buffer::shrink`.
  void shrink() noexcept {
    dense_.shrink(kind_ == Kind::dense ? size_ : 0);
    sparse_.shrink(kind_ == Kind::sparse ? count_ : 0);
  }
  /// All slots are below this number.
  [[nodiscard]] std::size_t slot_count() const noexcept { return slots_are_ids_ ? size_ : count_; }
  [[nodiscard]] bool slots_are_ids() const noexcept { return slots_are_ids_; }
  /// True if static objects have slots.
  [[nodiscard]] bool has_static() const noexcept { return has_static_; }
  /// The slot of an id, or a number above all slots.
  [[nodiscard]] std::uint32_t slot(ObjectId id) const noexcept {
    return slots_are_ids_ ? id : find(id);
  }
  /// Prefetches what `slot` reads first, if slots are far from each other in memory.
  void prefetch_slot(ObjectId id) const noexcept {
    if (kind_ == Kind::sparse) sparse_.prefetch(id);
  }

 private:
  enum class Kind : std::uint8_t { rows, dense, sparse };

  void fill_dense(const ObjectId* ids, const Workers& workers);
  void fill_sparse(const ObjectId* ids, const Workers& workers);

  Kind kind_ = Kind::rows;
  bool slots_are_ids_ = true;
  bool has_static_ = false;
  bool has_equal_ids_ = false;
  std::size_t count_ = 0;  // moving objects
  std::size_t size_ = 0;   // rows, or ids in the dense table
  Buffer<std::uint32_t> dense_;
  IdMap sparse_;
};

/// The state of an object, which determines the reasons of events.
struct ObjectState {
  bool is_present = false;
  bool is_static = false;
  Filter filter;
  std::uint32_t generation = 0;
};

struct ObjectHistory {
  explicit ObjectHistory(std::pmr::memory_resource* resource);

  /// The columns that `fill` copies.
  struct Options {
    bool keeps_states = false;  // filters, generations and ids
    bool keeps_tight = false;   // tight boxes
    std::span<const ObjectId> static_ids{};
    bool is_static_same = false;  // the static objects are those of the last update
  };
  /// Copies the columns that will be needed. If the ids are those of `before`, row by row, both
  /// use the table of `before` until `take_shared_table`. Call it inside `workers.run` only.
  /// Errors: `std::bad_alloc`.
  void fill(const Objects& objects, const Options& options, const ObjectHistory& before,
            const Workers& workers);
  /// Takes over the table of `before`, if both use it.
  void take_shared_table(ObjectHistory& before) noexcept {
    if (std::exchange(shared_table, nullptr) != nullptr) std::swap(rows, before.rows);
  }
  /// Makes room for the columns of `other`; what is there stays.
  /// Why: this history is filled next, and a frame like the last one should allocate nothing.
  /// Errors: `std::bad_alloc`.
  void reserve_as(const ObjectHistory& other);

  /// Makes room for `object_count` rows of these columns. Errors: `std::bad_alloc`.
  void resize(std::size_t object_count, bool with_ids, bool with_filters, bool with_generations);
  /// Gives back what the columns in use do not need, as `Buffer::shrink`.
  void shrink() noexcept;
  void clear() noexcept {
    count = 0;
    shared_table = nullptr;
    has_tight = has_tight_doubles = has_filters = has_ids = has_generations = false;
  }
  [[nodiscard]] const IdTable& by_id() const noexcept {
    return shared_table != nullptr ? *shared_table : rows;
  }
  [[nodiscard]] ObjectState state(ObjectId id) const noexcept;
  /// The id of a row. Needs a history that keeps generations.
  [[nodiscard]] ObjectId id(std::size_t row) const noexcept {
    return has_ids ? ids[row] : static_cast<ObjectId>(row);
  }
  /// The row of an id, or IdMap::kNone. `guess` is the most likely row.
  [[nodiscard]] std::uint32_t row_of(ObjectId wanted, std::size_t guess) const noexcept {
    const bool is_at_guess = guess < count && id(guess) == wanted;
    return is_at_guess ? static_cast<std::uint32_t>(guess) : by_id().find(wanted);
  }
  [[nodiscard]] Filter filter(std::size_t row) const noexcept {
    return has_filters ? filters[row] : Filter{};
  }
  [[nodiscard]] std::uint32_t generation(std::size_t row) const noexcept {
    return has_generations ? generations[row] : 0;
  }

  std::size_t count = 0;
  IdTable rows;
  const IdTable* shared_table = nullptr;  // used instead of `rows`
  bool has_tight = false;
  BoxBuffer tight;  // without margins and motions
  bool has_tight_doubles = false;
  Buffer<DoubleBox> tight_doubles;
  Origin origin{};  // of these
  bool has_filters = false;
  Buffer<Filter> filters;
  bool has_ids = false;
  Buffer<ObjectId> ids;
  bool has_generations = false;
  Buffer<std::uint32_t> generations;
};

}  // namespace quadphase::detail
