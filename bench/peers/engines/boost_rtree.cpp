// SPDX-License-Identifier: MIT
// Boost.Geometry's R-tree, bulk-loaded (packed) in each frame, then one query per box, on all
// threads: const queries are safe from many.
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

// Tried: 8 (as fast) and 32 (slower by a tenth).
constexpr std::size_t kCapacity = 16;

namespace geometry = boost::geometry;
using Point = geometry::model::point<float, 2, geometry::cs::cartesian>;
using Rectangle = geometry::model::box<Point>;
using Value = std::pair<Rectangle, ObjectId>;
using Tree = geometry::index::rtree<Value, geometry::index::rstar<kCapacity>>;

class BoostRtree final : public Peer {
 public:
  using Peer::Peer;

  void update(const BoxView& boxes) override {
    arena_.execute([&] {
      timed(nanoseconds_.tree, [&] { load(boxes); });
      timed(nanoseconds_.pairs, [&] { query_all(); });
      timed(nanoseconds_.merge, [&] { join_found(); });
    });
  }

  std::string settings() const override {
    return "packed, at most " + std::to_string(kCapacity) +
           " values a node, queries in the tree's order, on all threads";
  }

 private:
  void load(const BoxView& boxes) {
    static_cast<void>(copy(boxes));
    values_.clear();
    values_.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Box& box = boxes_[i];
      values_.emplace_back(Rectangle({box.min_x, box.min_y}, {box.max_x, box.max_y}),
                           static_cast<ObjectId>(i));
    }
    tree_ = Tree(values_);  // from a range: bulk-loaded
    values_.assign(tree_.begin(), tree_.end());
  }

  // Boost tests closed boxes of floats, as the contract does: nothing is left to filter.
  void query_all() {
    clear_found();
    for_each_part(values_.size(), [&](std::size_t i, std::vector<Pair>& found) {
      tree_.query(geometry::index::intersects(values_[i].first),
                  boost::make_function_output_iterator([&](const Value& other) {
                    const ObjectId slot = values_[i].second;
                    if (slot < other.second) add_pair(slot, other.second, found);
                  }));
    });
  }

  std::vector<Value> values_;
  Tree tree_;
};

}  // namespace

const EngineInfo kBoostRtree{.name = "boost-rtree",
                             .description = "Boost.Geometry: packed R-tree, a query per box",
                             .make = make_peer<BoostRtree>};

}  // namespace quadphase::bench
