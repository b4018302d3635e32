// SPDX-License-Identifier: MIT
// Chipmunk 7's spatial indexes, used alone: cpBBTree and cpSpaceHash, by
// cpSpatialIndexReindexQuery. Both are serial, and both get each object's box by a callback.
#include <chipmunk/chipmunk.h>

#include <algorithm>

#include "peers/engines/peer.hpp"
#include "peers/peers.hpp"

namespace quadphase::bench {
namespace {

cpBB box_of(void* object) {
  const Box& box = *static_cast<const Box*>(object);
  return {static_cast<cpFloat>(box.min_x), static_cast<cpFloat>(box.min_y),
          static_cast<cpFloat>(box.max_x), static_cast<cpFloat>(box.max_y)};
}

/// An object is a pointer to its box, so its slot is the distance to the first box.
class ChipmunkPeer : public Peer {
 public:
  using Peer::Peer;
  ~ChipmunkPeer() override { release(); }

  void update(const BoxView& boxes) override {
    timed(nanoseconds_.tree, [&] {
      if (copy(boxes)) reset();
      tune();
    });
    timed(nanoseconds_.pairs, [&] {
      pairs_.clear();
      cpSpatialIndexReindexQuery(index_, add_objects, this);
    });
  }

 protected:
  [[nodiscard]] virtual cpSpatialIndex* make_index() = 0;
  virtual void fill() = 0;
  virtual void tune() {}

  void insert(ObjectId slot) { cpSpatialIndexInsert(index_, &boxes_[slot], slot); }

  cpSpatialIndex* index_ = nullptr;

 private:
  void reset() {
    release();
    index_ = make_index();
    fill();
  }

  void release() {
    if (index_) cpSpatialIndexFree(index_);
    index_ = nullptr;
  }

  static cpCollisionID add_objects(void* a, void* b, cpCollisionID collision, void* user) {
    auto& self = *static_cast<ChipmunkPeer*>(user);
    const Box* const first = self.boxes_.data();
    self.add_candidate(static_cast<ObjectId>(static_cast<const Box*>(a) - first),
                       static_cast<ObjectId>(static_cast<const Box*>(b) - first), self.pairs_);
    return collision;
  }
};

/// A tree of boxes; pairs of objects that did not move are kept.
///
/// Tried: a velocity function that returns 0, which makes boxes a tenth larger on each side (half
/// as slow again as without).
class ChipmunkTree final : public ChipmunkPeer {
 public:
  using ChipmunkPeer::ChipmunkPeer;

  std::string settings() const override { return "7.0.3: cpBBTree, no velocity function"; }

 private:
  cpSpatialIndex* make_index() override { return cpBBTreeNew(box_of, nullptr); }

  void fill() override {
    insert_by_halves([&](ObjectId slot) { insert(slot); });
  }
};

/// A hash table of cells, filled and searched anew in each frame.
///
/// Tried: cells of 1.2, 1.5 and 3 mean extents, a table of 2 slots per object (all as fast).
class ChipmunkHash final : public ChipmunkPeer {
 public:
  using ChipmunkPeer::ChipmunkPeer;

  std::string settings() const override {
    return "7.0.3: cells of " + std::to_string(cell_size_) + ", a table of 10 slots per object";
  }

 private:
  cpSpatialIndex* make_index() override {
    choose_cell_size();
    return cpSpaceHashNew(cell_size_, table_size(), box_of, nullptr);
  }

  void fill() override {
    for (std::size_t slot = 0; slot < boxes_.size(); ++slot) insert(static_cast<ObjectId>(slot));
  }

  void tune() override {
    if (entry_count(cell_size_) <= most_entries() && cell_size_ >= least_cell_size()) return;
    choose_cell_size();
    cpSpaceHashResize(reinterpret_cast<cpSpaceHash*>(index_), cell_size_, table_size());
  }

  void choose_cell_size() {
    double extent_sum = 0;
    for (const Box& box : boxes_) {
      extent_sum += static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
      extent_sum += static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
    }
    cell_size_ = kCellExtents * extent_sum / (2 * static_cast<double>(boxes_.size()) + 1);
    cell_size_ = std::max(cell_size_, least_cell_size());
    while (entry_count(cell_size_) > most_entries()) cell_size_ *= 1.5;
  }

  /// Chipmunk counts cells from the origin in an int, and never ends where that overflows.
  [[nodiscard]] double least_cell_size() const {
    float most = 1e-30F;
    for (const Box& box : boxes_)
      most = std::max({most, -box.min_x, -box.min_y, box.max_x, box.max_y});
    return static_cast<double>(most) / (1 << 30);
  }

  /// Cells that all boxes touch, nearly.
  [[nodiscard]] double entry_count(double cell_size) const {
    double count = 0;
    for (const Box& box : boxes_) {
      const double width = static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
      const double height = static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
      count += (1 + width / cell_size) * (1 + height / cell_size);
    }
    return count;
  }

  // So that giants cost no memory.
  [[nodiscard]] double most_entries() const {
    return 16 * static_cast<double>(boxes_.size()) + 1024;
  }

  [[nodiscard]] int table_size() const { return static_cast<int>(10 * boxes_.size() + 10); }

  static constexpr double kCellExtents = 2;  // of a mean box
  double cell_size_ = 1;
};

}  // namespace

const EngineInfo kChipmunkTree{.name = "chipmunk-tree",
                               .description = "Chipmunk 7: cpBBTree, a tree of boxes",
                               .make = make_peer<ChipmunkTree>,
                               .multi_threaded = false};

const EngineInfo kChipmunkHash{.name = "chipmunk-hash",
                               .description = "Chipmunk 7: cpSpaceHash, a hashed grid",
                               .make = make_peer<ChipmunkHash>,
                               .multi_threaded = false};

}  // namespace quadphase::bench
