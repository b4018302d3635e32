// SPDX-License-Identifier: MIT
#include "generations.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace quadphase::mpi::detail {

Generations::Generations(const ObjectColumns& statics, const ObjectColumns& moving) {
  add(statics);
  add(moving);
  sort();
}

void Generations::add(const ObjectColumns& columns) {
  for (std::size_t row = 0; row < columns.generation.size(); ++row)
    add(columns.objects[row].id, columns.generation[row]);
}

void Generations::sort() {
  std::sort(entries_.begin(), entries_.end());
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
}

std::uint32_t Generations::of(GlobalId id) const noexcept {
  const auto entry =
      std::lower_bound(entries_.begin(), entries_.end(), id,
                       [](const Entry& other, GlobalId sought) { return other.id < sought; });
  return entry != entries_.end() && entry->id == id ? entry->generation : 0;
}

std::vector<GlobalId> Generations::differing(const Generations& a, const Generations& b) {
  std::vector<Entry> entries;
  std::set_symmetric_difference(a.entries_.begin(), a.entries_.end(), b.entries_.begin(),
                                b.entries_.end(), std::back_inserter(entries));
  std::vector<GlobalId> ids;
  for (const Entry& entry : entries) {
    if (ids.empty() || ids.back() != entry.id) ids.push_back(entry.id);
  }
  return ids;
}

}  // namespace quadphase::mpi::detail
