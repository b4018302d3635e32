// SPDX-License-Identifier: MIT
// ODE's quadtree space and its sweep-and-prune space, by dSpaceCollide, in the plane z = 0. Objects
// are geoms of a class of their own, so that ODE gets the box itself and not a center and sides
// that would round it. Both spaces are serial.
#include <ode/ode.h>

#include <algorithm>
#include <cmath>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

void write_box(dGeomID geom, dReal aabb[6]) {
  const Box& box = *static_cast<const Box*>(dGeomGetData(geom));
  aabb[0] = static_cast<dReal>(box.min_x);
  aabb[1] = static_cast<dReal>(box.max_x);
  aabb[2] = static_cast<dReal>(box.min_y);
  aabb[3] = static_cast<dReal>(box.max_y);
  aabb[4] = 0;
  aabb[5] = 0;
}

dColliderFn* no_collider(int) {
  return nullptr;
}

/// ODE itself and the class of our geoms, once for the program.
class Ode {
 public:
  static int box_class() {
    static const Ode ode;
    return ode.box_class_;
  }

  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

 private:
  Ode() {
    dInitODE2(0);
    const dGeomClass box_class{sizeof(int), no_collider, write_box, nullptr, nullptr};
    box_class_ = dCreateGeomClass(&box_class);
  }
  ~Ode() { dCloseODE(); }

  int box_class_ = 0;
};

class OdePeer : public Peer {
 public:
  using Peer::Peer;
  ~OdePeer() override { release(); }

  void update(const BoxView& boxes) override {
    timed(nanoseconds_.tree, [&] { update_geoms(boxes); });
    timed(nanoseconds_.pairs, [&] {
      pairs_.clear();
      dSpaceCollide(space_, this, add_objects);
    });
  }

 protected:
  [[nodiscard]] virtual dSpaceID make_space() = 0;

 private:
  void update_geoms(const BoxView& boxes) {
    if (copy(boxes)) {
      release();
      const int box_class = Ode::box_class();
      space_ = make_space();
      for (Box& box : boxes_) {
        geoms_.push_back(dCreateGeom(box_class));
        dGeomSetData(geoms_.back(), &box);
        dReal aabb[6];  // computed before the space sees the geom, or all would start in its root
        dGeomGetAABB(geoms_.back(), aabb);
        dSpaceAdd(space_, geoms_.back());
      }
      return;
    }
    for (const ObjectId slot : changed_)  // any position: it only marks the geom as moved
      dGeomSetPosition(geoms_[slot], 0, 0, 0);
  }

  void release() {
    if (space_) dSpaceDestroy(space_);  // and its geoms
    space_ = nullptr;
    geoms_.clear();
  }

  static void add_objects(void* user, dGeomID a, dGeomID b) {
    auto& self = *static_cast<OdePeer*>(user);
    const Box* const first = self.boxes_.data();
    self.add_candidate(static_cast<ObjectId>(static_cast<const Box*>(dGeomGetData(a)) - first),
                       static_cast<ObjectId>(static_cast<const Box*>(dGeomGetData(b)) - first),
                       self.pairs_);
  }

  dSpaceID space_ = nullptr;
  std::vector<dGeomID> geoms_;
};

struct Range {
  double low, high;
};

/// Where nearly all boxes are: one far away would leave the tree without depth for the others. ODE
/// keeps those outside in the root.
Range middle_range(const std::vector<Box>& boxes, float Box::*edge) {
  if (boxes.empty()) return {0, 1};
  std::vector<float> edges(boxes.size());
  std::transform(boxes.begin(), boxes.end(), edges.begin(),
                 [&](const Box& box) { return box.*edge; });
  std::sort(edges.begin(), edges.end());
  const std::size_t margin = edges.size() / 100;
  const auto low = static_cast<double>(edges[margin]);
  const auto high = static_cast<double>(edges[edges.size() - 1 - margin]);
  const double slack = 0.1 * (high - low);
  return {std::max(low - slack, static_cast<double>(edges.front())),
          std::min(high + slack, static_cast<double>(edges.back()))};
}

/// Straddling geoms stay in the parent. Depth: 4 to 16 geoms for each of the least blocks. Tried:
/// one more and one less (slower by a tenth).
class OdeQuadtree final : public OdePeer {
 public:
  using OdePeer::OdePeer;

  std::string settings() const override {
    return "0.16: dQuadTreeSpace over the middle 98 % of the first frame and a tenth, depth " +
           std::to_string(depth_);
  }

 private:
  dSpaceID make_space() override {
    const Range x = middle_range(boxes_, &Box::min_x);
    const Range y = middle_range(boxes_, &Box::min_y);
    // Square, and the narrower axis at a third: a line in the middle would straddle all blocks.
    const double half = 0.5 * std::max(x.high - x.low, y.high - y.low) + 1e-6;
    const auto center_of = [half](const Range& range) {
      const double slack = half - 0.5 * (range.high - range.low);
      return 0.5 * (range.low + range.high) + slack / 3;
    };
    const dVector3 extents = {half, half, 1, 0};
    const dVector3 center = {center_of(x), center_of(y), 0, 0};
    const double count = static_cast<double>(boxes_.size()) + 1;
    depth_ = std::clamp(static_cast<int>(std::log2(count) / 2) - 1, 1, 9);
    return dQuadTreeSpaceCreate(nullptr, center, extents, depth_);
  }

  int depth_ = 0;
};

class OdeSweep final : public OdePeer {
 public:
  using OdePeer::OdePeer;

  std::string settings() const override { return "0.16: dSweepAndPruneSpace, axes x, y, z"; }

 private:
  dSpaceID make_space() override { return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ); }
};

}  // namespace

const EngineInfo kOdeQuadtree{.name = "ode-quadtree",
                              .description = "ODE: dQuadTreeSpace",
                              .make = make_peer<OdeQuadtree>,
                              .multi_threaded = false};

const EngineInfo kOdeSweep{.name = "ode-sweep",
                           .description = "ODE: dSweepAndPruneSpace",
                           .make = make_peer<OdeSweep>,
                           .multi_threaded = false};

}  // namespace quadphase::bench
