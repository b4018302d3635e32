// SPDX-License-Identifier: MIT
// The images of objects in a periodic world that lie next to other objects: those moved back by one
// period along one axis, or along both, in trees of their own. Objects that overlap an image
// overlap its object across the border.
//
//     images      searched with
//     along x     objects; images along y
//     along y     objects
//     along both  objects
//
// Why back only: `a` overlaps `b` moved ahead exactly if `a` moved back overlaps `b`.
// Why each pair once: two boxes that fit the world together are shorter than a period.
//
// Cost:    one read of the boxes, and a tree of those that reach over the border.
// Threads: fixed chunks, then those of the stages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "data/box_buffer.hpp"
#include "data/objects.hpp"
#include "data/word_columns.hpp"
#include "pairs/pairs.hpp"
#include "statics/static_set.hpp"
#include "tree/build_tree.hpp"

namespace quadphase::detail {

/// Rows that have been selected from others.
struct SelectedRows {
  explicit SelectedRows(std::pmr::memory_resource* resource) : rows(resource), spare(resource) {}

  Buffer<std::uint32_t> rows;  // ascending
  std::size_t count = 0;
  Buffer<std::uint32_t> spare;  // of each chunk
};

/// The images of the objects of a frame, or of the static set.
class ImageTrees {
 public:
  ImageTrees(std::pmr::memory_resource* resource, int worker_count);

  /// Builds the trees of the images that reach above `reach`. Call it inside `workers.run` only.
  /// Errors: `std::bad_alloc`; the trees are incomplete then.
  void build(const Objects& objects, const Point& reach, const BuildOptions& options,
             const BuildContext& context);
  void clear() noexcept;
  /// Gives back what the trees do not need; if they are not kept, everything.
  void shrink(bool keeps_trees) noexcept;

  /// The trees along x, along y, and along both; without levels if there are no images.
  [[nodiscard]] const TreeView& along_x() const noexcept { return images_[0].tree.view; }
  [[nodiscard]] const TreeView& along_y() const noexcept { return images_[1].tree.view; }
  [[nodiscard]] const TreeView& along_both() const noexcept { return images_[2].tree.view; }

 private:
  struct Images {
    Images(std::pmr::memory_resource* resource, int worker_count)
        : rows(resource),
          boxes(resource),
          doubles(resource),
          words(resource),
          tree(resource, worker_count),
          filters(resource) {}

    std::size_t room = 0;       // images that buffers are given room for; grows in steps
    SelectedRows rows;          // of the objects
    std::size_t row_count = 0;  // that the tree was built from
    BoxBuffer boxes;
    Buffer<DoubleBox> doubles;  // if objects were given in double
    WordColumns words;          // ids, and the filters that the objects have
    Tree tree;
    TreeFilters filters;
  };

  static void build_images(const Objects& objects, const Periods& moves,
                           const BuildOptions& options, const BuildContext& context,
                           Images& images);

  std::array<Images, 3> images_;
};

/// The images of a periodic world, of moving and of static objects.
struct WorldImages {
  WorldImages(std::pmr::memory_resource* resource, int worker_count)
      : moving(resource, worker_count), statics(resource, worker_count), scratch(resource) {}

  /// The least coordinates of all objects: only images that reach above them can overlap one.
  /// Why not those of the static trees: their nodes are still as large as before objects were
  /// removed, and the order of pairs must not depend on which these were.
  [[nodiscard]] Point reach_of(const TreeView& moving_tree, const StaticSet& set,
                               const Periods& periods, const Workers& workers) noexcept;
  /// Builds the images of the static set, unless they are up to date. As `ImageTrees::build`.
  void build_statics(const StaticSet& set, const Periods& periods, const Point& reach,
                     const BuildOptions& options, const BuildContext& context);
  /// As `ImageTrees::shrink`.
  void shrink(bool keeps_trees) noexcept;

  ImageTrees moving;
  ImageTrees statics;
  std::uint64_t static_version = 0;  // of the static set whose images are there; 0: of none
  bool statics_have_filters = false;
  Point static_reach;
  std::uint64_t least_version = 0;  // of the static set to which `static_least` belongs
  Point static_least;               // the least coordinates of the static objects
  BuildScratch scratch;             // Why their own: the frame's is read after its tree was built.
};

/// The trees of a search in a periodic world. Pairs of moving objects come first.
[[nodiscard]] JoinedTrees join_images(const TreeView& moving,
                                      std::span<const TreeView* const> statics,
                                      const WorldImages& images, bool touching);

}  // namespace quadphase::detail
