// SPDX-License-Identifier: MIT
// All competitors of a block: they run frame by frame in turn, and are judged by the same rules.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "report/json.hpp"
#include "runner/competitor.hpp"
#include "runner/rules.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {

/// `Kind` is derived from `Competitor`.
template <class Kind>
class Field {
 public:
  void add(std::unique_ptr<Kind> competitor) { all_.push_back(std::move(competitor)); }

  [[nodiscard]] const std::vector<std::unique_ptr<Kind>>& all() const noexcept { return all_; }

  /// quadphase on that number of threads; of its several forms, the first.
  [[nodiscard]] Kind& ours(int threads) const {
    return **std::find_if(all_.begin(), all_.end(), [&](const auto& competitor) {
      return competitor->is_ours() && competitor->threads() == threads;
    });
  }

  /// Calls `run` for each that is running. The first one changes from frame to frame, so that none
  /// always follows the same engine.
  template <class Run>
  void run_in_turn(std::size_t frame, const Run& run) const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      Kind& competitor = *all_[(i + frame) % all_.size()];
      if (competitor.is_running()) run(competitor);
    }
  }

  /// To be called after each frame. After kJudgedFrames frames, engines beyond the limit leave and
  /// slow ones are marked; these stop after `slow_frames`.
  void judge(std::size_t frame_count, std::size_t slow_frames, Json& skipped) {
    if (frame_count == kJudgedFrames) {
      std::erase_if(all_, [&](const auto& competitor) {
        if (competitor->is_ours() || !is_beyond_limit(competitor->times())) return false;
        skipped.push_back(skipped_json(competitor->name(), competitor->threads(),
                                       seconds_words(median(competitor->times()))));
        return true;
      });
      for (const auto& competitor : all_) {
        if (competitor->is_ours()) continue;
        if (is_slow(competitor->times(), ours(competitor->threads()).times()))
          competitor->mark_slow();
      }
    }
    for (const auto& competitor : all_)
      if (frame_count == slow_frames && competitor->is_slow()) competitor->stop();
  }

  /// The median calibration loop on that number of threads.
  [[nodiscard]] double usual_loop(int threads) const {
    std::vector<std::uint64_t> loops;
    for (const auto& competitor : all_) {
      if (competitor->threads() == threads)
        loops.insert(loops.end(), competitor->loops().begin(), competitor->loops().end());
    }
    return median(loops);
  }

  /// The rows of the report, each from `Kind::row_beside(ours, usual_loop)`.
  [[nodiscard]] Json rows() const {
    Json rows = Json::array();
    for (const auto& competitor : all_) {
      const int threads = competitor->threads();
      rows.push_back(competitor->row_beside(ours(threads), usual_loop(threads)));
    }
    return rows;
  }

 private:
  std::vector<std::unique_ptr<Kind>> all_;
};

}  // namespace quadphase::bench
