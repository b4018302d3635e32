// SPDX-License-Identifier: MIT
// A world that changes at random, for tests of recordings: an engine, a store with an engine of its
// own, and an index, with calls of every kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadphase/recorder.hpp"
#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "scenes/random.hpp"

namespace quadphase::recording_tests {

/// Columns of boxes and attributes of some objects, on a grid of halves.
struct Rows {
  std::vector<float> min_x, min_y, max_x, max_y, margin, displacement_x, displacement_y;
  std::vector<std::uint32_t> category, mask, group, world, generation;
  std::vector<ObjectId> ids;
  std::vector<Box> boxes;
  std::vector<double> doubles[4], centers[4];

  Rows(std::size_t count, ObjectId first, scenes::Random& random) {
    const auto half = [&](std::uint32_t limit) {
      return 0.5F * static_cast<float>(random.below(limit));
    };
    for (std::size_t i = 0; i < count; ++i) {
      const float x = half(40);
      const float y = half(40);
      boxes.push_back({x, y, x + half(6), y + half(6)});
      const Box& box = boxes.back();
      min_x.push_back(box.min_x);
      min_y.push_back(box.min_y);
      max_x.push_back(box.max_x);
      max_y.push_back(box.max_y);
      const auto double_of = [](float edge) { return static_cast<double>(edge); };
      const double edges[] = {double_of(box.min_x), double_of(box.min_y), double_of(box.max_x),
                              double_of(box.max_y)};
      for (std::size_t edge = 0; edge < 4; ++edge) {
        doubles[edge].push_back(edges[edge] + 1e6);
        centers[edge].push_back(edge < 2 ? (edges[edge] + edges[edge + 2]) / 2
                                         : (edges[edge] - edges[edge - 2]) / 2);
      }
      ids.push_back(first + static_cast<ObjectId>(3 * i));
      category.push_back(1U << random.below(3));
      mask.push_back(7U >> random.below(2));
      group.push_back(random.below(20));
      world.push_back(random.below(8) == 0 ? 1 : 0);
      margin.push_back(0.25F * half(3));
      displacement_x.push_back(half(3) - 0.5F);
      displacement_y.push_back(half(3) - 0.5F);
      generation.push_back(random.below(2));
    }
  }
  [[nodiscard]] BoxView view() const { return {min_x, min_y, max_x, max_y}; }
  [[nodiscard]] DoubleBoxView double_view() const {
    return {doubles[0], doubles[1], doubles[2], doubles[3]};
  }
  [[nodiscard]] CenterView center_view() const {
    return {centers[0], centers[1], centers[2], centers[3]};
  }
  [[nodiscard]] Attributes attributes() const {
    return {.ids = ids,
            .category = category,
            .mask = mask,
            .group = group,
            .world = world,
            .margin = margin,
            .displacement_x = displacement_x,
            .displacement_y = displacement_y,
            .generation = generation};
  }
};

/// The boxes in one of their forms.
inline Boxes in_form(const Rows& rows, std::uint32_t form) {
  switch (form % 4) {
    case 0:
      return rows.view();
    case 1:
      return rows.boxes;
    case 2:
      return {rows.double_view(), {1e6, 1e6}};
    default:
      return rows.center_view();
  }
}

class RecordedWorld {
 public:
  RecordedWorld(CallRecorder& recorder, std::uint64_t seed)
      : random_(seed),
        engine_({.threads = 1, .events = true, .previous_indices = true, .recorder = &recorder}),
        followed_({.threads = 1, .events = true, .recorder = &recorder}),
        store_(nullptr, nullptr, &recorder),
        index_({.threads = 1, .recorder = &recorder}) {}

  /// Some calls; in the first step, those that need no frame.
  void step() {
    change_statics();
    const Rows rows(30 + random_.below(40), 0, random_);
    const Boxes boxes = in_form(rows, random_.below(4));
    engine_.update(boxes, rows.attributes());
    index_.build(boxes, rows.attributes());
    change_store();
    followed_.update(store_);
    search(engine_, rows);
    search(index_, rows);
    between(rows);
    mistakes();
    if (random_.below(3) == 0) roll_back();
  }

 private:
  void change_statics() {
    const Rows rows(10, 1'000, random_);
    const std::span<const ObjectId> ids = rows.ids;
    const Attributes attributes = rows.attributes();
    const std::uint32_t form = random_.below(4);
    switch (random_.below(4)) {
      case 0:
        engine_.set_static(in_form(rows, form), ids, attributes);
        break;
      case 1:
        engine_.clear_static();
        engine_.add_static(in_form(rows, form), ids, attributes);
        engine_.remove_static(ids.first(3));
        break;
      default:
        engine_.set_static(rows.view(), ids);
        engine_.exchange_static(ids, in_form(rows, form), ids, attributes);
    }
    engine_.restart_pairs(std::vector<ObjectId>{0, 3, 1'000});
    if (random_.below(8) == 0) engine_.reserve(100, 100);
    if (random_.below(8) == 0) index_.reserve(100);
    if (random_.below(8) == 0) engine_.shrink_to_fit();
  }

  void change_store() {
    const Rows rows(8, 0, random_);
    std::vector<Handle> handles(rows.boxes.size());
    store_.add(rows.view(), {}, handles,
               random_.below(3) == 0 ? Mobility::static_ : Mobility::moving);
    handles.push_back(store_.add(rows.boxes[0], {.category = 2}, Mobility::static_));
    store_.move(std::span(handles).first(8), rows.boxes);
    store_.move(handles[8], rows.boxes[1]);
    store_.set_filter(handles[0], {.mask = 3});
    store_.set_filter(std::span(handles).first(2), std::vector<Filter>{{.group = 4}, {.world = 1}});
    store_.set_mobility(handles[1], Mobility::static_);
    store_.set_mobility(std::span(handles).first(3), Mobility::moving);
    store_.set_margin(handles[2], 0.5F);
    store_.set_margin(std::span(handles).first(2), std::vector<float>{1, 2});
    store_.set_displacement(handles[3], {1, -1});
    store_.set_displacement(std::span(handles).first(1), std::vector<Displacement>{{2, 1}});
    store_.reorder(std::vector<ObjectId>{handles[3].id, handles[8].id, handles[2].id});
    store_.remove(handles[4]);
    store_.remove(std::span(handles).first(2));
    if (random_.below(8) == 0) store_.clear();
    if (random_.below(8) == 0) store_.reserve(50, 10);
    if (random_.below(8) == 0) store_.shrink_to_fit();
    if (random_.below(8) == 0) index_.shrink_to_fit();
  }

  template <class Searched>
  void search(const Searched& searched, const Rows& rows) {
    const QueryOptions options = {.filter = {.category = 3}, .worlds = Worlds::all};
    const Box box = rows.boxes[0];
    const Point point = {box.min_x, box.min_y};
    std::size_t count = 0;
    searched.for_each_overlap(
        Circle{point, 3}, [&](ObjectId) { ++count; }, options);
    searched.for_each_overlap(box, [&](ObjectId) { return ++count % 2 == 0; });
    searched.for_each_inside(ConvexPolygon{{0, 0}, {9, 0}, {9, 9}}, [&](ObjectId) { ++count; });
    const Ray ray{point, {1, 0.5F}};
    (void)searched.cast_any(ray, options);
    (void)searched.cast_closest(CapsuleCast{{{0, 0}, {1, 1}, 1}, {9, 9}});
    searched.for_each_hit(ray, [&](const CastHit&) { return ++count % 5 != 0; });
    searched.for_each_hit(ray, [&](const CastHit& hit) { return hit.fraction + 2; });
    Neighbor nearest[4];
    (void)searched.find_nearest(point, nearest, {.radius = 8});
    searched.for_each_nearest(point, [&](const Neighbor&) { return ++count % 3 != 0; });
    searched.find_overlaps(rows.view(), result_, {.filter = {.category = 3}});
    searched.find_overlaps(rows.view(), result_, {.attributes = rows.attributes()});
    searched.find_first_overlaps(std::vector<Capsule>{{{0, 0}, {5, 5}, 1}}, result_);
    searched.find_inside(std::vector<RotatedBox>{{{9, 9}, {5, 5}, {1, 1}}}, result_);
    searched.for_each_overlap(DoubleBox{0.1, 0.1, 9.1, 9.1}, [](ObjectId) {});
    searched.for_each_inside(DoubleCircle{{5.1, 5}, 7.1}, [](ObjectId) {});
    searched.for_each_overlap(DoubleCapsule{{5.1, 5}, {9.3, 9}, 1.1}, [](ObjectId) {});
    searched.find_overlaps(std::vector<DoubleBox>{{0.1, 0.1, 9.1, 9.1}}, result_);
    searched.find_overlaps(std::vector<DoublePoint>{{5.1, 5}, {6.1, 5}}, result_);
    searched.find_inside(std::vector<DoubleCircle>{{{5.1, 5}, 7.1}}, result_);
    searched.find_overlaps(std::vector<DoubleCapsule>{{{5.1, 5}, {9.3, 9}, 1.1}}, result_);
    const std::vector<Segment> segments = {{{0, 0}, {20, 20}}, {{20, 0}, {0, 20}}};
    searched.cast_any(segments, result_);
    searched.cast_closest(std::vector<BoxCast>{{box, {3, 3}}}, result_);
    searched.find_hits(std::vector<CircleCast>{{{point, 1}, {5, 0}}}, result_);
    searched.find_nearest(std::vector<Point>{point, {3, 3}}, 3, result_, {.radius = 9});
  }

  void between(const Rows& rows) {
    const Rows few(3, 0, random_);
    engine_.patch(few.view(), few.ids, few.attributes());
    index_.patch(Boxes(few.boxes), few.ids);
    engine_.hide(std::vector<ObjectId>{6});
    index_.hide(std::vector<ObjectId>{6});
    search(engine_, rows);
    search(index_, rows);
    if (!engine_.pairs().empty()) (void)engine_.tight_boxes_overlap(engine_.pairs().front());
    (void)engine_.count_pairs();
    (void)engine_.chunk_count();
    engine_.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
    engine_.build(rows.view(), rows.attributes());
    (void)engine_.count_pairs();
  }

  void mistakes() {
    const auto refused = [](const auto& call) {
      try {
        call();
      } catch (const std::logic_error&) {
        return;
      }
      throw std::runtime_error("a mistake was not refused");
    };
    const Rows rows(2, 0, random_);
    BoxView uneven = rows.view();
    uneven.max_y = uneven.max_y.first(1);
    refused([&] { engine_.update(uneven); });
    refused([&] { engine_.update(Boxes(rows.boxes.data(), 2, 4)); });
    refused([&] { store_.remove(Handle{}); });
    refused([&] {
      engine_.for_each_overlap(Box{0, 0, 99, 99}, [&](ObjectId) { engine_.update(rows.view()); });
      throw std::logic_error("nothing overlaps");
    });
  }

  void roll_back() {
    std::vector<std::byte> bytes;
    engine_.save(bytes);
    store_.save(bytes);
    std::span<const std::byte> rest = bytes;
    engine_.restore(rest);
    store_.restore(rest);
  }

  scenes::Random random_;
  BroadPhase engine_;
  BroadPhase followed_;
  ObjectStore store_;
  Index index_;
  QueryResult result_;
};

/// Records a random world. Returns the number of its calls.
inline std::uint64_t record_world(const std::string& path, std::uint64_t seed, int steps,
                                  const RecorderOptions& options = {.hashes = true}) {
  Recorder recorder(path, options);
  {
    RecordedWorld world(recorder, seed);
    for (int i = 0; i < steps; ++i) world.step();
  }
  return recorder.call_count();
}

/// The hashes and exceptions of all calls that are there.
inline std::vector<std::uint64_t> played(Recording& recording, const ReplayOptions& options) {
  Replayer replayer(options);
  std::vector<std::uint64_t> hashes;
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    hashes.push_back(result.hash + static_cast<std::uint64_t>(result.code));
  }
  return hashes;
}

}  // namespace quadphase::recording_tests
