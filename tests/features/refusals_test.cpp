// SPDX-License-Identifier: MIT
// A call that is refused has changed nothing: neither what can be seen, nor what will be saved, nor
// the frames that follow, in small worlds with every pair of features. The forms of `try.hpp` make
// the same calls; try_rules_test.cpp compares them.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "features/feature_world.hpp"
#include "quadphase/index.hpp"

namespace quadphase::features {
namespace {

/// A call that must throw.
struct RefusedCall {
  const char* name;
  std::function<void()> call;
};

/// Calls of a world that break a rule, most of them as late as they can: by the last of the ids.
class RefusedCalls {
 public:
  explicit RefusedCalls(FeatureWorld& world)
      : world_(world), e_(world.engine()), store_(world.store()) {
    std::vector<ObjectId> statics;
    for (const auto& [id, object] : world.model().statics()) statics.push_back(id);
    some_ = statics.empty() ? unknown_[0] : statics[0];
    with_unknown_ = statics;
    with_unknown_.push_back(unknown_[0]);
    statics_twice_ = statics;
    statics_twice_.push_back(some_);
    twice_ = {some_, unknown_[1], some_};
  }

  [[nodiscard]] std::vector<RefusedCall> all() {
    std::vector<RefusedCall> calls = frames();
    const auto add = [&](const std::vector<RefusedCall>& others) {
      calls.insert(calls.end(), others.begin(), others.end());
    };
    add(statics());
    add(changes());
    add(batches());
    add(stored());
    if (!world_.model().has_tree()) add(without_frame());
    if (world_.model().has_tree()) add(in_visitor());
    return calls;
  }

 private:
  [[nodiscard]] std::vector<RefusedCall> frames() {
    return {
        {"update", [&] { e_.update(uneven_); }},
        {"update of ids", [&] { e_.update(boxes_, {.ids = twice_, .mask = short_}); }},
        {"update rows", [&] { e_.update(narrow_, masks_); }},
        {"update wide",
         [&] {
           e_.update({double_, nowhere_}, masks_);
         }},
        {"build", [&] { e_.build(uneven_, masks_); }},
        {"build rows", [&] { e_.build(boxes_, {.margin = std::span(edges_).first(2)}); }},
        {"build wide",
         [&] {
           e_.build({double_, nowhere_});
         }},
        {"reserve objects", [&] { e_.reserve(std::size_t{1} << 33U); }},
        {"reserve pairs", [&] { e_.reserve(1, std::uint64_t{1} << 49U); }},
        {"restore", [&] { e_.restore(nothing_); }},
    };
  }

  [[nodiscard]] std::vector<RefusedCall> statics() {
    return {
        {"set_static", [&] { e_.set_static(view_, twice_, masks_); }},
        {"set_static of a few ids", [&] { e_.set_static(boxes_, unknown_); }},
        {"set_static wide",
         [&] {
           e_.set_static({double_, nowhere_}, three_);
         }},
        {"add_static", [&] { e_.add_static(view_, twice_, masks_); }},
        {"add_static rows", [&] { e_.add_static(boxes_, three_, {.mask = short_}); }},
        {"remove_static", [&] { e_.remove_static(with_unknown_); }},
        {"remove_static twice", [&] { e_.remove_static(statics_twice_); }},
        {"exchange_static for the same",
         [&] { e_.exchange_static(with_unknown_, view_, three_, masks_); }},
        {"exchange_static for one twice", [&] { e_.exchange_static({}, boxes_, twice_, masks_); }},
        {"exchange_static wide",
         [&] {
           e_.exchange_static({}, {double_, nowhere_}, three_);
         }},
    };
  }

  [[nodiscard]] std::vector<RefusedCall> changes() {
    return {
        {"change", [&] { e_.patch(view_, twice_, masks_); }},
        {"change rows", [&] { e_.patch(boxes_, twice_); }},
        {"change of a few ids", [&] { e_.patch(boxes_, unknown_, masks_); }},
        {"change by a short column", [&] { e_.patch(boxes_, three_, {.mask = short_}); }},
        {"change wide",
         [&] {
           e_.patch({double_, nowhere_}, three_, masks_);
         }},
    };
  }

  [[nodiscard]] std::vector<RefusedCall> batches() {
    return {
        {"find_overlaps", [&] { e_.find_overlaps(uneven_, rows_); }},
        {"find_first_overlaps", [&] { e_.find_first_overlaps(boxes_, rows_, options_); }},
        {"find_inside", [&] { e_.find_inside(boxes_, rows_, options_); }},
        {"cast_any", [&] { e_.cast_any(casts_, rows_, options_); }},
        {"cast_closest", [&] { e_.cast_closest(casts_, rows_, options_); }},
        {"find_hits", [&] { e_.find_hits(casts_, rows_, options_); }},
        {"find_nearest",
         [&] {
           e_.find_nearest(points_, 2, rows_, {.attributes = Attributes{}.set_filters(filters_)});
         }},
    };
  }

  [[nodiscard]] std::vector<RefusedCall> stored() {
    return {
        {"reserve of a store", [&] { store_.reserve(std::size_t{1} << 33U); }},
        {"add to a store", [&] { store_.add(uneven_, {}, made_); }},
        {"remove from a store", [&] { store_.remove(stale_handles()); }},
        {"move in a store", [&] { store_.move(stale_handles(), view_); }},
        {"set_filter", [&] { store_.set_filter(stale_handles(), filters_); }},
        {"set_mobility", [&] { store_.set_mobility(stale_handles(), Mobility::static_); }},
        {"reorder of a store", [&] { store_.reorder(std::vector<ObjectId>{0xFFFF'FFF0}); }},
        {"set_margin", [&] { store_.set_margin(stale_handles(), edges_); }},
        {"restore of a store", [&] { store_.restore(nothing_); }},
    };
  }

  [[nodiscard]] std::vector<RefusedCall> without_frame() {
    return {
        {"count_pairs", [&] { (void)e_.count_pairs(); }},
        {"chunk_count", [&] { (void)e_.chunk_count(); }},
        {"a stream", [&] { e_.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {}); }},
        {"cells", [&] { e_.for_each_cell([](const Cell&) {}); }},
        {"touching",
         [&] {
           (void)e_.tight_boxes_overlap({0, 1});
         }},
        {"change without a frame", [&] { e_.patch(boxes_, three_, masks_); }},
        {"remove without a frame", [&] { e_.hide(three_); }},
        {"a query", [&] { e_.for_each_overlap(boxes_[0], [](ObjectId) {}); }},
        {"a batch", [&] { e_.find_overlaps(boxes_, rows_); }},
    };
  }

  /// Calls inside of a visitor, which is called if the world has an object.
  [[nodiscard]] std::vector<RefusedCall> in_visitor() {
    std::vector<RefusedCall> calls = {
        {"update in a visitor", [&] { e_.update(boxes_, masks_); }},
        {"build in a visitor", [&] { e_.build(boxes_); }},
        {"update of a store in a visitor", [&] { e_.update(store_); }},
        {"change in a visitor", [&] { e_.patch(boxes_, three_, masks_); }},
        {"remove in a visitor", [&] { e_.hide(three_); }},
        {"reserve in a visitor", [&] { e_.reserve(10); }},
        {"restore in a visitor", [&] { e_.restore(nothing_); }},
        {"count_pairs in a visitor", [&] { (void)e_.count_pairs(); }},
    };
    for (RefusedCall& refused : calls) {
      refused.call = [this, call = refused.call] {
        std::size_t visits = 0;
        e_.for_each_cell([&](const Cell&) {
          ++visits;
          call();
        });
        if (visits == 0) call_alone();
      };
    }
    return calls;
  }
  /// There is nothing to visit.
  static void call_alone() { throw std::logic_error("not called"); }

  /// Some of the store's handles, then one that is stale.
  [[nodiscard]] std::vector<Handle> stale_handles() const {
    std::vector<Handle> handles(3, Handle::null());
    for (ObjectId id = 0; id < 2 && id < store_.moving_count(); ++id)
      handles[id] = store_.handle_of(store_.moving_attributes().ids[id]);
    return handles;
  }

  FeatureWorld& world_;
  BroadPhase& e_;
  ObjectStore& store_;
  QueryResult rows_;
  ObjectId some_ = 0;  // static, if an object is
  std::vector<ObjectId> with_unknown_;
  std::vector<ObjectId> statics_twice_;
  std::vector<ObjectId> twice_;
  std::vector<Handle> made_ = std::vector<Handle>(3);
  std::span<const std::byte> nothing_;
  const std::vector<ObjectId> unknown_ = {0xFFF0'0002, 0xFFF0'0003};
  const std::vector<ObjectId> three_ = {0xFFF0'0004, 0xFFF0'0005, 0xFFF0'0006};
  const std::vector<Box> boxes_ = {{0, 0, 1, 1}, {2, 2, 3, 3}, {4, 4, 5, 5}};
  const std::vector<float> edges_ = {1, 2, 3};
  const BoxView view_{edges_, edges_, edges_, edges_};
  const BoxView uneven_{edges_, edges_, edges_, std::span(edges_).first(2)};
  const Boxes narrow_{edges_.data(), 2, 4};
  const std::vector<double> double_edges_ = {1, 2, 3};
  const DoubleBoxView double_{double_edges_, double_edges_, double_edges_, double_edges_};
  const Origin nowhere_{std::numeric_limits<double>::quiet_NaN(), 0};
  const std::vector<std::uint32_t> mask_ = {5, 5, 5};
  const std::span<const std::uint32_t> short_ = std::span(mask_).first(2);
  const Attributes masks_{.mask = mask_};
  const std::vector<Filter> filters_ = std::vector<Filter>(3);
  const std::vector<Filter> two_filters_ = std::vector<Filter>(2);
  const BatchOptions options_{.attributes = Attributes{}.set_filters(two_filters_)};
  const std::vector<Segment> casts_ = std::vector<Segment>(3, {{0, 0}, {9, 9}});
  const std::vector<Point> points_ = {{1, 1}, {2, 2}};
};

/// The first of all calls that is not refused, or has changed something.
Difference difference_of_refusals(FeatureWorld& world) {
  RefusedCalls calls(world);
  const Fingerprint before = world.fingerprint();
  for (const RefusedCall& refused : calls.all()) {
    try {
      refused.call();
      return std::string(refused.name) + " was not refused";
    } catch (const std::logic_error&) {
    }
    if (!(world.fingerprint() == before))
      return std::string(refused.name) + " was refused and has changed something";
  }
  return std::nullopt;
}

class RefusalsOfPart : public testing::TestWithParam<std::size_t> {};

TEST_P(RefusalsOfPart, ChangeNothingWhereverTwoFeaturesMeet) {
  constexpr std::size_t kRefusalParts = 4;
  const std::vector<Row> rows = covering_array(level_counts(), 2, 1);
  for (std::size_t i = GetParam(); i < rows.size(); i += kRefusalParts) {
    FeatureWorld world(features_of(rows[i]), i);
    const Difference found = world.play(difference_of_refusals);
    ASSERT_FALSE(found) << "row " << i << ": " << *found << "\n" << in_words(rows[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Part, RefusalsOfPart, testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace quadphase::features
