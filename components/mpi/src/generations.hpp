// SPDX-License-Identifier: MIT
// How often the id of each object that a rank searches has been given to a new object.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "local_objects.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::mpi::detail {

/// Generations by id. Missing ones are 0.
class Generations {
 public:
  Generations() = default;
  /// Of these objects. Errors: `std::bad_alloc`.
  Generations(const ObjectColumns& statics, const ObjectColumns& moving);

  /// An object may be added several times. Needs `sort` afterwards. Errors: `std::bad_alloc`.
  void add(GlobalId id, std::uint32_t generation) {
    if (generation != 0) entries_.push_back({id, generation});
  }
  void sort();

  [[nodiscard]] std::uint32_t of(GlobalId id) const noexcept;
  [[nodiscard]] bool is_empty() const noexcept { return entries_.empty(); }

  /// The ids that have different generations in the two, ascending. Errors: `std::bad_alloc`.
  [[nodiscard]] static std::vector<GlobalId> differing(const Generations& a, const Generations& b);

 private:
  struct Entry {
    GlobalId id;
    std::uint32_t generation;

    friend constexpr auto operator<=>(const Entry&, const Entry&) noexcept = default;
  };

  void add(const ObjectColumns& columns);

  std::vector<Entry> entries_;  // ascending by id
};

/// What a rank had after an update.
struct ShareOfUpdate {
  std::span<const GlobalPair> pairs;  // ascending by ids
  const Generations& generations;
};

}  // namespace quadphase::mpi::detail
