// SPDX-License-Identifier: MIT
#include "worlds/world_competitor.hpp"

#include <fmt/format.h>

#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"

namespace quadphase::bench::worlds {
namespace {

std::optional<std::string> difference(std::span<const Pair> found, std::span<const Pair> exact) {
  if (oracle::order_free_hash(found) == oracle::order_free_hash(exact)) return std::nullopt;
  return oracle::compare_pairs(sorted(found), exact).value_or("the pairs differ");
}

}  // namespace

WorldCompetitor::WorldCompetitor(const WorldInfo& info, const Setting& setting, int threads)
    : Competitor(info.name, info.group, threads) {
  arena().run([&] { world_ = info.make(arena().arena(), setting); });
}

void WorldCompetitor::warm_up(const Frame& frame) {
  arena().run([&] { world_->update(frame); });
}

void WorldCompetitor::run(const Frame& frame) {
  const auto prepare = [&] {
    touch(world_->reads_all() ? frame.boxes : frame.moving_boxes);
    touch(frame.bullets);
  };
  sample(prepare, [&] { world_->update(frame); });
}

void WorldCompetitor::check(const Result& exact, std::size_t frame) {
  if (wrong()) return;
  world_->read(result_);
  if (const auto found = difference(result_.pairs, exact.pairs)) {
    set_wrong(fmt::format("frame {}: {}", frame, *found));
  } else if (const auto ended = difference(result_.ended, exact.ended)) {
    set_wrong(fmt::format("frame {}, ended: {}", frame, *ended));
  }
}

}  // namespace quadphase::bench::worlds
