// SPDX-License-Identifier: MIT
// An engine that goes on from a snapshot, beside the one that it is of.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/histories.hpp"

namespace quadphase::model {

namespace {

std::vector<std::byte> saved(const BroadPhase& broad_phase) {
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  return bytes;
}

}  // namespace

std::vector<std::byte> Player::saved_bytes() const {
  return saved(*broad_phase_);
}

Difference Player::difference_of_restored(const std::vector<std::byte>& before,
                                          const std::function<void(BroadPhase&)>& frame) {
  BroadPhase second(second_config_);
  std::span<const std::byte> rest = before;
  try {
    second.restore(rest);
  } catch (const std::invalid_argument& error) {
    return std::string("restore refuses what save wrote: ") + error.what();
  }
  if (saved(second) != before) return "another snapshot after restore";
  if (second.static_count() != model_.static_count()) return "static_count() after restore";
  frame(second);
  if (!(Shown(second) == Shown(*broad_phase_))) return "a restored engine shows another frame";
  if (!std::ranges::equal(second.rejected_ids(), broad_phase_->rejected_ids()))
    return "a restored engine rejects others";
  for (const Pair& pair : second.pairs())
    if (second.tight_boxes_overlap(pair) != broad_phase_->tight_boxes_overlap(pair))
      return "tight_boxes_overlap() of a restored engine differs";
  if (saved(second) != saved_bytes()) return "snapshots differ after a restored frame";
  Objects rows = moving();
  rows.resize(std::min<std::size_t>(rows.size(), 5));
  return difference_of_searches(second, model_, rows, rules_.given, between_);
}

}  // namespace quadphase::model
