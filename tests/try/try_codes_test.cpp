// SPDX-License-Identifier: MIT
// The interface without exceptions: what a logic error or a length error is about has a code of its
// own, and so has an exception of a visitor.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <stdexcept>
#include <string>

#include "try_checks.hpp"

namespace quadphase::contract {
namespace {

class TryCodes : public testing::Test {
 protected:
  TryWorld world_;
  BroadPhase& engine_ = world_.broad_phase;
  const std::vector<Box> boxes_ = {{0, 0, 1, 1}, {2, 2, 3, 3}, {4, 4, 5, 5}};
  const std::vector<ObjectId> ids_ = {2'000, 2'001, 2'002};
};

/// Both forms of all that needs a finished frame. Lifetime: that of this.
class FrameReads {
 public:
  FrameReads(BroadPhase& broad_phase, QueryResult& result) : engine_(broad_phase), rows_(result) {}

  [[nodiscard]] std::vector<BothForms> single() {
    return {
        QUADPHASE_BOTH_TO(pair_count, engine_, count_pairs),
        QUADPHASE_BOTH_TO(count, engine_, chunk_count),
        QUADPHASE_BOTH(engine_, for_each_pair_chunk, kSee),
        QUADPHASE_BOTH(engine_, for_each_pair_chunk, kAll, kSee),
        QUADPHASE_BOTH_TO(touches, engine_, tight_boxes_overlap, {0, 1}),
        QUADPHASE_BOTH_TO(pairs_, engine_, static_pairs),
        QUADPHASE_BOTH(engine_, for_each_cell, kSee),
        QUADPHASE_BOTH(engine_, patch, boxes_, ids_),
        QUADPHASE_BOTH(engine_, hide, ids_),
        QUADPHASE_BOTH(engine_, for_each_overlap, boxes_[0], kSee),
        QUADPHASE_BOTH(engine_, for_each_inside, boxes_[0], kSee),
        QUADPHASE_BOTH_TO(id, engine_, cast_any, Segment{}),
        QUADPHASE_BOTH_TO(hit, engine_, cast_closest, Segment{}),
        QUADPHASE_BOTH(engine_, for_each_hit, Segment{}, kSee),
        QUADPHASE_BOTH(engine_, for_each_hit, Segment{}, kClip),
        QUADPHASE_BOTH_TO(count, engine_, find_nearest, Point{}, nearest_),
        QUADPHASE_BOTH(engine_, for_each_nearest, Point{}, kSee),
    };
  }
  [[nodiscard]] std::vector<BothForms> batches() {
    return {
        QUADPHASE_BOTH(engine_, find_overlaps, boxes_, rows_),
        QUADPHASE_BOTH(engine_, find_first_overlaps, boxes_, rows_),
        QUADPHASE_BOTH(engine_, find_inside, boxes_, rows_),
        QUADPHASE_BOTH(engine_, cast_any, casts_, rows_),
        QUADPHASE_BOTH(engine_, cast_closest, casts_, rows_),
        QUADPHASE_BOTH(engine_, find_hits, casts_, rows_),
        QUADPHASE_BOTH(engine_, find_nearest, points_, 1, rows_),
    };
  }

  // Written by calls that return something.
  std::uint64_t pair_count = 7;
  std::size_t count = 7;
  bool touches = false;
  std::optional<ObjectId> id = 7;
  std::optional<CastHit> hit = CastHit{7, 7};

 private:
  static constexpr auto kSee = [](const auto&...) {};
  static constexpr auto kAll = [](const Pair&) { return true; };
  static constexpr auto kClip = [](const CastHit&) { return 1.0; };

  BroadPhase& engine_;
  QueryResult& rows_;
  std::span<const Pair> pairs_;
  std::vector<Box> boxes_ = std::vector<Box>(2);
  std::vector<ObjectId> ids_ = {1, 2};
  std::vector<Point> points_ = std::vector<Point>(2);
  std::vector<Segment> casts_ = std::vector<Segment>(2);
  std::vector<Neighbor> nearest_ = std::vector<Neighbor>(2);
};

TEST_F(TryCodes, WithoutAFrameHaveACodeOfTheirOwn) {
  BroadPhase fresh({.threads = 1});
  FrameReads reads(fresh, world_.result);
  for (const auto& calls : {reads.single(), reads.batches()}) {
    for (const BothForms& forms : calls)
      expect_same_refusal<std::logic_error>(forms, StatusCode::no_frame);
  }
  EXPECT_EQ(reads.pair_count, 7U) << "written by a call that failed";
  EXPECT_EQ(reads.count, 7U) << "written by a call that failed";
  EXPECT_FALSE(reads.touches) << "written by a call that failed";
  EXPECT_EQ(reads.id, 7U) << "written by a call that failed";
  EXPECT_EQ(reads.hit, (CastHit{7, 7})) << "written by a call that failed";
  ASSERT_TRUE(try_update(fresh, boxes_).is_ok());
  for (const auto& calls : {reads.single(), reads.batches()}) {
    for (const BothForms& forms : calls) {
      const Status status = forms.trying();
      EXPECT_TRUE(status.is_ok()) << forms.name << ": " << status.message();
    }
  }
  EXPECT_EQ(reads.pair_count, 0U);
  EXPECT_TRUE(reads.touches);
}

TEST_F(TryCodes, InsideAVisitorHaveACodeOfTheirOwn) {
  std::vector<std::byte> saved;
  engine_.save(saved);
  auto bytes = std::span<const std::byte>(saved);
  std::uint64_t count = 0;
  std::span<const Pair> sorted;
  Adjacency rows;
  const auto see = [](std::span<const Pair>, std::size_t) {};
  const std::vector<BothForms> calls = {
      QUADPHASE_BOTH(engine_, update, boxes_),
      QUADPHASE_BOTH(engine_, update, world_.store),
      QUADPHASE_BOTH(engine_, build, boxes_),
      QUADPHASE_BOTH(engine_, reserve, 10),
      QUADPHASE_BOTH_TO(count, engine_, count_pairs),
      QUADPHASE_BOTH_TO(sorted, engine_, sorted_pairs),
      QUADPHASE_BOTH_TO(rows, engine_, adjacency),
      QUADPHASE_BOTH_TO(sorted, engine_, static_pairs),
      QUADPHASE_BOTH(engine_, for_each_pair_chunk, see),
      QUADPHASE_BOTH(engine_, patch, world_.store, world_.handles),
      QUADPHASE_BOTH(engine_, patch, boxes_, ids_),
      QUADPHASE_BOTH(engine_, hide, ids_),
      QUADPHASE_BOTH(engine_, restore, bytes),
  };
  int visits = 0;
  const auto call_back = [&](const auto&...) {
    if (visits++ > 0) return;
    const std::vector<std::byte> before = world_.shown();
    for (const BothForms& forms : calls)
      expect_same_refusal<std::logic_error>(forms, StatusCode::in_visitor);
    EXPECT_TRUE(world_.shown() == before) << "something has changed";
  };
  const Box all{-1e9F, -1e9F, 1e9F, 1e9F};
  EXPECT_TRUE(try_for_each_overlap(engine_, all, call_back).is_ok());
  EXPECT_GT(visits, 300);
  visits = 0;
  EXPECT_TRUE(try_for_each_pair_chunk(engine_, call_back).is_ok());
  EXPECT_GT(visits, 0);
}

TEST_F(TryCodes, OfPairsThatAreTooManyHaveACodeOfTheirOwn) {
  BroadPhase narrow({.threads = 1, .max_pairs = 3});
  const std::vector<Box> crowd(10, Box{0, 0, 1, 1});
  expect_same_refusal<std::length_error>(QUADPHASE_BOTH(narrow, update, crowd),
                                         StatusCode::too_many_pairs);
  EXPECT_TRUE(narrow.pairs().empty());
  EXPECT_TRUE(try_update(narrow, boxes_).is_ok());
}

/// Numbers its workers from 100 on.
class Misnumbering final : public Executor {
 public:
  [[nodiscard]] int worker_count() const noexcept override { return 2; }
  void run(std::size_t count, Task task) override {
    for (std::size_t i = 0; i < count; ++i) task(i, 100);
  }
};

TEST_F(TryCodes, OfAnExecutorHaveACodeOfTheirOwn) {
  Misnumbering executor;
  BroadPhase engine({.executor = &executor});
  const Columns many = frame_of("uniform", 20'000);
  expect_same_refusal<std::logic_error>(QUADPHASE_BOTH(engine, update, many.view()),
                                        StatusCode::invalid_worker);
}

/// Each form with a visitor, with one that throws what `fail` throws.
template <class Fail>
std::vector<BothForms> visits_that_throw(TryWorld& world, const Fail& fail) {
  BroadPhase& engine = world.broad_phase;
  const auto see = [](std::span<const Pair>, std::size_t) {};
  const auto clip = [fail](const CastHit&) -> double {
    fail();
    return 1;
  };
  const Segment across{{-1e6F, -1e6F}, {1e6F, 1e6F}};
  const Box all{-1e9F, -1e9F, 1e9F, 1e9F};
  return {
      {"chunks", {}, [&engine, fail] { return try_for_each_pair_chunk(engine, fail); }},
      {"consume",
       {},
       [&engine, fail] {
         return try_for_each_pair_chunk(
             engine, [](const Pair&) { return true; }, fail);
       }},
      {"accept",
       {},
       [&engine, fail, see] {
         return try_for_each_pair_chunk(
             engine,
             [fail](const Pair&) {
               fail();
               return true;
             },
             see);
       }},
      {"cells", {}, [&engine, fail] { return try_for_each_cell(engine, fail); }},
      {"cells of an index", {}, [&world, fail] { return try_for_each_cell(world.index, fail); }},
      {"overlaps", {}, [&engine, fail, all] { return try_for_each_overlap(engine, all, fail); }},
      {"inside", {}, [&engine, fail, all] { return try_for_each_inside(engine, all, fail); }},
      {"hits", {}, [&engine, fail, across] { return try_for_each_hit(engine, across, fail); }},
      {"clipped", {}, [&engine, clip, across] { return try_for_each_hit(engine, across, clip); }},
      {"nearest", {}, [&engine, fail] { return try_for_each_nearest(engine, Point{}, fail); }},
  };
}

template <class Fail>
void expect_visitor_threw(const std::string& words, const Fail& fail) {
  TryWorld world;
  const std::vector<std::byte> before = world.shown();
  for (const BothForms& forms : visits_that_throw(world, fail)) {
    SCOPED_TRACE(forms.name);
    const Status status = forms.trying();
    EXPECT_EQ(status.code(), StatusCode::visitor_threw);
    EXPECT_EQ(status.message(), words);
    EXPECT_TRUE(world.shown() == before) << "something has changed";
  }
  std::uint64_t count = 0;
  EXPECT_TRUE(try_count_pairs(world.broad_phase, count).is_ok());
}

TEST(TryVisitors, WhatTheyThrowHasOneCode) {
  // Types that are also the library's, one that is no std::exception, and words that are too many.
  expect_visitor_threw("mine", [](const auto&...) { throw std::invalid_argument("mine"); });
  expect_visitor_threw("std::bad_alloc", [](const auto&...) { throw std::bad_alloc(); });
  expect_visitor_threw("mine", [](const auto&...) { throw std::length_error("mine"); });
  expect_visitor_threw("quadphase: unknown exception (not a std::exception)",
                       [](const auto&...) { throw 7; });
  expect_visitor_threw(std::string(Status::kMaxMessage, 'x'), [](const auto&...) {
    throw std::runtime_error(std::string(3 * Status::kMaxMessage, 'x'));
  });
}

TEST(TryVisitors, MayThrowOnManyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  BroadPhase engine({.threads = 4});
  const Columns frame = frame_of("giants", 20'000);
  engine.build(frame.view());
  for (int i = 0; i < 20; ++i) {
    const Status status = try_for_each_pair_chunk(
        engine, [](std::span<const Pair>, std::size_t) { throw std::runtime_error("mine"); });
    EXPECT_EQ(status.code(), StatusCode::visitor_threw);
    EXPECT_STREQ(status.message(), "mine");
  }
  expect_exact(engine, frame.view());
}

TEST(TryVisitors, ThatLetARefusalOfTheLibraryPassHaveThrown) {
  TryWorld world;
  const Status status = try_for_each_pair_chunk(
      world.broad_phase, [&](std::span<const Pair>, std::size_t) { world.broad_phase.reserve(9); });
  EXPECT_EQ(status.code(), StatusCode::visitor_threw);
  EXPECT_NE(std::string(status.message()).find("a visitor may call"), std::string::npos);
}

/// A resource with an exception of its own.
class Strange final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t, std::size_t) override { throw std::runtime_error("no pages"); }
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};

TEST(TryCode, OfWhatAMemoryResourceThrowsIsOther) {
  Strange strange;
  ObjectStore store(&strange);
  Handle handle;
  const Status status = try_add(store, {0, 0, 1, 1}, handle);
  EXPECT_EQ(status.code(), StatusCode::other);
  EXPECT_STREQ(status.message(), "no pages");
  EXPECT_TRUE(handle.is_null());
}

TEST(AStatus, IsCopiedWithItsWords) {
  const Status ok;
  EXPECT_TRUE(ok.is_ok());
  EXPECT_STREQ(ok.message(), "");
  Status status(StatusCode::no_frame, "words");
  Status copy = status;
  EXPECT_EQ(copy.code(), StatusCode::no_frame);
  EXPECT_STREQ(copy.message(), "words");
  status = ok;
  EXPECT_TRUE(status.is_ok());
  EXPECT_STREQ(status.message(), "");
  EXPECT_STREQ(copy.message(), "words");
  const std::string most(Status::kMaxMessage, 'm');
  EXPECT_EQ(Status(StatusCode::other, most.c_str()).message(), most);
  EXPECT_EQ(Status(StatusCode::other, (most + "!").c_str()).message(), most);
  EXPECT_EQ(sizeof(Status), 256U);
}

}  // namespace
}  // namespace quadphase::contract
