// SPDX-License-Identifier: MIT
// What the contract tests share: lists of boxes as columns, copies of results, and the check that a
// frame is exact however it is asked for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "quadphase/quadphase.hpp"
#include "scenes/columns.hpp"
#include "scenes/scene.hpp"
#include "scenes/snapped.hpp"

namespace quadphase::contract {

using Pairs = std::vector<Pair>;
using scenes::Columns;
using scenes::snapped;

inline Columns columns_of(const std::vector<Box>& boxes) {
  Columns columns;
  columns.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) columns.set(i, boxes[i]);
  return columns;
}

inline Columns copy_of(const BoxView& view) {
  Columns columns;
  columns.resize(view.size());
  for (std::size_t i = 0; i < view.size(); ++i) columns.set(i, view[i]);
  return columns;
}

/// A scene's boxes after some steps.
inline Columns frame_of(const std::string& scene_name, std::size_t count, int steps = 1,
                        std::uint64_t seed = 1) {
  const auto scene = scenes::make_scene(scene_name, {.count = count, .seed = seed});
  for (int step = 0; step < steps; ++step) scene->step();
  return copy_of(scene->boxes());
}

/// `frame_of`, made where it is first looked at, and kept. Not for several threads.
struct KeptFrame {
  const char* scene;
  std::size_t count;

  [[nodiscard]] BoxView view() const {
    static std::map<std::pair<std::string, std::size_t>, Columns> kept;
    const auto [frame, is_new] = kept.try_emplace({scene, count});
    if (is_new) frame->second = frame_of(scene, count);
    return frame->second.view();
  }
};

inline Pairs copy_of(std::span<const Pair> pairs) {
  return {pairs.begin(), pairs.end()};
}

/// The pairs that the user's function got with one index.
struct Chunk {
  std::size_t index = 0;
  Pairs pairs;
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Takes chunks that come from many threads, some of them in pieces. Throws if a piece is empty, or
/// comes on another thread than the first of its chunk: fuzzers end there, too.
class ReceivedChunks {
 public:
  void operator()(std::span<const Pair> pairs, std::size_t index) {
    if (pairs.empty()) throw std::logic_error("an empty piece");
    const std::lock_guard lock(mutex_);
    const auto thread = threads_.try_emplace(index, std::this_thread::get_id()).first;
    if (thread->second != std::this_thread::get_id())
      throw std::logic_error("a chunk on two threads");
    Pairs& chunk = chunks_[index];
    chunk.insert(chunk.end(), pairs.begin(), pairs.end());
  }

  /// What has come, in the order of the indices.
  [[nodiscard]] std::vector<Chunk> sorted() const {
    std::vector<Chunk> chunks;
    for (const auto& [index, pairs] : chunks_) chunks.push_back({index, pairs});
    return chunks;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, Pairs> chunks_;
  std::map<std::size_t, std::thread::id> threads_;
};

/// All chunks of the current tree, in the order of their indices.
inline std::vector<Chunk> chunks_of(BroadPhase& broad_phase) {
  ReceivedChunks received;
  broad_phase.for_each_pair_chunk(received);
  return received.sorted();
}

inline Pairs joined(const std::vector<Chunk>& chunks) {
  Pairs pairs;
  for (const Chunk& chunk : chunks)
    pairs.insert(pairs.end(), chunk.pairs.begin(), chunk.pairs.end());
  return pairs;
}

/// Expects that every index is below the bound.
inline void expect_sound(const std::vector<Chunk>& chunks, const BroadPhase& broad_phase) {
  for (const Chunk& chunk : chunks) EXPECT_LT(chunk.index, broad_phase.chunk_count());
}

/// Expects `update` to store `exact`, and `build` with a count or a stream to give the same bytes.
/// Leaves the engine after the `update`.
inline void expect_pairs(BroadPhase& broad_phase, const BoxView& boxes, const Pairs& exact) {
  broad_phase.build(boxes);
  EXPECT_TRUE(broad_phase.pairs().empty());
  EXPECT_EQ(broad_phase.count_pairs(), exact.size());
  const std::vector<Chunk> generated = chunks_of(broad_phase);
  expect_sound(generated, broad_phase);
  const std::size_t chunk_count = broad_phase.chunk_count();

  broad_phase.update(boxes);
  const auto difference = oracle::compare_pairs(broad_phase.pairs(), exact);
  EXPECT_FALSE(difference) << *difference;
  EXPECT_EQ(broad_phase.stats().pair_count, exact.size());
  EXPECT_EQ(broad_phase.count_pairs(), exact.size());
  EXPECT_TRUE(joined(generated) == copy_of(broad_phase.pairs())) << "the stream differs";
  EXPECT_TRUE(chunks_of(broad_phase) == generated) << "stored chunks are cut elsewhere";
  EXPECT_EQ(broad_phase.chunk_count(), chunk_count);
}

/// As above, against the oracle; `touching`: the engine's `Config::touching`.
inline void expect_exact(BroadPhase& broad_phase, const BoxView& boxes, bool touching = true) {
  expect_pairs(broad_phase, boxes, oracle::exact_pairs(boxes, touching));
}

/// As above, with fresh engines of one thread for each list of boxes: one for which boxes that only
/// touch are pairs, and one for which they are not.
inline void expect_exact(const std::vector<Box>& boxes, Config config = {.threads = 1}) {
  const Columns columns = columns_of(boxes);
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching ? "touching boxes are pairs" : "touching boxes are no pairs");
    config.touching = touching;
    BroadPhase broad_phase(config);
    expect_exact(broad_phase, columns.view(), touching);
  }
}

/// The instruction sets that this processor can run.
inline std::vector<Simd> supported_simds() {
  std::vector<Simd> simds;
  for (const Simd simd : kInstructionSets)
    if (is_supported(simd)) simds.push_back(simd);
  return simds;
}

/// The figures that depend on the boxes and the configuration only.
inline void expect_same_stats(const Stats& a, const Stats& b) {
  EXPECT_EQ(a.object_count, b.object_count);
  EXPECT_EQ(a.leaf_count, b.leaf_count);
  EXPECT_EQ(a.node_count, b.node_count);
  EXPECT_EQ(a.test_count, b.test_count);
  EXPECT_EQ(a.pair_count, b.pair_count);
  EXPECT_EQ(a.rejected_count, b.rejected_count);
}

[[nodiscard]] inline std::vector<ObjectId> ids_from(ObjectId first, std::size_t count) {
  std::vector<ObjectId> ids(count);
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

/// A test's name for a scene's: only letters, digits and underscores are allowed.
inline std::string test_name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace quadphase::contract
