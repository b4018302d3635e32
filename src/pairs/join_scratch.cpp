// SPDX-License-Identifier: MIT
#include "pairs/join_scratch.hpp"

#include <algorithm>
#include <limits>

namespace quadphase::detail {
namespace {

/// The least growth of the room for hits.
constexpr std::size_t kMinGrowth = tuned<std::size_t>(16'384, 16);

}  // namespace

void JoinWriter::restart_in(Buffer<JoinHit>& to, std::size_t most) noexcept {
  array = &to;
  most_hits = most;
  has_dropped = false;
  cursor = to.data();
  end = to.data() + std::min(most, to.capacity());
  refill = [](ItemWriter& writer) {
    auto& self = static_cast<JoinWriter&>(writer);
    const std::size_t used = self.size();
    const std::size_t room = std::min(self.most_hits, used + used / 2 + kMinGrowth);
    if (room > self.array->capacity()) {
      self.array->grow(used, room);
      self.cursor = self.array->data() + used;
      self.end = self.array->data() + room;
    } else {
      self.has_dropped = true;
      self.cursor = self.array->data();
    }
  };
}

void JoinWriter::restart_first_in(Buffer<JoinHit>& to, std::size_t most,
                                  std::uint64_t least) noexcept {
  restart_in(to, most);
  least_order = least;
  greatest_order = std::numeric_limits<std::uint64_t>::max();
  repeats = 0;
  refill = [](ItemWriter& writer) {
    auto& self = static_cast<JoinWriter&>(writer);
    self.finish_first();
    const std::size_t half = self.most_hits / 2;
    if (self.size() <= half) return;
    JoinHit* const first = self.array->data();
    std::nth_element(first, first + half - 1, self.cursor);
    const std::uint64_t greatest = first[half - 1].order();
    if (greatest != self.greatest_order) self.repeats = 0;
    self.repeats +=
        static_cast<std::size_t>(std::count(first + half, self.cursor, first[half - 1]));
    self.greatest_order = greatest;
    self.cursor = first + half;
  };
}

bool JoinWriter::finish_first() noexcept {
  cursor = std::remove_if(array->data(), cursor, [this](const JoinHit& hit) {
    return hit.order() < least_order || hit.order() > greatest_order;
  });
  return greatest_order != std::numeric_limits<std::uint64_t>::max();
}

void even_out(std::span<JoinScratch> workers) {
  std::size_t found = 0;
  std::size_t sorted = 0;
  std::size_t ends = 0;
  for (const JoinScratch& worker : workers) {
    found = std::max(found, worker.found.capacity());
    sorted = std::max(sorted, worker.sorted.capacity());
    ends = std::max(ends, worker.ends.capacity());
  }
  for (JoinScratch& worker : workers) {
    worker.found.ensure(found);
    worker.sorted.ensure(sorted);
    worker.ends.ensure(ends);
  }
}

}  // namespace quadphase::detail
