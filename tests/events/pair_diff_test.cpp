// SPDX-License-Identifier: MIT
#include "events/pair_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory_resource>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "pair_sets.hpp"
#include "support/counting_resource.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;
using contract::CountingResource;

/// The stage with all that outlives an update, and what it needs of the objects: their boxes by
/// id, or none at all.
struct Stage {
  explicit Stage(int threads = 1, const Kernels& table = kernels_for(Simd::best),
                 std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : workers(threads, {}),
        kernels(table),
        resource(memory),
        shown(memory),
        rows(memory),
        statics(memory),
        changes(memory) {
    set_boxes({});
  }

  void set_boxes(std::vector<Box> new_boxes) {
    boxes = std::move(new_boxes);
    workers.run(true, [&] { rows.fill(nullptr, boxes.size(), {}, workers); });
    boxes.push_back(no_box());
  }
  [[nodiscard]] FrameBoxes frame() const {
    return {boxes.data(), &rows, &statics, nullptr, nullptr};
  }

  /// What may fail. Until then, the boxes are those of the update before.
  void find(const Pairs& pairs) {
    const std::vector<PairPiece> pieces = cut(pairs);
    workers.run(false, [&] {
      if (shown.capacity() < pairs.size()) shown.grow(shown_count, pairs.size() * 9 / 8);
      find_begun(pieces, frame(), shown_count, shown.data(), workers, kernels, changes);
      reserve_ended(workers, changes);
    });
  }
  /// What may not; the boxes are those of this update.
  void apply(const Pairs& pairs, const std::vector<std::uint64_t>& reused = {}) {
    workers.run(false, [&] {
      find_ended(std::as_const(shown).first(shown_count), frame(), workers, kernels, changes);
      slice_changes(false, {reused}, {}, workers, changes);
    });
    begun.clear();
    ended.clear();
    for (const PairDiff::Slice& slice : std::span(changes.slices).first(changes.slice_count)) {
      EXPECT_EQ(slice.begun_first, begun.size());
      EXPECT_EQ(slice.ended_first, ended.size());
      begun.insert(begun.end(), slice.begun.begin(), slice.begun.end());
      ended.insert(ended.end(), slice.ended.begin(), slice.ended.end());
    }
    EXPECT_EQ(changes.begun_count, begun.size());
    EXPECT_EQ(changes.ended_count, ended.size());
    std::copy(pairs.begin(), pairs.end(), shown.data());
    shown_count = pairs.size();
  }
  /// The pairs of a single thread lie in one array, those of several in pieces of many sizes.
  [[nodiscard]] std::vector<PairPiece> cut(const Pairs& pairs) const {
    if (workers.count() == 1) return {{pairs.data(), pairs.size()}};
    std::vector<PairPiece> pieces;
    std::size_t size = 1;
    for (std::size_t first = 0; first < pairs.size(); first += pieces.back().size()) {
      pieces.push_back({pairs.data() + first, std::min(size, pairs.size() - first)});
      size = size * 3 % 9'001;
    }
    return pieces;
  }

  Workers workers;
  const Kernels& kernels;
  std::pmr::memory_resource* resource;
  Buffer<Pair> shown;
  std::size_t shown_count = 0;
  std::vector<Box> boxes;
  IdTable rows;
  StaticObjects statics;
  PairDiff changes;
  Pairs begun;
  Pairs ended;
};

/// Goes from `before`, which the stage was shown last, to `after`, and compares with the library.
void expect_step(Stage& stage, const Pairs& before, const Pairs& after) {
  const Pairs old_pairs = sorted(before);
  const Pairs new_pairs = sorted(after);
  stage.find(after);
  stage.apply(after);
  EXPECT_EQ(stage.begun, difference(new_pairs, old_pairs));
  EXPECT_EQ(stage.ended, difference(old_pairs, new_pairs));
}

/// StageBoxes of which each overlaps about as many others, some points and some that are not valid.
std::vector<Box> some_boxes(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  const float world = std::sqrt(static_cast<float>(count));
  std::vector<Box> boxes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = world * random.next();
    const float y = world * random.next();
    const float side = i % 17 == 0 ? 0.0F : 1.5F * random.next();
    boxes[i] = i % 61 == 60 ? no_box() : Box{x, y, x + side, y + side};
  }
  return boxes;
}

std::vector<Box> moved(std::vector<Box> boxes, std::uint64_t seed) {
  Random random(seed);
  for (Box& box : boxes) {
    const float x = 0.2F * (random.next() - 0.5F);
    const float y = 0.2F * (random.next() - 0.5F);
    box = {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
  }
  return boxes;
}

Pairs pairs_of(const std::vector<Box>& boxes) {
  Pairs pairs;
  for (ObjectId a = 0; a < boxes.size(); ++a) {
    for (ObjectId b = a + 1; b < boxes.size(); ++b) {
      if (overlaps(boxes[a], boxes[b])) pairs.push_back({a, b});
    }
  }
  return shuffled(std::move(pairs), 5);
}

TEST(FindChanges, FindsWhatTheLibraryFindsBetweenAnyTwoSets) {
  const std::vector<NamedPairs> sets = all_sets();
  Stage stage;
  Pairs before;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const std::size_t j : {i, i, (i * 5 + 3) % sets.size(), std::size_t{0}}) {
      SCOPED_TRACE(sets[j].name);
      expect_step(stage, before, shuffled(sets[j].pairs, static_cast<std::uint32_t>(i)));
      before = sets[j].pairs;
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(FindChanges, FindsWhatTheLibraryFindsWhereAFewPairsChange) {
  for (const auto& [name, pairs] : all_sets()) {
    SCOPED_TRACE(name);
    for (const Kernels* kernels : all_kernels()) {
      Stage stage(1, *kernels);
      expect_step(stage, {}, pairs);
      Pairs before = pairs;
      for (const double share : {0.0, 0.01, 0.1, 0.5, 1.0}) {
        const Pairs after = changed(before, share, dense(1'000, 5'000, 99), 7);
        expect_step(stage, before, after);
        before = after;
      }
    }
  }
}

TEST(FindChanges, StaysRightOverALongSequenceOfFrames) {
  Stage stage(4);
  const Pairs pool = dense(60'000, 12'000, 5);
  Pairs before;
  for (std::uint32_t frame = 0; frame < 60; ++frame) {
    // Sizes rise and fall, now and then to nothing.
    const Pairs after = frame % 20 == 19
                            ? Pairs{}
                            : changed(before.empty() ? dense(15'000, 9'000, frame) : before,
                                      frame % 7 * 0.02, pool, frame);
    expect_step(stage, before, after);
    before = after;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(FindChanges, GivesTheSameForAnyNumberOfThreads) {
  const Pairs crowd = joined(giant(120'000, true, 1), dense(150'000, 70'000, 2));
  const std::vector<std::pair<Pairs, Pairs>> steps = {
      {{}, crowd},
      {crowd, changed(crowd, 0.05, dense(50'000, 70'000, 3), 4)},
      {crowd, dense(150'000, 70'000, 8)},
      {crowd, {}},
      {giant(200'000, true, 1), giant(200'000, true, 2)},
      {dense(100'000, 50'000, 3), sparse(100'000, 4)}};
  for (const auto& [before, after] : steps) {
    for (const int threads : {1, 2, 3, 8, 16}) {
      SCOPED_TRACE(threads);
      Stage stage(threads);
      expect_step(stage, {}, before);
      expect_step(stage, before, after);
    }
  }
}

TEST(FindChanges, PutsAPairWithARenewedIdInBothLists) {
  const Pairs before = dense(20'000, 8'000, 1);
  const Pairs after = changed(before, 0.05, dense(5'000, 8'000, 2), 3);
  std::vector<std::uint64_t> reused(8'000 / 64 / 2,
                                    0);  // ids past the last word are not reused
  for (std::size_t id = 0; id < reused.size() * 64; id += 37) {
    reused[id / 64] |= std::uint64_t{1} << (id % 64);
  }
  const IdBits bits{reused};
  const Pairs old_pairs = sorted(before);
  const Pairs new_pairs = sorted(after);
  Pairs begun;
  Pairs ended;
  std::copy_if(
      new_pairs.begin(), new_pairs.end(), std::back_inserter(begun), [&](const Pair& pair) {
        return bits.has_any(pair) || !std::binary_search(old_pairs.begin(), old_pairs.end(), pair);
      });
  std::copy_if(
      old_pairs.begin(), old_pairs.end(), std::back_inserter(ended), [&](const Pair& pair) {
        return bits.has_any(pair) || !std::binary_search(new_pairs.begin(), new_pairs.end(), pair);
      });
  for (const int threads : {1, 4}) {
    Stage stage(threads);
    expect_step(stage, {}, before);
    stage.find(after);
    stage.apply(after, reused);
    EXPECT_EQ(stage.begun, begun);
    EXPECT_EQ(stage.ended, ended);
  }
}

TEST(FindChanges, FindsTheChangesOfBoxesThatMove) {
  for (const std::size_t count : {1U, 2U, 60U, 3'000U}) {
    SCOPED_TRACE(count);
    for (const Kernels* kernels : all_kernels()) {
      for (const int threads : {1, 3}) {
        Stage stage(threads, *kernels);
        std::vector<Box> boxes = some_boxes(count, 1);
        Pairs before;
        for (std::uint64_t frame = 0; frame < 4; ++frame) {
          const Pairs after = pairs_of(boxes);
          stage.find(after);
          stage.set_boxes(boxes);
          stage.apply(after);
          EXPECT_EQ(stage.begun, difference(sorted(after), sorted(before)));
          EXPECT_EQ(stage.ended, difference(sorted(before), sorted(after)));
          EXPECT_EQ(stage.changes.begun_candidates, stage.begun.size()) << "boxes tell all";
          EXPECT_EQ(stage.changes.ended_candidates, stage.ended.size());
          before = after;
          boxes = moved(boxes, frame);
          if (frame == 1) boxes.resize(boxes.size() - boxes.size() / 8);  // some are removed
          if (frame == 2) {                                               // and others added
            const std::vector<Box> more = some_boxes(count / 4, 9);
            boxes.insert(boxes.end(), more.begin(), more.end());
          }
        }
      }
    }
  }
}

// Two objects of one id are the caller's mistake; memory must stay whole.
TEST(FindChanges, WritesNothingBehindItsListsWherePairsAndBoxesDisagree) {
  for (const int threads : {1, 4}) {
    Stage stage(threads);
    stage.set_boxes(std::vector<Box>(500, Box{0, 0, 1, 1}));
    Pairs pairs = dense(5'000, 500, 1);
    stage.find(pairs);
    stage.apply(pairs);
    pairs.insert(pairs.end(), pairs.begin(), pairs.end());  // each twice, and all known
    stage.find(pairs);
    stage.set_boxes(std::vector<Box>(500, no_box()));  // and none known
    stage.apply(pairs);
    EXPECT_LE(stage.ended.size(), stage.changes.ended.capacity());
    EXPECT_LE(stage.begun.size(), stage.changes.begun.capacity());
    stage.find({});
    stage.apply({});
  }
}

TEST(FindChanges, MayRunOutOfMemoryAtAnyAllocation) {
  const Pairs before = dense(3'000, 1'000, 1);
  const Pairs after = joined(dense(40'000, 9'000, 2), giant(40'000, true, 3));
  for (const int threads : {1, 4}) {
    bool failed = true;
    std::size_t k = 0;
    for (; failed; ++k) {
      SCOPED_TRACE(k);
      CountingResource resource;
      {
        Stage stage(threads, kernels_for(Simd::best), &resource);
        expect_step(stage, {}, before);
        resource.fail_from(k);
        failed = false;
        try {
          stage.find(after);
        } catch (const std::bad_alloc&) {
          failed = true;
        }
        const std::size_t allocations = resource.allocations();
        if (!failed) stage.apply(after);
        EXPECT_EQ(resource.allocations(), allocations) << "where nothing may fail";
        resource.work_again();
        if (failed) expect_step(stage, before, after);
      }
      EXPECT_EQ(resource.outstanding_bytes(), 0U);
      if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GE(k, 4U) << "the stage hardly allocates";
  }
}

// The array that shows the pairs is there without events, too.
TEST(FindChanges, KeepsSomeBitsAPairWhereLittleChanges) {
  for (const int threads : {1, 4}) {
    CountingResource resource;
    Stage stage(threads, kernels_for(Simd::best), &resource);
    const std::vector<Box> boxes = some_boxes(4'000, 3);
    const Pairs pairs = pairs_of(boxes);
    stage.find(pairs);
    stage.apply(pairs);
    stage.set_boxes(boxes);
    stage.changes.begun = Buffer<Pair>(&resource);  // of the first update
    for (int frame = 0; frame < 3; ++frame) expect_step(stage, pairs, pairs);
    EXPECT_LE(resource.outstanding_bytes() - stage.shown.byte_count(),
              pairs.size() / 2 + (16U << 10U));
  }
}

TEST(FindChanges, AllocatesNothingWhereCountsStayWithinAnEighth) {
  for (const int threads : {1, 4}) {
    CountingResource resource;
    Stage stage(threads, kernels_for(Simd::best), &resource);
    const Pairs pool = dense(40'000, 12'000, 5);
    Pairs before = dense(40'000, 12'000, 4);
    expect_step(stage, {}, before);
    for (std::uint32_t frame = 0; frame < 4; ++frame) {
      const Pairs after = changed(before, 0.1, pool, frame);
      expect_step(stage, before, after);
      before = after;
    }
    const std::size_t allocations = resource.allocations();
    for (std::uint32_t frame = 0; frame < 8; ++frame) {
      const Pairs after = changed(before, 0.08, pool, frame + 50);
      expect_step(stage, before, after);
      before = after;
    }
    EXPECT_EQ(resource.allocations(), allocations);
  }
}

}  // namespace
}  // namespace quadphase::detail
