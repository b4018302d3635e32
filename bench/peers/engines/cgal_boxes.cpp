// SPDX-License-Identifier: MIT
// CGAL 5's box_self_intersection_d: streamed segment trees over boxes sorted anew in each frame
// (A. Zomorodian, H. Edelsbrunner: Fast Software for Box Intersections, 2000). CGAL's package is
// under the GPL; it is a part of this benchmark only.
#include <CGAL/box_intersection_d.h>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

// Below this number of boxes, CGAL sweeps. Tried on uniform: 10 (its default, three times slower),
// 100, 300, 3000.
constexpr std::ptrdiff_t kCutoff = 1000;

struct BoxWithSlot {
  Box box;
  ObjectId slot;
};

// CGAL's names.
// NOLINTBEGIN(readability-identifier-naming)
struct BoxTraits {
  using Box_parameter = const BoxWithSlot&;
  using NT = float;
  using ID = ObjectId;

  static float min_coord(Box_parameter b, int axis) {
    return axis == 0 ? b.box.min_x : b.box.min_y;
  }
  static float max_coord(Box_parameter b, int axis) {
    return axis == 0 ? b.box.max_x : b.box.max_y;
  }
  static ObjectId id(Box_parameter b) { return b.slot; }
  static int dimension() { return 2; }
};
// NOLINTEND(readability-identifier-naming)

class CgalBoxes final : public Peer {
 public:
  using Peer::Peer;

  void update(const BoxView& boxes) override {
    arena_.execute([&] {
      timed(nanoseconds_.partition, [&] { copy_with_slots(boxes); });
      timed(nanoseconds_.pairs, [&] { find_pairs(); });
      timed(nanoseconds_.merge, [&] { join_found(); });
    });
  }

  std::string settings() const override {
    return "5.5: closed boxes by value, cutoff " + std::to_string(kCutoff) +
           (arena_.max_concurrency() > 1 ? ", Parallel_tag" : ", Sequential_tag");
  }

 private:
  void copy_with_slots(const BoxView& boxes) {
    static_cast<void>(copy(boxes));
    sorted_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      sorted_[i] = {boxes_[i], static_cast<ObjectId>(i)};
  }

  // CGAL tests closed boxes of floats, as the contract does: nothing is left to filter.
  void find_pairs() {
    clear_found();
    if (arena_.max_concurrency() > 1) {
      intersect<CGAL::Parallel_tag>([&](const BoxWithSlot& a, const BoxWithSlot& b) {
        add_pair(a.slot, b.slot, found_.local());
      });
    } else {
      std::vector<Pair>& found = found_.local();
      intersect<CGAL::Sequential_tag>(
          [&](const BoxWithSlot& a, const BoxWithSlot& b) { add_pair(a.slot, b.slot, found); });
    }
  }

  template <class Tag, class Callback>
  void intersect(const Callback& callback) {
    CGAL::box_self_intersection_d<Tag>(sorted_.begin(), sorted_.end(), callback, BoxTraits(),
                                       kCutoff, CGAL::Box_intersection_d::CLOSED);
  }

  std::vector<BoxWithSlot> sorted_;
};

}  // namespace

const EngineInfo kCgalBoxes{.name = "cgal-boxes",
                            .description = "CGAL 5: box_self_intersection_d",
                            .make = make_peer<CgalBoxes>};

}  // namespace quadphase::bench
