// SPDX-License-Identifier: MIT
// Bullet 3's btDbvtBroadphase and its hashed pair cache, in the plane z = 0. Both are serial.
//
// Objects at rest get Bullet's filter group for static ones, which does not pair with itself, so
// that the cache holds no pairs of two of them; the broad phase itself moves them to its tree of
// fixed objects. One that wakes or falls asleep is taken out and put in with the other group, as
// btCollisionWorld::refreshBroadphaseProxy does. The scenario's filters are Bullet's groups and
// masks; groups are compared in needBroadphaseCollision.
//
// The data of a contact lie in the cache's pair itself, in the two words that Bullet leaves to its
// user, so that none has to be looked up.
//
// Doubles: Debian has Bullet in double, too, but both have the same symbols, so that one program
// cannot hold both.
//
// Tried where few move: collide deferred (twice as slow), no velocity prediction (five times), a
// margin of 0.3 in addition to the prediction (as fast). Where all move: a prediction of 0 and 2, a
// margin of 0.3 (a tenth slower).
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "peers/peers.hpp"
#include "peers/worlds/peer_world.hpp"

namespace quadphase::bench::worlds {
namespace {

btVector3 low_corner(const Box& box) {
  return {box.min_x, box.min_y, 0};
}
btVector3 high_corner(const Box& box) {
  return {box.max_x, box.max_y, 0};
}

/// Categories and masks, and then the groups.
struct GroupFilter final : public btOverlapFilterCallback {
  const std::vector<Filter>* filters = nullptr;

  // Bullet's name.
  // NOLINTNEXTLINE(readability-identifier-naming)
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
    if ((a->m_collisionFilterGroup & b->m_collisionFilterMask) == 0 ||
        (b->m_collisionFilterGroup & a->m_collisionFilterMask) == 0)
      return false;
    const std::uint32_t group = (*filters)[to_slot(a->m_clientObject)].group;
    return group == 0 || group != (*filters)[to_slot(b->m_clientObject)].group;
  }
};

/// Both words are zero in a new pair. Without a dispatcher, Bullet only copies them.
Contact contact_of(const btBroadphasePair& pair) {
  Contact contact;
  std::memcpy(&contact.impulse, &pair.m_internalInfo1, sizeof contact.impulse);
  const auto rest = reinterpret_cast<std::uintptr_t>(pair.m_algorithm);
  contact.feature = static_cast<std::uint32_t>(rest >> 32U);
  contact.age = static_cast<std::uint32_t>(rest);
  return contact;
}
void set_contact(btBroadphasePair& pair, const Contact& contact) {
  const std::uint64_t rest = std::uint64_t{contact.feature} << 32U | contact.age;
  static_assert(sizeof pair.m_internalInfo1 == sizeof contact.impulse &&
                sizeof pair.m_algorithm == sizeof rest);
  std::memcpy(&pair.m_internalInfo1, &contact.impulse, sizeof contact.impulse);
  std::memcpy(&pair.m_algorithm, &rest, sizeof rest);
}

/// Calls a function for the slot of each proxy.
template <class Visit>
struct Query final : public btBroadphaseAabbCallback {
  explicit Query(Visit visit) : visit_(std::move(visit)) {}

  bool process(const btBroadphaseProxy* proxy) override {
    visit_(to_slot(proxy->m_clientObject));
    return true;
  }

 private:
  Visit visit_;
};

class BulletWorld final : public PeerWorld {
 public:
  BulletWorld(tbb::task_arena& arena, const Setting& setting)
      : PeerWorld(arena, setting), proxies_(boxes_.size()) {
    // Where few move, each alone queries the trees; where all do, the trees are joined.
    tree_.m_deferedcollide = finds_hits() || setting.moving.size() * 8 > boxes_.size();
    // In extents, forwards along each axis.
    tree_.setVelocityPrediction(setting.moving.size() < boxes_.size() ? 2 : 1);
    tree_.m_fupdates = 0;
    groups_.filters = &filters_;
    if (!filters_.empty()) cache_.setOverlapFilterCallback(&groups_);
    insert_by_halves([&](ObjectId slot) { create(slot); });
    if (finds_hits()) return;
    // All go to the tree of fixed objects, which is then made as good as it gets. Those that move
    // come back with their first move.
    for (int call = 0; call < 4; ++call) tree_.calculateOverlappingPairs(nullptr);
    tree_.optimize();
  }

  // Only destroyProxy frees a proxy, and it searches all pairs for it: so they are hidden from it.
  ~BulletWorld() override {
    btNullPairCache no_pairs;
    tree_.m_paircache = &no_pairs;
    for (btBroadphaseProxy* const proxy : proxies_) tree_.destroyProxy(proxy, nullptr);
    tree_.m_paircache = &cache_;
  }

  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  std::string settings() const override {
    return std::string("3.24: btDbvtBroadphase, collide ") +
           (tree_.m_deferedcollide ? "deferred" : "at once") +
           ", margin 0.05, velocity prediction " +
           std::to_string(static_cast<int>(tree_.getVelocityPrediction())) +
           ", no fixed updates, hashed pair cache";
  }

 private:
  void create(ObjectId slot) {
    int group = btBroadphaseProxy::DefaultFilter;
    int mask = btBroadphaseProxy::AllFilter;
    if (!filters_.empty()) {
      group = static_cast<int>(filters_[slot].category);
      mask = static_cast<int>(filters_[slot].mask);
    } else if (is_moving_[slot] == 0) {
      group = btBroadphaseProxy::StaticFilter;
      mask = btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter;
    }
    proxies_[slot] = tree_.createProxy(low_corner(boxes_[slot]), high_corner(boxes_[slot]), 0,
                                       to_pointer(slot), group, mask, nullptr);
  }

  void change_group(ObjectId slot) {
    tree_.destroyProxy(proxies_[slot], nullptr);
    create(slot);
  }

  void move(const Frame& frame) override {
    for (const ObjectId id : frame.slept) change_group(slot_of(id));
    for (const ObjectId id : frame.made_moving) change_group(slot_of(id));
    for_each_moving(frame, [&](ObjectId slot) { move_slot(slot); });
  }

  void move_slot(ObjectId slot) override {
    tree_.setAabb(proxies_[slot], low_corner(boxes_[slot]), high_corner(boxes_[slot]), nullptr);
  }

  void find_pairs() override {
    tree_.calculateOverlappingPairs(nullptr);
    const btBroadphasePairArray& candidates = cache_.getOverlappingPairArray();
    for (int i = 0; i < candidates.size(); ++i) {
      add_candidate(to_slot(candidates[i].m_pProxy0->m_clientObject),
                    to_slot(candidates[i].m_pProxy1->m_clientObject), pairs_);
    }
  }

  void find_contacts() override {
    tree_.calculateOverlappingPairs(nullptr);
    btBroadphasePairArray& pairs = cache_.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
      btBroadphasePair& pair = pairs[i];
      set_contact(pair, renewed(to_slot(pair.m_pProxy0->m_clientObject),
                                to_slot(pair.m_pProxy1->m_clientObject), contact_of(pair)));
    }
  }

  void read_contacts(Result& result) const override {
    const btBroadphasePairArray& pairs = cache_.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
      add_contact(to_slot(pairs[i].m_pProxy0->m_clientObject),
                  to_slot(pairs[i].m_pProxy1->m_clientObject), contact_of(pairs[i]), result);
    }
  }

  // Without calculateOverlappingPairs, which would find the obstacles' own pairs.
  void find_hits(const BoxView& bullets, std::size_t first_row) override {
    for (std::size_t row = 0; row < bullets.size(); ++row) {
      const Box bullet = bullets[row];
      Query query([&](ObjectId slot) { add_hit(bullet, first_row + row, slot, pairs_); });
      tree_.aabbTest(low_corner(bullet), high_corner(bullet), query);
    }
  }

  GroupFilter groups_;
  btHashedOverlappingPairCache cache_;
  btDbvtBroadphase tree_{&cache_};
  std::vector<btBroadphaseProxy*> proxies_;  // by slot
};

}  // namespace

const WorldInfo kBulletWorld{
    .name = "bullet-dbvt", .multi_threaded = false, .make = make_world<BulletWorld>};

}  // namespace quadphase::bench::worlds
