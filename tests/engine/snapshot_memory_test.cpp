// SPDX-License-Identifier: MIT
// Snapshots where memory ends: a save that fails leaves the bytes as they were, and a restore can
// use what the engine does not need. A program of its own, because it replaces operator new.
#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "support/counting_resource.hpp"
#include "support/failing_new.hpp"

namespace quadphase::contract {
namespace {

/// A diagonal of boxes, each of which overlaps the next.
std::vector<Box> diagonal(std::size_t count) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<float>(i);
    boxes.push_back({at, at, at + 1, at + 1});
  }
  return boxes;
}
std::vector<ObjectId> ids_above(std::size_t first, std::size_t count) {
  std::vector<ObjectId> ids(count);
  for (std::size_t i = 0; i < count; ++i) ids[i] = static_cast<ObjectId>(first + i);
  return ids;
}

/// Saves with each allocation failing in turn, until none does.
template <class Saved>
void expect_all_or_nothing(const Saved& saved) {
  const std::vector<std::byte> before(10, std::byte{7});
  std::size_t failures = 0;
  for (bool fails = true; fails; ++failures) {
    std::vector<std::byte> bytes = before;
    {
      const FailingNew failing(failures);
      try {
        saved.save(bytes);
      } catch (const std::bad_alloc&) {
      }
      fails = failing.has_thrown();
    }
    EXPECT_EQ(bytes == before, fails) << "allocation " << failures;
  }
  EXPECT_GT(failures, 1U);
}

TEST(ASaveThatRunsOutOfMemory, LeavesTheBytesAsTheyWere) {
  const std::vector<std::uint32_t> masks(300, 5);
  BroadPhase engine({.threads = 1, .events = true});
  engine.set_static(diagonal(300), ids_above(1'000, 300), {.mask = masks});
  engine.update(diagonal(200));
  engine.add_static(diagonal(20), ids_above(5'000, 20));
  engine.restart_pairs(ids_above(3, 2));
  expect_all_or_nothing(engine);

  ObjectStore store;
  for (const Box& box : diagonal(100)) store.add(box, {.group = 3}, Mobility::static_);
  expect_all_or_nothing(store);
}

/// True if an engine with pending static objects and spare memory can restore a snapshot with that
/// many bytes more than it holds.
bool can_restore(std::span<const std::byte> saved, std::size_t spare, bool shrinks) {
  CountingResource memory;
  BroadPhase engine({.threads = 1, .memory_resource = &memory});
  engine.set_static(diagonal(6'000), ids_above(0, 6'000));
  engine.set_static(diagonal(2'000), ids_above(0, 2'000));
  const std::size_t held = memory.outstanding_bytes();
  if (shrinks) engine.shrink_to_fit();
  memory.limit_to(held + spare);
  try {
    engine.restore(saved);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return engine.static_count() == 3'000;
}

TEST(ARestore, UsesTheMemoryThatTheEngineDoesNotNeed) {
  BroadPhase other({.threads = 1});
  other.set_static(diagonal(3'000), ids_above(0, 3'000));
  std::vector<std::byte> saved;
  other.save(saved);
  const auto least = [&](bool shrinks) {
    return least_with_room(1'000'000,
                           [&](std::size_t spare) { return can_restore(saved, spare, shrinks); });
  };
  const std::size_t shrunk = least(true);
  EXPECT_LT(shrunk, 1'000'000U);
  EXPECT_LE(least(false), shrunk);
}

}  // namespace
}  // namespace quadphase::contract
