// SPDX-License-Identifier: MIT
#include "statics/static_objects.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <utility>

#include "base/canonical_nan.hpp"
#include "base/chunk_loop.hpp"
#include "data/local_box.hpp"
#include "input/given_boxes.hpp"
#include "input/swept_boxes.hpp"

namespace quadphase::detail {
namespace {

/// A box that overlaps no box.
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Box kNoBox{kInfinity, kInfinity, -kInfinity, -kInfinity};

[[nodiscard]] auto bits_of(const DoubleBox& box) noexcept {
  return std::bit_cast<std::array<std::uint64_t, 4>>(box);
}
[[nodiscard]] auto bits_of(const BoxBuffer& columns, std::size_t row) noexcept {
  return std::bit_cast<std::array<std::uint32_t, 4>>(box_at(columns.from(0), row));
}

/// True if two boxes have the same edges: a margin of 0 turns -0 into 0.
/// Why by bits: the caller's mode may make denormals equal to 0.
template <class Bits>
[[nodiscard]] bool are_same_edges(const Bits& a, const Bits& b) noexcept {
  return std::ranges::equal(a, b, [](auto x, auto y) {
    constexpr auto kSign = static_cast<decltype(x)>(~(~decltype(x){0} >> 1U));
    return x == y || ((x | y) & static_cast<decltype(x)>(~kSign)) == 0;
  });
}

}  // namespace

StaticObjects::StaticObjects(std::pmr::memory_resource* resource)
    : boxes(resource),
      tight(resource),
      doubles(resource),
      tight_doubles(resource),
      words(resource),
      positions(resource),
      rows(resource) {}

void StaticObjects::reserve(std::size_t row_count, bool with_doubles, WordSet more_words) {
  const std::size_t room = positions.capacity();  // of all columns: this one grows last
  const std::size_t size = row_count > room ? row_count + row_count / 8 : room;
  boxes.ensure_keeping(count, size);
  tight.ensure_keeping(count, size);
  words.reserve(count, size, more_words);
  if (with_doubles || has_doubles)
    for (Buffer<DoubleBox>* const column : {&doubles, &tight_doubles})
      column->ensure_keeping(has_doubles ? count : 0, size);
  positions.ensure_keeping(count, size);
}

void StaticObjects::reset() noexcept {
  count = fat_count = double_count = 0;
  has_doubles = false;
  words.reset();
}

void StaticObjects::start_doubles(const Origin& first_origin) noexcept {
  if (std::exchange(has_doubles, true)) return;
  origin = first_origin;
  for (Buffer<DoubleBox>* const column : {&doubles, &tight_doubles})
    std::fill_n(column->data(), count, no_double_box());
}

void StaticObjects::shrink() noexcept {
  positions.shrink(count);  // first: `reserve` takes its capacity for that of all columns
  const std::size_t room = positions.capacity();
  boxes.shrink(room);
  tight.shrink(room);
  words.drop_defaults(count);
  words.shrink(room);
  for (Buffer<DoubleBox>* const column : {&doubles, &tight_doubles})
    column->shrink(has_doubles ? room : 0);
  rows.shrink(count);
}

/// Sets the doubles of a new row. `has_tight`: `tight_doubles` has those that were given.
void StaticObjects::set_doubles(std::size_t row, bool has_tight,
                                const DoubleBox& searched) noexcept {
  const DoubleBox tight_box = has_tight ? tight_doubles[row] : no_double_box();
  // Why: the bits of a NaN would depend on where it comes from.
  tight_doubles[row] = is_valid(tight_box) ? tight_box : no_double_box();
  if (has_tight && !is_valid(tight_box)) {  // regardless of the origin
    boxes.set(row, kNoBox);
    tight.set(row, kNoBox);
  }
  const bool is_searched = is_valid(searched) && is_valid(box_at(boxes.from(0), row));
  doubles[row] = is_searched ? searched : no_double_box();
}

void StaticObjects::append(Objects objects, const Kernels& kernels, const Workers& workers) {
  const std::size_t first = count;
  const bool is_double = objects.given.is_double();
  if (is_double) objects.origin = *objects.given.origin();
  if (objects.has_doubles()) start_doubles(objects.origin);
  words.begin(words_of(objects), first);
  // Doubles can be rounded near any origin, so all are near one.
  objects.given.move_origin(origin);
  if (objects.given.must_be_read()) {  // to where the tight boxes will be
    read_boxes(objects.given, kernels, workers, tight.edges_from(first),
               is_double ? tight_doubles.data() + first : nullptr);
    objects.boxes = tight.from(first);
  }
  if (is_double && objects.has_fat_boxes()) {
    read_boxes(objects, kernels, workers, boxes.edges_from(first), doubles.data() + first);
    objects.is_swept_in_double = true;
    Objects searched = objects;
    searched.boxes = boxes.from(first);
    if (objects.periods.has_any()) make_fat_boxes(searched, first, workers, boxes);
    objects.doubles = doubles.data() + first;
  } else {
    make_fat_boxes(objects, first, workers, boxes);
    if (is_double) objects.doubles = tight_doubles.data() + first;
  }
  std::atomic<std::size_t> new_fat_count{0};
  std::atomic<std::size_t> new_double_count{0};
  const auto append_row = [&](std::size_t i) {
    const std::size_t row = first + i;
    tight.set(row, with_canonical_nan(box_at(objects.boxes, i)));
    boxes.set(row, with_canonical_nan(box_at(boxes.from(0), row)));
    words.put(kId, row, objects.id(i));
    words.put(kGeneration, row, objects.generation(i));
    words.put_filter(row, filter_at(objects.filters, i));
    positions[row] = {kNoLevel, 0};
    if (has_doubles)
      set_doubles(row, is_double,
                  objects.doubles != nullptr ? objects.doubles[i] : no_double_box());
  };
  for_each_chunk(Chunks(objects.count), workers,
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   std::size_t fat = 0;
                   std::size_t wide = 0;
                   for (std::size_t i = begin; i < end; ++i) {
                     append_row(i);
                     fat += is_fat(first + i) ? 1U : 0U;
                     wide += this->is_double(first + i) ? 1U : 0U;
                   }
                   new_fat_count += fat;
                   new_double_count += wide;
                 });
  count += objects.count;
  fat_count += new_fat_count;
  double_count += new_double_count;
  has_doubles = double_count > 0;
}

void StaticObjects::append(const StaticObjects& others, const Workers& workers) {
  const std::size_t first = count;
  begin_columns_of(others);
  for_each_row(others.count, workers, [&](std::size_t i) {
    copy_row(others, i, first + i);
    if (has_doubles && others.origin != origin) round_row(first + i);
    rows.insert(others.ids()[i], static_cast<std::uint32_t>(first + i));
  });
  count += others.count;
  fat_count += others.fat_count;
  double_count += others.double_count;
}

void StaticObjects::begin_columns_of(const StaticObjects& others) noexcept {
  if (others.has_doubles) start_doubles(others.origin);
  words.begin(others.words.set(), count);
}

void StaticObjects::copy_row(const StaticObjects& others, std::size_t from,
                             std::size_t to) noexcept {
  boxes.set(to, box_at(others.boxes.from(0), from));
  tight.set(to, box_at(others.tight.from(0), from));
  words.copy(others.words, from, to);
  positions[to] = others.positions[from];
  if (!has_doubles) return;
  doubles[to] = others.doubles_of(from);
  tight_doubles[to] = others.tight_doubles_of(from);
}

void StaticObjects::round_row(std::size_t row) noexcept {
  if (is_valid(doubles_of(row))) boxes.set(row, local_box(doubles[row], origin));
  if (is_valid(tight_doubles_of(row))) tight.set(row, local_box(tight_doubles[row], origin));
}

bool StaticObjects::is_fat(std::size_t row) const noexcept {
  const Box box = box_at(boxes.from(0), row);
  const bool takes_part = box.min_x != kInfinity || box.max_x != -kInfinity;
  return takes_part && !(are_same_edges(bits_of(boxes, row), bits_of(tight, row)) &&
                         are_same_edges(bits_of(doubles_of(row)), bits_of(tight_doubles_of(row))));
}

void StaticObjects::count_row(std::size_t row) noexcept {
  fat_count += is_fat(row) ? 1U : 0U;
  double_count += is_double(row) ? 1U : 0U;
}

bool StaticObjects::is_equal(std::size_t row, const StaticObjects& others,
                             std::size_t other_row) const noexcept {
  // The floats of doubles may be near another origin.
  const auto are_equal = [&](const DoubleBox& own, const DoubleBox& other, const BoxBuffer& floats,
                             const BoxBuffer& other_floats) {
    return bits_of(own) == bits_of(other) &&
           (is_valid(own) || bits_of(floats, row) == bits_of(other_floats, other_row));
  };
  return are_equal(doubles_of(row), others.doubles_of(other_row), boxes, others.boxes) &&
         are_equal(tight_doubles_of(row), others.tight_doubles_of(other_row), tight,
                   others.tight) &&
         words.is_equal(row, others.words, other_row);
}

void StaticObjects::remove(std::uint32_t row) noexcept {
  rows.erase(ids()[row]);
  remove_row(row);
}

void StaticObjects::remove_row(std::uint32_t row) noexcept {
  const std::size_t last = --count;
  fat_count -= is_fat(row) ? 1U : 0U;
  double_count -= is_double(row) ? 1U : 0U;
  if (row != last) {
    rows.assign(ids()[last], row);
    copy_row(*this, last, row);
  }
  if (count == 0) words.reset();
  if (double_count == 0) has_doubles = false;
}

Objects StaticObjects::first(std::size_t row_count) const noexcept {
  Objects objects;
  objects.boxes = boxes.from(0);
  objects.count = row_count;
  objects.doubles = has_doubles ? doubles.data() : nullptr;
  objects.origin = origin;
  objects.filters = words.filters();
  return objects;
}

}  // namespace quadphase::detail
