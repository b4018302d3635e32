// SPDX-License-Identifier: MIT
// Bullet 3's two broad phases, in the plane z = 0: objects that moved are set by setAabb,
// calculateOverlappingPairs brings the pair cache up to date, and its array is read.
//
// Both broad phases and the cache are serial. The cache hashes (id1 | id2 << 16), so above 65,536
// objects ids share slots: chains get longer, pairs stay right. Its array keeps pairs of fat or
// rounded boxes, and for some frames those that have parted: all are candidates here.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <algorithm>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

btVector3 low_corner(const Box& box) {
  return {box.min_x, box.min_y, 0};
}

btVector3 high_corner(const Box& box) {
  return {box.max_x, box.max_y, 0};
}

class BulletPeer : public Peer {
 public:
  using Peer::Peer;

  void update(const BoxView& boxes) override {
    timed(nanoseconds_.tree, [&] { update_proxies(boxes); });
    timed(nanoseconds_.pairs, [&] { broad_phase().calculateOverlappingPairs(nullptr); });
    timed(nanoseconds_.merge, [&] { filter_pairs(); });
  }

 protected:
  /// Makes an empty broad phase in place of the old one.
  virtual void reset() = 0;
  virtual btBroadphaseInterface& broad_phase() = 0;

  std::vector<btBroadphaseProxy*> proxies_;

 private:
  void update_proxies(const BoxView& boxes) {
    if (copy(boxes)) {
      reset();
      proxies_.resize(boxes_.size());
      insert_by_halves([&](ObjectId slot) {
        proxies_[slot] = broad_phase().createProxy(
            low_corner(boxes_[slot]), high_corner(boxes_[slot]), 0, to_pointer(slot),
            btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr);
      });
      return;
    }
    for (const ObjectId slot : changed_) {
      broad_phase().setAabb(proxies_[slot], low_corner(boxes_[slot]), high_corner(boxes_[slot]),
                            nullptr);
    }
  }

  void filter_pairs() {
    pairs_.clear();
    const btBroadphasePairArray& candidates =
        broad_phase().getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < candidates.size(); ++i) {
      add_candidate(to_slot(candidates[i].m_pProxy0->m_clientObject),
                    to_slot(candidates[i].m_pProxy1->m_clientObject), pairs_);
    }
  }
};

/// Two dynamic trees of fat boxes, one for objects that move and one for those at rest.
///
/// Tried, without a difference beyond the noise: margins of 0.01, 0.15 and 0.3, a velocity
/// prediction of 0.5, all pairs cleaned in each frame, 1 % of the tree optimized in each frame.
class BulletDbvt final : public BulletPeer {
 public:
  using BulletPeer::BulletPeer;
  ~BulletDbvt() override { release(); }

  std::string settings() const override {
    return "3.24: collide deferred, margin 0.05, no velocity prediction, hashed pair cache";
  }

 private:
  void reset() override {
    release();
    cache_ = std::make_unique<btHashedOverlappingPairCache>();
    tree_ = std::make_unique<btDbvtBroadphase>(cache_.get());
    tree_->m_deferedcollide = true;
  }

  // Only destroyProxy frees a proxy, and it searches all pairs for it: so they are hidden from it.
  void release() {
    if (!tree_) return;
    btNullPairCache no_pairs;
    tree_->m_paircache = &no_pairs;
    for (btBroadphaseProxy* const proxy : proxies_) tree_->destroyProxy(proxy, nullptr);
    proxies_.clear();
    tree_.reset();
  }

  btBroadphaseInterface& broad_phase() override { return *tree_; }

  std::unique_ptr<btHashedOverlappingPairCache> cache_;
  std::unique_ptr<btDbvtBroadphase> tree_;
};

/// Three sorted axes, kept by insertion sort; boxes are rounded outwards to 31 bits of the world of
/// the first frame. The 16-bit btAxisSweep3 holds 32,766 objects at most.
///
/// Each new object walks along the axes past the others: the first frame, and one in which all
/// teleport, take time that is quadratic in their number.
class BulletSweep final : public BulletPeer {
 public:
  using BulletPeer::BulletPeer;

  std::string settings() const override {
    return "3.24: bt32BitAxisSweep3, world of the first frame, no ray accelerator, hashed pair "
           "cache";
  }

 private:
  void reset() override {
    btVector3 low(0, 0, -1);
    btVector3 high(1, 1, 1);
    for (const Box& box : boxes_) {
      low.setMin(low_corner(box));
      high.setMax(high_corner(box));
    }
    sweep_ = std::make_unique<bt32BitAxisSweep3>(
        low, high, static_cast<unsigned>(boxes_.size()) + 1, nullptr, true);
  }

  btBroadphaseInterface& broad_phase() override { return *sweep_; }

  std::unique_ptr<bt32BitAxisSweep3> sweep_;
};

}  // namespace

const EngineInfo kBulletDbvt{.name = "bullet-dbvt",
                             .description = "Bullet 3: dynamic trees and a pair cache",
                             .make = make_peer<BulletDbvt>,
                             .multi_threaded = false};

const EngineInfo kBulletSweep{.name = "bullet-sweep",
                              .description = "Bullet 3: incremental sweep over three axes",
                              .make = make_peer<BulletSweep>,
                              .multi_threaded = false,
                              .most_objects = 20'000};

}  // namespace quadphase::bench
