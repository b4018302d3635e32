// SPDX-License-Identifier: MIT
// Boost.Geometry's R-tree, bulk-loaded (packed) in each frame, then one query per box, on all
// threads: const queries are safe from many.
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "peers/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

#ifndef QUADPHASE_RTREE_CAPACITY
#define QUADPHASE_RTREE_CAPACITY 16
#endif
constexpr std::size_t kCapacity = QUADPHASE_RTREE_CAPACITY;

namespace geometry = boost::geometry;
using Point = geometry::model::point<float, 2, geometry::cs::cartesian>;
using Rectangle = geometry::model::box<Point>;
using Value = std::pair<Rectangle, ObjectId>;
using Tree = geometry::index::rtree<Value, geometry::index::rstar<kCapacity>>;

/// Takes what a query finds: an output iterator that keeps the pairs in which `id` is the lower.
class PairWriter {
 public:
  using iterator_category = std::output_iterator_tag;
  using value_type = void;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = void;

  PairWriter(ObjectId id, std::vector<Pair>& found) : id_(id), found_(&found) {}

  PairWriter& operator=(const Value& value) {
    if (id_ < value.second) found_->push_back({id_, value.second});
    return *this;
  }
  PairWriter& operator*() { return *this; }
  PairWriter& operator++() { return *this; }
  PairWriter& operator++(int) { return *this; }

 private:
  ObjectId id_;
  std::vector<Pair>* found_;
};

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
    values_.clear();
    values_.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box box = boxes[i];
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
                  PairWriter(values_[i].second, found));
    });
  }

  std::vector<Value> values_;
  Tree tree_;
};

}  // namespace

const EngineKind kBoostRtree{.name = "boost-rtree",
                             .description = "Boost.Geometry: packed R-tree, a query per box",
                             .make = make_peer<BoostRtree>};

}  // namespace quadphase::bench
