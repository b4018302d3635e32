// SPDX-License-Identifier: MIT
// The rules in numbers.
#include "runner/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

double median_of_first(std::span<const std::uint64_t> times) {
  const auto judged = times.first(std::min(times.size(), kJudgedFrames));
  return median({judged.begin(), judged.end()});
}

}  // namespace

bool runs_on_large_frames(std::string_view engine) {
  constexpr std::array<std::string_view, 3> kLargeFrameEngines = {"quadphase", "expert-grid",
                                                                  "sweep"};
  return std::find(kLargeFrameEngines.begin(), kLargeFrameEngines.end(), engine) !=
         kLargeFrameEngines.end();
}

bool is_slow(std::span<const std::uint64_t> times, std::span<const std::uint64_t> ours) {
  return median_of_first(times) > kSlowFactor * median_of_first(ours);
}

bool is_beyond_limit(std::span<const std::uint64_t> times) {
  return median_of_first(times) > kMaxFrameNs;
}

std::string seconds_words(double ns) {
  return fmt::format("{:.1f} s a frame", ns * 1e-9);
}

double predicted_ns(std::size_t small_count, double small_ns, std::size_t larger_count,
                    double larger_ns, std::size_t count) {
  const double growth =
      std::log(larger_ns / small_ns) /
      std::log(static_cast<double>(larger_count) / static_cast<double>(small_count));
  const double exponent = std::clamp(growth, 1.0, 2.5);
  return larger_ns *
         std::pow(static_cast<double>(count) / static_cast<double>(larger_count), exponent);
}

std::optional<std::string> reason_to_skip(double predicted_ns, double predicted_first_ns) {
  const auto reason = [](double ns, std::string_view what) {
    return fmt::format("about {:.0f} s {}, by its times on smaller frames", ns * 1e-9, what);
  };
  if (predicted_ns > 2 * kMaxFrameNs) return reason(predicted_ns, "a frame");
  if (predicted_first_ns > 2 * kMaxFirstFrameNs)
    return reason(predicted_first_ns, "for its first frame");
  return std::nullopt;
}

}  // namespace quadphase::bench
