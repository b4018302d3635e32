// SPDX-License-Identifier: MIT
// Every tuned constant, with what it was measured on. Which pairs are found depends on none; their
// order does on most, but not on the chunks, kChunksPerWorker and kBlockPairs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quadphase::detail {

/// Most objects in a frame: positions are 32-bit, and loops step past the end by up to a vector.
inline constexpr std::size_t kMaxObjects = 0xFFFF'FFC0;
/// More pairs than memory can hold.
inline constexpr std::uint64_t kMaxPairs = std::uint64_t{1} << 48;
/// Most threads of an engine, as a guard against nonsense.
inline constexpr int kMaxThreads = 4096;

/// Frames below this many objects run on the calling thread alone.
/// Why: at some 12 ns a box they take little over 0.1 ms, which waking and joining workers eats.
inline constexpr std::size_t kSerialObjects = 10'000;

/// Objects in a chunk of the streaming stages, where that makes no more than kMaxChunks of them.
inline constexpr std::size_t kChunkObjects = 8'192;
inline constexpr std::size_t kMaxChunks = 128;
/// Chunks of the partition a worker; a lone worker takes all objects as one. The order of the
/// records does not depend on it.
/// Why few: each has a histogram of its own, and where two chunks meet in a bin, two workers write
/// to one cache line. Tried with 13 and 122 chunks: partition of 100,000 boxes 2.4 ns a box against
/// 2.3, of 1,000,000 2.5 against 2.15; on two threads 1.45 against 1.2.
inline constexpr std::size_t kChunksPerWorker = 4;
/// The partition takes fewer chunks where their histograms would take more than a byte an object.
inline constexpr std::size_t kObjectsPerCount = 4;

/// An object is large from 2^this times the geometric mean of all sizes on: large ones are kept
/// apart from the others, whose leaves they would blow up.
///
/// Tried, pair stage in ns a box of (mixed, decades, giants, walls): none apart 17, 15, 67, 102;
/// from 2^2 on 14, 19, 18, 27; 2^4 13, 17, 18, 27; 2^5 13, 16, 19, 27; 2^6 13, 15, 20, 33.
inline constexpr std::uint32_t kLargeExponents = 5;

/// Objects in the sample that tells a world from what lies far outside of it, and the least frame
/// that one is taken of.
inline constexpr std::size_t kSampleSize = 256;
inline constexpr std::size_t kSampledObjects = 4'096;

/// The partition aims at this many objects a bucket at most.
/// Tried: 512 takes as long in all, with a slower partition and a faster tree; 2,048 is no better.
inline constexpr std::size_t kBucketObjects = 1'024;
/// Most key bits the first cut looks at.
/// Why: 4,096 open write streams still scatter well; 16,384 do not.
inline constexpr int kMaxPartitionBits = 12;
/// A bin of more objects than this is cut again, in parallel.
inline constexpr std::size_t kHeavyObjects = 8'192;
/// Most rounds of such cuts: enough for outliers around outliers, 16 deep. What is heavy even then
/// is sorted by one task.
inline constexpr int kMaxRounds = 16;

/// Children of a node, and the most objects in a leaf: one AVX-512 register of floats.
inline constexpr std::uint32_t kFanout = 16;
/// Room for pairs that a leaf's own search asks for at a time: a register for each of its turns.
inline constexpr std::uint32_t kMostLeafPairs = kFanout * kFanout / 2;
/// Groups of kFanout leaves that one pair task finds the partners of.
inline constexpr std::size_t kTaskGroups = 4;
/// Groups of large objects are cut into about this many tasks in all, of at least that many nodes.
/// Why: in the giants scene, 2 of 545 groups have 62 % of all pairs.
inline constexpr std::uint32_t kLargeTasks = 512;
inline constexpr std::uint32_t kSliceNodes = 4;
/// Pairs in a block of a thread's pair buffer (128 KiB): few tasks need more than one.
inline constexpr std::size_t kBlockPairs = 16'384;

/// A sort of pairs aims at this many a bin, and makes at most 2^kMaxBinBits bins at a time.
inline constexpr std::size_t kBinPairs = 512;
inline constexpr int kMaxBinBits = 11;
/// Bins are sorted by digits of at most this many bits; so few pairs by comparisons.
inline constexpr int kDigitBits = 8;
inline constexpr std::size_t kComparedPairs = 48;
/// A bin of more pairs than this, and more than a share of all, is cut again, in parallel.
inline constexpr std::size_t kHeavyPairs = 16'384;
inline constexpr std::size_t kMaxHeavyBins = 64;

}  // namespace quadphase::detail
