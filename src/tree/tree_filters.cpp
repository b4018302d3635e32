// SPDX-License-Identifier: MIT
#include "tree/tree_filters.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {
namespace {

/// The number of the first entry of a level.
std::size_t first_entry(const TreeView& view, std::uint32_t level) {
  return static_cast<std::size_t>(view.levels[level].min_x - view.levels[0].min_x);
}

/// Entries of all levels, with room to read a vector past the last.
std::size_t entry_room(const TreeView& view) {
  if (view.level_count == 0) return kFanout;
  const std::uint32_t top = view.level_count - 1;
  return first_entry(view, top) + view.sizes[top] + kFanout;
}

/// How far the columns of so many rows lie apart.
/// Why rounded: columns that are alike can then stay while the number of rows changes little.
std::size_t stride_of(std::size_t rows) {
  const std::size_t unit = std::max<std::size_t>(kFanout, std::bit_floor(rows) / 16);
  return (rows + unit - 1) / unit * unit;
}

/// The columns of one entry.
struct EntryFilter {
  ClassSet classes = 0;
  ClassSet partners = 0;
  std::uint32_t group = 0;
  std::uint32_t min_world = 0xFFFF'FFFF;
  std::uint32_t max_world = 0;
  bool is_first = true;

  void include(const EntryFilter& other) {
    classes |= other.classes;
    partners |= other.partners;
    group = is_first || group == other.group ? other.group : 0;
    is_first = false;
    min_world = std::min(min_world, other.min_world);
    max_world = std::max(max_world, other.max_world);
  }
};

/// The rows of the matrix of one leaf, and of its transpose.
class LeafMatrix {
 public:
  explicit LeafMatrix(const FilterMatrix& matrix) : matrix_(matrix) {}

  void include(std::uint32_t category, std::uint32_t mask) {
    for_each_bit(category, [&](std::size_t bit) { masks_[matrix_.row_of[bit]] |= mask; });
    for_each_bit(mask & matrix_.own_bits,
                 [&](std::size_t bit) { categories_[matrix_.row_of[bit]] |= category; });
  }
  [[nodiscard]] std::uint32_t mask(std::size_t row) const { return masks_[row]; }
  [[nodiscard]] std::uint32_t category(std::size_t row) const { return categories_[row]; }

 private:
  const FilterMatrix& matrix_;
  std::array<std::uint32_t, 32> masks_{};
  std::array<std::uint32_t, 32> categories_{};
};

/// The columns of an EntryFilterSpan, for writing; with worlds alone, only the first two.
class EntryColumns {
 public:
  EntryColumns(std::uint32_t* columns, std::size_t stride, const FilterMatrix& matrix)
      : columns_(columns),
        stride_(stride),
        mask_rows_(static_cast<std::size_t>(std::popcount(matrix.category_bits))),
        category_rows_(static_cast<std::size_t>(std::popcount(matrix.own_bits))) {}

  [[nodiscard]] static std::size_t count(const FilterMatrix& matrix, bool has_only_worlds) {
    if (has_only_worlds) return 2;
    return kSummaries + static_cast<std::size_t>(std::popcount(matrix.category_bits) +
                                                 std::popcount(matrix.own_bits));
  }

  void set(std::size_t i, const EntryFilter& entry) const {
    at(0, i) = entry.min_world;
    at(1, i) = entry.max_world;
    at(2, i) = static_cast<std::uint32_t>(entry.classes);
    at(3, i) = static_cast<std::uint32_t>(entry.classes >> 32);
    at(4, i) = static_cast<std::uint32_t>(entry.partners);
    at(5, i) = static_cast<std::uint32_t>(entry.partners >> 32);
    at(6, i) = entry.group;
  }
  [[nodiscard]] EntryFilter get(std::size_t i) const {
    return {ClassSet{at(3, i)} << 32 | at(2, i),
            ClassSet{at(5, i)} << 32 | at(4, i),
            at(6, i),
            at(0, i),
            at(1, i),
            false};
  }
  void set_matrix(std::size_t i, const LeafMatrix& matrix) const {
    for (std::size_t row = 0; row < mask_rows_; ++row) mask_at(row, i) = matrix.mask(row);
    for (std::size_t row = 0; row < category_rows_; ++row)
      category_at(row, i) = matrix.category(row);
  }
  /// Makes the matrix of entry `i` the union of those from `first` to `last`.
  void unite_matrices(std::size_t i, std::size_t first, std::size_t last) const {
    for (std::size_t column = kSummaries; column < kSummaries + mask_rows_ + category_rows_;
         ++column) {
      std::uint32_t bits = 0;
      for (std::size_t child = first; child < last; ++child) bits |= at(column, child);
      at(column, i) = bits;
    }
  }
  [[nodiscard]] std::uint32_t* min_worlds() const { return &at(0, 0); }
  [[nodiscard]] std::uint32_t* max_worlds() const { return &at(1, 0); }
  [[nodiscard]] EntryFilterSpan from(std::size_t i) const {
    return {.classes_low = &at(2, i),
            .classes_high = &at(3, i),
            .partners_low = &at(4, i),
            .partners_high = &at(5, i),
            .group = &at(6, i),
            .min_world = &at(0, i),
            .max_world = &at(1, i),
            .masks = mask_rows_ > 0 ? &mask_at(0, i) : nullptr,
            .categories = category_rows_ > 0 ? &category_at(0, i) : nullptr};
  }
  /// As `from`, where there are worlds alone: one class, which may pair with itself, and no group,
  /// in columns of 1 and of 0, as the objects have.
  [[nodiscard]] EntryFilterSpan worlds_from(std::size_t i, const FilterSpan& objects) const {
    static_assert(Filter{}.category == 1 && Filter{}.group == 0);
    return {.classes_low = objects.category,
            .classes_high = objects.group,
            .partners_low = objects.category,
            .partners_high = objects.group,
            .group = objects.group,
            .min_world = &at(0, i),
            .max_world = &at(1, i)};
  }

 private:
  static constexpr std::size_t kSummaries = 7;

  [[nodiscard]] std::uint32_t& mask_at(std::size_t row, std::size_t i) const {
    return at(kSummaries + row, i);
  }
  [[nodiscard]] std::uint32_t& category_at(std::size_t row, std::size_t i) const {
    return at(kSummaries + mask_rows_ + row, i);
  }
  [[nodiscard]] std::uint32_t& at(std::size_t column, std::size_t i) const {
    return columns_[column * stride_ + i];
  }

  std::uint32_t* columns_;
  std::size_t stride_;
  std::size_t mask_rows_;
  std::size_t category_rows_;
};

/// `class_of(filter)` is the class of an object.
template <bool kHasMatrix, class ClassOf>
void fill_leaves(const Objects& objects, const Workers& workers, const TreeView& view,
                 std::size_t stride, const EntryColumns& entries, const ClassOf& class_of,
                 TreeFilters& filters) {
  std::uint32_t* const category = filters.objects.data();
  std::uint32_t* const mask = category + stride;
  std::uint32_t* const group = mask + stride;
  std::uint32_t* const world = group + stride;
  for_each_row(entry_chunks(view.sizes[0]), workers, [&](std::size_t leaf) {
    EntryFilter entry;
    for (std::uint32_t i = view.leaf_first[leaf]; i < view.leaf_first[leaf + 1]; ++i) {
      const Filter filter = filter_at(objects.filters, view.ids[i]);
      category[i] = filter.category;
      mask[i] = filter.mask;
      group[i] = filter.group;
      world[i] = filter.world;
      const std::uint32_t class_index = class_of(filter);
      entry.include({ClassSet{1} << class_index, filters.classes.partners[class_index],
                     filter.group, filter.world, filter.world, false});
    }
    entries.set(leaf, entry);
    if constexpr (kHasMatrix) {
      LeafMatrix matrix(view.matrix);
      for (std::uint32_t i = view.leaf_first[leaf]; i < view.leaf_first[leaf + 1]; ++i)
        matrix.include(category[i], mask[i]);
      entries.set_matrix(leaf, matrix);
    }
  });
}

/// As `fill_leaves` and `fill_nodes`, of objects that differ in nothing but their worlds. The
/// columns that are alike stay from frame to frame.
/// Tried: all columns in each frame, and a loop over the objects of each leaf, see
/// docs/performance.md; `fill_leaves`, which takes even longer.
class WorldColumns {
 public:
  WorldColumns(const Objects& objects, const Kernels& kernels, const Workers& workers,
               const TreeView& view, TreeFilters& filters)
      : objects_(objects), kernels_(kernels), workers_(workers), view_(view), filters_(filters) {}

  void fill(std::size_t stride, const EntryColumns& entries) const {
    if (filters_.alike_stride != stride) fill_alike(stride);
    filters_.alike_stride = stride;
    fill_leaves(filters_.objects.data() + 3 * stride, entries);
    for (std::uint32_t level = 1; level < view_.level_count; ++level) fill_nodes(level, entries);
  }

 private:
  void fill_alike(std::size_t stride) const {
    const Filter alike;
    std::uint32_t* column = filters_.objects.data();
    for (const std::uint32_t value : {alike.category, alike.mask, alike.group}) {
      for_each_chunk(Chunks(stride), workers_,
                     [&](std::size_t, std::size_t first, std::size_t last) {
                       std::fill(column + first, column + last, value);
                     });
      column += stride;
    }
  }

  void fill_leaves(std::uint32_t* world, const EntryColumns& entries) const {
    const std::uint32_t* const given = objects_.filters.world;
    const Chunks chunks = entry_chunks(view_.sizes[0]);
    for_each_chunk(chunks, workers_, [&](std::size_t, std::size_t first, std::size_t last) {
      const std::uint32_t* const starts = view_.leaf_first + first;
      const auto count = static_cast<std::uint32_t>(last - first);
      // Why all leaves at once: the end of a loop over one leaf is mispredicted.
      for (std::uint32_t i = starts[0]; i < starts[count]; ++i)
        world[i] = given != nullptr ? given[view_.ids[i]] : Filter{}.world;
      kernels_.word_ranges(world, starts, count, entries.min_worlds() + first,
                           entries.max_worlds() + first);
    });
  }

  void fill_nodes(std::uint32_t level, const EntryColumns& entries) const {
    const std::size_t below = first_entry(view_, level - 1);
    const std::size_t first = first_entry(view_, level);
    const std::uint32_t end = view_.sizes[level - 1];
    for_each_row(entry_chunks(view_.sizes[level]), workers_, [&](std::size_t node) {
      const std::size_t from = below + node * kFanout;
      const std::size_t to = below + std::min<std::size_t>(end, (node + 1) * kFanout);
      std::uint32_t* const least = entries.min_worlds();
      std::uint32_t* const greatest = entries.max_worlds();
      least[first + node] = *std::min_element(least + from, least + to);
      greatest[first + node] = *std::max_element(greatest + from, greatest + to);
    });
  }

  const Objects& objects_;
  const Kernels& kernels_;
  const Workers& workers_;
  const TreeView& view_;
  TreeFilters& filters_;
};

void fill_nodes(const Workers& workers, const TreeView& view, const EntryColumns& entries) {
  for (std::uint32_t level = 1; level < view.level_count; ++level) {
    const std::size_t below = first_entry(view, level - 1);
    const std::size_t first = first_entry(view, level);
    for_each_row(entry_chunks(view.sizes[level]), workers, [&](std::size_t node) {
      EntryFilter entry;
      const std::size_t last = std::min<std::size_t>(view.sizes[level - 1], (node + 1) * kFanout);
      for (std::size_t child = node * kFanout; child < last; ++child)
        entry.include(entries.get(below + child));
      entries.set(first + node, entry);
      entries.unite_matrices(first + node, below + node * kFanout, below + last);
    });
  }
}

/// Points the view of a tree at its filters.
void point_view(std::size_t stride, TreeView& view, TreeFilters& filters) {
  const std::uint32_t* const columns = filters.objects.data();
  view.filters = {columns, columns + stride, columns + 2 * stride, columns + 3 * stride};
  const EntryColumns entries(filters.entries.data(), entry_room(view), view.matrix);
  for (std::uint32_t level = 0; level < view.level_count; ++level) {
    const std::size_t first = first_entry(view, level);
    view.level_filters[level] =
        view.has_only_worlds ? entries.worlds_from(first, view.filters) : entries.from(first);
  }
  view.classes = &filters.classes;
}

}  // namespace

void TreeFilters::shrink(TreeView& tree) noexcept {
  if (!tree.is_filtered()) return release();
  const auto stride = static_cast<std::size_t>(tree.filters.mask - tree.filters.category);
  counts.release();
  objects.shrink(4 * stride);
  entries.shrink(EntryColumns::count(tree.matrix, tree.has_only_worlds) * entry_room(tree));
  point_view(stride, tree, *this);
}

void TreeFilters::release() noexcept {
  alike_stride = 0;
  counts.release();
  objects.release();
  entries.release();
}

void TreeFilters::reserve(std::size_t object_count, std::size_t entry_count, bool only_worlds) {
  const std::size_t entry_rows = entry_count + kFanout;
  ensure_rows(std::max(object_count + kFanout, entry_rows), 0);
  entries.ensure(EntryColumns::count({}, only_worlds) * entry_rows);
  if (!only_worlds) counts.few.ensure(kMaxChunks);
}

std::size_t TreeFilters::ensure_rows(std::size_t rows, std::size_t spare) {
  const std::size_t stride = stride_of(rows);
  if (4 * stride > objects.capacity()) {
    alike_stride = 0;
    objects.ensure(4 * stride_of(rows + spare));
  }
  return stride;
}

void add_filters(const Objects& objects, const Kernels& kernels, const Workers& workers,
                 TreeView& view, TreeFilters& filters) {
  const std::size_t entry_stride = entry_room(view);
  // Why both: entries of worlds alone have columns of their objects.
  const std::size_t rows = std::max(objects.count + kFanout, entry_stride);
  const std::size_t stride = filters.ensure_rows(rows, rows / 8);
  FilterMatrix matrix =
      number_classes(objects, workers, filters.counts, filters.combinations, filters.classes);
  matrix.stride = entry_stride;
  const bool only_worlds = has_only_worlds(objects.filters);
  filters.entries.ensure_with_spare(EntryColumns::count(matrix, only_worlds) * entry_stride);
  view.matrix = matrix;
  view.has_only_worlds = only_worlds;

  const EntryColumns entries(filters.entries.data(), entry_stride, view.matrix);
  const auto fill = [&]<bool kHasMatrix>(const auto& class_of) {
    fill_leaves<kHasMatrix>(objects, workers, view, stride, entries, class_of, filters);
  };
  const FilterCombinations& combinations = filters.combinations;
  if (view.has_only_worlds) {
    WorldColumns(objects, kernels, workers, view, filters).fill(stride, entries);
    return point_view(stride, view, filters);
  }
  filters.alike_stride = 0;
  if (combinations.count > 0) {
    const CombinationFinder<false, const FilterCombinations> finder(combinations);
    fill.operator()<true>([&](const Filter& filter) {
      const std::uint32_t number = std::min(finder.find(filter), combinations.count - 1);
      return std::uint32_t{combinations.class_of[number]};
    });
  } else if (filters.classes.has_groups) {
    const CombinationFinder<true, const ClassTable> finder(filters.classes);
    fill.operator()<false>([&](const Filter& filter) { return finder.find(filter); });
  } else {
    const CombinationFinder<false, const ClassTable> finder(filters.classes);
    fill.operator()<false>([&](const Filter& filter) { return finder.find(filter); });
  }
  fill_nodes(workers, view, entries);
  point_view(stride, view, filters);
}

void add_default_filters(const Kernels& kernels, Workers& workers, TreeView& view,
                         TreeFilters& filters) {
  Objects objects;
  objects.count = view.object_count();
  workers.run(objects.count < kSerialObjects,
              [&] { add_filters(objects, kernels, workers, view, filters); });
}

}  // namespace quadphase::detail
