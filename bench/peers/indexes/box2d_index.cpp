// SPDX-License-Identifier: MIT
// Box2D 2.4's dynamic tree: its Query and RayCast are const, so that all threads may query at once.
//
// Tried on uniform: boxes inserted in the order of ids, or each halfway between two that went
// before along the Z-curve, as our other benchmarks do it (queries three to four times slower than
// in Z-order); middling boxes of 1/4 unit (a third slower) and of 16 (as fast).
#include <box2d/b2_dynamic_tree.h>

#include <memory>

#include "peers/indexes/peer_index.hpp"
#include "peers/peers.hpp"
#include "queries/disc.hpp"

namespace quadphase::bench::queries {
namespace {

void* to_pointer(std::size_t slot) {
  return reinterpret_cast<void*>(slot);
}
std::size_t to_slot(const void* pointer) {
  return reinterpret_cast<std::size_t>(pointer);
}

/// Calls `visit(slot)` for each proxy whose fat box may overlap.
template <class Visit>
struct Query {
  const b2DynamicTree& tree;
  const Visit& visit;

  // Box2D's name.
  bool QueryCallback(int32 proxy) {  // NOLINT(readability-identifier-naming)
    visit(to_slot(tree.GetUserData(proxy)));
    return true;
  }
};

/// Calls `visit(slot)` for each proxy whose fat box may be hit; it returns up to where the segment
/// is of interest: 0 ends the walk, a negative number changes nothing.
template <class Visit>
struct RayCast {
  const b2DynamicTree& tree;
  const Visit& visit;

  // Box2D's name.
  // NOLINTNEXTLINE(readability-identifier-naming)
  float RayCastCallback(const b2RayCastInput& /*input*/, int32 proxy) {
    return visit(to_slot(tree.GetUserData(proxy)));
  }
};

class Box2dIndex final : public PeerIndex {
 public:
  explicit Box2dIndex(tbb::task_arena& /*arena*/) {}

  void build(const Objects& objects) override {
    slots_ = to_slots(objects);
    tree_ = std::make_unique<b2DynamicTree>();
    choose_scale();
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      tree_->CreateProxy(to_b2(slots_[slot].box), to_pointer(slot));
  }

  std::string settings() const override {
    return "2.4.1: b2DynamicTree, unit of length " + std::to_string(1 / scale_) +
           " (boxes are fattened by a tenth of it), inserted in Z-order";
  }

 private:
  // Box2D's margin is fixed at 0.1, so the unit of length sets it: nothing moves, so that the
  // tighter is the better. Scaling by a power of two rounds nothing.
  void choose_scale() {
    scale_ = 1;
    if (slots_.empty()) return;
    std::vector<float> extents;
    for (const Slot& slot : slots_) extents.push_back(slot.box.max_x - slot.box.min_x);
    const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
    std::nth_element(extents.begin(), middle, extents.end());
    if (*middle > 0) scale_ = std::exp2(std::round(std::log2(kExtent / *middle)));
  }

  [[nodiscard]] b2Vec2 to_b2(const Point& point) const {
    return {scale_ * point.x, scale_ * point.y};
  }
  [[nodiscard]] b2AABB to_b2(const Box& box) const {
    b2AABB aabb;
    aabb.lowerBound = to_b2(Point{box.min_x, box.min_y});
    aabb.upperBound = to_b2(Point{box.max_x, box.max_y});
    return aabb;
  }

  template <class Visit>
  void query(const Box& box, const Visit& visit) const {
    Query<Visit> callback{*tree_, visit};
    tree_->Query(&callback, to_b2(box));
  }

  template <class Visit>
  void cast(const Segment& segment, const Visit& visit) const {
    RayCast<Visit> callback{*tree_, visit};
    b2RayCastInput input;
    input.p1 = to_b2(segment.from);
    input.p2 = to_b2(segment.to);
    input.maxFraction = 1;
    tree_->RayCast(&callback, input);
  }

  void find(const Queries& queries, std::size_t row, Found& found) const override {
    switch (queries.task) {
      case Task::in_box:
        return find_in_box(queries.boxes[row], found);
      case Task::at_point: {
        const Point& point = queries.points[row];
        return find_in_box({point.x, point.y, point.x, point.y}, found);
      }
      case Task::in_circle:
        return find_in_circle(queries.circles[row], found);
      case Task::any_hit:
        return find_any(queries.segments[row], found);
      case Task::closest_hit:
        return find_closest(queries.segments[row], found);
      case Task::all_hits:
        return find_all(queries.segments[row], found);
      case Task::closest_disc:
        return find_closest_disc(queries.segments[row], found);
      case Task::nearest:
        return;  // never called
    }
  }

  void find_in_box(const Box& box, Found& found) const {
    query(box, [&](std::size_t slot) {
      if (overlaps(box, slots_[slot].box)) found.add(slots_[slot].id);
    });
  }

  void find_in_circle(const Circle& circle, Found& found) const {
    query(box_around(circle), [&](std::size_t slot) {
      if (is_in(circle, slots_[slot].box)) found.add(slots_[slot].id);
    });
  }

  void find_any(const Segment& segment, Found& found) const {
    const SegmentTest test(segment);
    cast(segment, [&](std::size_t slot) {
      if (test.enter(slots_[slot].box) > 1) return -1.0F;
      found.add(slots_[slot].id);
      return 0.0F;
    });
  }

  void find_closest(const Segment& segment, Found& found) const {
    const SegmentTest test(segment);
    Candidate closest{.distance = SegmentTest::kMissed};
    cast(segment, [&](std::size_t slot) {
      const Candidate candidate{test.enter(slots_[slot].box), slots_[slot].id};
      if (!(candidate < closest)) return -1.0F;
      closest = candidate;
      return closest.distance <= 1 ? closest.distance : -1.0F;
    });
    if (closest.distance <= 1) found.add(closest);
  }

  void find_closest_disc(const Segment& segment, Found& found) const {
    Hit closest{.distance = kMissedDisc};
    cast(segment, [&](std::size_t slot) {
      const Hit hit{disc_fraction(segment, slots_[slot].box), slots_[slot].id};
      if (!(hit < closest)) return -1.0F;
      closest = hit;
      // Rounded up: a box that is entered between the two may hold a disc as near.
      return std::nextafter(static_cast<float>(closest.distance), 2.0F);
    });
    if (closest.distance <= 1) found.add(closest.id, closest.distance);
  }

  void find_all(const Segment& segment, Found& found) const {
    const SegmentTest test(segment);
    cast(segment, [&](std::size_t slot) {
      const float distance = test.enter(slots_[slot].box);
      if (distance <= 1) found.candidates().push_back({distance, slots_[slot].id});
      return -1.0F;
    });
    found.add_sorted_candidates();
  }

  using Hit = Neighbor;

  static constexpr double kMissedDisc = 2;
  static constexpr float kExtent = 4;  // of a middling box, in Box2D's unit

  float scale_ = 1;
  std::vector<Slot> slots_;
  std::unique_ptr<b2DynamicTree> tree_;
};

}  // namespace

const IndexInfo kBox2dIndex{.name = "box2d-tree",
                            .supports =
                                [](const QueryKind& kind) {
                                  return kind.task != Task::nearest && !kind.objects_are_points;
                                },
                            .make = make_index<Box2dIndex>};

}  // namespace quadphase::bench::queries
