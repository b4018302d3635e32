// SPDX-License-Identifier: MIT
// Boxes in rows and boxes in double: all that comes out is as if their float columns had been
// given, and so is what happens to memory, errors and visitors.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "given_forms.hpp"
#include "support/counting_resource.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

/// All that an engine shows of a frame, as bytes.
struct Shown {
  Pairs pairs;
  std::vector<Chunk> chunks;
  std::vector<ObjectId> rejected;
  Pairs began;
  Pairs ended;
  bool operator==(const Shown&) const = default;
};

Shown shown(BroadPhase& broad_phase) {
  Shown all{copy_of(broad_phase.pairs()),
            chunks_of(broad_phase),
            {broad_phase.rejected_ids().begin(), broad_phase.rejected_ids().end()},
            {},
            {}};
  for (const auto& begun : broad_phase.events().begun) all.began.push_back(begun.pair);
  for (const auto& ended : broad_phase.events().ended) all.ended.push_back(ended.pair);
  return all;
}

/// Static objects, an update, a build, more static objects and another update.
template <class Give>
std::vector<Shown> played(const Config& config, const std::vector<Scene>& scenes,
                          const Give& give) {
  BroadPhase broad_phase(config);
  std::vector<Shown> frames;
  std::vector<ObjectId> ids(scenes[0].size());
  const auto ids_from = [&ids](ObjectId first) {
    std::iota(ids.begin(), ids.end(), first);
    return std::span<const ObjectId>(ids);
  };
  const auto count = static_cast<ObjectId>(ids.size());
  std::vector<float> margins(ids.size(), 0.01F);
  give(scenes[0], [&](const Boxes& boxes) {
    broad_phase.set_static(boxes, ids_from(7 * count), {.margin = margins});
  });
  for (const Scene& scene : scenes) {
    give(scene, [&](const Boxes& boxes) { broad_phase.update(boxes); });
    frames.push_back(shown(broad_phase));
    EXPECT_EQ(broad_phase.stats().object_count, scene.size());
  }
  give(scenes[1], [&](const Boxes& boxes) {
    broad_phase.add_static(boxes, ids_from(3 * count));
    broad_phase.build(boxes, {.ids = ids_from(5 * count), .margin = margins});
  });
  frames.push_back(shown(broad_phase));
  EXPECT_EQ(broad_phase.static_count(), ids.size() * 2);
  give(scenes[2], [&](const Boxes& boxes) {
    broad_phase.update(boxes, {.ids = ids_from(0), .margin = margins});
  });
  frames.push_back(shown(broad_phase));
  return frames;
}

class GivenBoxes : public testing::TestWithParam<Form> {};

TEST_P(GivenBoxes, GiveWhatTheirColumnsGive) {
  for (const std::size_t count : {1U, 3U, 17U, 700U, 12'000U}) {
    const std::vector<Scene> scenes = {Scene("clusters", count, 1), Scene("mixed", count, 2),
                                       Scene("uniform", count, 3)};
    const std::vector<Shown> expected =
        played({.threads = 1, .events = true}, scenes,
               [](const Scene& scene, const auto& take) { take(scene.columns()); });
    EXPECT_TRUE(count < 100 || !expected[0].pairs.empty());
    const auto give = [](const Scene& scene, const auto& take) { scene.give(GetParam(), take); };
    for (const Simd simd : supported_simds()) {
      for (int threads = 1; threads <= (count > 10'000 ? 4 : 1); ++threads) {
        const Config config = {.threads = threads, .events = true, .simd = simd};
        EXPECT_TRUE(played(config, scenes, give) == expected)
            << count << " boxes, " << name_of(simd) << ", threads " << threads;
      }
    }
  }
}

/// The rows of every batch with boxes.
std::vector<std::vector<ObjectId>> answers(const Index& queries, const Shapes& shapes,
                                           const BatchOptions& options) {
  std::vector<std::vector<ObjectId>> all;
  QueryResult result;
  const auto add = [&] {
    all.emplace_back(result.ids().begin(), result.ids().end());
    all.emplace_back(result.offsets().begin(), result.offsets().end());
  };
  queries.find_overlaps(shapes, result, options);
  add();
  queries.find_first_overlaps(shapes, result, options);
  add();
  queries.find_inside(shapes, result);
  add();
  queries.find_nearest(shapes, 2, result);
  add();
  return all;
}

TEST_P(GivenBoxes, AreQueriesInEveryForm) {
  for (const std::size_t count : {1U, 50U, 11'000U}) {
    const Scene objects("clusters", count, 4);
    const Scene scene("mixed", count, 5);
    const std::vector<float> margins(count, 0.25F);
    const BatchOptions options = {.attributes = {.margin = margins}};
    for (const int threads : {1, 3}) {
      BroadPhase broad_phase({.threads = threads});
      objects.give(GetParam(), [&](const Boxes& boxes) { broad_phase.update(boxes); });
      std::vector<std::vector<ObjectId>> expected;
      scene.give(is_in_double(GetParam()) ? Form::wide : Form::columns, [&](const Boxes& boxes) {
        if (!is_in_double(GetParam())) {
          expected = answers(broad_phase, scene.columns(), options);
          return;
        }
        std::vector<DoubleBox> rows;
        const auto& [a, b, c, d] = boxes.columns();
        for (std::size_t i = 0; i < count; ++i)
          rows.push_back({static_cast<const double*>(a)[i], static_cast<const double*>(b)[i],
                          static_cast<const double*>(c)[i], static_cast<const double*>(d)[i]});
        expected = answers(broad_phase, rows, options);
      });
      EXPECT_TRUE(count < 100 || !expected[0].empty());
      scene.give(GetParam(), [&](const Boxes& boxes) {
        EXPECT_TRUE(answers(broad_phase, boxes, options) == expected) << count << ", " << threads;
      });
    }
  }
}

TEST(GivenBoxesRules, OfQueriesAreThoseOfFrames) {
  struct Body {
    int id;
    Box box;
  };
  const std::vector<Body> bodies = {{7, {0, 0, 1, 1}}, {8, {5, 5, 6, 6}}};
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update({bodies, &Body::box});
  QueryResult result;
  broad_phase.find_overlaps({bodies, &Body::box}, result);
  EXPECT_EQ(std::vector(result.ids().begin(), result.ids().end()), (std::vector<ObjectId>{0, 1}));
  const std::vector<float> two(2);
  const std::vector<float> three(3);
  broad_phase.find_overlaps({two, two, two, two}, result);
  EXPECT_EQ(result.row_count(), 2U);
  const auto expect_refused = [&](const Shapes& shapes) {
    EXPECT_THROW(broad_phase.find_overlaps(shapes, result), std::invalid_argument);
    EXPECT_THROW(broad_phase.find_nearest(shapes, 1, result), std::invalid_argument);
    EXPECT_EQ(result.row_count(), 0U);
  };
  expect_refused({two, two, three, two});
  expect_refused(Boxes(&bodies[0].box, 2, 15));
}

TEST_P(GivenBoxes, AllocateInTheirFirstFrameOnly) {
  const Scene first("uniform", 12'000, 1);
  const Scene more("uniform", 13'000, 2);
  for (const int threads : {1, 3}) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
    broad_phase.update(first.columns());
    broad_phase.update(more.columns());
    broad_phase.update(first.columns());
    const std::size_t before = broad_phase.byte_count();
    const auto update = [&](const Scene& scene) {
      scene.give(GetParam(), [&](const Boxes& boxes) { broad_phase.update(boxes); });
    };
    update(first);
    const std::size_t allocations = resource.allocations();
    for (int i = 0; i < 5; ++i) update(i % 2 == 0 ? more : first);
    EXPECT_EQ(resource.allocations(), allocations) << "an eighth more was not there";
    EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes());
    EXPECT_EQ(broad_phase.stats().byte_count, broad_phase.byte_count());
    const std::size_t bytes = broad_phase.byte_count() - before;
    const std::size_t per_box = is_in_double(GetParam()) ? 48 : 16;  // doubles are kept, too
    EXPECT_GE(bytes, per_box * 13'000);
    EXPECT_LE(bytes, per_box * 9 / 8 * 13'500 + 1'024);
  }
}

TEST_P(GivenBoxes, CountTheirTimeAsThatOfTheBounds) {
  const Scene scene("uniform", 60'000, 1);
  // The slowest kernels, so that no noise hides the difference, and the least of a few times.
  BroadPhase broad_phase({.threads = 1, .simd = Simd::scalar});
  const auto measure = [&](Form form, std::uint64_t& least) {
    scene.give(form, [&](const Boxes& boxes) { broad_phase.build(boxes); });
    least = std::min(least, broad_phase.stats().nanoseconds.bounds);
  };
  auto in_form = std::numeric_limits<std::uint64_t>::max();
  auto in_columns = in_form;
  for (int i = 0; i < 40; ++i) {  // in turn: a machine may be slow for a while
    measure(GetParam(), in_form);
    measure(Form::columns, in_columns);
  }
  EXPECT_GT(in_form, in_columns);
}

TEST_P(GivenBoxes, TakeMemoryForStaticObjectsBesidesTheirsForDoublesOnly) {
  const Scene scene("uniform", 3'000, 1);
  std::vector<ObjectId> ids(scene.size());
  std::iota(ids.begin(), ids.end(), 0U);
  const auto bytes_of = [&](Form form) {
    BroadPhase broad_phase({.threads = 1});
    scene.give(form, [&](const Boxes& boxes) { broad_phase.set_static(boxes, ids); });
    broad_phase.update({});
    return broad_phase.byte_count();
  };
  if (is_in_double(GetParam())) {
    EXPECT_GE(bytes_of(GetParam()), bytes_of(Form::columns) + 96 * scene.size());
    EXPECT_LE(bytes_of(GetParam()), bytes_of(Form::columns) + 120 * scene.size());
  } else {
    EXPECT_EQ(bytes_of(GetParam()), bytes_of(Form::columns));
  }
}

TEST_P(GivenBoxes, MayEndTheMemoryAtAnyAllocation) {
  const Scene first("clusters", 200, 1);
  const Scene large("mixed", 11'000, 2);
  const Scene next("uniform", 900, 3);
  const Pairs exact_next = oracle::exact_pairs(next.columns());
  std::vector<ObjectId> ids(large.size());
  std::iota(ids.begin(), ids.end(), 20'000U);
  const auto update = [](BroadPhase& broad_phase, const Scene& scene) {
    scene.give(GetParam(), [&](const Boxes& boxes) { broad_phase.update(boxes); });
  };
  for (const auto& [is_static, once] :
       {std::pair{false, false}, {false, true}, {true, false}, {true, true}}) {
    bool was_there = true;
    std::size_t k = 0;
    for (; was_there && !HasFailure(); k = next_failure(k)) {
      SCOPED_TRACE(testing::Message() << "allocation " << k << (once ? " only" : " and all after"));
      CountingResource resource;
      {
        BroadPhase broad_phase({.threads = 2, .memory_resource = &resource});
        update(broad_phase, first);
        const ShownFrame before(broad_phase);
        once ? resource.fail_once_at(k) : resource.fail_from(k);
        bool failed = false;
        try {
          if (is_static) {
            large.give(GetParam(), [&](const Boxes& boxes) { broad_phase.add_static(boxes, ids); });
          } else {
            update(broad_phase, large);
          }
        } catch (const std::bad_alloc&) {
          failed = true;
          before.expect_all_shown_by(broad_phase);
          if (is_static) {
            EXPECT_EQ(broad_phase.count_pairs(), broad_phase.pairs().size()) << "the tree is gone";
          } else {
            EXPECT_THROW((void)broad_phase.count_pairs(), std::logic_error);
          }
        }
        // A call is done with what it gives back, if no other allocation fails.
        was_there = resource.failures() > 0;
        EXPECT_EQ(failed, was_there && !once);
        resource.work_again();
        if (!failed) broad_phase.clear_static();
        update(broad_phase, next);
        EXPECT_FALSE(oracle::compare_pairs(broad_phase.pairs(), exact_next));
      }
      EXPECT_EQ(resource.outstanding_bytes(), 0U);
    }
    EXPECT_GE(k, 8U);
  }
}

TEST_P(GivenBoxes, AreRefusedInsideAVisitorExceptAsStaticObjects) {
  const Scene scene("dense", 500, 1);
  const std::vector<ObjectId> ids = {10'000};
  BroadPhase broad_phase({.threads = 1});
  broad_phase.build(scene.columns());
  const Pairs pairs = joined(chunks_of(broad_phase));
  int calls = 0;
  broad_phase.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) {
    if (calls++ > 0) return;
    scene.give(GetParam(), [&](const Boxes& boxes) {
      EXPECT_THROW(broad_phase.update(boxes), std::logic_error);
      EXPECT_THROW(broad_phase.build(boxes), std::logic_error);
    });
    Scene("dense", 1, 2).give(GetParam(), [&](const Boxes& boxes) {
      broad_phase.add_static(boxes, ids);
    });
  });
  EXPECT_GT(calls, 0);
  EXPECT_TRUE(joined(chunks_of(broad_phase)) == pairs) << "the tree is gone";
  broad_phase.update({});
  EXPECT_EQ(broad_phase.static_count(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Form, GivenBoxes,
                         testing::Values(Form::rows, Form::strided_rows, Form::apart, Form::wide,
                                         Form::centers, Form::double_rows, Form::double_apart),
                         [](const auto& form) { return std::string(name_of(form.param)); });

class BadBoxes : public testing::Test {
 protected:
  BadBoxes() {
    std::iota(ids_.begin(), ids_.end(), 5'000U);
    broad_phase_.set_static(good_.columns(), ids_);
    broad_phase_.update(good_.columns());
  }

  /// Expects the rule in words, and all as it was, with the tree and the static objects.
  void expect_refused(const char* rule, const Boxes& boxes) {
    const auto expect = [&](const auto& call) {
      const ShownFrame before(broad_phase_);
      try {
        call();
        ADD_FAILURE() << "was not refused";
      } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(rule), std::string::npos) << error.what();
      }
      before.expect_all_shown_by(broad_phase_);
      EXPECT_EQ(broad_phase_.count_pairs(), broad_phase_.pairs().size());
      const Pairs pairs = copy_of(broad_phase_.pairs());
      broad_phase_.update(good_.columns());
      EXPECT_TRUE(copy_of(broad_phase_.pairs()) == pairs) << "static objects changed";
    };
    expect([&] { broad_phase_.update(boxes); });
    expect([&] { broad_phase_.build(boxes); });
    expect([&] { broad_phase_.set_static(boxes, ids_); });
    expect([&] { broad_phase_.add_static(boxes, ids_); });
  }

  Scene good_{"clusters", 300, 1};
  std::vector<ObjectId> ids_ = std::vector<ObjectId>(300);
  BroadPhase broad_phase_{Config{.threads = 1}};
};

TEST_F(BadBoxes, OfUnequalLengthsAreRefused) {
  const std::vector<double> full(300);
  for (int column = 0; column < 4; ++column) {
    std::array<std::span<const double>, 4> c = {full, full, full, full};
    c[static_cast<std::size_t>(column)] = c[0].first(299);
    if (column == 0) c = {c[0].first(299), full, full, full};
    expect_refused("one length", DoubleBoxView{c[0], c[1], c[2], c[3]});
    expect_refused("one length", CenterView{c[0], c[1], c[2], c[3]});
  }
}

TEST_F(BadBoxes, NearAnOriginThatIsNotFiniteAreRefused) {
  const std::vector<double> column(300);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (const Origin& origin : {Origin{bad, 0}, Origin{0, bad}}) {
      expect_refused("finite", {DoubleBoxView{column, column, column, column}, origin});
      expect_refused("finite", {CenterView{column, column, column, column}, origin});
      expect_refused("finite", {DoubleBoxView{}, origin});
    }
  }
}

TEST_F(BadBoxes, CloserToEachOtherThanTheirSizeAreRefused) {
  const std::vector<Box> boxes(300);
  const std::vector<DoubleBox> wide(300);
  for (const std::size_t stride : {0U, 1U, 4U, 15U})
    expect_refused("stride", Boxes(boxes.data(), boxes.size(), stride));
  for (const std::size_t stride : {0U, 1U, 8U, 31U})
    expect_refused("stride", Boxes(wide.data(), wide.size(), stride));
  const float* const f = &boxes[0].min_x;
  const double* const d = &wide[0].min_x;
  expect_refused("stride", Boxes::of_floats({f, f + 1, f + 2, f + 3}, 300, 3));
  expect_refused("stride", Boxes::of_doubles({d, d + 1, d + 2, d + 3}, 300, 7));
}

TEST_F(BadBoxes, OfWhichThereAreTooManyAreRefusedUnread) {
  const Box box;
  const double edge = 0;
  const std::size_t most = (std::size_t{1} << 32U) - 63;
  const std::span<const double> column(&edge, most);
  const auto expect = [&](const Boxes& boxes) {
    EXPECT_THROW(broad_phase_.update(boxes), std::invalid_argument);
    EXPECT_THROW(broad_phase_.build(boxes), std::invalid_argument);
  };
  expect(Boxes(&box, most));
  expect(DoubleBoxView{column, column, column, column});
  expect(CenterView{column, column, column, column});
}

}  // namespace
}  // namespace quadphase::contract
