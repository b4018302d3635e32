// SPDX-License-Identifier: MIT
// A hash of what a call returned or changed: the same on every machine, and the same for the
// program that records as for the one that plays.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/broad_phase.hpp"
#include "quadphase/query.hpp"
#include "quadphase/recorded_call.hpp"

namespace quadphase::detail {

class ResultHash {
 public:
  void add(std::uint64_t number) noexcept { value_ = mixed(value_ ^ number); }
  void add(std::uint32_t number) noexcept { add(std::uint64_t{number}); }
  void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const Pair& pair) noexcept { add(std::uint64_t{pair.first} << 32U | pair.second); }
  void add(const Handle& handle) noexcept {
    add(std::uint64_t{handle.generation} << 32U | handle.id);
  }
  void add(const BeginEvent& event) noexcept { add_event(event); }
  void add(const EndEvent& event) noexcept { add_event(event); }
  void add(const Neighbor& neighbor) noexcept {
    add(neighbor.id);
    add(neighbor.distance);
  }
  void add(const CastHit& hit) noexcept {
    add(hit.id);
    add(hit.fraction);
  }
  template <class T>
  void add_all(std::span<const T> items) noexcept {
    add(std::uint64_t{items.size()});
    for (const T& item : items) add(item);
  }

  /// Everything that an update or build changed and that can be read.
  template <class Shown>  // a `BroadPhase` or an `Engine`
  void add_frame(const Shown& engine) noexcept {
    add_all(engine.pairs());
    add_all(engine.events().begun);
    add_all(engine.events().ended);
    add_all(engine.previous_indices());
    add_all(engine.rejected_ids());
    add(std::uint64_t{engine.static_count()});
  }
  void add_batch(const QueryResult& result) noexcept {
    add_offsets(result);
    add_all(result.ids());
    add_all(result.fractions());
    add_all(result.distances());
  }
  /// As above, for rows whose order is that of a tree: a hash does not depend on it.
  /// Why: the order may differ in another version of the library.
  void add_sets(const QueryResult& result) noexcept {
    add_offsets(result);
    for (std::size_t row = 0; row < result.row_count(); ++row) {
      std::uint64_t sum = 0;
      for (const ObjectId id : result.ids_of(row)) sum += of_id(id);
      add(sum);
    }
  }
  /// What the rows of a batch of some kind promise.
  void add_rows(CallKind kind, RowOrder order, const QueryResult& result) noexcept {
    const bool may_be_unsorted = kind == CallKind::find_overlaps || kind == CallKind::find_inside;
    if (kind == CallKind::cast_any_batch) {  // which of several is found is not promised
      add_offsets(result);
    } else if (may_be_unsorted && order == RowOrder::tree) {
      add_sets(result);
    } else {
      add_batch(result);
    }
  }
  /// How many objects each query found, for those that may find any of several.
  void add_offsets(const QueryResult& result) noexcept {
    for (const std::size_t offset : result.offsets()) add(std::uint64_t{offset});
  }

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

  /// A number for an item of a sum that does not depend on the order of its items.
  [[nodiscard]] static std::uint64_t mixed(std::uint64_t number) noexcept {
    number *= 0x9E37'79B9'7F4A'7C15U;
    return number ^ number >> 32U;
  }
  [[nodiscard]] static std::uint64_t sum_of(std::span<const Pair> pairs) noexcept {
    std::uint64_t sum = 0;
    for (const Pair& pair : pairs)
      sum += mixed(mixed((std::uint64_t{pair.first} << 32U | pair.second) + 1) + 1);
    return sum;
  }
  [[nodiscard]] static std::uint64_t of_id(ObjectId id) noexcept {
    return mixed(mixed(std::uint64_t{id} + 1) + 1);
  }

 private:
  template <class Event>
  void add_event(const Event& event) noexcept {
    add(event.pair);
    add(static_cast<std::uint32_t>(event.reason));
  }

  std::uint64_t value_ = 0x6A09'E667'F3BC'C908;
};

}  // namespace quadphase::detail
