// SPDX-License-Identifier: MIT
// The interface without exceptions: each broken rule becomes the code and the words of the
// exception, nothing changes, and nothing that would be returned is written.
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/executors.hpp"
#include "try_checks.hpp"

namespace quadphase::contract {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class TryRules : public testing::Test {
 protected:
  template <class Exception>
  void expect_refused(const std::vector<BothForms>& calls, StatusCode code) {
    for (const BothForms& forms : calls) {
      const std::vector<std::byte> before = world_.shown();
      expect_same_refusal<Exception>(forms, code);
      EXPECT_TRUE(world_.shown() == before) << forms.name << " has changed something";
    }
  }

  TryWorld world_;
  BroadPhase& engine_ = world_.broad_phase;
  Index& index_ = world_.index;
  ObjectStore& store_ = world_.store;

  // Arguments that break rules.
  const std::vector<float> edges_ = {1, 2, 3};
  const BoxView uneven_{edges_, edges_, edges_, std::span(edges_).first(2)};
  const Attributes bad_{.margin = std::span(edges_).first(1)};
  const Boxes narrow_{edges_.data(), 2, 4};
  const std::vector<double> double_edges_ = {1, 2, 3};
  const DoubleBoxView double_{double_edges_, double_edges_, double_edges_, double_edges_};
  const Origin nowhere_{kNan, 0};
  const std::vector<Box> boxes_ = {{0, 0, 1, 1}, {2, 2, 3, 3}, {4, 4, 5, 5}};
  const std::vector<ObjectId> ids_ = {2'000, 2'001, 2'002};
  const std::vector<ObjectId> twice_ = {2'000, 2'001, 2'000};
  const Handle stale_{7, 99};
  const std::vector<Handle> stale_handles_ = {{7, 99}, {8, 99}};
};

TEST_F(TryRules, OfAnEngineAreTheSame) {
  std::optional<BroadPhase> made;
  const std::span<const std::byte> no_bytes;
  auto bytes = no_bytes;
  const std::vector<BothForms> calls = {
      {"create", [&] { made = BroadPhase({.leaf_capacity = 0}); },
       [&] { return try_create(made, {.leaf_capacity = 0}); }},
      QUADPHASE_BOTH(engine_, reserve, 1, std::uint64_t{1} << 49U),
      QUADPHASE_BOTH(engine_, update, uneven_),
      QUADPHASE_BOTH(engine_, update, narrow_),
      QUADPHASE_BOTH(engine_, update, {double_, nowhere_}),
      QUADPHASE_BOTH(engine_, update, boxes_, bad_),
      QUADPHASE_BOTH(engine_, build, uneven_),
      QUADPHASE_BOTH(engine_, build, narrow_),
      QUADPHASE_BOTH(engine_, build, {double_, nowhere_}),
      QUADPHASE_BOTH(engine_, set_static, world_.first.view(), twice_),
      QUADPHASE_BOTH(engine_, set_static, boxes_, twice_),
      QUADPHASE_BOTH(engine_, set_static, {double_, nowhere_}, ids_),
      QUADPHASE_BOTH(engine_, add_static, uneven_, ids_),
      QUADPHASE_BOTH(engine_, add_static, boxes_, twice_),
      QUADPHASE_BOTH(engine_, add_static, {double_, {}}, twice_),
      QUADPHASE_BOTH(engine_, remove_static, ids_),
      QUADPHASE_BOTH(engine_, exchange_static, ids_, uneven_, ids_),
      QUADPHASE_BOTH(engine_, exchange_static, ids_, boxes_, ids_),
      QUADPHASE_BOTH(engine_, exchange_static, ids_, {double_, {}}, ids_),
      QUADPHASE_BOTH(engine_, patch, uneven_, ids_),
      QUADPHASE_BOTH(engine_, patch, boxes_, twice_),
      QUADPHASE_BOTH(engine_, patch, {double_, nowhere_}, ids_),
      QUADPHASE_BOTH(engine_, restore, bytes),
  };
  expect_refused<std::invalid_argument>(calls, StatusCode::invalid_argument);
  EXPECT_FALSE(made);
  std::uint64_t count = 0;
  EXPECT_TRUE(try_count_pairs(engine_, count).is_ok()) << "there is no tree any more";
  EXPECT_EQ(count, engine_.pairs().size());
}

TEST_F(TryRules, OfAnIndexAndOfColumnsAreTheSame) {
  std::optional<Index> made;
  BoxColumns columns(5);
  OneThread nobody(0, OneThread::Order::ascending);
  const std::vector<BothForms> calls = {
      {"create", [&] { made = Index({.max_depth = 0}); },
       [&] { return try_create(made, {.max_depth = 0}); }},
      QUADPHASE_BOTH(index_, reserve, std::size_t{1} << 33U),
      QUADPHASE_BOTH(index_, build, uneven_),
      QUADPHASE_BOTH(index_, build, narrow_),
      QUADPHASE_BOTH(index_, build, {double_, nowhere_}),
      QUADPHASE_BOTH(index_, patch, uneven_, ids_),
      QUADPHASE_BOTH(index_, patch, boxes_, twice_),
      QUADPHASE_BOTH(index_, patch, {double_, nowhere_}, ids_),
      {"to_local", [&] { to_local(double_, nowhere_, columns); },
       [&] { return try_to_local(double_, nowhere_, columns); }},
      {"to_local with an executor", [&] { to_local(double_, {}, columns, &nobody); },
       [&] { return try_to_local(double_, {}, columns, &nobody); }},
  };
  expect_refused<std::invalid_argument>(calls, StatusCode::invalid_argument);
  EXPECT_FALSE(made);
  EXPECT_EQ(columns.size(), 5U);
}

TEST_F(TryRules, OfAStoreAreTheSame) {
  std::optional<ObjectStore> made;
  OneThread nobody(0, OneThread::Order::ascending);
  auto bytes = std::span<const std::byte>();
  std::vector<Handle> some(2);
  const std::vector<Filter> filters(3);
  const std::vector<Displacement> displacements(2);
  const std::vector<ObjectId> unknown = {9'999};
  std::span<const ObjectId> order;
  std::size_t row = 8;
  const Handle before{1, 2};
  Handle handle = before;
  Box box{1, 2, 3, 4};
  Filter filter{.category = 77};
  Mobility mobility = Mobility::static_;
  float margin = 5;
  Displacement displacement{6, 7};
  const auto stale = std::span(stale_handles_);
  const std::vector<BothForms> calls = {
      {"create", [&] { made = ObjectStore(nullptr, &nobody); },
       [&] { return try_create(made, nullptr, &nobody); }},
      QUADPHASE_BOTH(store_, reserve, std::size_t{1} << 33U),
      QUADPHASE_BOTH(store_, add, uneven_, filters, some),
      QUADPHASE_BOTH(store_, remove, stale_),
      QUADPHASE_BOTH(store_, remove, stale),
      QUADPHASE_BOTH(store_, move, stale_, box),
      QUADPHASE_BOTH(store_, move, stale, uneven_),
      QUADPHASE_BOTH(store_, set_filter, stale_, {}),
      QUADPHASE_BOTH(store_, set_filter, stale, filters),
      QUADPHASE_BOTH(store_, set_mobility, stale_, mobility),
      QUADPHASE_BOTH(store_, set_mobility, stale, mobility),
      QUADPHASE_BOTH(store_, set_margin, stale_, 1),
      QUADPHASE_BOTH(store_, set_margin, stale, edges_),
      QUADPHASE_BOTH(store_, set_displacement, stale_, {}),
      QUADPHASE_BOTH(store_, set_displacement, stale, displacements),
      QUADPHASE_BOTH_TO(order, store_, reorder, unknown),
      QUADPHASE_BOTH_TO(handle, store_, handle_of, 9'999),
      QUADPHASE_BOTH_TO(row, store_, row, stale_),
      QUADPHASE_BOTH_TO(box, store_, box, stale_),
      QUADPHASE_BOTH_TO(filter, store_, filter, stale_),
      QUADPHASE_BOTH_TO(mobility, store_, mobility, stale_),
      QUADPHASE_BOTH_TO(margin, store_, margin, stale_),
      QUADPHASE_BOTH_TO(displacement, store_, displacement, stale_),
      QUADPHASE_BOTH(store_, restore, bytes),
  };
  expect_refused<std::invalid_argument>(calls, StatusCode::invalid_argument);
  EXPECT_FALSE(made);
  EXPECT_EQ(handle, before);
  EXPECT_EQ(box, (Box{1, 2, 3, 4}));
  EXPECT_EQ(filter.category, 77U);
  EXPECT_EQ(mobility, Mobility::static_);
  EXPECT_EQ(margin, 5);
  EXPECT_EQ(row, 8U);
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(displacement, (Displacement{6, 7}));
}

TEST_F(TryRules, OfBatchesAreTheSameAndLeaveAnEmptyResult) {
  const std::vector<Filter> filters(7);
  const std::vector<Segment> casts(3);
  const std::vector<Point> points(3);
  QueryResult& rows = world_.result;
  const BatchOptions options{.attributes = Attributes{}.set_filters(filters)};
  const std::vector<BothForms> calls = {
      QUADPHASE_BOTH(engine_, find_overlaps, boxes_, rows, options),
      QUADPHASE_BOTH(engine_, find_first_overlaps, uneven_, rows),
      QUADPHASE_BOTH(engine_, find_inside, uneven_, rows),
      QUADPHASE_BOTH(engine_, cast_any, casts, rows, options),
      QUADPHASE_BOTH(engine_, cast_closest, casts, rows, options),
      QUADPHASE_BOTH(index_, find_hits, casts, rows, options),
      QUADPHASE_BOTH(engine_, find_nearest, points, 2, rows, options),
  };
  for (const BothForms& forms : calls) {
    ASSERT_TRUE(try_find_overlaps(engine_, boxes_, rows).is_ok());
    ASSERT_EQ(rows.row_count(), boxes_.size());
    expect_refused<std::invalid_argument>({forms}, StatusCode::invalid_argument);
    EXPECT_EQ(rows.row_count(), 0U) << forms.name;
  }
}

}  // namespace
}  // namespace quadphase::contract
