// SPDX-License-Identifier: MIT
// What a caller must not pass is refused in words, before anything is read or changed.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

class BadInput : public testing::Test {
 protected:
  BadInput() { broad_phase_.update(good_.view()); }

  /// Expects the rule in words, nothing changed, the current tree in place, and the next frame
  /// right.
  void expect_refused(const std::function<void()>& call) {
    const ShownFrame shown(broad_phase_);
    const std::vector<Chunk> chunks = chunks_of(broad_phase_);
    const ShownFrame streamed(broad_phase_);
    const Pair* const data = broad_phase_.pairs().data();
    try {
      call();
      ADD_FAILURE() << "was not refused";
    } catch (const std::invalid_argument& error) {
      EXPECT_GT(std::string(error.what()).size(), 20U) << error.what();
    }
    streamed.expect_all_shown_by(broad_phase_);
    EXPECT_EQ(broad_phase_.pairs().data(), data);
    EXPECT_TRUE(chunks_of(broad_phase_) == chunks);
    EXPECT_EQ(broad_phase_.count_pairs(), broad_phase_.pairs().size());
    const Columns next = frame_of("mixed", 900);
    expect_exact(broad_phase_, next.view());
    broad_phase_.update(good_.view());
  }
  void expect_refused(const BoxView& view) {
    expect_refused([&] { broad_phase_.update(view); });
    expect_refused([&] { broad_phase_.build(view); });
  }

  BroadPhase broad_phase_{Config{.threads = 1}};
  Columns good_ = frame_with_rejected("clusters", 700);
};

TEST_F(BadInput, UnequalSpansAreRefused) {
  const Columns other = frame_of("uniform", 100);
  for (const std::size_t length : {0U, 99U}) {
    for (int column = 0; column < 4; ++column) {
      BoxView view = other.view();
      std::span<const float>* const spans[] = {&view.min_x, &view.min_y, &view.max_x, &view.max_y};
      *spans[column] = spans[column]->first(length);
      SCOPED_TRACE(testing::Message() << "column " << column << " of " << length);
      expect_refused(view);
    }
  }
}

TEST_F(BadInput, TooManyBoxesAreRefusedUnread) {
  const float edges[4] = {};
  const std::uint64_t most = (std::uint64_t{1} << 32U) - 64;
  for (const std::uint64_t count : {most + 1, most + 64, std::uint64_t{1} << 33U}) {
    const std::span<const float> column(edges, count);
    expect_refused({column, column, column, column});
    expect_refused([&] { broad_phase_.reserve(count); });
  }
}

TEST_F(BadInput, AnImpossiblePairCountIsRefused) {
  for (const std::uint64_t pairs : {std::numeric_limits<std::uint64_t>::max(),
                                    std::numeric_limits<std::uint64_t>::max() / 9 * 8 + 16,
                                    std::uint64_t{1} << 61U, std::uint64_t{1} << 49U}) {
    SCOPED_TRACE(pairs);
    expect_refused([&] { broad_phase_.reserve(10, pairs); });
  }
}

TEST(WithoutATree, PairsCanNeitherBeCountedNorStreamed) {
  const Columns frame = frame_of("uniform", 100);
  BroadPhase broad_phase({.threads = 1, .max_pairs = 0});
  const auto expect_refused = [&](const char* when) {
    SCOPED_TRACE(when);
    EXPECT_THROW((void)broad_phase.count_pairs(), std::logic_error);
    EXPECT_THROW((void)broad_phase.chunk_count(), std::logic_error);
    EXPECT_THROW(broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {}),
                 std::logic_error);
  };
  expect_refused("before the first frame");
  broad_phase.build(frame.view());
  EXPECT_GT(broad_phase.count_pairs(), 0U);
  EXPECT_THROW(broad_phase.update(frame.view()), std::length_error);
  expect_refused("after a frame that threw");
  broad_phase.build(frame.view());
  broad_phase.reserve(200);
  expect_refused("after reserve");
  EXPECT_TRUE(broad_phase.pairs().empty());
  broad_phase.build({});
  EXPECT_EQ(broad_phase.count_pairs(), 0U);
}

TEST(Moved, EnginesCanBeAssignedToAndDestroyed) {
  const Columns frame = frame_of("uniform", 100);
  BroadPhase from({.threads = 1});
  BroadPhase to(std::move(from));
  expect_exact(to, frame.view());
  from = BroadPhase({.threads = 1});
  expect_exact(from, frame.view());
}

TEST_F(BadInput, OnAFreshEngineLeavesItFresh) {
  BroadPhase fresh({.threads = 1});
  const Columns some = frame_of("uniform", 10);
  BoxView view = some.view();
  view.max_y = view.max_y.first(9);
  EXPECT_THROW(fresh.update(view), std::invalid_argument);
  EXPECT_TRUE(fresh.pairs().empty());
  EXPECT_EQ(fresh.stats().object_count, 0U);
  EXPECT_THROW((void)fresh.chunk_count(), std::logic_error);
  expect_exact(fresh, some.view());
}

TEST(Spans, AreReadInPlaceWhateverTheirAlignment) {
  const Columns frame = frame_of("uniform", 2'000);
  for (std::size_t offset = 0; offset < 4; ++offset) {
    std::vector<float> shifted[4];
    const std::vector<float>* const columns[] = {&frame.min_x, &frame.min_y, &frame.max_x,
                                                 &frame.max_y};
    for (std::size_t i = 0; i < 4; ++i) {
      shifted[i].resize(offset + i);
      shifted[i].insert(shifted[i].end(), columns[i]->begin(), columns[i]->end());
    }
    const auto column = [&](std::size_t i) { return std::span(shifted[i]).subspan(offset + i); };
    BroadPhase broad_phase({.threads = 1});
    expect_exact(broad_phase, {column(0), column(1), column(2), column(3)});
  }
}

TEST(Spans, MayBeGoneAfterTheCall) {
  BroadPhase broad_phase({.threads = 1});
  Pairs exact;
  {
    Columns frame = frame_of("dense", 1'000);
    exact = oracle::exact_pairs(frame.view());
    broad_phase.build(frame.view());
    for (auto* column : {&frame.min_x, &frame.min_y, &frame.max_x, &frame.max_y})
      std::fill(column->begin(), column->end(), 0.0F);
  }
  EXPECT_EQ(broad_phase.count_pairs(), exact.size());
  EXPECT_FALSE(oracle::compare_pairs(joined(chunks_of(broad_phase)), exact));
}

}  // namespace
}  // namespace quadphase::contract
