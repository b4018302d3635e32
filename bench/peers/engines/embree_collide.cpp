// SPDX-License-Identifier: MIT
// Embree 3's rtcCollide: a bounding volume hierarchy over user geometry, walked against itself by
// all threads. It is refitted while boxes move a little, built anew when they have moved by twice
// their extent, and built at low quality in each frame in which they move by more than their
// extent.
//
// Tried on uniform: low quality in each frame (a third slower than refitting), medium quality in
// each frame (three times slower), static scenes (no difference).
//
// It reports each two boxes whose leaves meet, in both orders: candidates. Coordinates must stay
// below 1.8e18; what is beyond, Embree leaves out.
#include <embree3/rtcore.h>

#include "peers/embree_device.hpp"
#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

class EmbreePeer final : public Peer {
 public:
  explicit EmbreePeer(tbb::task_arena& arena) : Peer(arena), device_(new_embree_device()) {}

  ~EmbreePeer() override {
    release_scene();
    rtcReleaseDevice(device_);
  }

  EmbreePeer(const EmbreePeer&) = delete;
  EmbreePeer& operator=(const EmbreePeer&) = delete;

  void update(const BoxView& boxes) override {
    arena_.execute([&] {
      timed(nanoseconds_.partition, [&] {
        const bool is_other_count = copy(boxes);
        choose_build(is_other_count || !scene_);
      });
      timed(nanoseconds_.tree, [&] { rebuild(); });
      timed(nanoseconds_.pairs, [&] { collide(); });
      timed(nanoseconds_.merge, [&] { join_found(); });
    });
  }

  std::string settings() const override {
    return "3.13: user geometry, dynamic scene, refitted while boxes move little, else low quality";
  }

 private:
  void release_scene() {
    if (!scene_) return;
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    scene_ = nullptr;
  }

  void choose_build(bool is_new) {
    double extents = 0;  // of all boxes, along both axes, as travel_ is
    for (const Box& box : boxes_) {
      extents += static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
      extents += static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
    }
    const RTCBuildQuality quality =
        !is_new && travel_ > extents ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_REFIT;
    travel_since_build_ += travel_;
    const bool is_worn = quality == RTC_BUILD_QUALITY_REFIT && travel_since_build_ > 2 * extents;
    if (!is_new && !is_worn && quality == quality_) return;
    quality_ = quality;
    travel_since_build_ = 0;
    make_scene();
  }

  void make_scene() {
    release_scene();
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, quality_);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes_.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, write_bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
  }

  void rebuild() {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

  void collide() {
    clear_found();
    rtcCollide(scene_, scene_, add_collisions, this);
  }

  static void write_bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& self = *static_cast<const EmbreePeer*>(arguments->geometryUserPtr);
    const Box& box = self.boxes_[arguments->primID];
    RTCBounds& bounds = *arguments->bounds_o;
    bounds.lower_x = box.min_x;
    bounds.lower_y = box.min_y;
    bounds.lower_z = 0;
    bounds.upper_x = box.max_x;
    bounds.upper_y = box.max_y;
    bounds.upper_z = 0;
  }

  static void add_collisions(void* user, RTCCollision* collisions, unsigned count) {
    auto& self = *static_cast<EmbreePeer*>(user);
    std::vector<Pair>& found = self.found_.local();
    for (unsigned i = 0; i < count; ++i) {
      if (collisions[i].primID0 < collisions[i].primID1)
        self.add_candidate(collisions[i].primID0, collisions[i].primID1, found);
    }
  }

  RTCDevice device_;
  RTCScene scene_ = nullptr;
  RTCGeometry geometry_ = nullptr;
  RTCBuildQuality quality_ = RTC_BUILD_QUALITY_REFIT;
  double travel_since_build_ = 0;
};

}  // namespace

const EngineInfo kEmbree{.name = "embree",
                         .description = "Embree 3: rtcCollide on a hierarchy, refitted or rebuilt",
                         .make = make_peer<EmbreePeer>};

}  // namespace quadphase::bench
