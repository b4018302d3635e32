// SPDX-License-Identifier: MIT
// Every query answered the slow way: all boxes, one by one, by the formulas of shapes.hpp
// written anew. What the engine is compared with.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "model/world_model.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::queries {

/// An object that a query finds: at a distance from a point, or at a fraction of a cast.
using Hit = Neighbor;
[[nodiscard]] inline Hit hit_of(const CastHit& hit) {
  return {hit.fraction, hit.id};
}

/// A ray, segment or moving box in double: edges that move by t * (dx, dy) up to fraction t.
struct Sweep {
  double min_x = 0, min_y = 0, max_x = 0, max_y = 0;
  double dx = 0, dy = 0;
  double max_fraction = 0;
  bool valid = false;
};

[[nodiscard]] Sweep sweep_of(const Ray& ray);
[[nodiscard]] Sweep sweep_of(const Segment& segment);
[[nodiscard]] Sweep sweep_of(const BoxCast& cast);

/// Nothing where the sweep is not valid. Needs a valid box.
[[nodiscard]] std::optional<double> entry_by_formula(const Sweep& sweep, const Box& box);
[[nodiscard]] double distance_by_formula(const Point& point, const Box& box);
[[nodiscard]] double distance_by_formula(const Box& from, const Box& box);
/// False where the circle is not valid. Needs a valid box. `touching`: as `Config::touching`.
[[nodiscard]] bool meets_by_formula(const Circle& circle, const Box& box, bool touching = true);

/// An object as it is searched.
struct Member {
  ObjectId id = 0;
  Box box;  // grown and swept, valid
  Filter filter;
};

/// The objects of an engine, and the answers.
class QueryOracle {
 public:
  /// `touching`: as `Config::touching`.
  explicit QueryOracle(bool touching = true, const Periods& periods = {})
      : torus_{touching, periods} {}

  /// As the engine's members of these names; `frame` is `update` or `build`.
  void set_static(const model::Objects& objects);
  void add_static(const model::Objects& objects);
  void remove_static(const std::vector<ObjectId>& ids);
  void frame(const model::Objects& moving);
  void change(const model::Objects& objects);
  void remove(const std::vector<ObjectId>& ids);
  /// The objects of the last frame, moving and static.
  [[nodiscard]] std::vector<Member> members() const;

  /// Says that some boxes are given in double near another origin than (0, 0).
  void set_elsewhere() { is_elsewhere_ = true; }
  /// False where shapes in double find other objects than the same in float: near another origin,
  /// and in a periodic world, where floats are moved in float.
  [[nodiscard]] bool is_asked_in_double() const {
    return !is_elsewhere_ && !torus_.periods.has_any();
  }

  // Ids ascending, hits in their order.
  [[nodiscard]] std::vector<ObjectId> ids(const Box& box, const QueryOptions& options) const;
  [[nodiscard]] std::vector<ObjectId> ids(const Point& point, const QueryOptions& options) const;
  [[nodiscard]] std::vector<ObjectId> ids(const Circle& circle, const QueryOptions& options) const;
  /// By the public formulas, which convex_shapes_test.cpp and round_casts_test.cpp check.
  template <class Other>
  [[nodiscard]] std::vector<ObjectId> ids(const Other& shape, const QueryOptions& options) const {
    return ids_by_formula(shape, options);
  }
  [[nodiscard]] std::vector<ObjectId> ids_inside(const Shape& shape,
                                                 const QueryOptions& options) const;
  [[nodiscard]] std::vector<Hit> hits(const Cast& cast, const QueryOptions& options) const;
  [[nodiscard]] std::vector<Hit> hits(const Sweep& sweep, const QueryOptions& options) const;
  /// All objects, nearest first.
  [[nodiscard]] std::vector<Hit> nearest(const Point& point, const QueryOptions& options) const;
  [[nodiscard]] std::vector<Hit> nearest(const Box& box, const QueryOptions& options) const;
  /// By the public formula, which nearest_shapes_test.cpp checks.
  template <class Other>
  [[nodiscard]] std::vector<Hit> nearest(const Other& shape, const QueryOptions& options) const;

 private:
  [[nodiscard]] std::vector<ObjectId> ids_by_formula(const Shape& shape,
                                                     const QueryOptions& options) const;
  template <class Meets>
  [[nodiscard]] std::vector<ObjectId> ids_where(const QueryOptions& options,
                                                const Meets& meets) const;
  template <class Measure>
  [[nodiscard]] std::vector<Hit> hits_where(const QueryOptions& options,
                                            const Measure& measure) const;

  [[nodiscard]] std::vector<Member> members_of(const model::Objects& objects) const;
  /// The least value of all images of an item, by `measure(image, box)`.
  template <class Item, class Measure>
  [[nodiscard]] std::vector<Hit> hits_of_images(const Item& item, const QueryOptions& options,
                                                const Measure& measure) const;
  template <class Item, class Meets>
  [[nodiscard]] std::vector<ObjectId> ids_of_images(const Item& item, const QueryOptions& options,
                                                    const Meets& meets) const;
  template <class Meets>
  [[nodiscard]] std::vector<ObjectId> ids_of_shape(const Shape& shape, const QueryOptions& options,
                                                   const Meets& meets) const;

  model::Torus torus_;
  bool is_elsewhere_ = false;
  std::vector<Member> moving_;
  std::vector<Member> statics_;
  std::vector<Member> next_statics_;
  // Rejected objects included.
  std::set<ObjectId> static_ids_;
  std::set<ObjectId> next_static_ids_;
};

}  // namespace quadphase::queries
