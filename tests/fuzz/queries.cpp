// SPDX-License-Identifier: MIT
// Fuzzes queries: a world with static and removed objects, and queries of every shape, alone and in
// batches, compared with the formulas.
#include <algorithm>

#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"
#include "queries/query_checks.hpp"

namespace quadphase::fuzz {
namespace {

using model::Objects;
using model::Rows;
using queries::Queries;

/// Objects with ids of their own, far apart and in no order.
Objects objects(ByteSource& in, std::size_t count, ObjectId first_id) {
  Objects all;
  std::vector<Box> before;
  for (std::size_t i = 0; i < count && !in.is_empty(); ++i) {
    all.push_back(object(in, before));
    before.push_back(all.back().box);
    const auto number = static_cast<ObjectId>(i);
    all.back().id = number % 3 == 0 ? first_id + 1'000 - number : first_id + number;
  }
  return all;
}

/// An engine and what the formulas are told of it.
struct World {
  explicit World(const Config& options)
      : engine(options), oracle(options.touching, {options.period_x, options.period_y}) {}

  void set_static(const Objects& objects) {
    const Rows rows(objects);
    engine.set_static(rows.boxes(), rows.ids(), rows.attributes());
    oracle.set_static(objects);
  }
  void add_static(const Objects& objects) {
    const Rows rows(objects);
    engine.add_static(rows.boxes(), rows.ids(), rows.attributes());
    oracle.add_static(objects);
  }
  /// Every `step`-th of them.
  void remove_static(const Objects& objects, std::size_t step) {
    std::vector<ObjectId> gone;
    for (std::size_t i = 0; i < objects.size(); i += step) gone.push_back(objects[i].id);
    engine.remove_static(gone);
    oracle.remove_static(gone);
  }
  void frame(const Objects& moving, bool is_update, model::Spans given) {
    const Rows rows(moving, given.with(model::Span::ids));
    if (is_update) {
      engine.update(rows.boxes(), rows.attributes());
    } else {
      engine.build(rows.boxes(), rows.attributes());
    }
    oracle.frame(as_given(moving, given.with(model::Span::ids)));
  }

  BroadPhase engine;
  queries::QueryOracle oracle;
};

ConvexPolygon polygon(ByteSource& in) {
  const std::uint32_t kind = in.byte();
  std::vector<Point> points;
  for (std::uint32_t i = 0; i < kind % 10 && !in.is_empty(); ++i) points.push_back(point(in));
  if (kind >= 64 && !points.empty()) return queries::hull_of(points);
  return ConvexPolygon(std::span<const Point>(points));
}

void add_query(ByteSource& in, const std::vector<Box>& targets, Queries& all) {
  switch (in.below(12)) {
    case 7:
      return all.capsules.push_back({point(in), point(in), number(in)});
    case 8:
      return all.rotated_boxes.push_back({point(in), point(in), point(in)});
    case 9:
      return all.polygons.push_back(polygon(in));
    case 10:
      return all.circle_casts.push_back({{point(in), number(in)}, point(in)});
    case 11:
      return all.capsule_casts.push_back({{point(in), point(in), number(in)}, point(in)});
    case 0:
      return all.boxes.push_back(box(in, targets));
    case 1:
      return all.points.push_back(point(in));
    case 2:
      return all.circles.push_back({point(in), number(in)});
    case 3:
      return all.rays.push_back({point(in), point(in), number(in)});
    case 4:
      return all.segments.push_back({point(in), point(in)});
    case 5:
      return all.box_casts.push_back({box(in, targets), point(in)});
    default:
      return all.places.push_back(point(in));
  }
}

/// More of the same kind: each query again, some steps to the side, so that few bytes make a batch.
void repeat(std::uint32_t times, float step, Queries& all) {
  const auto repeat_all = [&](auto& queries, const auto& moved) {
    const std::size_t count = queries.size();
    for (std::uint32_t i = 1; i <= times; ++i)
      for (std::size_t k = 0; k < count; ++k)
        queries.push_back(moved(queries[k], step * static_cast<float>(i)));
  };
  repeat_all(all.boxes, [](Box box, float by) {
    return Box{box.min_x + by, box.min_y, box.max_x + by, box.max_y};
  });
  const auto moved_point = [](Point point, float by) { return Point{point.x + by, point.y}; };
  repeat_all(all.points, moved_point);
  repeat_all(all.places, moved_point);
  repeat_all(all.circles, [&](Circle circle, float by) {
    return Circle{moved_point(circle.center, by), circle.radius};
  });
  repeat_all(all.capsules, [&](Capsule capsule, float by) {
    return Capsule{moved_point(capsule.first, by), moved_point(capsule.second, by), capsule.radius};
  });
  repeat_all(all.rotated_boxes, [&](RotatedBox box, float by) {
    return RotatedBox{moved_point(box.center, by), box.half_size, box.axis};
  });
  repeat_all(all.polygons, [&](ConvexPolygon polygon, float by) {
    for (Point& vertex : polygon.vertices) vertex = moved_point(vertex, by);
    return polygon;
  });
  repeat_all(all.circle_casts, [&](CircleCast cast, float by) {
    return CircleCast{cast.circle, moved_point(cast.displacement, by)};
  });
  repeat_all(all.capsule_casts, [&](CapsuleCast cast, float by) {
    return CapsuleCast{cast.capsule, moved_point(cast.displacement, by)};
  });
  repeat_all(all.rays, [&](Ray ray, float by) {
    return Ray{moved_point(ray.origin, by), ray.direction, ray.max_fraction};
  });
  repeat_all(all.segments, [&](Segment segment, float by) {
    return Segment{moved_point(segment.from, by), segment.to};
  });
  repeat_all(all.box_casts, [&](BoxCast cast, float by) {
    return BoxCast{cast.box, moved_point(cast.displacement, by)};
  });
}

Queries some_queries(ByteSource& in, const std::vector<Box>& targets) {
  Queries all;
  const std::uint32_t options = in.byte();
  all.worlds = options % 2 == 0 ? Worlds::one : Worlds::all;
  all.mobilities = static_cast<Mobilities>(options / 2 % 3);
  for (std::uint32_t i = 0; i < options / 8 % 4; ++i) all.filters.push_back(filter(in));
  all.counts = {in.below(20)};
  if (options >= 192) all.radii.push_back(number(in));
  const std::uint32_t times = in.below(12);
  const float step = number(in);
  while (!in.is_empty()) add_query(in, targets, all);
  repeat(times, step, all);
  return all;
}

void run(ByteSource in) {
  const Config options = config(in);
  const std::uint32_t order = in.byte();
  World world(options);
  const Objects walls = objects(in, in.below(48), 100'000);
  world.set_static(walls);
  if ((order & 1U) != 0) world.frame({}, false, model::kAllSpans);
  if ((order & 2U) != 0) world.remove_static(walls, 2 + order / 32 * 6);
  if ((order & 4U) != 0) world.add_static(objects(in, in.below(8), 200'000));
  const Objects moving = objects(in, in.below(64), 0);
  world.frame(moving, (order & 8U) != 0, (order & 16U) != 0 ? model::kAllSpans : model::kNoSpan);

  std::vector<Box> targets;
  for (const queries::Member& member : world.oracle.members()) targets.push_back(member.box);
  const Queries all = some_queries(in, targets);
  QueryResult result;
  require_none(queries::difference_of_answers(world.engine, world.oracle, all, result), "queries");
}

}  // namespace
}  // namespace quadphase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quadphase::fuzz::run(quadphase::fuzz::ByteSource({data, size}));
  return 0;
}
