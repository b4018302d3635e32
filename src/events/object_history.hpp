// SPDX-License-Identifier: MIT
// What is remembered of the moving objects of a frame: as much as events and `touching` ask for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "base/parallel.hpp"
#include "input/box_buffers.hpp"
#include "input/objects.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

/// From ids to rows, where ids are the rows, or dense, or any numbers; and to slots, the places of
/// a table that may tell of static objects, too: the ids themselves, unless most would name nobody,
/// and otherwise the rows of moving objects.
class IdTable {
 public:
  explicit IdTable(std::pmr::memory_resource* resource) : dense_(resource), sparse_(resource) {}

  /// Inside `workers.run` only. `ids` may be null: the rows. Errors: `std::bad_alloc`.
  void fill(const ObjectId* ids, std::size_t count, std::span<const ObjectId> static_ids,
            const Workers& workers);

  /// The row of a moving object's id, or IdMap::kNone.
  [[nodiscard]] std::uint32_t find(ObjectId id) const noexcept {
    if (kind_ == Kind::rows) return id < size_ ? id : IdMap::kNone;
    if (kind_ == Kind::dense) return id < size_ ? dense_[id] : IdMap::kNone;
    return sparse_.find(id);
  }

  /// Below this are all slots.
  [[nodiscard]] std::size_t slot_count() const noexcept { return slots_are_ids_ ? size_ : count_; }
  [[nodiscard]] bool slots_are_ids() const noexcept { return slots_are_ids_; }
  /// True where static objects have slots.
  [[nodiscard]] bool has_static() const noexcept { return has_static_; }
  /// The slot of an id, or a number behind all slots.
  [[nodiscard]] std::uint32_t slot(ObjectId id) const noexcept {
    return slots_are_ids_ ? id : find(id);
  }
  /// Has what `slot` will look at first loaded, where that is far apart.
  void prefetch_slot(ObjectId id) const noexcept {
    if (kind_ == Kind::sparse) sparse_.prefetch(id);
  }

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return dense_.byte_count() + sparse_.byte_count();
  }

 private:
  enum class Kind : std::uint8_t { rows, dense, sparse };

  void fill_dense(const ObjectId* ids, const Workers& workers);

  Kind kind_ = Kind::rows;
  bool slots_are_ids_ = true;
  bool has_static_ = false;
  std::size_t count_ = 0;  // of moving objects
  std::size_t size_ = 0;   // rows, or ids in the dense table
  Buffer<std::uint32_t> dense_;
  IdMap sparse_;
};

/// Who an object is, for the reasons of events.
struct ObjectState {
  bool is_there = false;
  bool is_static = false;
  Filter filter;
  std::uint32_t generation = 0;
};

struct ObjectHistory {
  explicit ObjectHistory(std::pmr::memory_resource* resource);

  /// What `fill` is told.
  struct Options {
    bool keeps_states = false;  // filters, generations and ids
    bool keeps_tight = false;   // tight boxes
    std::span<const ObjectId> static_ids{};
    bool is_static_same = false;  // as in the update before
  };
  /// Copies what will be asked for. Where the ids are those of `before`, row by row, its table
  /// serves both, until `own_table`. Inside `workers.run` only. Errors: `std::bad_alloc`.
  void fill(const Objects& objects, const Options& options, const ObjectHistory& before,
            const Workers& workers);
  /// Takes the table over that `before` has lent.
  void own_table(ObjectHistory& before) noexcept {
    if (std::exchange(lent_rows, nullptr) != nullptr) std::swap(rows, before.rows);
  }

  /// Room for `object_count` rows of these columns. Errors: `std::bad_alloc`.
  void resize(std::size_t object_count, bool with_ids, bool with_filters, bool with_generations);
  void forget() noexcept {
    count = 0;
    lent_rows = nullptr;
    has_tight = has_filters = has_ids = has_generations = false;
  }
  [[nodiscard]] const IdTable& by_id() const noexcept {
    return lent_rows != nullptr ? *lent_rows : rows;
  }
  [[nodiscard]] ObjectState state(ObjectId id) const noexcept;
  /// Where generations are kept.
  [[nodiscard]] ObjectId id(std::size_t row) const noexcept {
    return has_ids ? ids[row] : static_cast<ObjectId>(row);
  }
  /// The row of an id, or IdMap::kNone; `guess` is the row where it most often is.
  [[nodiscard]] std::uint32_t row_of(ObjectId wanted, std::size_t guess) const noexcept {
    const bool is_there = guess < count && id(guess) == wanted;
    return is_there ? static_cast<std::uint32_t>(guess) : by_id().find(wanted);
  }
  [[nodiscard]] Filter filter(std::size_t row) const noexcept {
    return has_filters ? filters[row] : Filter{};
  }
  [[nodiscard]] std::uint32_t generation(std::size_t row) const noexcept {
    return has_generations ? generations[row] : 0;
  }
  [[nodiscard]] std::size_t byte_count() const noexcept;

  std::size_t count = 0;
  IdTable rows;
  const IdTable* lent_rows = nullptr;  // in the place of `rows`
  bool has_tight = false;
  BoxBuffers tight;
  bool has_filters = false;
  Buffer<Filter> filters;
  bool has_ids = false;
  Buffer<ObjectId> ids;
  bool has_generations = false;
  Buffer<std::uint32_t> generations;
};

}  // namespace quadphase::detail
