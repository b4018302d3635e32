// SPDX-License-Identifier: MIT
// Box2D 2.4's dynamic tree, driven as its b2BroadPhase and b2ContactManager drive it, but on all
// threads.
//
// b2BroadPhase::UpdatePairs queries the tree with each proxy that was inserted anew and reports
// only those pairs; the contact manager keeps them, and drops a pair when its fat boxes part. We do
// the same with b2DynamicTree, whose Query is const: pairs of proxies inserted anew are dropped
// from the kept list and found again, by all threads. So no set of pairs is needed, and an object
// at rest costs nothing but the test of its kept pairs.
//
// Tried on uniform, all boxes moving a tenth of their extent: middling boxes of 1/8, 1/4, 1/2, 1
// and 4 units (1/4: mean frame half of that at 1, as boxes leave their fat ones in every fourth
// frame only; at 1/8 the kept pairs cost more); one query per tight box in each frame and nothing
// kept (slower by a tenth, and far slower where few move).
#include <box2d/b2_dynamic_tree.h>

#include <algorithm>
#include <cmath>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

/// Writes the pairs of one proxy that was inserted anew. Of two such proxies, that of the lower one
/// reports their pair.
struct Visitor {
  const b2DynamicTree& tree;
  ObjectId slot;
  int32 proxy;
  std::vector<Pair>& found;

  // Box2D's name.
  bool QueryCallback(int32 other_proxy) {  // NOLINT(readability-identifier-naming)
    if (other_proxy == proxy || (other_proxy < proxy && tree.WasMoved(other_proxy))) return true;
    found.push_back({slot, to_slot(tree.GetUserData(other_proxy))});
    return true;
  }
};

class Box2dTree final : public Peer {
 public:
  using Peer::Peer;

  void update(const BoxView& boxes) override {
    arena_.execute([&] {
      timed(nanoseconds_.tree, [&] { update_tree(boxes); });
      timed(nanoseconds_.pairs, [&] { update_kept(); });
      timed(nanoseconds_.merge, [&] { filter_kept(); });
    });
  }

  std::string settings() const override {
    return "2.4.1: unit of length " + std::to_string(1 / scale_) +
           " (boxes are fattened by a tenth of it), no displacement, pairs kept, proxies that "
           "moved "
           "query in parallel";
  }

 private:
  void update_tree(const BoxView& boxes) {
    if (copy(boxes)) {
      choose_scale();
      tree_ = std::make_unique<b2DynamicTree>();
      proxies_.clear();
      kept_.clear();
      for (std::size_t i = 0; i < boxes_.size(); ++i)
        proxies_.push_back(tree_->CreateProxy(to_b2(boxes_[i]), to_pointer(ObjectId(i))));
      moved_ = changed_;
      return;
    }
    moved_.clear();
    for (const ObjectId slot : changed_) {
      if (tree_->MoveProxy(proxies_[slot], to_b2(boxes_[slot]), b2Vec2(0, 0)))
        moved_.push_back(slot);
    }
  }

  // Box2D's margin is fixed at 0.1, so the unit of length sets it. Scaling by a power of two rounds
  // nothing.
  void choose_scale() {
    scale_ = 1;
    if (boxes_.empty()) return;
    std::vector<float> extents;
    for (const Box& box : boxes_) extents.push_back(box.max_x - box.min_x);
    const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
    std::nth_element(extents.begin(), middle, extents.end());
    if (*middle > 0) scale_ = std::exp2(std::round(std::log2(kExtent / *middle)));
  }

  [[nodiscard]] b2AABB to_b2(const Box& box) const {
    b2AABB aabb;
    aabb.lowerBound.Set(scale_ * box.min_x, scale_ * box.min_y);
    aabb.upperBound.Set(scale_ * box.max_x, scale_ * box.max_y);
    return aabb;
  }

  void update_kept() {
    const auto is_found_again = [&](const Pair& pair) {
      return tree_->WasMoved(proxies_[pair.first]) || tree_->WasMoved(proxies_[pair.second]);
    };
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), is_found_again), kept_.end());
    clear_found();
    for_each_part(moved_.size(), [&](std::size_t i, std::vector<Pair>& found) {
      Visitor visitor{*tree_, moved_[i], proxies_[moved_[i]], found};
      tree_->Query(&visitor, tree_->GetFatAABB(visitor.proxy));
    });
    for (const std::vector<Pair>& found : found_)
      kept_.insert(kept_.end(), found.begin(), found.end());
    for (const ObjectId slot : moved_) tree_->ClearMoved(proxies_[slot]);
  }

  void filter_kept() {
    clear_found();
    for_each_part(kept_.size(), [&](std::size_t i, std::vector<Pair>& found) {
      add_candidate(kept_[i].first, kept_[i].second, found);
    });
    join_found();
  }

  static constexpr float kExtent = 0.25F;  // of a middling box, in Box2D's unit

  float scale_ = 1;
  std::unique_ptr<b2DynamicTree> tree_;
  std::vector<int32> proxies_;
  std::vector<ObjectId> moved_;
  std::vector<Pair> kept_;  // of overlapping fat boxes
};

}  // namespace

const EngineInfo kBox2dTree{.name = "box2d-tree",
                            .description = "Box2D 2.4: dynamic tree of fat boxes",
                            .make = make_peer<Box2dTree>};

}  // namespace quadphase::bench
