// SPDX-License-Identifier: MIT
#include "tree/tree_filters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <tuple>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {
namespace {

template <class Visit>
void for_each_bit(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// Finds the number of a combination of category and mask in a table with the columns `category`
/// and `mask`: a hash table with many more slots than combinations.
template <class Table>
class CombinationFinder {
 public:
  static constexpr std::uint32_t kNotFound = 0xFFFF'FFFF;

  explicit CombinationFinder(Table& table) : table_(table) {
    for (std::uint32_t i = 0; i < table.count; ++i)
      slots_[slot_of(table.category[i], table.mask[i])] = static_cast<std::uint16_t>(i + 1);
  }

  [[nodiscard]] std::uint32_t find(std::uint32_t category, std::uint32_t mask) const {
    const std::uint16_t number = slots_[slot_of(category, mask)];
    return number > 0 ? number - 1U : kNotFound;
  }

  /// As `find`, and adds the combination while the table has fewer than `max_count`.
  std::uint32_t find_or_add(std::uint32_t category, std::uint32_t mask, std::uint32_t max_count) {
    std::uint16_t& number = slots_[slot_of(category, mask)];
    if (number > 0) return number - 1U;
    if (table_.count >= max_count) return kNotFound;
    table_.category[table_.count] = category;
    table_.mask[table_.count] = mask;
    number = static_cast<std::uint16_t>(++table_.count);
    return table_.count - 1;
  }

 private:
  static constexpr std::uint32_t kSlots = 4 * std::tuple_size_v<decltype(Table::category)>;

  /// The slot of the combination, or the free slot where it belongs.
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t category, std::uint32_t mask) const {
    const std::uint32_t hash = (category * 0x9E37'79B1U ^ mask * 0x85EB'CA6BU) * 0xC2B2'AE35U;
    std::uint32_t slot = (hash >> 16) % kSlots;
    while (slots_[slot] > 0 && (table_.category[slots_[slot] - 1U] != category ||
                                table_.mask[slots_[slot] - 1U] != mask)) {
      slot = (slot + 1) % kSlots;
    }
    return slot;
  }

  Table& table_;
  std::array<std::uint16_t, kSlots> slots_{};  // one more than the number; 0: free
};

/// Counts the combinations of all objects, as far as there is room for all but one of the table;
/// the last entry is the union of those without room. Returns false if there are such.
template <class Table>
bool count_combinations(const Objects& objects, const Workers& workers,
                        Buffer<CombinationCount<Table>>& counts, Table& table) {
  constexpr auto kMaxNamed =
      static_cast<std::uint32_t>(std::tuple_size_v<decltype(Table::category)> - 1);
  counts.ensure(kMaxChunks);
  const Chunks chunks(objects.count);
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    CombinationCount<Table>& count = counts[chunk];
    count = {};
    CombinationFinder<Table> finder(count.table);
    for (std::size_t row = first; row < last; ++row) {
      const Filter filter = filter_at(objects.filters, row);
      if (finder.find_or_add(filter.category, filter.mask, kMaxNamed) == finder.kNotFound)
        count.add_other(filter.category, filter.mask);
    }
  });
  CombinationCount<Table> total;
  CombinationFinder<Table> finder(total.table);
  for (const CombinationCount<Table>& chunk : counts.first(chunks.count())) {
    if (chunk.has_others) total.add_other(chunk.other_category, chunk.other_mask);
    for (std::uint32_t i = 0; i < chunk.table.count; ++i) {
      const std::uint32_t category = chunk.table.category[i];
      const std::uint32_t mask = chunk.table.mask[i];
      if (finder.find_or_add(category, mask, kMaxNamed) == finder.kNotFound)
        total.add_other(category, mask);
    }
  }
  table = total.table;
  if (!total.has_others) return true;
  table.category[table.count] = total.other_category;
  table.mask[table.count++] = total.other_mask;
  return false;
}

/// Distributes many combinations to classes: those that match the same combinations share one, and
/// if that takes more than there are, the last class is the union of all others. Returns false if
/// there are such.
bool group_combinations(FilterCombinations& combinations, ClassTable& classes) {
  using Matches = std::bitset<kMaxCombinations>;
  std::array<Matches, kMaxClasses> of_class;
  bool are_all_alike = true;
  classes = {};
  for (std::uint32_t i = 0; i < combinations.count; ++i) {
    Matches matches;
    for (std::uint32_t j = 0; j < combinations.count; ++j)
      matches[j] = classes_match(combinations.category[i], combinations.mask[i],
                                 combinations.category[j], combinations.mask[j]);
    std::uint32_t c = 0;
    while (c < classes.count && c < kMaxClasses - 1 && of_class[c] != matches) ++c;
    are_all_alike = are_all_alike && (c == classes.count || of_class[c] == matches);
    classes.count = std::max(classes.count, c + 1);
    of_class[c] |= matches;
    combinations.class_of[i] = static_cast<std::uint8_t>(c);
    classes.category[c] |= combinations.category[i];
    classes.mask[c] |= combinations.mask[i];
  }
  for (std::uint32_t c = 0; c < classes.count; ++c) {
    for (std::uint32_t j = 0; j < combinations.count; ++j) {
      if (of_class[c][j]) classes.partners[c] |= ClassSet{1} << combinations.class_of[j];
    }
  }
  return are_all_alike;
}

/// The rows of the matrices of objects with these combinations.
FilterMatrix matrix_of(const FilterCombinations& combinations, bool are_classes_exact) {
  FilterMatrix matrix;
  std::uint32_t masks = 0;
  for (std::uint32_t i = 0; i < combinations.count; ++i) {
    matrix.category_bits |= combinations.category[i];
    masks |= combinations.mask[i];
  }
  if (!are_classes_exact) matrix.own_bits = matrix.category_bits & masks;
  std::uint8_t row = 0;
  for (const std::uint32_t bits : {matrix.own_bits, matrix.category_bits & ~matrix.own_bits})
    for_each_bit(bits, [&](std::size_t bit) { matrix.row_of[bit] = row++; });
  return matrix;
}

/// The combinations of all objects, their classes and, if there are more, the rows of matrices.
FilterMatrix number_classes(const Objects& objects, const Workers& workers, TreeFilters& filters) {
  FilterCombinations& combinations = filters.combinations;
  ClassTable& classes = filters.classes;
  classes = {};
  count_combinations(objects, workers, filters.few, classes);
  if (classes.count == kMaxClasses) {
    combinations = {};
    const bool are_all_named = count_combinations(objects, workers, filters.many, combinations);
    const bool are_all_alike = group_combinations(combinations, classes);
    return matrix_of(combinations, are_all_named && are_all_alike);
  }
  combinations.count = 0;
  classes.partners = partner_classes(classes, classes);
  return {};
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

/// The columns of an EntryFilterSpan, for writing.
class EntryColumns {
 public:
  EntryColumns(std::uint32_t* columns, std::size_t stride, const FilterMatrix& matrix)
      : columns_(columns),
        stride_(stride),
        mask_rows_(static_cast<std::size_t>(std::popcount(matrix.category_bits))),
        category_rows_(static_cast<std::size_t>(std::popcount(matrix.own_bits))) {}

  [[nodiscard]] static std::size_t count(const FilterMatrix& matrix) {
    return kSummaries + static_cast<std::size_t>(std::popcount(matrix.category_bits) +
                                                 std::popcount(matrix.own_bits));
  }

  void set(std::size_t i, const EntryFilter& entry) const {
    at(0, i) = static_cast<std::uint32_t>(entry.classes);
    at(1, i) = static_cast<std::uint32_t>(entry.classes >> 32);
    at(2, i) = static_cast<std::uint32_t>(entry.partners);
    at(3, i) = static_cast<std::uint32_t>(entry.partners >> 32);
    at(4, i) = entry.group;
    at(5, i) = entry.min_world;
    at(6, i) = entry.max_world;
  }
  [[nodiscard]] EntryFilter get(std::size_t i) const {
    return {ClassSet{at(1, i)} << 32 | at(0, i),
            ClassSet{at(3, i)} << 32 | at(2, i),
            at(4, i),
            at(5, i),
            at(6, i),
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
  [[nodiscard]] EntryFilterSpan from(std::size_t i) const {
    return {&at(0, i),
            &at(1, i),
            &at(2, i),
            &at(3, i),
            &at(4, i),
            &at(5, i),
            &at(6, i),
            mask_rows_ > 0 ? &mask_at(0, i) : nullptr,
            category_rows_ > 0 ? &category_at(0, i) : nullptr};
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

/// `class_of(category, mask)` is the class of an object.
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
      const std::uint32_t class_index = class_of(filter.category, filter.mask);
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

void fill_nodes(const Workers& workers, const TreeView& view, const EntryColumns& entries) {
  const auto offset = [&](std::uint32_t level) {
    return static_cast<std::size_t>(view.levels[level].min_x - view.levels[0].min_x);
  };
  for (std::uint32_t level = 1; level < view.level_count; ++level) {
    for_each_row(entry_chunks(view.sizes[level]), workers, [&](std::size_t node) {
      EntryFilter entry;
      const std::size_t last = std::min<std::size_t>(view.sizes[level - 1], (node + 1) * kFanout);
      for (std::size_t child = node * kFanout; child < last; ++child)
        entry.include(entries.get(offset(level - 1) + child));
      entries.set(offset(level) + node, entry);
      entries.unite_matrices(offset(level) + node, offset(level - 1) + node * kFanout,
                             offset(level - 1) + last);
    });
  }
}

/// Entries of all levels, with room to read a vector past the last.
std::size_t entry_room(const TreeView& view) {
  if (view.level_count == 0) return kFanout;
  const std::uint32_t top = view.level_count - 1;
  return static_cast<std::size_t>(view.levels[top].min_x - view.levels[0].min_x) + view.sizes[top] +
         kFanout;
}

}  // namespace

void TreeFilters::reserve(std::size_t object_count, std::size_t leaf_count) {
  objects.ensure(4 * (object_count + kFanout));
  entries.ensure(7 * (max_entry_count(leaf_count) + kFanout));
  few.ensure(kMaxChunks);
}

void add_filters(const Objects& objects, const Workers& workers, TreeView& view,
                 TreeFilters& filters) {
  const std::size_t stride = objects.count + kFanout;
  const std::size_t entry_stride = entry_room(view);
  filters.objects.ensure_with_spare(4 * stride);
  FilterMatrix matrix = number_classes(objects, workers, filters);
  matrix.stride = entry_stride;
  filters.entries.ensure_with_spare(EntryColumns::count(matrix) * entry_stride);
  view.matrix = matrix;

  const EntryColumns entries(filters.entries.data(), entry_stride, view.matrix);
  const FilterCombinations& combinations = filters.combinations;
  if (combinations.count == 0) {
    const CombinationFinder finder(filters.classes);
    const auto class_of = [&](std::uint32_t category, std::uint32_t mask) {
      return finder.find(category, mask);
    };
    fill_leaves<false>(objects, workers, view, stride, entries, class_of, filters);
  } else {
    const CombinationFinder finder(combinations);
    const auto class_of = [&](std::uint32_t category, std::uint32_t mask) {
      const std::uint32_t number = std::min(finder.find(category, mask), combinations.count - 1);
      return std::uint32_t{combinations.class_of[number]};
    };
    fill_leaves<true>(objects, workers, view, stride, entries, class_of, filters);
  }
  fill_nodes(workers, view, entries);

  const std::uint32_t* const columns = filters.objects.data();
  view.filters = {columns, columns + stride, columns + 2 * stride, columns + 3 * stride};
  for (std::uint32_t level = 0; level < view.level_count; ++level) {
    view.level_filters[level] =
        entries.from(static_cast<std::size_t>(view.levels[level].min_x - view.levels[0].min_x));
  }
  view.classes = &filters.classes;
}

void add_default_filters(Workers& workers, TreeView& view, TreeFilters& filters) {
  Objects objects;
  objects.count = view.object_count();
  workers.run(objects.count < kSerialObjects,
              [&] { add_filters(objects, workers, view, filters); });
}

}  // namespace quadphase::detail
