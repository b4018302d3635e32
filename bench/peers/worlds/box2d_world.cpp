// SPDX-License-Identifier: MIT
// Box2D 2.4's dynamic tree, driven as its b2BroadPhase and b2ContactManager drive it, but on all
// threads, and without the contact manager's lists.
//
// b2BroadPhase::UpdatePairs queries the tree with each proxy whose fat box is new, and reports
// those pairs; the contact manager keeps them until the fat boxes part. Here the pairs of such
// proxies are dropped and found again, by all threads, since b2DynamicTree's Query is const: no
// list of contacts has to be searched for doubles. Bodies at rest are not touched, and pairs of two
// of them are not kept; one that becomes moving is queried, as TouchProxy does. Filters are tested
// before a pair is kept, as b2ContactManager::AddPair calls ShouldCollide.
//
// Tried of contacts with data: lists of contacts by body, searched for each pair that is found, as
// in b2ContactManager::AddPair. Frames took three times as long as with PeerWorld's arrays.
//
// Tried, all within a fifth of each other: units of length of 2 to 16 boxes' extents, no
// displacement, and twice the displacement.
#include <box2d/b2_dynamic_tree.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "peers/peers.hpp"
#include "peers/worlds/peer_world.hpp"

namespace quadphase::bench::worlds {
namespace {

/// Calls a function for the slot of each proxy.
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

class Box2dWorld final : public PeerWorld {
 public:
  Box2dWorld(tbb::task_arena& arena, const Setting& setting)
      : PeerWorld(arena, setting), boxes_before_(boxes_), is_queried_(boxes_.size()) {
    choose_scale(setting.moving.size() < boxes_.size() ? kExtentOfFew : kExtent);
    for (std::size_t slot = 0; slot < boxes_.size(); ++slot)
      proxies_.push_back(tree_.CreateProxy(to_b2(boxes_[slot]), to_pointer(ObjectId(slot))));
    for (std::size_t slot = 0; slot < boxes_.size(); ++slot)
      if (is_moving_[slot] != 0) query(static_cast<ObjectId>(slot));
  }

  std::string settings() const override {
    return "2.4.1: b2DynamicTree, unit of length " + std::to_string(1 / scale_) +
           " (boxes are fattened by a tenth of it), displacement of the last step, pairs kept, "
           "proxies with new fat boxes query in parallel";
  }

 private:
  // Box2D's margin is fixed at 0.1, so the unit of length sets it. Scaling by a power of two rounds
  // nothing. All boxes of these scenarios are of about one size.
  void choose_scale(float wanted) {
    const float extent = boxes_.empty() ? 0 : boxes_[0].max_x - boxes_[0].min_x;
    if (extent > 0) scale_ = std::exp2(std::round(std::log2(wanted / extent)));
  }

  [[nodiscard]] b2AABB to_b2(const Box& box) const {
    b2AABB aabb;
    aabb.lowerBound.Set(scale_ * box.min_x, scale_ * box.min_y);
    aabb.upperBound.Set(scale_ * box.max_x, scale_ * box.max_y);
    return aabb;
  }

  void query(ObjectId slot) {
    if (std::exchange(is_queried_[slot], std::uint8_t{1}) == 0) queried_.push_back(slot);
  }

  void move(const Frame& frame) override {
    for_each_moving(frame, [&](ObjectId slot) {
      if (move_proxy(slot) && !finds_hits()) query(slot);
    });
    for (const ObjectId id : frame.made_moving) query(slot_of(id));
  }

  /// True where its fat box is new.
  bool move_proxy(ObjectId slot) {
    const Box box = boxes_[slot];
    const Box before = std::exchange(boxes_before_[slot], box);
    const b2Vec2 displacement(scale_ * (box.min_x - before.min_x),
                              scale_ * (box.min_y - before.min_y));
    return tree_.MoveProxy(proxies_[slot], to_b2(box), displacement);
  }

  void move_slot(ObjectId slot) override { move_proxy(slot); }

  void find_pairs() override {
    const auto is_dropped = [&](const Pair& pair) {
      return (is_queried_[pair.first] | is_queried_[pair.second]) != 0 ||
             (is_moving_[pair.first] | is_moving_[pair.second]) == 0;
    };
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), is_dropped), kept_.end());
    // Of two that are queried, the lower one reports their pair.
    for_each_part(queried_.size(), [&](std::size_t i, Found& found) {
      const ObjectId slot = queried_[i];
      query(tree_.GetFatAABB(proxies_[slot]), [&](ObjectId other) {
        if (other == slot || (other < slot && is_queried_[other] != 0) || !pass(slot, other))
          return;
        found.push_back({slot, other});
      });
    });
    join_found(kept_);
    for (const ObjectId slot : queried_) is_queried_[slot] = 0;
    queried_.clear();
    for_each_part(kept_.size(), [&](std::size_t i, Found& found) {
      add_candidate(kept_[i].first, kept_[i].second, found);
    });
    join_found(pairs_);
  }

  void find_hits(const BoxView& bullets, std::size_t first_row) override {
    for_each_part(bullets.size(), [&](std::size_t row, Found& found) {
      const Box bullet = bullets[row];
      query(to_b2(bullet), [&](ObjectId slot) { add_hit(bullet, first_row + row, slot, found); });
    });
    join_found(pairs_);
  }

  template <class Visit>
  void query(const b2AABB& box, const Visit& visit) const {
    Query<Visit> callback{tree_, visit};
    tree_.Query(&callback, box);
  }

  // Of a box, in Box2D's unit. Where few move, larger fat boxes cost little.
  static constexpr float kExtent = 0.25F;
  static constexpr float kExtentOfFew = 0.125F;

  float scale_ = 1;
  b2DynamicTree tree_;
  std::vector<Box> boxes_before_;         // by slot
  std::vector<int32> proxies_;            // by slot
  std::vector<ObjectId> queried_;         // slots whose pairs are found anew
  std::vector<std::uint8_t> is_queried_;  // by slot
  Found kept_;                            // of overlapping fat boxes
};

}  // namespace

const WorldInfo kBox2dWorld{.name = "box2d-tree", .make = make_world<Box2dWorld>};

}  // namespace quadphase::bench::worlds
