// SPDX-License-Identifier: MIT
#include "tree/leaves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

/// Most bits of a digit, for a few objects and for many.
constexpr int kFewBits = 4;
constexpr int kManyBits = 8;

/// Where the cells of a digit begin in `order`, and the end of the last one.
template <int kBits>
using CellStarts = std::array<std::uint32_t, (1U << kBits) + 1>;

/// Bits of the next digit: it makes cells of four to eight objects, if enough bits and levels are
/// left.
int digit_bits(std::uint32_t count, int bits_left, std::uint32_t levels_left) {
  int bits = 2;
  while (bits < kManyBits && count >> bits > 8) bits += 2;
  return static_cast<int>(std::min(
      {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits_left), 2 * levels_left}));
}

class LeafBuilder {
 public:
  LeafBuilder(Record* records, const std::uint32_t* worlds, const CellShapes& shapes,
              const LeafRules& rules, LeafScratch& scratch)
      : records_(records),
        worlds_(worlds),
        shapes_(shapes),
        rules_(rules),
        order_(scratch.order.data()),
        other_(scratch.other.data()),
        cells_(scratch.cells.data()),
        leaf_first_(scratch.leaf_first.data()) {}

  std::uint32_t build(std::uint32_t count, std::uint32_t depth) {
    if (count <= rules_.capacity) {
      keep_order(count);
      add_unit(0, count, 0);
    } else if (!cut_by_digit<Unsorted>(0, count, kRecordKeyBits, depth)) {
      keep_order(count);
      quarter_one_cell(0, count, kRecordKeyBits, depth);
    }
    leaf_first_[open_.number] = count;
    return open_.number;
  }

 private:
  /// The order in which a bucket comes: that of its records. It is sorted into `order_`.
  /// Tried: to write that order down first, and sort it like any other. Tree of 100 boxes 0.81 us
  /// against 0.59, of 100,000 in clusters 9.2 ns per box against 8.6 (Zen 4).
  struct Unsorted {
    [[nodiscard]] static std::uint32_t record(const LeafBuilder&, std::uint32_t position) {
      return position;
    }
    static std::uint32_t* target(const LeafBuilder& builder) { return builder.order_; }
  };
  /// The order of a part that is sorted again: `order_`. It is sorted into `other_`.
  struct Sorted {
    [[nodiscard]] static std::uint32_t record(const LeafBuilder& builder, std::uint32_t position) {
      return builder.order_[position];
    }
    static std::uint32_t* target(const LeafBuilder& builder) { return builder.other_; }
  };

  void keep_order(std::uint32_t count) { std::iota(order_, order_ + count, 0U); }

  [[nodiscard]] RecordKey key_of(std::uint32_t position) const {
    return records_[order_[position]].key;
  }

  /// Cuts a cell with too many objects: sorts `[begin, end)` of the order by the next digit of the
  /// keys, of which the lowest `bits` are unread, and turns the cells of that digit into leaves.
  void quarter(std::uint32_t begin, std::uint32_t end, int bits, std::uint32_t depth) {
    // Why it is not checked first whether all objects are in one cell: that is rare, and the check
    // costs a pass.
    if (!cut_by_digit<Sorted>(begin, end, bits, depth)) quarter_one_cell(begin, end, bits, depth);
  }

  /// As `quarter`, where the next digit does not separate the objects.
  void quarter_one_cell(std::uint32_t begin, std::uint32_t end, int bits, std::uint32_t depth) {
    const int used = used_bits(begin, end, bits);
    if (used == 0) return requantize(begin, end, depth);
    depth += static_cast<std::uint32_t>((bits - used) / 2);
    if (!cut_by_digit<Sorted>(begin, end, used, depth)) cut(begin, end);
  }

  /// As `quarter`. Returns false and does nothing where the digit does not separate the objects or
  /// the cell must not be quartered.
  template <class Order>
  bool cut_by_digit(std::uint32_t begin, std::uint32_t end, int bits, std::uint32_t depth) {
    if (bits == 0 || depth >= rules_.max_depth) return false;
    const int digit = digit_bits(end - begin, bits, rules_.max_depth - depth);
    const Below below{bits - digit, depth + static_cast<std::uint32_t>(digit / 2)};
    return digit <= kFewBits ? cut_by<Order, kFewBits>(begin, end, digit, below)
                             : cut_by<Order, kManyBits>(begin, end, digit, below);
  }

  /// The unread part of the keys below the cells of a digit.
  struct Below {
    int bits;
    std::uint32_t depth;
  };

  /// Why two sizes: cells can be nested a few hundred deep, and each keeps its starts on the
  /// thread's stack.
  template <class Order, int kBits>
  bool cut_by(std::uint32_t begin, std::uint32_t end, int digit, Below below) {
    CellStarts<kBits> starts;
    if (!sort_by_digit<Order>(begin, end, below.bits, digit, starts.data())) return false;
    emit(starts.data(), 0, digit, below, ++parents_);
    return true;
  }

  /// How many of the lowest `bits` remain from the first level on which the keys differ; 0 where
  /// all keys are equal.
  [[nodiscard]] int used_bits(std::uint32_t begin, std::uint32_t end, int bits) const {
    const RecordKey first = key_of(begin);
    RecordKey difference = 0;
    for (std::uint32_t i = begin + 1; i < end; ++i) difference |= key_of(i) ^ first;
    difference &= static_cast<RecordKey>((std::uint64_t{1} << bits) - 1);
    return static_cast<int>(std::bit_width(difference) + 1) / 2 * 2;
  }

  /// Continues with new keys over the bounds of the cell's own centers, unless these are all at one
  /// point.
  void requantize(std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
    CellBounds bounds;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Record& record = records_[order_[i]];
      bounds.include(record.box, worlds_, record.id, shapes_);
    }
    if (bounds.is_point() || depth >= rules_.max_depth) return cut(begin, end);
    const Curves curves(bounds.centers, shapes_, bounds.axes,
                        requantized_ == 0 ? Spacing::even : Spacing::by_floats);
    WorldRange worlds;
    if (worlds_ != nullptr) worlds = WorldRange(bounds.first_world, bounds.last_world);
    for (std::uint32_t i = begin; i < end; ++i) {
      Record& record = records_[order_[i]];
      Key position = curves.position(record.box);
      if (worlds_ != nullptr) position = worlds.with_world(position, worlds_[record.id]);
      record.key = record_key(position, kKeyBits);
    }
    ++requantized_;
    quarter(begin, end, kRecordKeyBits, depth);
    --requantized_;
  }

  /// Stable counting sort of `[begin, end)` by `digit` bits of the keys above the lowest `shift`.
  /// Returns false and sorts nothing where all are in one cell.
  /// Why not `counting_sort`: the keys are read out of order, so each is read once and its cell
  /// kept.
  template <class Order>
  bool sort_by_digit(std::uint32_t begin, std::uint32_t end, int shift, int digit,
                     std::uint32_t* starts) {
    const RecordKey mask = (RecordKey{1} << digit) - 1;
    const std::size_t cell_count = std::size_t{1} << digit;
    std::fill_n(starts, cell_count + 1, 0U);
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t cell = records_[Order::record(*this, i)].key >> shift & mask;
      cells_[i] = static_cast<std::uint16_t>(cell);
      ++starts[cell + 1];
    }
    if (starts[cells_[begin] + 1] == end - begin) return false;
    // Placing the records of a cell advances its start to that of the next cell. So until then,
    // starts are kept one element higher.
    std::uint32_t* const next = starts + 1;
    std::exclusive_scan(next, next + cell_count, next, begin);
    std::uint32_t* const target = Order::target(*this);
    for (std::uint32_t i = begin; i < end; ++i) target[next[cells_[i]]++] = Order::record(*this, i);
    starts[0] = begin;
    if (target != order_) std::copy(target + begin, target + end, order_ + begin);
    return true;
  }

  /// Turns the 2^digit cells from `cell` on into leaves. Together they are one child of the cell
  /// with the number `parent`.
  void emit(const std::uint32_t* starts, std::uint32_t cell, int digit, Below below,
            std::uint32_t parent) {
    const std::uint32_t begin = starts[cell];
    const std::uint32_t end = starts[cell + (1U << digit)];
    if (end - begin <= rules_.capacity) return add_unit(begin, end, parent);
    if (digit == 0) return quarter(begin, end, below.bits, below.depth);
    parent = ++parents_;
    if (digit == 2 && add_four_units(starts + cell, parent)) return;
    for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant) {
      emit(starts, cell + (quadrant << (digit - 2)), digit - 2, below, parent);
    }
  }

  /// The last leaf, which may take the next unit.
  struct OpenLeaf {
    std::uint32_t begin;
    std::uint32_t parent;  // of the unit that was added last
    std::uint32_t number;  // of leaves, with this one

    /// A unit that adds nothing changes nothing.
    /// Why without branches: whether a unit fits is mispredicted half of the time.
    void add(std::uint32_t first, std::uint32_t last, std::uint32_t unit_parent,
             std::uint32_t capacity, std::uint32_t* leaf_first) {
      const std::uint32_t size = last - begin;
      const bool is_empty = first == last;
      const bool is_near = (unit_parent == parent) | (size <= capacity / 2);
      const bool joins = is_empty | ((size <= capacity) & is_near);
      leaf_first[number] = first;  // overwritten by what comes next, if this unit joins
      number += joins ? 0U : 1U;
      begin = joins ? begin : first;
      parent = is_empty ? parent : unit_parent;
    }
  };

  /// Adds objects that must stay together: to the last leaf if the rules and its room allow that,
  /// otherwise as a new leaf.
  void add_unit(std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
    open_.add(begin, end, parent, rules_.capacity, leaf_first_);
  }

  /// Adds the four children of a cell, if each is small enough for a leaf; otherwise returns false
  /// and does nothing.
  /// Why together: what a unit does to the last leaf stays in registers until the next one.
  /// Tried: one by one, with branches. Tree of 100,000 boxes 5.35 ns per box against 4.76, of
  /// clusters 7.02 against 6.47; without branches, but one by one 5.45 and 6.86 (Xeon).
  bool add_four_units(const std::uint32_t* starts, std::uint32_t parent) {
    const std::uint32_t capacity = rules_.capacity;
    std::uint32_t largest = 0;
    for (int i = 0; i < 4; ++i) largest = std::max(largest, starts[i + 1] - starts[i]);
    if (largest > capacity) return false;
    OpenLeaf open = open_;
    for (int i = 0; i < 4; ++i) open.add(starts[i], starts[i + 1], parent, capacity, leaf_first_);
    open_ = open;
    return true;
  }

  /// Cuts a cell that cannot be quartered into several leaves, in the order of the rows.
  void cut(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t parent = ++parents_;
    for (std::uint32_t i = begin; i < end; i += rules_.capacity)
      add_unit(i, std::min(end, i + rules_.capacity), parent);
  }

  Record* records_;
  const std::uint32_t* worlds_;
  const CellShapes& shapes_;
  const LeafRules& rules_;
  std::uint32_t* order_;
  std::uint32_t* other_;
  std::uint16_t* cells_;  // Why not bytes: pointers to bytes may alias everything
  std::uint32_t* leaf_first_;
  /// At first: as if a leaf had begun 2 * kFanout objects before the first one, so that no unit
  /// fits into it. A leaf holds kFanout objects at most.
  OpenLeaf open_{0U - 2 * kFanout, 0, 0};
  int requantized_ = 0;        // how often the current cell got new keys
  std::uint32_t parents_ = 0;  // cells that were quartered
};

}  // namespace

std::uint32_t build_leaves(Record* records, std::uint32_t count, std::uint32_t depth,
                           const std::uint32_t* worlds, const CellShapes& shapes,
                           const LeafRules& rules, LeafScratch& scratch) {
  return LeafBuilder(records, worlds, shapes, rules, scratch).build(count, depth);
}

}  // namespace quadphase::detail
