// SPDX-License-Identifier: MIT
// Static objects, sorted once and kept: trees on three levels, so that a change of a few objects
// sorts only a few.
//
//     level 0   nearly all objects
//     level 1   up to an eighth, which were added later
//     level 2   the last few hundred
//
// New objects go to level 2, which is then sorted again. When level 2 is full, its objects move to
// level 1. All objects are sorted again when level 1 or the number of tombstones reaches an eighth.
// A removed object leaves a tombstone at its position: a box of NaN, which overlaps nothing. The
// order of pairs does not depend on any of this.
//
// Objects that are changed between frames are kept in the same way (query/changed_objects.hpp).
//
// Source: P. O'Neil et al., "The log-structured merge-tree", 1996 (levels of growing size).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "statics/pending_changes.hpp"
#include "statics/static_log.hpp"
#include "statics/static_objects.hpp"
#include "tree/build_tree.hpp"

namespace quadphase::detail {

/// The most trees of static objects.
inline constexpr std::size_t kStaticLevels = 3;

/// How the trees of static objects are built in a frame.
struct StaticBuilder {
  const LeafRules& rules;
  const Kernels& kernels;
  Workers& workers;
  BuildScratch& scratch;           // the scratch of the frame
  bool filtered;                   // the frame's other trees have filters, so these need them, too
  const Origin* origin = nullptr;  // of the frame's boxes in double, near which all are rounded
};

/// Invariant: `trees` lists trees only while they hold all objects, and all have filters or none
/// has.
class StaticSet {
 public:
  StaticSet(std::pmr::memory_resource* resource, int worker_count);

  /// The changes of the next frame, which may be added at any time.
  [[nodiscard]] PendingChanges& pending() noexcept { return pending_; }
  [[nodiscard]] const PendingChanges& pending() const noexcept { return pending_; }
  /// True if `update` must apply changes, sort, or move to another origin.
  [[nodiscard]] bool has_changed(const Origin* origin) const noexcept {
    return !pending_.is_empty() || !is_sorted_ || is_near_another(origin);
  }
  /// Applies the pending changes at the start of a frame, records them in `log` unless it is null,
  /// and brings the trees up to date. Errors: `std::bad_alloc`; then either the changes are still
  /// pending, or they are applied and the next call builds the trees.
  void update(const StaticBuilder& builder, StaticLog* log);

  /// A number above 0, another one after each change of `objects()`.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  /// Removes all objects, and the pending changes.
  void clear() noexcept;
  /// Gives back the memory that the objects, the pending changes and, if they are kept, the trees
  /// do not need. Trees that are not kept are built by the next `update`.
  void shrink(bool keeps_trees) noexcept;

  /// A copy of the objects that the next frame will have, ascending by id and without `rows`; its
  /// flags and columns follow from its objects alone. Errors: `std::bad_alloc`.
  [[nodiscard]] StaticObjects next_objects() const;
  /// Records the pending changes in `log`, without objects that are replaced by equal ones. Errors:
  /// `std::bad_alloc`, with nothing recorded.
  void log_pending(StaticLog& log) const;
  /// Fills an empty set with `count` objects: `read(objects)` fills their columns, `with_doubles`
  /// those of doubles, too; all else follows from these. Errors: `std::invalid_argument` if two
  /// have the same id; `std::bad_alloc`. The set must not be used after an error.
  template <class Read>
  void restore(std::size_t count, bool with_doubles, const Read& read) {
    objects_.reserve(count, with_doubles, kAllWords);
    objects_.words.begin(kAllWords, 0);
    read(objects_);
    enter_restored(count);
  }

  /// The objects of the trees.
  [[nodiscard]] const StaticObjects& objects() const noexcept { return objects_; }
  [[nodiscard]] std::size_t count() const noexcept { return objects_.count; }
  /// The trees of all objects. Lifetime: until the next `update`.
  [[nodiscard]] std::span<const TreeView* const> trees() const noexcept {
    return {trees_.data(), tree_count_};
  }

 private:
  struct Level {
    Level(std::pmr::memory_resource* resource, int worker_count)
        : tree(resource, worker_count), filters(resource), doubles(resource) {}

    Tree tree;
    TreeFilters filters;
    Buffer<DoubleBox> doubles;  // by position, if objects were given in double
    std::size_t count = 0;      // positions, including tombstones
  };

  /// True if the objects must be rounded near another origin.
  [[nodiscard]] bool is_near_another(const Origin* origin) const noexcept {
    return origin != nullptr && objects_.has_doubles && objects_.origin != *origin;
  }
  /// Errors: `std::bad_alloc`; the set lists no trees then until the next `update`.
  void align_filters(const StaticBuilder& builder);
  void enter_restored(std::size_t count);
  std::size_t apply_pending(Workers& workers, StaticLog* log);
  void move_origin(const Origin& origin, Workers& workers);
  void leave_tombstone(ObjectId id) noexcept;
  [[nodiscard]] std::uint32_t level_for_new(std::size_t new_count) const noexcept;
  void sort_new(std::uint32_t number, std::size_t first_row, const StaticBuilder& builder);
  void sort_all(const StaticBuilder& builder);
  void build_level(std::uint32_t number, const StaticBuilder& builder);
  void list_rows(std::uint32_t number);
  [[nodiscard]] bool needs_filters(const StaticBuilder& builder) const noexcept {
    return builder.filtered || objects_.has_filters();
  }
  [[nodiscard]] BuildOptions options(const StaticBuilder& builder) const noexcept {
    return {builder.rules, needs_filters(builder)};
  }

  StaticObjects objects_;
  std::uint64_t version_ = 1;
  PendingChanges pending_;
  std::array<Level, kStaticLevels> levels_;
  std::size_t tombstone_count_ = 0;
  bool is_sorted_ = true;  // each object that can be in a tree is in one
  std::array<const TreeView*, kStaticLevels> trees_{};
  std::size_t tree_count_ = 0;

  Buffer<std::uint32_t> rows_;  // rows of the objects from which a level is built
  std::size_t row_count_ = 0;
  StaticObjects gathered_;  // those objects, in the order of `rows_`
};

}  // namespace quadphase::detail
