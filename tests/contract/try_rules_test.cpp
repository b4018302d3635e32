// SPDX-License-Identifier: MIT
// The interface without exceptions: each broken rule becomes the code and the words of the
// exception, nothing changes, and nothing that would be returned is written.
#include <gtest/gtest.h>

#include <stdexcept>

#include "executors.hpp"
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
      {"reserve", [&] { engine_.reserve(1, std::uint64_t{1} << 49U); },
       [&] { return try_reserve(engine_, 1, std::uint64_t{1} << 49U); }},
      {"update", [&] { engine_.update(uneven_); }, [&] { return try_update(engine_, uneven_); }},
      {"update rows", [&] { engine_.update(narrow_); },
       [&] { return try_update(engine_, narrow_); }},
      {"update wide",
       [&] {
         engine_.update({double_, nowhere_});
       },
       [&] {
         return try_update(engine_, {double_, nowhere_});
       }},
      {"update with attributes", [&] { engine_.update(boxes_, bad_); },
       [&] { return try_update(engine_, boxes_, bad_); }},
      {"build", [&] { engine_.build(uneven_); }, [&] { return try_build(engine_, uneven_); }},
      {"build rows", [&] { engine_.build(narrow_); }, [&] { return try_build(engine_, narrow_); }},
      {"build wide",
       [&] {
         engine_.build({double_, nowhere_});
       },
       [&] {
         return try_build(engine_, {double_, nowhere_});
       }},
      {"set_static", [&] { engine_.set_static(world_.first.view(), twice_); },
       [&] { return try_set_static(engine_, world_.first.view(), twice_); }},
      {"set_static rows", [&] { engine_.set_static(boxes_, twice_); },
       [&] { return try_set_static(engine_, boxes_, twice_); }},
      {"set_static wide",
       [&] {
         engine_.set_static({double_, nowhere_}, ids_);
       },
       [&] {
         return try_set_static(engine_, {double_, nowhere_}, ids_);
       }},
      {"add_static", [&] { engine_.add_static(uneven_, ids_); },
       [&] { return try_add_static(engine_, uneven_, ids_); }},
      {"add_static rows", [&] { engine_.add_static(boxes_, twice_); },
       [&] { return try_add_static(engine_, boxes_, twice_); }},
      {"add_static wide",
       [&] {
         engine_.add_static({double_, {}}, twice_);
       },
       [&] {
         return try_add_static(engine_, {double_, {}}, twice_);
       }},
      {"remove_static", [&] { engine_.remove_static(ids_); },
       [&] { return try_remove_static(engine_, ids_); }},
      {"exchange_static", [&] { engine_.exchange_static(ids_, uneven_, ids_); },
       [&] { return try_exchange_static(engine_, ids_, uneven_, ids_); }},
      {"exchange_static rows", [&] { engine_.exchange_static(ids_, boxes_, ids_); },
       [&] { return try_exchange_static(engine_, ids_, boxes_, ids_); }},
      {"exchange_static wide",
       [&] {
         engine_.exchange_static(ids_, {double_, {}}, ids_);
       },
       [&] {
         return try_exchange_static(engine_, ids_, {double_, {}}, ids_);
       }},
      {"change", [&] { engine_.patch(uneven_, ids_); },
       [&] { return try_patch(engine_, uneven_, ids_); }},
      {"change rows", [&] { engine_.patch(boxes_, twice_); },
       [&] { return try_patch(engine_, boxes_, twice_); }},
      {"change wide",
       [&] {
         engine_.patch({double_, nowhere_}, ids_);
       },
       [&] {
         return try_patch(engine_, {double_, nowhere_}, ids_);
       }},
      {"restore", [&] { engine_.restore(bytes); }, [&] { return try_restore(engine_, bytes); }},
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
      {"reserve", [&] { index_.reserve(std::size_t{1} << 33U); },
       [&] { return try_reserve(index_, std::size_t{1} << 33U); }},
      {"build", [&] { index_.build(uneven_); }, [&] { return try_build(index_, uneven_); }},
      {"build rows", [&] { index_.build(narrow_); }, [&] { return try_build(index_, narrow_); }},
      {"build wide",
       [&] {
         index_.build({double_, nowhere_});
       },
       [&] {
         return try_build(index_, {double_, nowhere_});
       }},
      {"change", [&] { index_.patch(uneven_, ids_); },
       [&] { return try_patch(index_, uneven_, ids_); }},
      {"change rows", [&] { index_.patch(boxes_, twice_); },
       [&] { return try_patch(index_, boxes_, twice_); }},
      {"change wide",
       [&] {
         index_.patch({double_, nowhere_}, ids_);
       },
       [&] {
         return try_patch(index_, {double_, nowhere_}, ids_);
       }},
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
      {"reserve", [&] { store_.reserve(std::size_t{1} << 33U); },
       [&] { return try_reserve(store_, std::size_t{1} << 33U); }},
      {"add many", [&] { store_.add(uneven_, filters, some); },
       [&] { return try_add(store_, uneven_, filters, some); }},
      {"remove", [&] { store_.remove(stale_); }, [&] { return try_remove(store_, stale_); }},
      {"remove many", [&] { store_.remove(stale); }, [&] { return try_remove(store_, stale); }},
      {"move", [&] { store_.move(stale_, box); }, [&] { return try_move(store_, stale_, box); }},
      {"move many", [&] { store_.move(stale, uneven_); },
       [&] { return try_move(store_, stale, uneven_); }},
      {"set_filter", [&] { store_.set_filter(stale_, {}); },
       [&] { return try_set_filter(store_, stale_, {}); }},
      {"set_filter of many", [&] { store_.set_filter(stale, filters); },
       [&] { return try_set_filter(store_, stale, filters); }},
      {"set_mobility", [&] { store_.set_mobility(stale_, mobility); },
       [&] { return try_set_mobility(store_, stale_, mobility); }},
      {"set_mobility of many", [&] { store_.set_mobility(stale, mobility); },
       [&] { return try_set_mobility(store_, stale, mobility); }},
      {"set_margin", [&] { store_.set_margin(stale_, 1); },
       [&] { return try_set_margin(store_, stale_, 1); }},
      {"set_margin of many", [&] { store_.set_margin(stale, edges_); },
       [&] { return try_set_margin(store_, stale, edges_); }},
      {"set_displacement", [&] { store_.set_displacement(stale_, {}); },
       [&] { return try_set_displacement(store_, stale_, {}); }},
      {"set_displacement of many", [&] { store_.set_displacement(stale, displacements); },
       [&] { return try_set_displacement(store_, stale, displacements); }},
      {"handle_of", [&] { (void)store_.handle_of(9'999); },
       [&] { return try_handle_of(store_, 9'999, handle); }},
      {"box", [&] { (void)store_.box(stale_); }, [&] { return try_box(store_, stale_, box); }},
      {"filter", [&] { (void)store_.filter(stale_); },
       [&] { return try_filter(store_, stale_, filter); }},
      {"mobility", [&] { (void)store_.mobility(stale_); },
       [&] { return try_mobility(store_, stale_, mobility); }},
      {"margin", [&] { (void)store_.margin(stale_); },
       [&] { return try_margin(store_, stale_, margin); }},
      {"displacement", [&] { (void)store_.displacement(stale_); },
       [&] { return try_displacement(store_, stale_, displacement); }},
      {"restore", [&] { store_.restore(bytes); }, [&] { return try_restore(store_, bytes); }},
  };
  expect_refused<std::invalid_argument>(calls, StatusCode::invalid_argument);
  EXPECT_FALSE(made);
  EXPECT_EQ(handle, before);
  EXPECT_EQ(box, (Box{1, 2, 3, 4}));
  EXPECT_EQ(filter.category, 77U);
  EXPECT_EQ(mobility, Mobility::static_);
  EXPECT_EQ(margin, 5);
  EXPECT_EQ(displacement, (Displacement{6, 7}));
}

TEST_F(TryRules, OfBatchesAreTheSameAndLeaveAnEmptyResult) {
  const std::vector<Filter> filters(7);
  const std::vector<Segment> casts(3);
  const std::vector<Point> points(3);
  QueryResult& rows = world_.result;
  const BatchOptions options{.attributes = Attributes{}.set_filters(filters)};
  const std::vector<BothForms> calls = {
      {"find_overlaps", [&] { engine_.find_overlaps(boxes_, rows, options); },
       [&] { return try_find_overlaps(engine_, boxes_, rows, options); }},
      {"find_first_overlaps", [&] { engine_.find_first_overlaps(uneven_, rows); },
       [&] { return try_find_first_overlaps(engine_, uneven_, rows); }},
      {"find_inside", [&] { engine_.find_inside(uneven_, rows); },
       [&] { return try_find_inside(engine_, uneven_, rows); }},
      {"cast_any", [&] { engine_.cast_any(casts, rows, options); },
       [&] { return try_cast_any(engine_, casts, rows, options); }},
      {"cast_closest", [&] { engine_.cast_closest(casts, rows, options); },
       [&] { return try_cast_closest(engine_, casts, rows, options); }},
      {"find_hits", [&] { index_.find_hits(casts, rows, options); },
       [&] { return try_find_hits(index_, casts, rows, options); }},
      {"find_nearest", [&] { engine_.find_nearest(points, 2, rows, options); },
       [&] { return try_find_nearest(engine_, points, 2, rows, options); }},
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
