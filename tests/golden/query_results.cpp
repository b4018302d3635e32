// SPDX-License-Identifier: MIT
// 200 queries of each kind on 4,000 objects, a quarter of them static, in batches, and 40 of each
// alone. Found objects of a single overlap query come in no order that is promised, so they are
// sorted first.
#include <algorithm>
#include <functional>

#include "golden/digest.hpp"
#include "golden/results.hpp"
#include "quadphase/double_shapes.hpp"
#include "scenes/random.hpp"

namespace quadphase::golden {
namespace {

constexpr std::size_t kObjects = 4'000;
constexpr std::size_t kQueries = 200;
constexpr std::size_t kSingle = 40;

/// Random shapes about as large as a hundredth of the world.
class RandomShapes {
 public:
  RandomShapes(float half_side, std::uint64_t seed) : half_side_(half_side), random_(seed) {}

  float length() { return random_.unit() * 0.02F * half_side_; }
  Point point() {
    const float x = random_.between(-half_side_, half_side_);
    return {x, random_.between(-half_side_, half_side_)};
  }
  Point near(const Point& at) {
    const float x = at.x + random_.sign() * length();
    return {x, at.y + random_.sign() * length()};
  }
  Point far() {
    const Point to = point();
    return {to.x * 0.25F, to.y * 0.25F};
  }
  Box box() {
    const Point min = point();
    const float width = length();
    return {min.x, min.y, min.x + width, min.y + length()};
  }
  Circle circle() {
    const Point center = point();
    return {center, static_cast<double>(length())};
  }
  Capsule capsule() {
    const Point first = point();
    const Point second = near(first);
    return {first, second, static_cast<double>(length())};
  }
  RotatedBox rotated_box() {
    // Of about length 1.
    constexpr Point kAxes[] = {{1, 0}, {0.6F, 0.8F}, {-0.8F, 0.6F}, {0, -1}};
    const Point center = point();
    const float half_width = length();
    return {center, {half_width, length()}, kAxes[random_.below(4)]};
  }
  ConvexPolygon polygon() {
    const Point at = point();
    const float r = length();
    return {{at.x - r, at.y}, {at.x, at.y - r}, {at.x + r, at.y}, {at.x + r / 2, at.y + r / 2}};
  }
  Ray ray() {
    const Point origin = point();
    return {origin, far(), 2};
  }
  Segment segment() {
    const Point from = point();
    const Point by = far();
    return {from, {from.x + by.x, from.y + by.y}};
  }
  BoxCast box_cast() {
    const Box start = box();
    return {start, far()};
  }
  CircleCast circle_cast() {
    const Circle start = circle();
    return {start, far()};
  }
  CapsuleCast capsule_cast() {
    const Capsule start = capsule();
    return {start, far()};
  }

  /// That many of one kind.
  template <class Item>
  std::vector<Item> many(Item (RandomShapes::*make)()) {
    std::vector<Item> items;
    for (std::size_t i = 0; i < kQueries; ++i) items.push_back(std::invoke(make, *this));
    return items;
  }

 private:
  float half_side_;
  scenes::Random random_;
};

std::uint64_t hash_of(const QueryResult& result) {
  Digest digest;
  for (const std::size_t offset : result.offsets()) digest.add(std::uint64_t{offset});
  digest.add(result.ids());
  digest.add(result.fractions());
  digest.add(result.distances());
  return digest.value();
}

BoxView rows(const BoxView& boxes, std::size_t first, std::size_t last) {
  const std::size_t count = last - first;
  return {boxes.min_x.subspan(first, count), boxes.min_y.subspan(first, count),
          boxes.max_x.subspan(first, count), boxes.max_y.subspan(first, count)};
}

/// The results of one scene's queries, by family.
class SceneQueries {
 public:
  SceneQueries(std::string scene, const Config& config, Results& results)
      : scene_(std::move(scene)), broad_phase_(config), results_(results) {
    const scenes::Columns frame = frame_of(scene_, kObjects);
    const BoxView all = frame.view();
    const std::size_t split = all.size() / 4;
    std::vector<ObjectId> ids(all.size());
    std::vector<std::uint32_t> category(all.size());
    for (std::size_t row = 0; row < all.size(); ++row) {
      ids[row] = static_cast<ObjectId>(row);
      category[row] = 1U << (row % 3);
    }
    const std::span<const ObjectId> all_ids = ids;
    const std::span<const std::uint32_t> categories = category;
    broad_phase_.set_static(rows(all, 0, split), all_ids.first(split),
                            {.category = categories.first(split)});
    broad_phase_.update(rows(all, split, all.size()),
                        {.ids = all_ids.subspan(split), .category = categories.subspan(split)});
    for (const float edge : frame.max_x)
      if (edge < 1e6F) half_side_ = std::max(half_side_, edge);
  }

  [[nodiscard]] RandomShapes shapes(std::uint64_t seed) const { return {half_side_, seed}; }

  template <class Item>
  void add_overlaps(const std::string& kind, Item (RandomShapes::*make)()) {
    const std::vector<Item> items = shapes(1).many(make);
    QueryResult found;
    broad_phase_.find_overlaps(items, found);
    add("overlaps-" + kind, hash_of(found));
    broad_phase_.find_first_overlaps(items, found);
    add("first-overlaps-" + kind, hash_of(found));
    broad_phase_.find_inside(items, found);
    add("inside-" + kind, hash_of(found));

    Digest single;
    for (const Item& item : std::span(items).first(kSingle)) {
      std::vector<ObjectId> ids;
      const auto keep = [&](ObjectId id) { ids.push_back(id); };
      broad_phase_.for_each_overlap(item, keep, {.filter = {.mask = 3}});
      std::sort(ids.begin(), ids.end());
      single.add(std::span<const ObjectId>(ids));
    }
    add("single-overlaps-" + kind, single.value());
  }

  template <class Item>
  void add_casts(const std::string& kind, Item (RandomShapes::*make)()) {
    const std::vector<Item> items = shapes(2).many(make);
    QueryResult found;
    broad_phase_.cast_closest(items, found);
    add("cast-closest-" + kind, hash_of(found));
    broad_phase_.find_hits(items, found);
    add("cast-all-" + kind, hash_of(found));
    // Which of the objects that it hits is not promised, but that there is one.
    broad_phase_.cast_any(items, found);
    Digest any;
    for (const std::size_t offset : found.offsets()) any.add(std::uint64_t{offset});
    add("cast-any-" + kind, any.value());

    Digest single;
    for (const Item& item : std::span(items).first(kSingle)) {
      const auto closest = broad_phase_.cast_closest(item, {.mobilities = Mobilities::moving_only});
      single.add(closest.value_or(CastHit{-1, 0}));
      broad_phase_.for_each_hit(item, [&](const CastHit& hit) { single.add(hit); });
    }
    add("single-casts-" + kind, single.value());
  }

  void add_nearest() {
    const std::vector<Point> points = shapes(3).many(&RandomShapes::point);
    QueryResult found;
    for (const std::size_t k : {1U, 10U}) {
      broad_phase_.find_nearest(points, k, found);
      add("nearest-" + std::to_string(k), hash_of(found));
    }
    Digest single;
    for (const Point& point : std::span(points).first(kSingle)) {
      std::vector<Neighbor> nearest(5);
      nearest.resize(broad_phase_.find_nearest(point, nearest, {.filter = {.mask = 5}}));
      single.add(std::span<const Neighbor>(nearest));
      int left = 20;
      broad_phase_.for_each_nearest(point, [&](const Neighbor& neighbor) {
        single.add(neighbor);
        return --left > 0;
      });
    }
    add("single-nearest", single.value());
  }

 private:
  void add(const std::string& family, std::uint64_t hash) {
    results_.push_back({scene_, family, hash});
  }

  std::string scene_;
  BroadPhase broad_phase_;
  Results& results_;
  float half_side_ = 1;
};

void add_scene(const std::string& scene, const Config& config, Results& results) {
  SceneQueries queries(scene, config, results);
  queries.add_overlaps("boxes", &RandomShapes::box);
  queries.add_overlaps("points", &RandomShapes::point);
  queries.add_overlaps("circles", &RandomShapes::circle);
  queries.add_overlaps("capsules", &RandomShapes::capsule);
  queries.add_overlaps("rotated-boxes", &RandomShapes::rotated_box);
  queries.add_overlaps("polygons", &RandomShapes::polygon);
  queries.add_casts("rays", &RandomShapes::ray);
  queries.add_casts("segments", &RandomShapes::segment);
  queries.add_casts("boxes", &RandomShapes::box_cast);
  queries.add_casts("circles", &RandomShapes::circle_cast);
  queries.add_casts("capsules", &RandomShapes::capsule_cast);
  queries.add_nearest();
}

/// Shapes in double that become float shapes near an origin.
std::uint64_t double_hash() {
  scenes::Random random(4);
  const Origin origin{1e9 / 3, -1e8 / 7};
  const auto unit = [&] { return static_cast<double>(random.unit()); };
  const auto coordinate = [&](double base) { return base + 1e4 * unit(); };
  Digest digest;
  for (std::size_t i = 0; i < kQueries; ++i) {
    const DoublePoint at{coordinate(origin.x), coordinate(origin.y)};
    const DoubleBox box{at.x, at.y, at.x + unit(), at.y + unit()};
    digest.add(to_local(box, origin));
    const Circle circle = to_local(DoubleCircle{at, unit()}, origin);
    for (const float number : {circle.center.x, circle.center.y}) digest.add(number);
    digest.add(circle.radius);
    const Ray ray = to_local(DoubleRay{at, {unit(), 0.25}}, origin);
    for (const float number : {ray.origin.x, ray.origin.y, ray.direction.x, ray.direction.y})
      digest.add(number);
  }
  return digest.value();
}

}  // namespace

Results query_results(const Config& config) {
  Results results;
  for (const std::string scene : {"uniform", "mixed", "galaxy", "mixed-grid"})
    add_scene(scene, config, results);
  results.push_back({"doubles", "to-local", double_hash()});
  return results;
}

}  // namespace quadphase::golden
