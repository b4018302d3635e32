// SPDX-License-Identifier: MIT
// The SIMD kernels behind plain function pointers: one table for each instruction set, all with the
// same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/join_hit.hpp"
#include "base/walk_hit.hpp"
#include "data/best_hits.hpp"
#include "data/box_forms.hpp"
#include "data/morton.hpp"
#include "data/pair_writer.hpp"
#include "data/record.hpp"
#include "data/tree_view.hpp"
#include "quadphase/config.hpp"
#include "shapes/convex_query.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

/// Statistics of some boxes.
struct MeasuredBounds {
  Bounds bounds;  // of the centers of valid boxes
  std::uint32_t rejected_count = 0;
  std::uint32_t sized_count = 0;   // valid boxes that are not points
  std::uint64_t exponent_sum = 0;  // of their size exponents
};

/// A part of the pair search: some groups of kFanout leaves against the leaves of some nodes on
/// level 1. Of these, only the nodes that do not lie before a group count. `touching`: boxes that
/// only touch are pairs.
struct PairTask {
  std::uint32_t first_group;
  std::uint32_t last_group;
  std::uint32_t first_node;
  std::uint32_t last_node;
  bool touching;
};

/// A part of a tree-tree join: leaves `[first, last)` of its first tree; or, if boxes are searched
/// one by one, the boxes at these positions. `touching`: boxes that only touch are hits.
struct JoinTask {
  std::uint32_t first;
  std::uint32_t last;
  bool by_box;
  bool touching;
};

/// What a search by leaf counts besides tests and hits.
struct LeafHitCounts {
  std::size_t leaf_hits = 0;
  std::uint64_t steps = 0;  // that led to the tests
};

/// Where rows of objects are written.
struct ObjectColumns {
  float* min_x;
  float* min_y;
  float* max_x;
  float* max_y;
  ObjectId* ids;
};

/// One instruction set's kernels. Each is called once per chunk, bucket or task, never once per
/// object. kernel_functions-inl.hpp lists the source that implements each.
struct Kernels {
  Simd simd;

  // Boxes `[first, last)` of a caller, written to the same rows of the columns.
  /// Boxes in rows.
  void (*read_rows)(const RowSpan& rows, std::size_t first, std::size_t last,
                    const EdgeColumns& columns);
  /// The smallest float boxes that contain boxes in double; see `local_box`. It also writes the
  /// boxes themselves to the same rows of `copies`.
  void (*round_boxes)(const DoubleSpan& boxes, std::size_t first, std::size_t last,
                      const EdgeColumns& columns, const DoubleCopies& copies);
  /// As above, of boxes given by their centers.
  void (*round_centers)(const CenterSpan& boxes, std::size_t first, std::size_t last,
                        const EdgeColumns& columns, const DoubleCopies& copies);

  /// Statistics of boxes `[first, last)`.
  void (*measure_bounds)(const BoxSpan& boxes, std::size_t first, std::size_t last,
                         MeasuredBounds& measured);

  /// Keys of boxes `[first, last)`; kRejectedKey if a box is not valid. Boxes with a size
  /// exponent of at least `large_exponent` are large.
  void (*encode_keys)(const BoxSpan& boxes, std::size_t first, std::size_t last,
                      const Quantizer& quantizer, std::uint32_t large_exponent, Key* keys);

  /// Puts the number of each object's world above its position; see `WorldRange`. Rejected keys
  /// stay as they are.
  void (*add_worlds)(const std::uint32_t* worlds, std::size_t first, std::size_t last,
                     const WorldRange& range, Key* keys);

  /// The tight box of boxes `[first, first + count)`; `count` is 1 to kFanout.
  Box (*box_union)(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count);

  /// Writes the records that `order` names, in that order, to rows `[0, count)` of the columns.
  /// Meanwhile, it prefetches up to as many records from `upcoming` on; null: none.
  void (*write_columns)(const Record* records, const std::uint32_t* order, std::uint32_t count,
                        const Record* upcoming, const ObjectColumns& columns);

  /// The tight boxes of the leaves of some boxes, and where each begins; leaf i holds boxes
  /// `[leaf_first[i], leaf_first[i + 1])`.
  void (*box_union_of_leaves)(const BoxSpan& boxes, const std::uint32_t* leaf_first,
                              std::uint32_t leaf_count, Record* leaves);

  /// The least and the greatest of the words of each of some ranges; range i is `[starts[i],
  /// starts[i + 1])`, and not empty.
  void (*word_ranges)(const std::uint32_t* words, const std::uint32_t* starts, std::uint32_t count,
                      std::uint32_t* least, std::uint32_t* greatest);

  /// Finds the pairs of one task.
  void (*find_pairs)(const TreeView& tree, const PairTask& task, PairWriter& writer,
                     PairCounts& counts);

  /// As find_pairs, but only counts.
  void (*count_pairs)(const TreeView& tree, const PairTask& task, PairCounts& counts);

  /// Finds the overlaps of one task's objects of `a` with those of `b`. Adds to the counts. Both
  /// trees are filtered, or neither.
  void (*find_join_hits)(const TreeView& a, const TreeView& b, const JoinTask& task,
                         ItemWriter<JoinHit>& writer, PairCounts& counts);

  /// As find_join_hits, but only counts. Returns the number of steps that led to the tests.
  std::uint64_t (*count_join_hits)(const TreeView& a, const TreeView& b, const JoinTask& task,
                                   PairCounts& counts);

  /// As find_join_hits, of a task that is not by box, as leaf hits; see `LeafHit`. Without a
  /// writer, it only counts.
  LeafHitCounts (*find_leaf_hits)(const TreeView& a, const TreeView& b, const JoinTask& task,
                                  ItemWriter<JoinHit>* writer, PairCounts& counts);

  /// Writes the hits of the boxes `[first_box, last_box)` of a leaf, box by box, each in the order
  /// of the leaf's leaf hits, after which a vector may be read. `position`: of the leaf's first
  /// box. Returns where they end; there must be room for half a vector more.
  JoinHit* (*write_leaf)(std::span<const JoinHit> leaf_hits, std::uint32_t first_box,
                         std::uint32_t last_box, std::uint32_t position, JoinHit* to);

  /// Writes the id of each object that the boxes of a packet overlap.
  void (*walk_boxes)(const TreeView& tree, const QueryPacket<BoxQuery>& packet,
                     ItemWriter<WalkHit>& writer);

  /// Writes the id of each object that the circles of a packet overlap.
  void (*walk_circles)(const TreeView& tree, const QueryPacket<CircleQuery>& packet,
                       ItemWriter<WalkHit>& writer);

  /// Writes the id of each object that overlaps the shapes of a packet, or lies inside them.
  void (*walk_convex)(const TreeView& tree, const QueryPacket<ConvexQuery>& packet,
                      ItemWriter<WalkHit>& writer);

  /// Writes the position of each object that the circles of a packet may overlap.
  void (*walk_near)(const TreeView& tree, const QueryPacket<CircleQuery>& packet,
                    ItemWriter<WalkHit>& writer);

  /// Writes the position of each object that the casts of a packet may hit.
  void (*walk_casts)(const TreeView& tree, const QueryPacket<CastQuery>& packet,
                     ItemWriter<WalkHit>& writer);

  /// Sorts the ids of rows, each of which ends at `ends[row]`, to the same indices of `sorted`.
  /// Uses up `ids`, where a vector may be read past the end, and `spare`, which has room for the
  /// longest row.
  void (*sort_rows)(ObjectId* ids, std::span<const std::size_t> ends, ObjectId* spare,
                    ObjectId* sorted);

  /// Writes the best of some hits, sorted, up to `most`; returns how many. There must be room for
  /// all, and to read a vector past the end.
  std::size_t (*select_best)(const double* distances, const ObjectId* ids, std::size_t count,
                             std::size_t most, Hit* best);

  /// Inserts objects that a cast hits into `best`, at least those that it would keep. A packet of
  /// one.
  void (*find_best_hits)(const TreeView& tree, const QueryPacket<CastQuery>& packet,
                         BestHits& best);

  /// Inserts one object that a cast hits into `best`, which has room, if there is any. A packet of
  /// one.
  void (*find_any_hit)(const TreeView& tree, const QueryPacket<CastQuery>& packet, BestHits& best);

  /// The same objects for the casts of a packet that have no hit yet.
  void (*find_any_hits)(const TreeView& tree, const QueryPacket<CastQuery>& packet, AnyHits& hits);

  /// Inserts objects by their distance to a point into `best`, at least those that it would keep. A
  /// packet of one.
  void (*find_best_near)(const TreeView& tree, const QueryPacket<NearestQuery>& packet,
                         BestHits& best);

  /// A leaf near a point, as a hint of how dense objects are there. The tree is not empty.
  std::uint32_t (*find_near_leaf)(const TreeView& tree, const Point& point);

  /// Writes boxes `[first, last)` to the same rows of `target`.
  void (*interleave_boxes)(const BoxSpan& boxes, std::size_t first, std::size_t last, Box* target);

  /// Writes a bit for each of some pairs of rows, set if their boxes do not overlap; `touching`:
  /// boxes that only touch do overlap. A row after `max_row` stands for `max_row`. Returns how many
  /// bits are set.
  std::size_t (*find_disjoint)(const Box* boxes, std::uint32_t max_row, std::span<const Pair> pairs,
                               bool touching, std::uint64_t* disjoint_bits);
};

/// The kernels for `simd`, which must be supported.
[[nodiscard]] const Kernels& kernels_for(Simd simd);

}  // namespace quadphase::detail
