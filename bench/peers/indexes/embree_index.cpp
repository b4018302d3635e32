// SPDX-License-Identifier: MIT
// Embree 3: a bounding volume hierarchy over user geometry, which all threads query. Segments are
// single rays of the plane z = 0 through boxes of z in [-1, 1]; everything else is a point query,
// which calls for each box that meets a disc.
//
// Why single rays: these have no order, and packets are for rays that stay together.
// Tried on uniform: compact and robust scenes, builds of low and high quality (no difference beyond
// the noise).
#include <embree3/rtcore.h>

#include <array>

#include "peers/embree_device.hpp"
#include "peers/indexes/peer_index.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench::queries {
namespace {

/// A segment on its way through the tree.
struct CastContext : RTCIntersectContext {
  explicit CastContext(const Segment& segment) : test(segment) { rtcInitIntersectContext(this); }

  SegmentTest test;
  std::vector<Candidate>* all = nullptr;  // where all hits are wanted
  ObjectId any = 0;
};

/// The nearest so far, sorted.
struct NearestQuery {
  const std::vector<Slot>* slots = nullptr;
  Point point{};
  std::size_t wanted_count = 0;
  std::size_t count = 0;
  std::array<Candidate, kMaxNearest> nearest{};  // squared distances

  /// True where the disc that is still of interest shrank.
  bool add(const Candidate& candidate) {
    if (count == wanted_count && !(candidate < nearest[count - 1])) return false;
    std::size_t place = count < wanted_count ? count++ : count - 1;
    for (; place > 0 && candidate < nearest[place - 1]; --place)
      nearest[place] = nearest[place - 1];
    nearest[place] = candidate;
    return count == wanted_count;
  }
};

/// Calls a function for each slot whose box may meet a disc.
template <class Visit>
struct DiscQuery {
  const Visit& visit;

  static bool call(RTCPointQueryFunctionArguments* arguments) {
    static_cast<const DiscQuery*>(arguments->userPtr)->visit(arguments->primID);
    return false;  // the disc is as it was
  }
};

class EmbreeIndex final : public PeerIndex {
 public:
  explicit EmbreeIndex(tbb::task_arena& /*arena*/) : device_(new_embree_device()) {}

  ~EmbreeIndex() override {
    if (scene_) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  EmbreeIndex(const EmbreeIndex&) = delete;
  EmbreeIndex& operator=(const EmbreeIndex&) = delete;

  void build(const Objects& objects) override {
    if (scene_) rtcReleaseScene(scene_);
    slots_ = to_slots(objects);
    scene_ = rtcNewScene(device_);
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(slots_.size()));
    rtcSetGeometryUserData(geometry, this);
    rtcSetGeometryBoundsFunction(geometry, write_bounds, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect);
    rtcSetGeometryOccludedFunction(geometry, occlude);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }

  std::string settings() const override {
    return "3.13: user geometry in Z-order, static scene of medium quality; single rays, "
           "point queries; a box by the disc around it";
  }

 private:
  static void write_bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& self = *static_cast<const EmbreeIndex*>(arguments->geometryUserPtr);
    const Box& box = self.slots_[arguments->primID].box;
    // Why not z = 0: a ray without a slope in z would meet such boxes at its begin only.
    *arguments->bounds_o = {box.min_x, box.min_y, -1, 0, box.max_x, box.max_y, 1, 0};
  }

  static const Slot& slot_of(void* user, unsigned slot) {
    return static_cast<const EmbreeIndex*>(user)->slots_[slot];
  }

  /// Of one ray, since single ones are cast. All hits: they are kept, and the ray goes on.
  static void intersect(const RTCIntersectFunctionNArguments* arguments) {
    if (arguments->valid[0] == 0) return;
    auto& context = *static_cast<CastContext*>(arguments->context);
    const Slot& slot = slot_of(arguments->geometryUserPtr, arguments->primID);
    const float distance = context.test.enter(slot.box);
    if (distance > 1) return;
    if (context.all != nullptr) {
      context.all->push_back({distance, slot.id});
      return;
    }
    float& limit = RTCRayN_tfar(RTCRayHitN_RayN(arguments->rayhit, 1), 1, 0);
    if (distance > limit) return;
    limit = distance;
    RTCHitN* const hit = RTCRayHitN_HitN(arguments->rayhit, 1);
    RTCHitN_geomID(hit, 1, 0) = arguments->geomID;
    RTCHitN_primID(hit, 1, 0) = arguments->primID;
  }

  static void occlude(const RTCOccludedFunctionNArguments* arguments) {
    if (arguments->valid[0] == 0) return;
    auto& context = *static_cast<CastContext*>(arguments->context);
    const Slot& slot = slot_of(arguments->geometryUserPtr, arguments->primID);
    if (context.test.enter(slot.box) > 1) return;
    context.any = slot.id;
    RTCRayN_tfar(arguments->ray, 1, 0) = -std::numeric_limits<float>::infinity();
  }

  static RTCRay to_ray(const Segment& segment) {
    RTCRay ray{};
    ray.org_x = segment.from.x;
    ray.org_y = segment.from.y;
    ray.dir_x = segment.to.x - segment.from.x;
    ray.dir_y = segment.to.y - segment.from.y;
    ray.tfar = 1;
    ray.mask = ~0U;
    return ray;
  }

  void find(const Queries& queries, std::size_t row, Found& found) const override {
    switch (queries.task) {
      case Task::in_box:
        return find_in_box(queries.boxes[row], found);
      case Task::at_point:
        return find_at_point(queries.points[row], found);
      case Task::in_circle:
        return find_in_circle(queries.circles[row], found);
      case Task::any_hit:
        return find_any(queries.segments[row], found);
      case Task::closest_hit:
        return find_closest(queries.segments[row], found);
      case Task::all_hits:
        return find_all(queries.segments[row], found);
      case Task::closest_disc:
        return;  // never called
      case Task::nearest:
        return find_nearest(queries.points[row], queries.nearest_count, found);
    }
  }

  template <class Visit>
  void query_disc(const Circle& disc, const Visit& visit) const {
    DiscQuery<Visit> query{visit};
    point_query(disc, DiscQuery<Visit>::call, &query);
  }

  void point_query(const Circle& disc, RTCPointQueryFunction call, void* user) const {
    RTCPointQuery query{};
    query.x = disc.center.x;
    query.y = disc.center.y;
    query.radius = static_cast<float>(disc.radius);
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene_, &query, &context, call, user);
  }

  /// A disc that loses nothing to Embree's floats.
  static Circle widened(const Circle& disc) {
    const float greatest = std::max(std::abs(disc.center.x), std::abs(disc.center.y));
    const auto radius = static_cast<float>(disc.radius);
    return {disc.center, radius + 2 * rounding_slack(greatest + radius)};
  }

  void find_in_box(const Box& box, Found& found) const {
    const float half_width = 0.5F * (box.max_x - box.min_x);
    const float half_height = 0.5F * (box.max_y - box.min_y);
    const Circle around{{box.min_x + half_width, box.min_y + half_height},
                        std::sqrt(half_width * half_width + half_height * half_height)};
    query_disc(widened(around), [&](unsigned slot) {
      if (overlaps(box, slots_[slot].box)) found.add(slots_[slot].id);
    });
  }

  void find_at_point(const Point& point, Found& found) const {
    query_disc({point, 0}, [&](unsigned slot) {
      if (overlaps({point.x, point.y, point.x, point.y}, slots_[slot].box))
        found.add(slots_[slot].id);
    });
  }

  void find_in_circle(const Circle& circle, Found& found) const {
    query_disc(widened(circle), [&](unsigned slot) {
      if (is_in(circle, slots_[slot].box)) found.add(slots_[slot].id);
    });
  }

  void find_any(const Segment& segment, Found& found) const {
    CastContext context(segment);
    RTCRay ray = to_ray(segment);
    rtcOccluded1(scene_, &context, &ray);
    if (ray.tfar < 0) found.add(context.any);
  }

  [[nodiscard]] RTCRayHit cast(const Segment& segment, CastContext& context) const {
    RTCRayHit hit{};
    hit.ray = to_ray(segment);
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &hit);
    return hit;
  }

  void find_closest(const Segment& segment, Found& found) const {
    CastContext context(segment);
    const RTCRayHit hit = cast(segment, context);
    if (hit.hit.geomID != RTC_INVALID_GEOMETRY_ID)
      found.add({hit.ray.tfar, slots_[hit.hit.primID].id});
  }

  void find_all(const Segment& segment, Found& found) const {
    CastContext context(segment);
    context.all = &found.candidates();
    static_cast<void>(cast(segment, context));
    found.add_sorted_candidates();
  }

  static bool add_nearest(RTCPointQueryFunctionArguments* arguments) {
    auto& query = *static_cast<NearestQuery*>(arguments->userPtr);
    const Slot& slot = (*query.slots)[arguments->primID];
    if (!query.add({squared_distance<float>(query.point, slot.box), slot.id})) return false;
    arguments->query->radius = std::sqrt(query.nearest[query.count - 1].distance);
    return true;
  }

  void find_nearest(const Point& point, std::size_t count, Found& found) const {
    NearestQuery query{.slots = &slots_, .point = point, .wanted_count = count};
    point_query({point, std::numeric_limits<float>::infinity()}, add_nearest, &query);
    for (std::size_t i = 0; i < query.count; ++i)
      found.add({std::sqrt(query.nearest[i].distance), query.nearest[i].id});
  }

  RTCDevice device_;
  RTCScene scene_ = nullptr;
  std::vector<Slot> slots_;
};

bool supports(const QueryKind& kind) {
  return kind.task != Task::closest_disc;
}

}  // namespace

const IndexInfo kEmbreeIndex{
    .name = "embree", .supports = supports, .make = make_index<EmbreeIndex>};

}  // namespace quadphase::bench::queries
