// SPDX-License-Identifier: MIT
// What all layouts share: shuffled rows, roaming, and the world's size for a wanted number of
// pairs.
#include "scenes/objects.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadphase::scenes {
namespace {

struct MeanExtent {
  double width, height;
};

// The chance that two middles, each anywhere in [0, side], are no further apart than `reach`.
double meeting_chance(double reach, double side) noexcept {
  const double part = reach / side;
  return part >= 1 ? 1 : part * (2 - part);
}

double meeting_chance(const std::vector<MeanExtent>& sample, double side) noexcept {
  double sum = 0;
  for (const MeanExtent& mean : sample)
    sum += meeting_chance(mean.width, side) * meeting_chance(mean.height, side);
  return sum / static_cast<double>(sample.size());
}

/// Neighbors in a sample that are equal.
struct Run {
  MeanExtent mean;
  double count;
};

std::vector<Run> runs_of(const std::vector<MeanExtent>& sample) {
  std::vector<Run> runs;
  for (const MeanExtent& mean : sample) {
    const bool is_new = runs.empty() || runs.back().mean.width != mean.width ||
                        runs.back().mean.height != mean.height;
    if (is_new) runs.push_back({mean, 0});
    runs.back().count += 1;
  }
  return runs;
}

/// Whether `meeting_chance(sample, side) > chance`, to the last bit. Most sides are so far off that
/// a sum of whole runs, without divisions, decides: its error and that of the sum of up to 65,536
/// terms are at most 2e-11 of it.
bool is_chance_above(const std::vector<MeanExtent>& sample, const std::vector<Run>& runs,
                     double side, double chance) noexcept {
  const double scale = 1 / side;
  const auto about = [scale](double reach) {
    const double part = std::min(1.0, reach * scale);
    return part * (2 - part);
  };
  double sum = 0;
  for (const Run& run : runs) sum += run.count * (about(run.mean.width) * about(run.mean.height));
  sum /= static_cast<double>(sample.size());
  constexpr double kUndecided = 1e-9;
  if (std::abs(sum - chance) > kUndecided * chance) return sum > chance;
  return meeting_chance(sample, side) > chance;
}

float random_step(Range range, float extent, Random& random) noexcept {
  // Why in two statements: compilers differ in which factor of a product they compute first.
  const float sign = random.sign();
  const float step = sign * extent * random.between(0.05F, 0.15F);
  const float width = range.high - range.low;
  return std::clamp(step, -width, width);
}

}  // namespace

void Axis::resize(std::size_t count) {
  for (auto* column : {&middle, &half, &step, &low, &high}) column->resize(count);
}

Objects::Objects(std::size_t count, Random random) : rows(count) {
  x.resize(count);
  y.resize(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    rows[k] = k;
    std::swap(rows[k], rows[random.below(k + 1)]);
  }
}

void roam(Objects& objects, std::size_t row, Range x, Range y, float extent,
          Random& random) noexcept {
  const auto start = [row, extent, &random](Axis& axis, Range range) {
    axis.low[row] = range.low;
    axis.high[row] = range.high;
    axis.middle[row] = std::clamp(random.between(range.low, range.high), range.low, range.high);
    axis.step[row] = random_step(range, extent, random);
  };
  start(objects.x, x);
  start(objects.y, y);
}

void roam(Objects& objects, std::size_t row, Range x, Range y, Random& random) noexcept {
  roam(objects, row, x, y, objects.extent(row), random);
}

float world_side(const Objects& objects, double pairs_per_box, Random random) {
  constexpr std::uint32_t kMaxSamples = 65'536;
  constexpr double kLargestChance = 0.25;
  const auto count = static_cast<std::uint32_t>(objects.count());
  if (count < 2) return 16;
  std::vector<MeanExtent> sample(std::min(kMaxSamples, 16 * std::min(count, kMaxSamples)));
  // Every object in turn, each with any other.
  std::uint32_t a = 0;
  for (MeanExtent& mean : sample) {
    a = (a + 1) % count;
    const std::uint32_t b = random.below(count);
    mean = {static_cast<double>(objects.x.half[a]) + static_cast<double>(objects.x.half[b]),
            static_cast<double>(objects.y.half[a]) + static_cast<double>(objects.y.half[b])};
  }
  const double chance = std::min(kLargestChance, 2 * pairs_per_box / (count - 1));
  const std::vector<Run> runs = runs_of(sample);
  // The chance falls as the side grows: halve the interval that holds the side we look for.
  double low = 0x1p-3;
  double high = 0x1p29;
  for (int i = 0; i < 56; ++i) {
    const double side = 0.5 * (low + high);
    (is_chance_above(sample, runs, side, chance) ? low : high) = side;
  }
  return static_cast<float>(high);
}

}  // namespace quadphase::scenes
