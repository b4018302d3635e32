// SPDX-License-Identifier: MIT
// Chipmunk 7's cpBBTree, used alone as cpSpace uses it: a static tree for objects at rest and a
// dynamic one for those that move, which is joined with itself and with the static one. Serial.
//
// One that wakes or falls asleep changes the tree, as in cpSpaceActivateBody and
// cpSpaceDeactivateBody. Filters are tested in the callback, as cpSpace's QueryReject does.
//
// Tried of contacts with data: a cpHashSet with a stamp of the last frame, as cpSpace keeps its
// arbiters. Frames took 1.7 times as long as with PeerWorld's arrays.
#include <chipmunk/chipmunk.h>

#include "peers/peers.hpp"
#include "peers/worlds/peer_world.hpp"

namespace quadphase::bench::worlds {
namespace {

cpBB to_bb(const Box& box) {
  return {static_cast<cpFloat>(box.min_x), static_cast<cpFloat>(box.min_y),
          static_cast<cpFloat>(box.max_x), static_cast<cpFloat>(box.max_y)};
}

cpBB box_of(void* object) {
  return to_bb(*static_cast<const Box*>(object));
}

/// An object is a pointer to its box, so its slot is the distance to the first box.
class ChipmunkWorld final : public PeerWorld {
 public:
  ChipmunkWorld(tbb::task_arena& arena, const Setting& setting) : PeerWorld(arena, setting) {
    insert_by_halves([&](ObjectId slot) { insert(slot); });
  }
  ~ChipmunkWorld() override {
    cpSpatialIndexFree(dynamic_);
    cpSpatialIndexFree(static_);
  }
  ChipmunkWorld(const ChipmunkWorld&) = delete;
  ChipmunkWorld& operator=(const ChipmunkWorld&) = delete;

  std::string settings() const override {
    if (finds_hits()) return "7.0.3: cpBBTree, static, each object reindexed that moves";
    return "7.0.3: cpBBTree, dynamic beside static, no velocity function";
  }

 private:
  /// Obstacles that move are in the static tree, too: there, no pairs of obstacles are looked for.
  [[nodiscard]] cpSpatialIndex* tree_of(ObjectId slot) const {
    return is_moving_[slot] != 0 && !finds_hits() ? dynamic_ : static_;
  }
  void insert(ObjectId slot) { cpSpatialIndexInsert(tree_of(slot), &boxes_[slot], slot); }

  void move(const Frame& frame) override {
    for (const ObjectId id : frame.slept) change_tree(dynamic_, slot_of(id));
    for (const ObjectId id : frame.made_moving) change_tree(static_, slot_of(id));
    if (finds_hits()) for_each_moving(frame, [&](ObjectId slot) { move_slot(slot); });
  }

  void move_slot(ObjectId slot) override {
    cpSpatialIndexReindexObject(static_, &boxes_[slot], slot);
  }

  void change_tree(cpSpatialIndex* former, ObjectId slot) {
    cpSpatialIndexRemove(former, &boxes_[slot], slot);
    insert(slot);
  }

  void find_pairs() override {
    cpSpatialIndexReindexQuery(
        dynamic_,
        [](void* a, void* b, cpCollisionID collision, void* user) {
          auto& self = *static_cast<ChipmunkWorld*>(user);
          const ObjectId first = self.slot_at(a);
          const ObjectId second = self.slot_at(b);
          if (self.pass(first, second)) self.add_candidate(first, second, self.pairs_);
          return collision;
        },
        this);
  }

  struct Bullet {
    ChipmunkWorld& world;
    Box box;
    std::size_t row;
  };

  void find_hits(const BoxView& bullets, std::size_t first_row) override {
    for (std::size_t row = 0; row < bullets.size(); ++row) {
      Bullet bullet{*this, bullets[row], first_row + row};
      cpSpatialIndexQuery(
          static_, &bullet, to_bb(bullet.box),
          [](void*, void* object, cpCollisionID collision, void* user) {
            const auto& shot = *static_cast<const Bullet*>(user);
            shot.world.add_hit(shot.box, shot.row, shot.world.slot_at(object), shot.world.pairs_);
            return collision;
          },
          &bullet);
    }
  }

  [[nodiscard]] ObjectId slot_at(const void* object) const {
    return static_cast<ObjectId>(static_cast<const Box*>(object) - boxes_.data());
  }

  cpSpatialIndex* static_ = cpBBTreeNew(box_of, nullptr);
  cpSpatialIndex* dynamic_ = cpBBTreeNew(box_of, static_);
};

}  // namespace

const WorldInfo kChipmunkWorld{
    .name = "chipmunk-tree", .multi_threaded = false, .make = make_world<ChipmunkWorld>};

}  // namespace quadphase::bench::worlds
