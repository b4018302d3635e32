// SPDX-License-Identifier: MIT
// The interface without exceptions: memory that ends at any allocation of any call becomes
// out_of_memory, and the engine, index or store goes on as after std::bad_alloc.
#include <gtest/gtest.h>

#include "support/counting_resource.hpp"
#include "try_checks.hpp"

namespace quadphase::contract {
namespace {

/// What a call leaves if its memory ends.
enum class After { nothing_changed, no_tree };

struct Call {
  const char* name;
  std::function<Status(TryWorld&)> run;
  After after;
};

/// Lets the k-th allocation of a call fail; false if the call needs no more than k.
bool is_out_of_memory(const Call& call, std::size_t k) {
  CountingResource resource;
  bool failed = false;
  {
    TryWorld world(&resource);
    const std::vector<std::byte> before = world.shown();
    const Pairs pairs = copy_of(world.broad_phase.pairs());
    resource.fail_from(k);
    const Status status = call.run(world);
    resource.work_again();
    failed = !status.is_ok();
    EXPECT_EQ(failed, resource.failures() > 0) << "a failure was swallowed";
    if (failed) {
      EXPECT_EQ(status.code(), StatusCode::out_of_memory);
      EXPECT_STREQ(status.message(), "std::bad_alloc");
      EXPECT_TRUE(copy_of(world.broad_phase.pairs()) == pairs);
      if (call.after == After::nothing_changed) {
        EXPECT_TRUE(world.shown() == before);
      }
      std::uint64_t count = 0;
      const Status counted = try_count_pairs(world.broad_phase, count);
      EXPECT_EQ(counted.code(),
                call.after == After::no_tree ? StatusCode::no_frame : StatusCode::ok);
    }
    EXPECT_TRUE(try_clear_static(world.broad_phase).is_ok());
    EXPECT_TRUE(try_update(world.broad_phase, world.moved.view()).is_ok());
    const Pairs exact = oracle::exact_pairs(world.moved.view());
    EXPECT_FALSE(oracle::compare_pairs(world.broad_phase.pairs(), exact));
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
  return failed;
}

void expect_survives(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    std::size_t k = 0;
    while (is_out_of_memory(call, k)) {
      ASSERT_FALSE(testing::Test::HasFailure()) << call.name << ", allocation " << k;
      k = next_failure(k);
    }
    EXPECT_FALSE(testing::Test::HasFailure()) << call.name << ", allocation " << k;
    EXPECT_GE(k, 1U) << call.name << " never allocates";
  }
}

const Columns& large() {
  static const Columns columns = frame_of("mixed", 3'000);
  return columns;
}
const std::vector<ObjectId>& large_ids() {
  static const std::vector<ObjectId> ids = ids_from(10'000, 3'000);
  return ids;
}

TEST(TryWithoutMemory, AnEngineKeepsItsLastFrame) {
  expect_survives({
      {"update", [](TryWorld& w) { return try_update(w.broad_phase, large().view()); },
       After::no_tree},
      {"build", [](TryWorld& w) { return try_build(w.broad_phase, large().view()); },
       After::no_tree},
      {"reserve", [](TryWorld& w) { return try_reserve(w.broad_phase, 9'000, 90'000); },
       After::no_tree},
      {"change", [](TryWorld& w) { return try_patch(w.broad_phase, large().view(), large_ids()); },
       After::no_tree},
      {"remove", [](TryWorld& w) { return try_hide(w.broad_phase, ids_from(0, 200)); },
       After::no_tree},
  });
}

TEST(TryWithoutMemory, NothingElseOfAnEngineOrAStoreChanges) {
  expect_survives({
      {"set_static",
       [](TryWorld& w) { return try_set_static(w.broad_phase, large().view(), large_ids()); },
       After::nothing_changed},
      {"add_static",
       [](TryWorld& w) { return try_add_static(w.broad_phase, large().view(), large_ids()); },
       After::nothing_changed},
      {"exchange_static",
       [](TryWorld& w) {
         return try_exchange_static(w.broad_phase, w.wall_ids, large().view(), large_ids());
       },
       After::nothing_changed},
      {"sorted_pairs",
       [](TryWorld& w) {
         std::span<const Pair> sorted;
         return try_sorted_pairs(w.broad_phase, sorted);
       },
       After::nothing_changed},
      {"adjacency",
       [](TryWorld& w) {
         Adjacency rows;
         return try_adjacency(w.broad_phase, rows);
       },
       After::nothing_changed},
      {"static_pairs",
       [](TryWorld& w) {
         std::span<const Pair> pairs;
         return try_static_pairs(w.broad_phase, pairs);
       },
       After::nothing_changed},
      {"restart_pairs", [](TryWorld& w) { return try_restart_pairs(w.broad_phase, large_ids()); },
       After::nothing_changed},
      {"add",
       [](TryWorld& w) {
         std::vector<Handle> handles(3'000);
         return try_add(w.store, large().view(), {}, handles);
       },
       After::nothing_changed},
      {"reserve of a store", [](TryWorld& w) { return try_reserve(w.store, 90'000, 9); },
       After::nothing_changed},
      {"set_margin", [](TryWorld& w) { return try_set_margin(w.store, w.handles[0], 1); },
       After::nothing_changed},
      {"find_overlaps",
       [](TryWorld& w) { return try_find_overlaps(w.broad_phase, large().view(), w.result); },
       After::nothing_changed},
  });
}

TEST(TryWithoutMemory, NothingIsMade) {
  CountingResource resource;
  resource.fail_from(0);
  std::optional<BroadPhase> engine;
  const Status status = try_create(engine, {.threads = 1, .memory_resource = &resource});
  EXPECT_EQ(status.is_ok(), engine.has_value());
  if (!status.is_ok()) {
    EXPECT_EQ(status.code(), StatusCode::out_of_memory);
  }
  BoxColumns columns(3);
  EXPECT_EQ(try_resize(columns, std::size_t{1} << 59U).code(), StatusCode::out_of_memory);
  EXPECT_EQ(columns.size(), 3U);
  std::optional<BoxColumns> made;
  EXPECT_EQ(try_create(made, std::size_t{1} << 59U).code(), StatusCode::out_of_memory);
  EXPECT_FALSE(made);
}

}  // namespace
}  // namespace quadphase::contract
