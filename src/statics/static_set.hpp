// SPDX-License-Identifier: MIT
// Static objects, sorted once and kept: three trees, so that a change of a few sorts only a few.
//
//     tier 0   nearly all of them
//     tier 1   up to an eighth, that came since
//     tier 2   the last few hundred that came
//
// Who comes goes to tier 2, which is sorted anew; what it holds goes to tier 1 when it is full, and
// all is sorted anew when tier 1, or the number of the dead, is an eighth. Who leaves is dead in
// its place: a box of NaN, which overlaps nothing. The order of pairs shows none of this.
//
// Source: P. O'Neil et al., "The log-structured merge-tree", 1996 (tiers of growing size).
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>

#include "statics/static_objects.hpp"
#include "tree/build_tree.hpp"

namespace quadphase::detail {

/// Most trees of static objects.
inline constexpr std::size_t kStaticLevels = 3;

/// How the trees of static objects are built.
struct StaticBuilder {
  const LeafRules& rules;
  const Kernels& kernels;
  Workers& workers;
  BuildScratch& scratch;  // that of the frame
  bool filtered;          // other trees have filters, so new ones need them, too
};

class StaticSet {
 public:
  StaticSet(std::pmr::memory_resource* resource, int worker_count);

  /// Replaces all static objects. Errors: `std::invalid_argument` where two have one id;
  /// `std::bad_alloc`. Everything is then as it was.
  void set(const Objects& objects, const StaticBuilder& builder);
  /// Adds some. Errors: as `set`.
  void add(const Objects& objects, const StaticBuilder& builder);
  /// Takes some out, which are all there.
  void remove(std::span<const ObjectId> ids) noexcept;
  /// What the objects have together.
  struct Traits {
    bool has_filters;
    bool has_row_ids;
    bool has_fat_boxes;
  };
  /// Becomes a set whose columns `read(objects)` fills, of a set that is empty. Errors:
  /// `std::invalid_argument` where two have one id; `std::bad_alloc`. The set is then of no use.
  template <class Read>
  void restore(std::size_t count, const Traits& traits, const StaticBuilder& builder,
               const Read& read) {
    objects_.reserve(count);
    read(objects_);
    has_filters_ = traits.has_filters;
    has_row_ids_ = traits.has_row_ids;
    has_fat_boxes_ = traits.has_fat_boxes;
    enter_restored(count, builder);
  }
  /// Errors: `std::invalid_argument` where an id is not that of a static object, or comes twice.
  void check_all_there(std::span<const ObjectId> ids);
  /// Before a frame: builds what a failure has left undone, and sorts all anew where many are dead.
  /// Errors: `std::bad_alloc`.
  void settle(const StaticBuilder& builder);

  [[nodiscard]] const StaticObjects& objects() const noexcept { return objects_; }
  [[nodiscard]] std::size_t count() const noexcept { return objects_.count; }
  [[nodiscard]] bool has_filters() const noexcept { return has_filters_; }
  /// False where memory ended while the trees were built: they are hidden, until `settle`.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
  /// True where the trees have filter columns.
  [[nodiscard]] bool is_filtered() const noexcept {
    return tree_count_ > 0 && trees_[0]->is_filtered();
  }
  /// True where some are searched by larger boxes than their own.
  [[nodiscard]] bool has_fat_boxes() const noexcept { return has_fat_boxes_; }
  /// True where the ids of some are their rows in the call that gave them.
  [[nodiscard]] bool has_row_ids() const noexcept { return has_row_ids_ && count() > 0; }
  /// Trees that hold some of them. Lifetime: until the next change.
  [[nodiscard]] std::span<const TreeView* const> trees() const noexcept {
    return {trees_.data(), tree_count_};
  }
  /// Gives each tree filters, by default those that let everything pair; or takes such filters
  /// away. Needs `filtered` where some objects have filters. Errors: `std::bad_alloc`.
  void align_filters(bool filtered, const Workers& workers);
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  struct Level {
    Level(std::pmr::memory_resource* resource, int worker_count)
        : tree(resource, worker_count), filters(resource) {}

    Tree tree;
    TreeFilters filters;
    std::size_t capacity = 0;  // objects that the tree has room for
    std::size_t count = 0;     // positions, those of dead objects among them
  };

  void enter_restored(std::size_t count, const StaticBuilder& builder);
  void append(const Objects& objects, const Workers& workers);
  void insert_ids(const Objects& objects, const Workers& workers, IdMap& rows, std::size_t first);
  void reserve_levels(std::size_t count, bool has_filters, const StaticBuilder& builder);
  void place_new(std::size_t first_row, const StaticBuilder& builder);
  void rebuild(const StaticBuilder& builder);
  void build_level(std::uint32_t number, std::span<const std::uint32_t> rows,
                   const StaticBuilder& builder);
  void list_living(std::uint32_t number);
  void show_trees() noexcept;

  StaticObjects objects_;
  std::array<Level, kStaticLevels> levels_;
  std::size_t tombstone_count_ = 0;
  bool has_filters_ = false;
  bool has_row_ids_ = false;
  bool has_fat_boxes_ = false;
  bool is_whole_ = true;  // the trees hold all objects
  std::array<const TreeView*, kStaticLevels> trees_{};
  std::size_t tree_count_ = 0;

  Buffer<std::uint32_t> rows_;  // of the objects that a tier is built of
  std::size_t row_count_ = 0;
  StaticObjects gathered_;  // the same, side by side
};

}  // namespace quadphase::detail
