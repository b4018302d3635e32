// SPDX-License-Identifier: MIT
// The options of an engine, which are fixed when it is constructed.
#pragma once

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <string_view>

#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"

namespace quadphase {

/// Instruction sets that have their own kernels. All give the same results to the byte.
enum class Simd : std::uint8_t {
  best,    ///< the widest set of this processor and this build
  avx512,  ///< x86-64 with AVX-512 F, BW, CD, DQ and VL
  avx2,    ///< x86-64 with AVX2, BMI2 and FMA (fused multiply-add is never used)
  sse4,    ///< x86-64 with SSE4.2
  neon,    ///< Arm64
  wasm,    ///< WebAssembly with its 128-bit vectors
  scalar   ///< plain C++, on every processor
};

/// All of them but `best`, each platform's widest first.
inline constexpr Simd kInstructionSets[] = {Simd::avx512, Simd::avx2, Simd::sse4,
                                            Simd::neon,   Simd::wasm, Simd::scalar};

/// The name of an instruction set as written above, for example "avx512".
[[nodiscard]] QUADPHASE_API std::string_view name_of(Simd simd) noexcept;

/// True when this build has the kernels and this processor can run them. Always true for `best` and
/// `scalar`.
[[nodiscard]] QUADPHASE_API bool is_supported(Simd simd) noexcept;

class CallRecorder;  // in recorded_call.hpp

/// The options of an engine. Results do not depend on `threads`, `executor`, `simd`,
/// `memory_resource` and `recorder`.
struct Config {
  /// Threads that work on a frame, including the caller's; oneTBB runs them. 0: as many as the
  /// processor affinity and the CPU quota of the container allow. The limit of
  /// `tbb::global_control` still applies. A library that was built without oneTBB uses only the
  /// caller's thread or an executor's threads: it refuses more than 1 here.
  int threads = 0;

  /// Runs frames on threads of your own; null: on oneTBB's, as many as `threads` says. It must
  /// outlive the engine, and `threads` must then be 0. For a `tbb::task_arena`, use `TbbExecutor`
  /// of quadphase/tbb.hpp.
  Executor* executor = nullptr;

  /// `update` throws `std::length_error` if there are more pairs than this, so its memory is
  /// bounded. Counting and streaming are not limited.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

  /// Whether boxes that only touch overlap. True: boxes are closed, and `overlaps(a, b)` of box.hpp
  /// defines a pair. False: their interiors must meet, by `interiors_overlap(a, b)`:
  ///
  ///     a.min < b.max && b.min < a.max     on both axes
  ///
  /// This is exact, too, in float and in double: the boxes of a grid have no pairs, but boxes that
  /// share a strip as narrow as the gap between two neighboring numbers are a pair. A box without
  /// width or height, such as a point, overlaps the boxes that have it strictly inside, and none at
  /// its own place; two equal points are never a pair. Events, `BroadPhase::tight_boxes_overlap`
  /// and overlap queries of boxes, points and circles go by the same formula; all other queries see
  /// closed boxes in both modes.
  bool touching = true;

  /// The periods of a world that repeats itself along an axis, like the torus of a particle or
  /// crowd simulation: x and x + period_x are the same place. 0: it does not repeat itself.
  /// Otherwise 1e-30 to 1e30. Pairs are then defined by `overlaps(a, b, touching, periods)` of
  /// periodic.hpp: those across the border are found, too, each pair once. Events, static objects,
  /// `BroadPhase::tight_boxes_overlap` and queries see the same world.
  ///
  /// Boxes:   what does not fit the world is rejected; see `fits` in periodic.hpp. With margins and
  ///          displacements, the boxes that are searched must fit.
  /// Queries: they may lie anywhere, up to 2^20 periods away from 0. A shape finds what its images
  ///          overlap. An image has the shape's coordinates plus whole periods, added in double and
  ///          rounded to float; for boxes, comparison with the exact sum decides, so that a box
  ///          finds its pairs. Boxes and circles may be of any size; other shapes that are longer
  ///          than a period find nothing. A cast ends where it has moved by a period along an axis,
  ///          if that is before its own end: at the float next to period / abs(dx), y likewise. An
  ///          object counts once, by its nearest image, or by the one that a cast enters first.
  /// Nearest: the distance of an object is that of its nearest image. A shape that is longer than a
  ///          period, even a box, finds nothing, unless it is a circle.
  /// Inside:  an object lies inside a shape if one of its images lies wholly inside. A box as long
  ///          as a period contains every object along that axis. For a circle, the nearest images
  ///          decide, as they do for the radius of a nearest search: both may be longer than half a
  ///          period, and find the same objects. A point is inside the objects whose images contain
  ///          it.
  /// Cost:    a pass over all boxes, trees of the few that cross the border, and their pairs. A
  ///          query across the border runs once for each of its images; one that is longer than
  ///          half a period keeps what it has found in memory.
  float period_x = 0;
  float period_y = 0;  ///< along the second axis

  /// Whether `update` finds the pairs that began and that ended; see `BroadPhase::events`. It then
  /// takes longer, and holds 16 more bytes per object and 54 per pair: all pairs may begin or end
  /// in the next update, which must not allocate. If few do, most of this memory is never touched.
  bool events = false;

  /// Whether `update` finds for each pair its index in the pairs of the update before; see
  /// `BroadPhase::previous_indices`. It needs `events`, and holds 12 to 16 more bytes per pair. An
  /// update then has at most 2^32 - 1 pairs, as if `max_pairs` said so.
  bool previous_indices = false;

  /// The most objects in a leaf: 1 to 16. Smaller leaves cost more time and memory.
  int leaf_capacity = 16;

  /// How many times a cell may be quartered: 1 to 300, which is deeper than any scene of floats
  /// needs. A cell of this depth with too many objects becomes several leaves.
  int max_depth = 300;

  /// The kernels to run. The constructor throws if the processor or the build does not have them.
  Simd simd = Simd::best;

  /// The memory resource of all buffers; null: `std::pmr::get_default_resource()`. It must outlive
  /// the engine and allow calls from several threads, one at a time. On Linux, buffers of 4 MiB
  /// or more request transparent huge pages; the request stays with these pages after they are
  /// deallocated.
  std::pmr::memory_resource* memory_resource = nullptr;

  /// Receives every call, such as the `Recorder` of recorder.hpp, which writes calls to a file;
  /// null: no recorder. It must outlive the engine.
  CallRecorder* recorder = nullptr;
};

}  // namespace quadphase
