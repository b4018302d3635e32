// SPDX-License-Identifier: MIT
// nanoflann's k-d tree of points in the plane. One thread builds it, and all query it.
#include <array>
#include <memory>
#include <nanoflann.hpp>

#include "peers/indexes/peer_index.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench::queries {
namespace {

// The default. Tried: 5 and 20 (as fast), 40 (slower by a tenth).
constexpr std::size_t kLeafSize = 10;

/// The points by the names that nanoflann wants.
struct Cloud {
  std::vector<Slot> slots;  // boxes without extent

  [[nodiscard]] std::size_t kdtree_get_point_count() const { return slots.size(); }
  [[nodiscard]] float kdtree_get_pt(std::size_t slot, std::size_t axis) const {
    const Box& box = slots[slot].box;
    return axis == 0 ? box.min_x : box.min_y;
  }
  template <class Bounds>
  bool kdtree_get_bbox(Bounds& /*bounds*/) const {
    return false;  // it is to find them itself
  }
};

class NanoflannIndex final : public PeerIndex {
 public:
  explicit NanoflannIndex(tbb::task_arena& /*arena*/) {}

  void build(const Objects& objects) override {
    tree_.reset();
    cloud_.slots = to_slots(objects);
    tree_ = std::make_unique<Tree>(2, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(kLeafSize));
  }

  std::string settings() const override {
    return "1.4: KDTreeSingleIndexAdaptor, leaves of " + std::to_string(kLeafSize) +
           ", points in Z-order";
  }

 private:
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>,
                                                   Cloud, 2, std::uint32_t>;

  void find(const Queries& queries, std::size_t row, Found& found) const override {
    const std::array<float, 2> point = {queries.points[row].x, queries.points[row].y};
    std::array<std::uint32_t, kMaxNearest> slots{};
    std::array<float, kMaxNearest> squares{};
    const std::size_t count =
        tree_->knnSearch(point.data(), queries.nearest_count, slots.data(), squares.data());
    for (std::size_t i = 0; i < count; ++i)
      found.add({std::sqrt(squares[i]), cloud_.slots[slots[i]].id});
  }

  Cloud cloud_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace

const IndexInfo kNanoflannIndex{
    .name = "nanoflann",
    .supports = [](const QueryKind& kind) { return kind.objects_are_points; },
    .make = make_index<NanoflannIndex>};

}  // namespace quadphase::bench::queries
