// SPDX-License-Identifier: MIT
// shrink_to_fit: what it gives back, and that everything which can be read stays.
#include <gtest/gtest.h>

#include <numeric>

#include "quadphase/index.hpp"
#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

template <class Number>
std::vector<Number> copy(std::span<const Number> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// All that can be read of an engine, as numbers.
std::vector<std::uint64_t> everything(BroadPhase& engine, const Columns& boxes) {
  std::vector<std::uint64_t> all;
  const auto add = [&](const auto&... numbers) {
    (all.push_back(static_cast<std::uint64_t>(numbers)), ...);
  };
  for (const Pair& pair : engine.pairs())
    add(pair.first, pair.second, engine.tight_boxes_overlap(pair));
  for (const BeginEvent& event : engine.events().begun)
    add(event.pair.first, event.pair.second, event.reason);
  for (const EndEvent& event : engine.events().ended)
    add(event.pair.first, event.pair.second, event.reason);
  for (const std::uint32_t index : engine.previous_indices()) add(index);
  for (const ObjectId id : engine.rejected_ids()) add(id);
  const Stats& stats = engine.stats();
  add(stats.object_count, stats.rejected_count, stats.leaf_count, stats.node_count,
      engine.static_count(), engine.chunk_count());
  ReceivedChunks chunks;
  engine.for_each_pair_chunk(chunks);
  for (const Chunk& chunk : chunks.sorted())
    for (const Pair& pair : chunk.pairs) add(chunk.index, pair.first, pair.second);
  add(engine.count_pairs());
  engine.for_each_cell([&](const Cell& cell) { add(cell.object_count, cell.level); });
  QueryResult result;
  engine.find_overlaps(boxes.view(), result);
  for (const ObjectId id : result.ids()) add(id);
  for (const std::size_t offset : result.offsets()) add(offset);
  engine.find_nearest(std::vector<Point>(20, {3, 4}), 7, result);
  for (const ObjectId id : result.ids()) add(id);
  std::vector<std::byte> bytes;
  engine.save(bytes);
  for (const std::byte byte : bytes) add(byte);
  return all;
}

struct Form {
  const char* name;
  int threads = 1;
  bool events = false;
  bool has_period = false;
  bool fat_and_filtered = false;
  bool statics = false;
  bool changes = false;
  std::size_t count = 700;
};

class ShrinkToFit : public testing::TestWithParam<Form> {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < margins_.size(); ++i)
      margins_[i] = 0.01F * static_cast<float>(i % 9);
    for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i] = static_cast<std::uint32_t>(i % 7);
    boxes_.max_x[5] = boxes_.min_x[5] - 1;
  }
  [[nodiscard]] Config config() {
    const Form form = GetParam();
    const float period = form.has_period ? 1'000.0F : 0.0F;
    return {.threads = form.threads,
            .period_x = period,
            .period_y = period,
            .events = form.events,
            .previous_indices = form.events,
            .memory_resource = &memory_};
  }
  [[nodiscard]] Attributes attributes() const {
    Attributes attributes;
    if (!GetParam().fat_and_filtered) return attributes;
    attributes.margin = margins_;
    attributes.group = groups_;
    return attributes;
  }
  void start(BroadPhase& engine) {
    if (GetParam().statics) engine.set_static(frame_of("dense", 500).view(), ids_from(50'000, 500));
  }
  void update(BroadPhase& engine) {
    engine.update(boxes_.view(), attributes());
    if (!GetParam().changes) return;
    engine.patch(frame_of("uniform", 40).view(), ids_from(10, 40));
    engine.hide(ids_from(60, 9));
  }

  CountingResource memory_;
  Columns boxes_ = frame_of("dense", GetParam().count);
  Columns next_ = frame_of("dense", GetParam().count, 2);
  std::vector<float> margins_ = std::vector<float>(GetParam().count);
  std::vector<std::uint32_t> groups_ = std::vector<std::uint32_t>(GetParam().count);
};

TEST_P(ShrinkToFit, KeepsWhatCanBeReadAndWhatComesNext) {
  for (const bool builds : {false, true}) {
    for (const bool has_memory : {true, false}) {
      BroadPhase engine(config());
      BroadPhase other(config());
      for (BroadPhase* const each : {&engine, &other}) {
        start(*each);
        update(*each);
        if (builds) each->build(next_.view(), attributes());
      }
      const auto before = everything(engine, boxes_);
      if (!has_memory) memory_.fail_from(0);
      engine.shrink_to_fit();
      memory_.work_again();
      EXPECT_EQ(engine.stats().byte_count, engine.byte_count());
      EXPECT_TRUE(everything(engine, boxes_) == before);
      engine.shrink_to_fit();
      for (BroadPhase* const each : {&engine, &other}) {
        if (GetParam().statics)
          each->exchange_static(ids_from(50'000, 20), frame_of("uniform", 30).view(),
                                ids_from(60'000, 30));
        each->update(next_.view(), attributes());
      }
      EXPECT_TRUE(everything(engine, boxes_) == everything(other, boxes_));
      engine.shrink_to_fit();
      update(engine);
      update(other);
      EXPECT_TRUE(everything(engine, boxes_) == everything(other, boxes_));
    }
  }
}

TEST_P(ShrinkToFit, GivesBackAllThatAnExceptionalFrameLeft) {
  BroadPhase usual(config());
  BroadPhase after(config());
  const std::size_t before = memory_.outstanding_bytes();
  start(usual);
  for (int i = 0; i < 2; ++i) update(usual);
  usual.shrink_to_fit();
  const std::size_t bytes = usual.byte_count();
  EXPECT_LE(memory_.outstanding_bytes() - before, bytes);
  start(after);
  update(after);
  after.update(columns_of(std::vector<Box>(2'000, Box{0, 0, 1, 1})).view());
  after.build(frame_of("uniform", 60'000).view());
  for (int i = 0; i < 2; ++i) update(after);
  EXPECT_GT(after.byte_count(), 3 * bytes);
  after.shrink_to_fit();
  EXPECT_LE(after.byte_count(), bytes + bytes / 50);
}

TEST_P(ShrinkToFit, IsFollowedByFramesThatAllocateAsThoseOfANewEngine) {
  std::size_t allocations[2] = {0, 0};
  for (const bool shrinks : {false, true}) {
    BroadPhase engine(config());
    start(engine);
    if (shrinks) {
      for (int i = 0; i < 3; ++i) update(engine);
      engine.shrink_to_fit();
    }
    for (int i = 0; i < 3; ++i) engine.update(boxes_.view(), attributes());
    const std::size_t before = memory_.allocations();
    for (int i = 0; i < 3; ++i)
      engine.update(i % 2 == 0 ? next_.view() : boxes_.view(), attributes());
    allocations[shrinks ? 1 : 0] = memory_.allocations() - before;
  }
  EXPECT_LE(allocations[1], allocations[0]);
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShrinkToFit,
    testing::Values(Form{.name = "Pairs"}, Form{.name = "Events", .events = true},
                    Form{.name = "Periodic", .events = true, .has_period = true, .statics = true},
                    Form{.name = "FatAndFiltered", .events = true, .fat_and_filtered = true},
                    Form{.name = "Static", .fat_and_filtered = true, .statics = true},
                    Form{.name = "Changed", .statics = true, .changes = true},
                    Form{.name = "Threads", .threads = 4, .statics = true, .count = 12'000}),
    [](const auto& form) { return std::string(form.param.name); });

TEST(ShrinkToFitOf, AnEngineIsRefusedInItsVisitor) {
  BroadPhase engine({.threads = 1});
  engine.build(frame_of("dense", 100).view());
  EXPECT_THROW(engine.for_each_pair_chunk(
                   [&](std::span<const Pair>, std::size_t) { engine.shrink_to_fit(); }),
               std::logic_error);
}

TEST(ShrinkToFitOf, ANewOrFailedEngineLeavesNothing) {
  CountingResource memory;
  BroadPhase engine({.threads = 1, .memory_resource = &memory});
  engine.reserve(100'000, 100'000);
  engine.shrink_to_fit();
  EXPECT_EQ(engine.byte_count(), 0U);
  const Columns frame = frame_of("dense", 1'000);
  expect_exact(engine, frame.view());
}

TEST(ShrinkToFitOf, AnIndexKeepsWhatIsFoundInHalfTheMemory) {
  Index index({.threads = 1});
  const Columns boxes = frame_of("dense", 30'000);
  index.build(boxes.view());
  QueryResult before;
  index.find_overlaps(boxes.view(), before);
  const std::size_t bytes = index.byte_count();
  index.shrink_to_fit();
  EXPECT_LT(index.byte_count(), bytes / 2);
  QueryResult after;
  index.find_overlaps(boxes.view(), after);
  EXPECT_EQ(copy(after.ids()), copy(before.ids()));
}

TEST(ShrinkToFitOf, AResultKeepsItsRows) {
  CountingResource memory;
  QueryResult result(&memory);
  BroadPhase engine({.threads = 1});
  const Columns boxes = frame_of("dense", 3'000);
  engine.build(boxes.view());
  engine.find_hits(std::vector<Ray>(300, Ray{{0, 0}, {1, 1}}), result);
  for (const bool has_memory : {false, true}) {
    const auto ids = copy(result.ids());
    const auto offsets = copy(result.offsets());
    const auto fractions = copy(result.fractions());
    if (!has_memory) memory.fail_from(0);
    result.shrink_to_fit();
    memory.work_again();
    EXPECT_EQ(copy(result.ids()), ids);
    EXPECT_EQ(copy(result.offsets()), offsets);
    EXPECT_EQ(copy(result.fractions()), fractions);
  }
  EXPECT_EQ(result.byte_count(), result.ids().size_bytes() + result.offsets().size_bytes() +
                                     result.fractions().size_bytes());
  engine.find_overlaps(boxes.view(), result);
  EXPECT_EQ(result.row_count(), 3'000U);
}

TEST(ShrinkToFitOf, AStoreKeepsItsObjectsAndHandles) {
  CountingResource memory;
  ObjectStore store(&memory);
  store.reserve(50'000, 50'000);
  std::vector<Handle> handles(900);
  store.add(frame_of("dense", 900).view(), {}, handles);
  store.set_mobility(std::span(handles).first(300), Mobility::static_);
  store.set_filter(handles[4], {.group = 2});
  store.remove(std::span(handles).first(100));
  BroadPhase engine({.threads = 1});
  engine.update(store);
  for (const bool has_memory : {false, true}) {
    std::vector<std::byte> before;
    store.save(before);
    if (!has_memory) memory.fail_from(0);
    store.shrink_to_fit();
    memory.work_again();
    std::vector<std::byte> after;
    store.save(after);
    EXPECT_TRUE(before == after);
  }
  EXPECT_LE(memory.outstanding_bytes(), 900U * 50);
  store.set_mobility(std::span(handles).subspan(100, 500), Mobility::static_);
  store.add(frame_of("dense", 900).view(), {}, handles);
  EXPECT_EQ(store.moving_count() + store.static_count(), 1'700U);
  engine.update(store);
  BroadPhase other({.threads = 1});
  other.update(store);
  EXPECT_EQ(copy(engine.pairs()), copy(other.pairs()));
}

}  // namespace
}  // namespace quadphase::contract
