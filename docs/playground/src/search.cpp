// SPDX-License-Identifier: MIT
#include "search.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "baselines/support/timed.hpp"

namespace quadphase::playground {
namespace {

Box around(Point point, Point half) {
  return {point.x - half.x, point.y - half.y, point.x + half.x, point.y + half.y};
}

Shape shape_of(const Query& query) {
  if (query.kind == QueryKind::box) return around(query.at, query.half_size);
  if (query.kind == QueryKind::circle) return Circle{query.at, query.half_size.x};
  return query.at;
}

/// Runs a query of any kind; its results go into `found`, whose memory is kept.
class Runner {
 public:
  Runner(const BroadPhase& broad_phase, const Query& query, Found& found)
      : broad_phase_(broad_phase), query_(query), shape_(shape_of(query)), found_(found) {
    nearest_.resize(query.kind == QueryKind::nearest ? query.count : 0);
  }

  void run() {
    found_.ids.clear();
    found_.measures.clear();
    if (query_.kind == QueryKind::ray) {
      const Ray ray{query_.from, {query_.at.x - query_.from.x, query_.at.y - query_.from.y}};
      broad_phase_.for_each_hit(
          ray, [&](const CastHit& hit) { add(hit.id, static_cast<float>(hit.fraction)); });
    } else if (query_.kind == QueryKind::nearest) {
      const std::size_t count = broad_phase_.find_nearest(query_.at, nearest_);
      for (const Neighbor& neighbor : std::span(nearest_).first(count))
        add(neighbor.id, static_cast<float>(neighbor.distance));
    } else {
      broad_phase_.for_each_overlap(shape_, [&](ObjectId id) { found_.ids.push_back(id); });
    }
  }

 private:
  void add(ObjectId id, float measure) {
    found_.ids.push_back(id);
    found_.measures.push_back(measure);
  }

  const BroadPhase& broad_phase_;
  const Query& query_;
  Shape shape_;
  Found& found_;
  std::vector<Neighbor> nearest_;
};

}  // namespace

void search(const BroadPhase& broad_phase, const Query& query, Found& found) {
  found.ids.clear();
  found.measures.clear();
  found.microseconds = 0;
  if (query.kind == QueryKind::none) return;
  constexpr double kEnough = 3e5, kMost = 1024;
  Runner runner(broad_phase, query, found);
  double nanoseconds = 0, repeats = 0;
  for (double portion = 1; nanoseconds < kEnough && repeats < kMost; portion *= 4) {
    nanoseconds += static_cast<double>(bench::timed([&] {
      for (double i = 0; i < portion; ++i) runner.run();
    }));
    repeats += portion;
  }
  found.microseconds = nanoseconds / repeats / 1000;
}

std::int64_t pick(const BroadPhase& broad_phase, const BoxView& boxes, Point point, float reach) {
  std::int64_t best = -1;
  double least = std::numeric_limits<double>::infinity();
  broad_phase.for_each_overlap(point, [&](ObjectId id) {
    const Point size = extent(boxes[id]);
    const double area = static_cast<double>(size.x) * static_cast<double>(size.y);
    if (area > least || (area == least && best > static_cast<std::int64_t>(id))) return;
    least = area;
    best = id;
  });
  if (best >= 0) return best;
  Neighbor nearest[1];
  QueryOptions options;
  options.radius = reach;
  return broad_phase.find_nearest(point, nearest, options) == 0 ? -1 : std::int64_t{nearest[0].id};
}

}  // namespace quadphase::playground
