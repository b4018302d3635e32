// SPDX-License-Identifier: MIT
// Brute force and a sweep, in plain loops that can be checked by reading them.
#include "oracle/exact_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace quadphase::oracle {
namespace {

// NaN compares false, so that a box with NaN is not valid.
bool has_valid_box(const BoxView& boxes, std::size_t i) noexcept {
  return boxes.min_x[i] <= boxes.max_x[i] && boxes.min_y[i] <= boxes.max_y[i];
}

// True where two closed intervals share a point.
bool share_a_point(float min_a, float max_a, float min_b, float max_b) noexcept {
  return !(max_a < min_b) && !(max_b < min_a);
}

// True where two intervals share more than a point, or one of no length lies strictly inside the
// other.
bool share_the_inside(float min_a, float max_a, float min_b, float max_b) noexcept {
  return max_a > min_b && max_b > min_a;
}

bool overlap(float min_a, float max_a, float min_b, float max_b, bool touching) noexcept {
  return touching ? share_a_point(min_a, max_a, min_b, max_b)
                  : share_the_inside(min_a, max_a, min_b, max_b);
}

Pair ascending(ObjectId a, ObjectId b) noexcept {
  return a < b ? Pair{a, b} : Pair{b, a};
}

// Valid boxes in columns as the sweep meets them: [from, to] along the sweep, [low, high] across
// it.
struct Swept {
  std::vector<float> from, to, low, high;
  std::vector<ObjectId> id;
};

std::vector<ObjectId> valid_ids(const BoxView& boxes) {
  std::vector<ObjectId> ids;
  ids.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (has_valid_box(boxes, i)) ids.push_back(static_cast<ObjectId>(i));
  return ids;
}

// How far the middle half of the values reaches; a few far outliers do not count.
double middle_reach(std::span<const float> values, const std::vector<ObjectId>& ids) {
  std::vector<double> finite;
  finite.reserve(ids.size());
  for (const ObjectId id : ids)
    finite.push_back(std::clamp(static_cast<double>(values[id]), -1e300, 1e300));
  const auto value_at = [&finite](std::size_t rank) {
    const auto nth = finite.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(finite.begin(), nth, finite.end());
    return *nth;
  };
  return value_at(finite.size() * 3 / 4) - value_at(finite.size() / 4);
}

Swept in_sweep_order(const BoxView& boxes) {
  Swept swept;
  swept.id = valid_ids(boxes);
  if (swept.id.empty()) return swept;
  const bool along_x = middle_reach(boxes.min_x, swept.id) >= middle_reach(boxes.min_y, swept.id);
  const auto from = along_x ? boxes.min_x : boxes.min_y;
  const auto to = along_x ? boxes.max_x : boxes.max_y;
  const auto low = along_x ? boxes.min_y : boxes.min_x;
  const auto high = along_x ? boxes.max_y : boxes.max_x;
  std::sort(swept.id.begin(), swept.id.end(), [from](ObjectId a, ObjectId b) {
    return from[a] < from[b] || (from[a] == from[b] && a < b);
  });
  for (const ObjectId id : swept.id) {
    swept.from.push_back(from[id]);
    swept.to.push_back(to[id]);
    swept.low.push_back(low[id]);
    swept.high.push_back(high[id]);
  }
  return swept;
}

// Appends the boxes of [begin, end) that overlap box i.
void meet(const Swept& swept, std::size_t i, std::size_t begin, std::size_t end, bool touching,
          std::vector<Pair>& pairs) {
  for (std::size_t j = begin; j < end; ++j)
    if (overlap(swept.low[i], swept.high[i], swept.low[j], swept.high[j], touching) &&
        overlap(swept.from[i], swept.to[i], swept.from[j], swept.to[j], touching))
      pairs.push_back(ascending(swept.id[i], swept.id[j]));
}

// True where none of the boxes from `begin` on shares a point with box i across the sweep. A
// compiler makes this loop wide, and almost all blocks end here.
constexpr std::size_t kBlock = 16;
bool meets_no_block(const Swept& swept, std::size_t i, std::size_t begin) noexcept {
  const float low = swept.low[i];
  const float high = swept.high[i];
  const float* lows = swept.low.data() + begin;
  const float* highs = swept.high.data() + begin;
  int met = 0;
  for (std::size_t j = 0; j < kBlock; ++j)
    met |= static_cast<int>(lows[j] <= high) & static_cast<int>(low <= highs[j]);
  return met == 0;
}

// 64 bits, well mixed. Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
// generators", 2014.
std::uint64_t mixed(std::uint64_t bits) noexcept {
  bits += 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

std::uint64_t bits_of(const Pair& pair) noexcept {
  return (static_cast<std::uint64_t>(pair.first) << 32U) | pair.second;
}

std::string in_words(const Pair& pair) {
  std::string words = "(";
  words += std::to_string(pair.first);
  words += ", ";
  words += std::to_string(pair.second);
  words += ")";
  return words;
}

}  // namespace

std::vector<Pair> brute_force_pairs(const BoxView& boxes, bool touching) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!has_valid_box(boxes, i)) continue;
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (has_valid_box(boxes, j) &&
          overlap(boxes.min_x[i], boxes.max_x[i], boxes.min_x[j], boxes.max_x[j], touching) &&
          overlap(boxes.min_y[i], boxes.max_y[i], boxes.min_y[j], boxes.max_y[j], touching))
        pairs.push_back({static_cast<ObjectId>(i), static_cast<ObjectId>(j)});
    }
  }
  return pairs;
}

std::vector<Pair> sweep_pairs(const BoxView& boxes, bool touching) {
  const Swept swept = in_sweep_order(boxes);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < swept.id.size(); ++i) {
    // Those after it begin no earlier, so that they share a point with it along the sweep as long
    // as they begin by its end.
    const auto last = std::upper_bound(swept.from.begin() + static_cast<std::ptrdiff_t>(i),
                                       swept.from.end(), swept.to[i]);
    const auto end = static_cast<std::size_t>(last - swept.from.begin());
    std::size_t j = i + 1;
    for (; j + kBlock <= end; j += kBlock)
      if (!meets_no_block(swept, i, j)) meet(swept, i, j, j + kBlock, touching, pairs);
    meet(swept, i, j, end, touching, pairs);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<Pair> exact_pairs(const BoxView& boxes, bool touching) {
  constexpr std::size_t kSmallCount = 2'000;
  return boxes.size() <= kSmallCount ? brute_force_pairs(boxes, touching)
                                     : sweep_pairs(boxes, touching);
}

std::optional<std::string> compare_pairs(std::span<const Pair> found, std::span<const Pair> exact) {
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].first >= found[i].second)
      return "pair " + in_words(found[i]) + " at " + std::to_string(i) + " is not ascending";
  std::vector<Pair> sorted(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return "pair " + in_words(*twice) + " was found twice";
  const auto [extra, missing] =
      std::mismatch(sorted.begin(), sorted.end(), exact.begin(), exact.end());
  const bool is_missing = missing != exact.end() && (extra == sorted.end() || *missing < *extra);
  if (is_missing) return "pair " + in_words(*missing) + " is missing";
  if (extra != sorted.end()) return "pair " + in_words(*extra) + " does not overlap";
  return std::nullopt;
}

std::uint64_t order_free_hash(std::span<const Pair> pairs) noexcept {
  std::uint64_t sum = mixed(pairs.size());
  for (const Pair& pair : pairs) sum += mixed(bits_of(pair));
  return sum;
}

std::uint64_t order_hash(std::span<const Pair> pairs) noexcept {
  std::uint64_t hash = mixed(pairs.size());
  for (const Pair& pair : pairs) hash = mixed(hash ^ bits_of(pair));
  return hash;
}

}  // namespace quadphase::oracle
