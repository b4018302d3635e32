// SPDX-License-Identifier: MIT
#include "runner/engine_competitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "machine/allocations.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"

namespace quadphase::bench {

EngineCompetitor::EngineCompetitor(const EngineInfo& info, Simd simd, int threads)
    : Competitor(info.name, info.group, threads),
      info_(info),
      engine_(info.make(arena().arena(), simd)) {}

std::uint64_t EngineCompetitor::warm_up(const BoxView& boxes) {
  return time([&] { engine_->update(boxes); });
}

void EngineCompetitor::run(const BoxView& boxes) {
  std::optional<AllocationWindow> window;
  std::size_t allocations = 0;
  const auto prepare = [&] {
    touch(boxes);
    if (is_ours()) window.emplace();
  };
  sample(prepare, [&] {
    engine_->update(boxes);
    if (!window) return;
    allocations = window->counts().total();
    window.reset();
  });
  most_allocations_ = std::max(most_allocations_, allocations);
  stages_.push_back(engine_->stages());
}

void EngineCompetitor::check(std::uint64_t exact_hash, std::span<const Pair> exact,
                             std::size_t frame) {
  if (wrong() || oracle::order_free_hash(pairs()) == exact_hash) return;
  const auto difference = oracle::compare_pairs(sorted(pairs()), exact);
  set_wrong(fmt::format("frame {}: {}", frame, difference.value_or("the pairs differ")));
}

std::vector<int> EngineCompetitor::cpus() const {
  std::vector<PinnedArena::Seat> seats = arena().seats();
  std::sort(seats.begin(), seats.end(),
            [](const auto& a, const auto& b) { return a.slot < b.slot; });
  std::vector<int> cpus;
  for (const PinnedArena::Seat& seat : seats) cpus.push_back(seat.cpu);
  return cpus;
}

Json EngineCompetitor::row_beside(const EngineCompetitor& ours, double usual_loop) const {
  Json json = row(ours, usual_loop, settings());
  json["simd"] = simd();
  json["byte_count"] = byte_count();
  return json;
}

}  // namespace quadphase::bench
