// SPDX-License-Identifier: MIT
// Every tuned constant, and the measurements behind it. The set of pairs depends on none of them.
// The order of the pairs depends on most of them, but not on the chunks, kChunksPerWorker,
// kStreamedDoubles and kBlockPairs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quadphase::detail {

/// True in the checked build, which runs every validator in every frame, and tasks in any order.
#ifdef QUADPHASE_VALIDATE
inline constexpr bool kValidate = true;
#else
inline constexpr bool kValidate = false;
#endif

/// A limit that decides how work is cut: `usual`, or `small` in a build for fuzzing, where a few
/// dozen boxes must reach every branch that usually takes thousands.
template <class T>
[[nodiscard]] constexpr T tuned([[maybe_unused]] T usual, [[maybe_unused]] T small) noexcept {
#ifdef QUADPHASE_SMALL_LIMITS
  return small;
#else
  return usual;
#endif
}

/// The most objects of a frame: positions have 32 bits, and loops read up to a vector past the end.
inline constexpr std::size_t kMaxObjects = 0xFFFF'FFC0;
/// More pairs than any memory can hold.
inline constexpr std::uint64_t kMaxPairs = std::uint64_t{1} << 48;
/// The most threads of an engine, as a guard against nonsense.
inline constexpr int kMaxThreads = 4096;

/// Frames below this many objects run on the calling thread alone.
/// Why: at some 12 ns per box they take little more than 0.1 ms, about what waking and joining
/// workers would cost.
inline constexpr std::size_t kSerialObjects = tuned<std::size_t>(10'000, 8);

/// Objects per chunk of the streaming stages, as long as there are at most kMaxChunks chunks.
/// Tried: 8,192, with which 12,000 objects make two chunks. A frame of 12,000 on two threads of a
/// Zen 4 10.4 ns per box against 11.8, on 16 threads of a Xeon 11.1 against 14.4; a frame of
/// 100,000 on 16 threads 4.4 against 4.7.
inline constexpr std::size_t kChunkObjects = tuned<std::size_t>(2'048, 4);
inline constexpr std::size_t kMaxChunks = tuned<std::size_t>(128, 16);
/// Chunks of the partition per worker; a single thread has one chunk. The order of the records does
/// not depend on it.
/// Why few: each chunk has a histogram, and if two chunks meet in a bin, two workers write to
/// one cache line. Tried: 13 and 122 chunks, partition of 100,000 boxes 2.4 ns per box
/// against 2.3, of 1,000,000 boxes 2.5 against 2.15; on two threads 1.45 against 1.2.
inline constexpr std::size_t kChunksPerWorker = 4;
/// The partition has fewer chunks if histograms would take more than a byte per object.
inline constexpr std::size_t kObjectsPerCount = tuned<std::size_t>(4, 1);

/// From this many boxes in double on, their copies are written past the caches.
/// Tried: always. Reading, in ns per box before and after: 20,000 boxes on a Zen 4 1.5, 1.75,
/// 100,000 boxes 3.1, 2.35; on a Xeon 60,000 boxes 3.7, 3.0, 100,000 boxes 3.75, 3.0, 1,000,000
/// boxes 9.4, 7.7.
inline constexpr std::size_t kStreamedDoubles = tuned<std::size_t>(50'000, 24);

/// An object is large if its size is at least 2^kLargeExponents times the geometric mean of all
/// sizes. Large objects are kept apart from the others, because they would enlarge the boxes of
/// their leaves.
///
/// Tried, pair stage in ns per box for the scenes (mixed, decades, giants, walls): no large objects
/// 17, 15, 67, 102; from 2^2 on 14, 19, 18, 27; 2^4 13, 17, 18, 27; 2^5 13, 16, 19, 27; 2^6 13, 15,
/// 20, 33.
inline constexpr std::uint32_t kLargeExponents = 5;

/// The fewest objects of a frame that is searched for outliers, and the size of the sample that
/// shows them and the proportions of the boxes.
inline constexpr std::size_t kSampledObjects = tuned<std::size_t>(4'096, 12);
inline constexpr std::size_t kSampleSize = tuned<std::size_t>(256, 8);
/// The size of the sample in a smaller frame, which shows only proportions; even smaller frames
/// have none.
/// Tried: 256 objects take 1.1 us of the 6.5 us of a frame of 300.
inline constexpr std::size_t kFewSampled = tuned<std::size_t>(64, 4);

/// When boxes that are long in x, boxes that are long in y and the others have a curve each: if a
/// leaf of all would be wide because of some and high because of others, by more than kEnlargedLeaf
/// times its area. Boxes of an axis count in full if they are at least one in kSharesOfSample of a
/// sample, and by their share if they are fewer; large boxes count if all of them together are as
/// many. See also kLargeTests.
///
/// Tried: one curve. Frames of 100,000 lines on two layers that filters tell apart, in ns per box
/// (Xeon; one curve, a curve each): lines as long as 2 leaves 164, 72; 4 leaves 409, 75; 8 leaves
/// 1,190, 74; 16 leaves 5,110, 70. Without layers: 2 leaves 107, 104; 4 leaves 300, 179.
/// What it costs where it does not help: lines in districts, which are all in x or all in y,
/// 42, 50.
///
/// Why not by worlds, too: their number is not known when bounds are measured. In w worlds in one
/// place, leaves are w times as large as estimated here, so boxes have a curve each where w times
/// less would be gained, and cells are up to w times too long. Lines of length 96 in 64 worlds, of
/// 200,000 in an area of 200,000: 142 tests per box, and 77 with the worlds side by side.
inline constexpr double kSharesOfSample = tuned<double>(8, 64);
inline constexpr double kEnlargedLeaf = tuned<double>(4, 0);

/// When large boxes have a curve for each axis, whatever their share of all boxes: if they would be
/// tested with more than kLargeTests others for each box of the scene, large or not, and with more
/// than kEnlargedLeaf times as many as on curves apart. About kSampledLarge of them are looked at,
/// or up to kMostSampledLarge where many tests are at stake.
///
/// Tried: always 32. 400,000 bars a unit long, one in five a line in x instead and one in 500 a
/// line in y, as long as 0.9 of the world, on three layers that filters tell apart: 450 tests per
/// box against 8.
inline constexpr double kLargeTests = tuned<double>(16, 0);
inline constexpr std::uint64_t kSampledLarge = tuned<std::uint64_t>(32, 8);
inline constexpr std::uint64_t kMostSampledLarge = tuned<std::uint64_t>(4096, 64);

/// The partition aims at buckets of at most this many objects.
/// Tried: 512 has a slower partition, a faster tree and the same total; 2,048 is no better. On an
/// Intel Xeon, 512 takes 0.96 of the time for 1,000,000 boxes, where the partition is slower by 1.5
/// ns per box; on Zen 5 the total is the same.
inline constexpr std::size_t kBucketObjects = tuned<std::size_t>(1'024, 6);
/// The most key bits of the first cut.
/// Why: 4,096 open write streams still scatter well; 16,384 do not.
inline constexpr int kMaxPartitionBits = tuned<int>(12, 2);
/// A bin of more objects than this is cut again, in parallel.
inline constexpr std::size_t kHeavyObjects = tuned<std::size_t>(8'192, 32);
/// The most rounds of such cuts: enough for outliers that are nested 16 deep. A bin that is heavy
/// even then is sorted by one task.
inline constexpr int kMaxRounds = tuned<int>(16, 4);

/// In frames of this many objects and more, a bucket's records are prefetched while the bucket
/// before is written: they come from memory, or from a far cache.
/// Tried: in every frame; tree in ns per box on an Intel Xeon: 100,000 boxes 5.5 before, 5.6 after;
/// 1,000,000 boxes 7.9, 6.8; 10,000,000 boxes 8.2, 7.2. Tried: all of them at the beginning of a
/// bucket instead: 100,000 boxes 5.5 before, 6.1 after; 1,000,000 boxes 8.4, 8.4, because they are
/// more than the processor fetches at a time.
inline constexpr std::size_t kPrefetchedFrame = tuned<std::size_t>(300'000, 24);

/// Children of a node, and the most objects in a leaf: as many as an AVX-512 register has floats.
inline constexpr std::uint32_t kFanout = 16;
/// The most pairs inside one leaf, which is the room that its search reserves.
inline constexpr std::uint32_t kMaxLeafPairs = kFanout * kFanout / 2;
/// Leaf groups, of kFanout leaves each, per pair task.
inline constexpr std::size_t kTaskGroups = tuned<std::size_t>(4, 1);
/// Leaf groups of large objects are cut into about kLargeTasks tasks in all, of at least
/// kSliceNodes nodes each. Why: in the giants scene, 2 of 545 groups have 62 % of all pairs.
inline constexpr std::uint32_t kLargeTasks = tuned<std::uint32_t>(512, 8);
inline constexpr std::uint32_t kSliceNodes = tuned<std::uint32_t>(4, 1);
/// Pairs per block of a thread's pair buffer (128 KiB): few tasks need more than one block.
inline constexpr std::size_t kBlockPairs = tuned<std::size_t>(16'384, 160);
/// The array of one thread has room for this many pairs at least (8 KiB), and streams as many.
inline constexpr std::uint64_t kMinArrayPairs = tuned<std::uint64_t>(1'024, 160);

/// A sort aims at kBinItems items per bin, and makes at most 2^kMaxBinBits bins at a time.
inline constexpr std::size_t kBinItems = tuned<std::size_t>(512, 4);
inline constexpr int kMaxBinBits = tuned<int>(11, 3);
/// Bins of up to kComparedItems items are sorted by comparisons.
inline constexpr std::size_t kComparedItems = tuned<std::size_t>(48, 4);
/// A bin with more items than kHeavyItems and than its share of all is cut again, in parallel.
inline constexpr std::size_t kHeavyItems = tuned<std::size_t>(16'384, 8);
inline constexpr std::size_t kMaxHeavyBins = tuned<std::size_t>(64, 4);

}  // namespace quadphase::detail
