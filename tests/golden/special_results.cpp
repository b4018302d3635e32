// SPDX-License-Identifier: MIT
// Worlds full of numbers at which kernels, compilers and processors could differ: NaN of both signs
// and several payloads, infinities, zeros of both signs, subnormals and the largest numbers, as
// edges, centers, margins and displacements. Everything is hashed that can be read or saved.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "golden/digest.hpp"
#include "golden/results.hpp"
#include "quadphase/index.hpp"
#include "scenes/random.hpp"

namespace quadphase::golden {
namespace {

constexpr std::size_t kSpecialCount = 211;  // no whole number of vectors
constexpr ObjectId kFirstStatic = 1'000;

/// The bits of special floats; those above 0x7F80'0000, without the sign, are NaN, the last one of
/// them a signalling NaN.
constexpr std::array<std::uint32_t, 9> kFloats = {0x0000'0000, 0x0000'0001, 0x007F'FFFF,
                                                  0x0080'0000, 0x7F7F'FFFF, 0x7F80'0000,
                                                  0x7FC0'0000, 0x7FC1'2345, 0x7FA0'0001};
/// The same in double, and numbers between floats and beyond them.
constexpr std::array<std::uint64_t, 13> kDoubles = {
    0x0000'0000'0000'0000, 0x0000'0000'0000'0001, 0x000F'FFFF'FFFF'FFFF, 0x0010'0000'0000'0000,
    0x36A0'0000'0000'0000, 0x3690'0000'0000'0001, 0x47EF'FFFF'F000'0000, 0x7FEF'FFFF'FFFF'FFFF,
    0x7FF0'0000'0000'0000, 0x7FF8'0000'0000'0000, 0x7FF8'1234'5678'9ABC, 0x7FFF'FFFF'FFFF'FFFF,
    0x7FF4'0000'0000'0001};

class SpecialNumbers {
 public:
  explicit SpecialNumbers(std::uint64_t seed) : random_(seed, 11) {}

  [[nodiscard]] std::uint32_t below(std::uint32_t limit) { return random_.below(limit); }
  /// One of `kFloats`, of either sign.
  [[nodiscard]] float some_float() {
    return std::bit_cast<float>(kFloats[below(kFloats.size())] | below(2) << 31U);
  }
  [[nodiscard]] double some_double() {
    return std::bit_cast<double>(kDoubles[below(kDoubles.size())] | std::uint64_t{below(2)} << 63U);
  }
  /// On a grid of halves around 0, so that many edges are equal.
  [[nodiscard]] float on_grid() { return 0.5F * static_cast<float>(below(25)) - 6; }
  [[nodiscard]] bool one_in(std::uint32_t number) { return below(number) == 0; }

 private:
  scenes::Random random_;
};

/// Boxes in all forms; those of one form are not those of another.
struct SpecialBoxes {
  explicit SpecialBoxes(SpecialNumbers& numbers) : rows(kSpecialCount) {
    for (std::size_t i = 0; i < kSpecialCount; ++i) {
      std::array<float, 4> edges{};
      std::array<double, 4> double_edges{};
      std::array<double, 4> center{};
      for (const std::size_t axis : {0U, 1U}) {
        edges[axis] = numbers.on_grid();
        edges[axis + 2] = edges[axis] + 0.5F * static_cast<float>(numbers.below(4));
        for (const std::size_t edge : {axis, axis + 2}) {
          const double value = static_cast<double>(edges[edge]) + 0.1;
          double_edges[edge] = numbers.one_in(5) ? numbers.some_double() : value;
          const double part = edge < 2 ? value : 0.75;
          center[edge] = numbers.one_in(5) ? numbers.some_double() : part;
          if (numbers.one_in(5)) edges[edge] = numbers.some_float();
        }
      }
      rows[i] = {edges[0], edges[1], edges[2], edges[3]};
      for (std::size_t edge = 0; edge < 4; ++edge) {
        columns[edge].push_back(edges[edge]);
        wide[edge].push_back(double_edges[edge]);
        centers[edge].push_back(center[edge]);
      }
    }
  }

  /// Calls `take(boxes)` with the boxes in one of the forms.
  template <class Take>
  void give(SpecialForm form, const Origin& origin, const Take& take) const {
    switch (form) {
      case SpecialForm::columns:
        return take(Boxes(columns[0], columns[1], columns[2], columns[3]));
      case SpecialForm::rows:
        return take(Boxes(rows));
      case SpecialForm::doubles:
        return take(Boxes(wide[0], wide[1], wide[2], wide[3], origin));
      default:
        return take(Boxes(CenterView{centers[0], centers[1], centers[2], centers[3]}, origin));
    }
  }

  std::vector<Box> rows;
  std::array<std::vector<float>, 4> columns;
  std::array<std::vector<double>, 4> wide;
  std::array<std::vector<double>, 4> centers;
};

/// Margins and motions, some of them special, and the ids of rows from `first_id` on.
struct SpecialAttributes {
  SpecialAttributes(SpecialNumbers& numbers, ObjectId first_id) {
    for (std::size_t i = 0; i < kSpecialCount; ++i) {
      ids.push_back(first_id + static_cast<ObjectId>(i));
      for (std::vector<float>* const column : {&margin, &x, &y})
        column->push_back(numbers.one_in(6) ? numbers.some_float() : std::abs(numbers.on_grid()));
    }
  }
  [[nodiscard]] Attributes view(bool is_grown) const {
    Attributes attributes;
    if (is_grown) {
      attributes.margin = margin;
      attributes.displacement_x = x;
      attributes.displacement_y = y;
    }
    return attributes;
  }

  std::vector<ObjectId> ids;
  std::vector<float> margin, x, y;
};

void add_snapshot(const BroadPhase& broad_phase, Digest& digest) {
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  digest.add(std::span<const std::byte>(bytes));
}

/// All that a frame shows.
void add_shown(const BroadPhase& broad_phase, Digest& digest) {
  digest.add(broad_phase.pairs());
  digest.add(broad_phase.events().begun);
  digest.add(broad_phase.events().ended);
  digest.add(broad_phase.previous_indices());
  digest.add(broad_phase.rejected_ids());
  for (const Pair& pair : broad_phase.pairs())
    digest.add(std::uint32_t{broad_phase.tight_boxes_overlap(pair)});
  broad_phase.for_each_cell([&](const Cell& cell) {
    digest.add(cell.bounds);
    digest.add(std::uint64_t{cell.object_count});
    digest.add(cell.ids);
  });
  add_snapshot(broad_phase, digest);
}

void add_queries(const BroadPhase& broad_phase, const SpecialBoxes& boxes, Digest& digest) {
  QueryResult result;
  broad_phase.find_overlaps(boxes.rows, result);
  digest.add(result.ids());
  std::array<Neighbor, 5> nearest;
  for (const Box& box : boxes.rows) {
    const Point point{box.min_x, box.max_y};
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    const std::size_t found = broad_phase.find_nearest(point, nearest);
    digest.add(std::span<const Neighbor>(nearest).first(found));
    if (const auto hit = broad_phase.cast_closest(Ray{point, {1, -0.0F}})) digest.add(*hit);
  }
}

/// Frames of boxes in one form, moving and static, whole and changed.
std::uint64_t forms_hash(SpecialForm form, std::uint64_t seed, Config config) {
  SpecialNumbers numbers(seed);
  const Origin origin = numbers.one_in(2) ? Origin{} : Origin{0.1, -1e6};
  if (form == SpecialForm::periodic) {
    config.period_x = 14;
    config.period_y = 13;
  }
  BroadPhase broad_phase(config);
  Digest digest;
  for (int frame = 0; frame < 4; ++frame) {
    const bool is_grown = frame % 2 == 1;
    const auto each = form == SpecialForm::periodic ? SpecialForm::columns : form;
    const SpecialBoxes walls(numbers);
    const SpecialAttributes of_walls(numbers, kFirstStatic);
    const Attributes grown = of_walls.view(is_grown);
    walls.give(each, origin, [&](const Boxes& boxes) {
      if (frame < 2) return broad_phase.set_static(boxes, of_walls.ids, grown);
      broad_phase.exchange_static(of_walls.ids, boxes, of_walls.ids, grown);
    });
    add_snapshot(broad_phase, digest);  // with changes that wait
    const SpecialBoxes moving(numbers);
    const SpecialAttributes of_moving(numbers, 0);
    moving.give(each, origin,
                [&](const Boxes& boxes) { broad_phase.update(boxes, of_moving.view(frame >= 2)); });
    add_shown(broad_phase, digest);
    add_queries(broad_phase, moving, digest);
    const SpecialBoxes changed(numbers);
    changed.give(each, origin,
                 [&](const Boxes& boxes) { broad_phase.patch(boxes, of_walls.ids, grown); });
    add_queries(broad_phase, moving, digest);
  }
  return digest.value();
}

/// Frames of a store, whose columns are hashed, too.
std::uint64_t special_store_hash(std::uint64_t seed, const Config& config) {
  SpecialNumbers numbers(seed);
  BroadPhase broad_phase(config);
  ObjectStore store(nullptr, config.executor);
  std::vector<Handle> handles(kSpecialCount);
  const SpecialBoxes first(numbers);
  store.add(BoxView{first.columns[0], first.columns[1], first.columns[2], first.columns[3]}, {},
            handles);
  Digest digest;
  for (int frame = 0; frame < 3; ++frame) {
    const SpecialBoxes boxes(numbers);
    const SpecialAttributes attributes(numbers, 0);
    for (std::size_t i = 0; i < kSpecialCount; ++i) {
      if (numbers.one_in(2)) store.move(handles[i], boxes.rows[i]);
      if (numbers.one_in(4)) store.set_margin(handles[i], attributes.margin[i]);
      if (numbers.one_in(4)) store.set_displacement(handles[i], {attributes.x[i], attributes.y[i]});
      if (numbers.one_in(6)) store.set_mobility(handles[i], Mobility::static_);
    }
    broad_phase.update(store);
    add_shown(broad_phase, digest);
    std::vector<std::byte> bytes;
    store.save(bytes);
    digest.add(std::span<const std::byte>(bytes));
    for (const std::span<const float> column :
         {store.moving_boxes().min_x, store.static_boxes().max_y,
          store.moving_attributes().margin.contiguous(),
          store.static_attributes().displacement_x.contiguous()})
      digest.add(column);
  }
  return digest.value();
}

}  // namespace

std::uint64_t special_hash(SpecialForm form, std::uint64_t seed, Config config) {
  config.events = true;
  config.previous_indices = true;
  return form == SpecialForm::store ? special_store_hash(seed, config)
                                    : forms_hash(form, seed, config);
}

Results special_results(const Config& config) {
  Results results;
  for (const auto& [form, name] : kSpecialForms) {
    Digest digest;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) digest.add(special_hash(form, seed, config));
    results.push_back({"special", name, digest.value()});
  }
  return results;
}

}  // namespace quadphase::golden
