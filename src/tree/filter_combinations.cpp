// SPDX-License-Identifier: MIT
#include "tree/filter_combinations.hpp"

#include <algorithm>
#include <bitset>
#include <type_traits>

#include "base/chunk_loop.hpp"

namespace quadphase::detail {
namespace {

/// Counts the combinations of all objects, as many as fit in all but one row of the table.
/// Returns false if there are more; then the last entry is the union of the rest or, if only `few`
/// are of interest, the table means nothing.
template <bool kWithGroups, class Table>
bool count_combinations(const Objects& objects, const Workers& workers,
                        Buffer<CombinationCount<Table>>& counts, Table& table) {
  constexpr bool kFew = std::is_same_v<Table, ClassTable>;
  constexpr auto kMaxNamed =
      static_cast<std::uint32_t>(std::tuple_size_v<decltype(Table::category)> - 1);
  using Finder = CombinationFinder<kWithGroups, Table>;
  counts.ensure(kMaxChunks);
  const Chunks chunks(objects.count);
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    CombinationCount<Table>& count = counts[chunk];
    count = {};
    Finder finder(count.table);
    for (std::size_t row = first; row < last && !(kFew && count.has_others); ++row) {
      const Filter filter = filter_at(objects.filters, row);
      if (finder.find_or_add(filter, kMaxNamed) == Finder::kNotFound)
        count.add_other(filter.category, filter.mask);
    }
  });
  CombinationCount<Table> total;
  Finder finder(total.table);
  for (const CombinationCount<Table>& chunk : counts.first(chunks.count())) {
    if (chunk.has_others) total.add_other(chunk.other_category, chunk.other_mask);
    for (std::uint32_t i = 0; i < chunk.table.count; ++i) {
      Filter filter{.category = chunk.table.category[i], .mask = chunk.table.mask[i]};
      if constexpr (kWithGroups) filter.group = chunk.table.group[i];
      if (finder.find_or_add(filter, kMaxNamed) == Finder::kNotFound)
        total.add_other(filter.category, filter.mask);
    }
  }
  table = total.table;
  if (!total.has_others) return true;
  table.category[table.count] = total.other_category;
  table.mask[table.count++] = total.other_mask;
  return false;
}

/// Distributes many combinations to classes: those that match the same combinations share one, and
/// if that takes more classes than there are, the last class is the union of all others. Returns
/// false in that case.
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

/// For each class, those that may pair with it.
void find_partners(ClassTable& classes) {
  for (std::uint32_t i = 0; i < classes.count; ++i) {
    for (std::uint32_t j = 0; j < classes.count; ++j) {
      if (classes_match(classes.category[i], classes.mask[i], classes.category[j],
                        classes.mask[j]) &&
          groups_match(classes.group[i], classes.group[j]))
        classes.partners[i] |= ClassSet{1} << j;
    }
  }
}

}  // namespace

FilterMatrix number_classes(const Objects& objects, const Workers& workers,
                            CombinationCounts& counts, FilterCombinations& combinations,
                            ClassTable& classes) {
  combinations.count = 0;
  if (has_only_worlds(objects.filters)) {
    classes = {};
    classes.count = objects.count > 0 ? 1 : 0;
    classes.category[0] = Filter{}.category;
    classes.mask[0] = Filter{}.mask;
    find_partners(classes);
    return {};
  }
  const bool has_groups = objects.filters.group != nullptr;
  if (has_groups && count_combinations<true>(objects, workers, counts.few, classes)) {
    classes.has_groups = true;
    find_partners(classes);
    return {};
  }
  if (count_combinations<false>(objects, workers, counts.few, classes)) {
    find_partners(classes);
    return {};
  }
  combinations = {};
  const bool are_all_named = count_combinations<false>(objects, workers, counts.many, combinations);
  const bool are_all_alike = group_combinations(combinations, classes);
  return matrix_of(combinations, are_all_named && are_all_alike);
}

}  // namespace quadphase::detail
