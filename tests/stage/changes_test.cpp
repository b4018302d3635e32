// SPDX-License-Identifier: MIT
#include "changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory_resource>
#include <new>
#include <utility>
#include <vector>

#include "inputs.hpp"
#include "pair_sets.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// Memory that ends at the k-th allocation, and counts.
class FailingResource : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t kNever = ~std::size_t{0};
  std::size_t left = kNever;
  std::size_t allocations = 0;
  std::size_t bytes = 0;

 private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    if (left == 0) throw std::bad_alloc();
    if (left != kNever) --left;
    ++allocations;
    bytes += size;
    return std::pmr::new_delete_resource()->allocate(size, alignment);
  }
  void do_deallocate(void* memory, std::size_t size, std::size_t alignment) override {
    bytes -= size;
    std::pmr::new_delete_resource()->deallocate(memory, size, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};

/// The stage with all that outlives a frame.
struct Stage {
  explicit Stage(int threads = 1, const Kernels& table = kernels_for(Simd::best),
                 std::pmr::memory_resource* resource = std::pmr::get_default_resource())
      : workers(threads, {}),
        kernels(table),
        history(resource),
        shown(resource),
        changes(resource) {}

  void find(const Pairs& pairs, const std::vector<std::uint64_t>& renewed = {}) {
    const std::vector<PairPiece> pieces = cut(pairs);
    workers.run(false, [&] {
      find_changes(pieces, {renewed}, workers, kernels, history, shown, changes);
      reserve_changes(0, history, shown, changes);
    });
  }
  /// As `find` found it; until then, the history must be as it was.
  void apply() {
    workers.run(false, [&] {
      const std::span<const Pair> pairs = apply_changes(workers, kernels, history, shown, changes);
      begun = {changes.begun.begin(), changes.begun.end()};
      ended = {pairs.begin(), pairs.end()};
    });
  }
  /// A lone worker's pairs lie in one array, those of several in pieces of many sizes.
  [[nodiscard]] std::vector<PairPiece> cut(const Pairs& pairs) const {
    if (workers.count() == 1) return {{pairs.data(), pairs.size()}};
    std::vector<PairPiece> pieces;
    std::size_t size = 1;
    for (std::size_t first = 0; first < pairs.size(); first += pieces.back().count) {
      pieces.push_back({pairs.data() + first, std::min(size, pairs.size() - first)});
      size = size * 3 % 9'001;
    }
    return pieces;
  }
  [[nodiscard]] Pairs remembered() const {
    return {history.pairs.data(), history.pairs.data() + history.pair_count};
  }

  Workers workers;
  const Kernels& kernels;
  PairHistory history;
  Buffer<Pair> shown;
  PairChanges changes;
  Pairs begun;
  Pairs ended;
};

/// Goes from `before`, which the stage remembers, to `after`, and compares with the library.
void expect_step(Stage& stage, const Pairs& before, const Pairs& after) {
  const Pairs old_pairs = sorted(before);
  const Pairs new_pairs = sorted(after);
  stage.find(after);
  EXPECT_EQ(stage.remembered(), old_pairs) << "the history changed before it was told to";
  stage.apply();
  EXPECT_EQ(stage.begun, difference(new_pairs, old_pairs));
  EXPECT_EQ(stage.ended, difference(old_pairs, new_pairs));
  EXPECT_EQ(stage.remembered(), new_pairs);
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
  std::vector<std::uint64_t> renewed(8'000 / 64 / 2,
                                     0);  // ids behind the last word are not renewed
  for (std::size_t id = 0; id < renewed.size() * 64; id += 37) {
    renewed[id / 64] |= std::uint64_t{1} << (id % 64);
  }
  const IdBits bits{renewed};
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
  for (const Kernels* kernels : all_kernels()) {
    for (const int threads : {1, 4}) {
      Stage stage(threads, *kernels);
      expect_step(stage, {}, before);
      stage.find(after, renewed);
      stage.apply();
      EXPECT_EQ(stage.begun, begun);
      EXPECT_EQ(stage.ended, ended);
      EXPECT_EQ(stage.remembered(), new_pairs);
    }
  }
}

// More pairs than a table of 32-bit places can tell need more memory than a test has.
TEST(LookUpPairs, FindsThePairsWithoutATable) {
  Pairs old_pairs = sorted(dense(5'000, 700, 1));
  const std::size_t count = old_pairs.size();
  old_pairs.resize(count + kPairWindow, kNoPair);
  const std::uint32_t no_rows[2] = {0, 0};
  HistoryView view;
  view.pairs = old_pairs.data();
  view.pair_count = count;
  view.row_first = no_rows;
  view.most_id = old_pairs[count - 1].first;
  view.has_rows = false;
  const Pairs pairs = joined(dense(4'000, 700, 2), sparse(100, 3));
  const auto is_old = [&](const Pair& pair) {
    return std::binary_search(old_pairs.begin(), old_pairs.end(), pair);
  };
  const auto has = [](const std::vector<std::uint64_t>& bits, std::size_t i) {
    return (bits[i / 64] >> (i % 64) & 1) != 0;
  };
  for (const Kernels* kernels : all_kernels()) {
    for (const bool is_shared : {false, true}) {
      std::vector<std::uint64_t> known(count / 64 + 2, 0);
      std::vector<std::uint64_t> unknown(pairs.size() / 64 + 1, 0);
      EXPECT_EQ(
          kernels->look_up_pairs(view, pairs, {}, {known.data(), is_shared, unknown.data()}),
          static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), std::not_fn(is_old))));
      for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(has(unknown, i), !is_old(pairs[i]));
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(has(known, i),
                  std::find(pairs.begin(), pairs.end(), old_pairs[i]) != pairs.end());
      }
    }
  }
}

TEST(FindChanges, AFrameThatIsNotCommittedChangesNothing) {
  const Pairs before = dense(20'000, 8'000, 1);
  Stage stage;
  expect_step(stage, {}, before);
  stage.find(dense(30'000, 8'000, 2));
  stage.find({});
  EXPECT_EQ(stage.remembered(), sorted(before));
  expect_step(stage, before, dense(20'000, 8'000, 3));
}

TEST(FindChanges, AForgottenHistoryLetsAllPairsBegin) {
  const Pairs pairs = dense(20'000, 8'000, 1);
  Stage stage;
  expect_step(stage, {}, pairs);
  forget_history(stage.history);
  expect_step(stage, {}, pairs);
}

TEST(FindChanges, MemoryThatEndsLeavesTheHistoryAsItWas) {
  const Pairs before = dense(3'000, 1'000, 1);
  const Pairs after = joined(dense(40'000, 9'000, 2), giant(40'000, true, 3));
  for (const int threads : {1, 4}) {
    bool failed = true;
    std::size_t k = 0;
    for (; failed; ++k) {
      SCOPED_TRACE(k);
      FailingResource resource;
      {
        Stage stage(threads, kernels_for(Simd::best), &resource);
        expect_step(stage, {}, before);
        resource.left = k;
        failed = false;
        try {
          stage.find(after);
        } catch (const std::bad_alloc&) {
          failed = true;
          EXPECT_EQ(stage.remembered(), sorted(before));
        }
        resource.left = FailingResource::kNever;
        expect_step(stage, before, after);
      }
      EXPECT_EQ(resource.bytes, 0U);
      if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GE(k, 4U) << "the stage hardly allocates";
  }
}

// The array that shows the pairs is there without events, too.
TEST(FindChanges, KeepsEightBytesAPairAndSomeBits) {
  for (const int threads : {1, 4}) {
    FailingResource resource;
    Stage stage(threads, kernels_for(Simd::best), &resource);
    const Pairs pairs = dense(200'000, 100'000, 4);
    expect_step(stage, {}, pairs);
    for (int frame = 0; frame < 3; ++frame) expect_step(stage, pairs, pairs);
    const std::size_t with_spare = pairs.size() * 9 / 8;
    EXPECT_LE(resource.bytes - stage.shown.byte_count(), with_spare * (8 + 3) + (64U << 10U));
  }
}

TEST(FindChanges, AllocatesNothingWhereCountsStayWithinAnEighth) {
  for (const int threads : {1, 4}) {
    FailingResource resource;
    Stage stage(threads, kernels_for(Simd::best), &resource);
    const Pairs pool = dense(40'000, 12'000, 5);
    Pairs before = dense(40'000, 12'000, 4);
    expect_step(stage, {}, before);
    for (std::uint32_t frame = 0; frame < 4; ++frame) {
      const Pairs after = changed(before, 0.1, pool, frame);
      expect_step(stage, before, after);
      before = after;
    }
    const std::size_t allocations = resource.allocations;
    for (std::uint32_t frame = 0; frame < 8; ++frame) {
      const Pairs after = changed(before, 0.08, pool, frame + 50);
      expect_step(stage, before, after);
      before = after;
    }
    EXPECT_EQ(resource.allocations, allocations);
  }
}

}  // namespace
}  // namespace quadphase::detail
