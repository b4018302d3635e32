// SPDX-License-Identifier: MIT
// What is remembered of the moving objects of a frame: as much as events and `touching` ask for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "buffer.hpp"
#include "columns.hpp"
#include "id_map.hpp"
#include "objects.hpp"
#include "parallel.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

/// From ids to rows, where ids are the rows, or dense, or any numbers.
class IdTable {
 public:
  explicit IdTable(std::pmr::memory_resource* resource) : dense_(resource), sparse_(resource) {}

  /// Inside `workers.run` only. `ids` may be null: the rows. Errors: `std::bad_alloc`.
  void fill(const ObjectId* ids, std::size_t count, const Workers& workers);

  /// The row of an id, or IdMap::kNone.
  [[nodiscard]] std::uint32_t find(ObjectId id) const noexcept {
    if (kind_ == Kind::rows) return id < size_ ? id : IdMap::kNone;
    if (kind_ == Kind::dense) return id < size_ ? dense_[id] : IdMap::kNone;
    return sparse_.find(id);
  }

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return dense_.byte_count() + sparse_.byte_count();
  }

 private:
  enum class Kind : std::uint8_t { rows, dense, sparse };

  Kind kind_ = Kind::rows;
  std::size_t size_ = 0;  // rows, or ids in the dense table
  Buffer<std::uint32_t> dense_;
  IdMap sparse_;
};

/// Who an object is, for the reasons of events.
struct ObjectState {
  bool is_there = false;
  bool is_still = false;
  Filter filter;
  std::uint32_t generation = 0;
};

struct MovingObjects {
  explicit MovingObjects(std::pmr::memory_resource* resource);

  /// Copies what will be asked for: filters and generations, tight boxes. Inside `workers.run`
  /// only. Errors: `std::bad_alloc`.
  void fill(const Objects& objects, const Attributes& attributes, bool keeps_states,
            bool keeps_tight, const Workers& workers);

  /// Room for `object_count` rows of these columns. Errors: `std::bad_alloc`.
  void resize(std::size_t object_count, bool with_ids, bool with_filters, bool with_generations);
  void forget() noexcept {
    count = 0;
    has_tight = has_filters = has_ids = has_generations = false;
  }
  [[nodiscard]] ObjectState state(ObjectId id) const noexcept;
  /// Where generations are kept.
  [[nodiscard]] ObjectId id(std::size_t row) const noexcept {
    return has_ids ? ids[row] : static_cast<ObjectId>(row);
  }
  [[nodiscard]] std::size_t byte_count() const noexcept;

  std::size_t count = 0;
  IdTable rows;
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
