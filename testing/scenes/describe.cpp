// SPDX-License-Identifier: MIT
// Measures a scene: pairs by the exact answer, density in cells of equally many objects.
#include "scenes/describe.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

double at_percent(std::vector<double>& values, std::size_t percent) {
  if (values.empty()) return 0;
  const std::size_t rank = (values.size() - 1) * percent / 100;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

Spread spread_of(std::vector<double>& values, std::size_t low_percent, std::size_t high_percent) {
  return {at_percent(values, low_percent), at_percent(values, 50),
          at_percent(values, high_percent)};
}

Box bounds_of(const BoxView& boxes) {
  if (boxes.size() == 0) return {};
  Box bounds = boxes[0];
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    bounds.min_x = std::min(bounds.min_x, boxes.min_x[i]);
    bounds.min_y = std::min(bounds.min_y, boxes.min_y[i]);
    bounds.max_x = std::max(bounds.max_x, boxes.max_x[i]);
    bounds.max_y = std::max(bounds.max_y, boxes.max_y[i]);
  }
  return bounds;
}

struct Place {
  double x, y;
  double extent;  // the shorter side
};

struct Reach {
  double width, height;
};

Reach reach_of(std::span<const Place> places) {
  const auto by_x = [](const Place& a, const Place& b) { return a.x < b.x; };
  const auto by_y = [](const Place& a, const Place& b) { return a.y < b.y; };
  const auto [left, right] = std::minmax_element(places.begin(), places.end(), by_x);
  const auto [bottom, top] = std::minmax_element(places.begin(), places.end(), by_y);
  return {right->x - left->x, top->y - bottom->y};
}

// Objects a unit of area among these few; as a line or a point has none, it is as wide as its least
// box.
double density_of(std::span<const Place> places, const Reach& reach) {
  double least = places[0].extent;
  for (const Place& place : places) least = std::min(least, place.extent);
  least = std::max(least, 1e-30);
  return static_cast<double>(places.size()) /
         (std::max(reach.width, least) * std::max(reach.height, least));
}

// Halves the objects at the median of the wider axis until at most 32 are left, and measures those.
void measure_density(std::span<Place> places, std::vector<double>& densities) {
  constexpr std::size_t kCellObjects = 32;
  const Reach reach = reach_of(places);
  if (places.size() <= kCellObjects) {
    densities.push_back(density_of(places, reach));
    return;
  }
  const bool is_wide = reach.width >= reach.height;
  const std::size_t half = places.size() / 2;
  std::nth_element(
      places.begin(), places.begin() + static_cast<std::ptrdiff_t>(half), places.end(),
      [is_wide](const Place& a, const Place& b) { return is_wide ? a.x < b.x : a.y < b.y; });
  measure_density(places.first(half), densities);
  measure_density(places.subspan(half), densities);
}

Spread density_spread(const BoxView& boxes) {
  std::vector<Place> places;
  places.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double width = static_cast<double>(boxes.max_x[i]) - static_cast<double>(boxes.min_x[i]);
    const double height = static_cast<double>(boxes.max_y[i]) - static_cast<double>(boxes.min_y[i]);
    places.push_back({static_cast<double>(boxes.min_x[i]) + 0.5 * width,
                      static_cast<double>(boxes.min_y[i]) + 0.5 * height, std::min(width, height)});
  }
  std::vector<double> densities;
  if (!places.empty()) measure_density(places, densities);
  return spread_of(densities, 1, 99);
}

Spread extent_spread(const BoxView& boxes) {
  std::vector<double> extents;
  extents.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    extents.push_back(static_cast<double>(
        std::max(boxes.max_x[i] - boxes.min_x[i], boxes.max_y[i] - boxes.min_y[i])));
  return spread_of(extents, 0, 100);
}

}  // namespace

Figures describe(std::string_view name, const BoxView& boxes) {
  Figures figures;
  for (const SceneInfo& info : scene_infos())
    if (info.name == name) figures.description = info.description;
  figures.count = boxes.size();
  figures.pair_count = oracle::sweep_pairs(boxes).size();
  if (figures.count > 0)
    figures.pairs_per_box =
        static_cast<double>(figures.pair_count) / static_cast<double>(figures.count);
  figures.extent = extent_spread(boxes);
  figures.density = density_spread(boxes);
  figures.bounds = bounds_of(boxes);
  return figures;
}

}  // namespace quadphase::scenes
