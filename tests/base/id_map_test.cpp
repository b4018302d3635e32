// SPDX-License-Identifier: MIT
#include "base/id_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <vector>

#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using quadphase::testing::Random;

struct Probes {
  double average;
  std::size_t most;
};

Probes probes_of(const std::vector<ObjectId>& ids) {
  IdMap map(std::pmr::get_default_resource());
  map.reset(ids.size());
  for (std::uint32_t row = 0; row < ids.size(); ++row) EXPECT_TRUE(map.insert(ids[row], row));
  std::size_t sum = 0;
  std::size_t most = 0;
  for (const ObjectId id : ids) {
    sum += map.probe_count(id);
    most = std::max(most, map.probe_count(id));
  }
  return {static_cast<double>(sum) / static_cast<double>(ids.size()), most};
}

std::vector<ObjectId> progression(ObjectId first, ObjectId stride, std::size_t count) {
  std::vector<ObjectId> ids(count);
  for (std::size_t i = 0; i < count; ++i) ids[i] = first + stride * static_cast<ObjectId>(i);
  return ids;
}

// A table that is half full takes 1.5 probes on average where hashes are random.
TEST(IdMap, TakesFewProbesForIdsInStepsOfAnySize) {
  std::vector<ObjectId> strides = {1, 2, 3, 908, 7'037, 28'148, 65'535, 65'537, 0xFFFF'FFFF};
  for (int bit = 2; bit < 18; ++bit) strides.push_back(1U << bit);
  Random random(1);
  for (int i = 0; i < 200; ++i)
    strides.push_back(1 + static_cast<ObjectId>(random.next() * 40'000));
  for (const ObjectId stride : strides) {
    for (const std::size_t count : {1'000U, 15'000U}) {
      const Probes probes = probes_of(progression(17, stride, count));
      EXPECT_LT(probes.average, 2.0) << count << " ids in steps of " << stride;
      EXPECT_LT(probes.most, 80U) << count << " ids in steps of " << stride;
    }
  }
}

TEST(IdMap, TakesFewProbesForIdsInBlocksAndFromBothEnds) {
  std::vector<ObjectId> blocks;
  std::vector<ObjectId> ends;
  for (ObjectId i = 0; i < 16'000; ++i) {
    blocks.push_back((i / 100) << 20 | i % 100);
    ends.push_back(i % 2 == 0 ? i : 0xFFFF'FFFF - 1'000 * i);
  }
  for (const std::vector<ObjectId>& ids : {blocks, ends}) {
    EXPECT_LT(probes_of(ids).average, 2.0);
    EXPECT_LT(probes_of(ids).most, 80U);
  }
}

TEST(IdMap, FindsWhatTheLibrarysMapFinds) {
  IdMap map(std::pmr::get_default_resource());
  std::map<ObjectId, std::uint32_t> expected;
  Random random(2);
  for (std::uint32_t step = 0; step < 20'000; ++step) {
    const auto id = static_cast<ObjectId>(random.next() * 500) * 7'037;
    const bool is_there = expected.contains(id);
    ASSERT_EQ(map.find(id), is_there ? expected[id] : IdMap::kNone);
    if (is_there && step % 3 == 0) {
      map.assign(id, step);
      expected[id] = step;
    } else if (is_there) {
      map.erase(id);
      expected.erase(id);
    } else {
      map.reserve(expected.size() + 1);
      ASSERT_TRUE(map.insert(id, step));
      ASSERT_FALSE(map.insert(id, step + 1));
      expected[id] = step;
    }
  }
}

TEST(IdMap, IsEmptyOnceItsIdsAreCleared) {
  IdMap map(std::pmr::get_default_resource());
  map.reset(1'000);
  for (const std::size_t count : {0U, 3U, 1'000U}) {
    const std::vector<ObjectId> ids = progression(5, 908, count);
    for (const ObjectId id : ids) ASSERT_TRUE(map.insert(id, 1));
    map.clear(ids);
    for (const ObjectId id : progression(5, 908, 1'000)) ASSERT_EQ(map.find(id), IdMap::kNone);
  }
}

}  // namespace
}  // namespace quadphase::detail
