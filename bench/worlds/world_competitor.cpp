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
  arena().run([&] {
    world_->prepare(frame);
    world_->update(frame);
  });
}

void WorldCompetitor::run(std::span<const Frame> frames) {
  const auto prepare = [&] {
    for (const Frame& frame : frames) {
      touch(world_->reads_all() ? frame.boxes : frame.moving_boxes);
      touch(frame.bullets);
      touch(frame.double_boxes);
      world_->prepare(frame);
    }
  };
  const auto update = [&] {
    for (const Frame& frame : frames) world_->update(frame);
  };
  sample(prepare, update, frames.size());
}

void WorldCompetitor::check(const Result& exact, std::string_view frame) {
  if (wrong()) return;
  result_.ended.clear();
  result_.contact_data = 0;
  world_->read(result_);
  if (const auto found = difference(result_.pairs, exact.pairs)) {
    set_wrong(fmt::format("{}: {}", frame, *found));
  } else if (const auto ended = difference(result_.ended, exact.ended)) {
    set_wrong(fmt::format("{}, ended: {}", frame, *ended));
  } else if (result_.contact_data != exact.contact_data) {
    set_wrong(fmt::format("{}: the data of a pair were not carried over", frame));
  }
}

}  // namespace quadphase::bench::worlds
