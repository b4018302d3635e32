// SPDX-License-Identifier: MIT
#include "runner/competitor.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "machine/machine.hpp"
#include "report/text.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

double ratio_of(double theirs, double ours) {
  return ours > 0 ? theirs / ours : 0;
}

/// Reads one number of each cache line.
template <class View>
void touch_columns(const View& boxes) {
  using Number = std::remove_cvref_t<decltype(boxes.min_x[0])>;
  Number sum = 0;
  for (const auto column : {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y}) {
    for (std::size_t i = 0; i < column.size(); i += 64 / sizeof(Number)) sum += column[i];
  }
  volatile Number sink = sum;
  static_cast<void>(sink);
}

}  // namespace

Competitor::Competitor(std::string_view name, EngineGroup group, int threads)
    : name_(name), group_(group), arena_(threads, usable_cpus()) {}

std::string Competitor::words() const {
  return fmt::format("{} on {}", name_, thread_words(threads()));
}

void Competitor::reset() {
  times_.clear();
  loops_.clear();
  wrong_.reset();
  is_slow_ = false;
}

Json Competitor::row(const Competitor& ours, double usual, std::string settings) const {
  const std::vector<bool> is_quiet = quiet_frames(loops_, usual);
  std::vector<bool> both_quiet = quiet_frames(ours.loops_, usual);
  both_quiet.resize(times_.size());
  for (std::size_t i = 0; i < both_quiet.size(); ++i) both_quiet[i] = both_quiet[i] && is_quiet[i];
  const std::vector<std::uint64_t> kept = quiet_samples(times_, is_quiet);
  const std::vector<std::uint64_t> both = quiet_samples(times_, both_quiet);
  const std::vector<std::uint64_t> both_ours = quiet_samples(ours.times_, both_quiet);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < both.size(); ++i) {
    // A frame takes a nanosecond at least.
    ratios.push_back(static_cast<double>(both[i]) /
                     static_cast<double>(std::max<std::uint64_t>(both_ours[i], 1)));
  }
  const auto ms = [](double ns) { return positive_or_null(ns * 1e-6); };
  const auto p99 = [](const auto& times) { return static_cast<double>(percentile(times, 0.99)); };
  Json row = {{"engine", name_},
              {"group", name_of(group_)},
              {"threads", threads()},
              {"settings", std::move(settings)},
              {"verdict", wrong_ ? "WRONG" : "exact"},
              {"frames", times_.size()},
              {"dropped", times_.size() - kept.size()},
              {"few_frames", is_slow_},
              {"median_ms", ms(median(kept))},
              {"mean_ms", ms(mean(kept))},
              {"p99_ms", ms(p99(kept))},
              {"max_ms", ms(static_cast<double>(percentile(kept, 1)))},
              {"ratio", interval_json(median_interval(std::move(ratios)))},
              {"mean_ratio", positive_or_null(ratio_of(mean(both), mean(both_ours)))},
              {"p99_ratio", positive_or_null(ratio_of(p99(both), p99(both_ours)))},
              {"pinned", arena_.is_pinned()}};
  if (wrong_) row["wrong"] = *wrong_;
  return row;
}

const char* name_of(EngineGroup group) noexcept {
  switch (group) {
    case EngineGroup::quadphase:
      return "quadphase";
    case EngineGroup::baseline:
      return "baseline";
    case EngineGroup::peer:
      return "peer";
  }
  return "unknown";
}

void touch(const BoxView& boxes) {
  touch_columns(boxes);
}

void touch(const DoubleBoxView& boxes) {
  touch_columns(boxes);
}

Json skipped_json(const std::string& engine, int threads, const std::string& reason) {
  return {{"engine", engine},
          {"threads", threads == 0 ? Json(nullptr) : Json(threads)},
          {"reason", reason}};
}

std::vector<std::uint64_t> quiet_samples(const std::vector<std::uint64_t>& times,
                                         const std::vector<bool>& is_quiet) {
  std::vector<std::uint64_t> kept;
  for (std::size_t i = 0; i < is_quiet.size(); ++i)
    if (is_quiet[i]) kept.push_back(times[i]);
  return kept;
}

}  // namespace quadphase::bench
