// SPDX-License-Identifier: MIT
// What a user chooses, once, when an engine is constructed.
#pragma once

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <string_view>

namespace quadphase {

/// Instruction sets with kernels of their own. All give the same bytes.
enum class Simd : std::uint8_t {
  best,    ///< the widest that this processor and this build have
  avx512,  ///< x86-64 with AVX-512 F, BW, CD, DQ and VL
  avx2,    ///< x86-64 with AVX2, BMI2 and FMA (fused multiply-add is never used)
  sse4,    ///< x86-64 with SSE4.2
  neon,    ///< Arm64
  scalar   ///< plain C++, on every processor
};

/// The name of an instruction set as written above, for example "avx512".
[[nodiscard]] std::string_view name_of(Simd simd) noexcept;

/// True when this build has the kernels and this processor can run them. Always true for `best` and
/// `scalar`.
[[nodiscard]] bool is_supported(Simd simd) noexcept;

/// A reference to the user's own `tbb::task_arena`, made by `arena_ref` in quadphase/tbb.hpp.
struct ArenaRef {
  void* task_arena = nullptr;
};

/// Every choice an engine takes. All fields have a default; results depend on none of `threads`,
/// `arena`, `simd` and `memory_resource`.
struct Config {
  /// Threads that work on a frame, the caller's included. 0: as many as the processor affinity and
  /// the container's CPU quota allow. oneTBB's own limit (`tbb::global_control`) still applies.
  int threads = 0;

  /// The arena to work in instead of one of the engine's own. It must outlive the engine, and
  /// `threads` must then be 0. See quadphase/tbb.hpp.
  ArenaRef arena{};

  /// `update` throws `std::length_error` rather than store more pairs than this; its memory stays
  /// bounded. Counting and streaming are not limited.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

  /// Whether `update` finds which pairs began and ended; see `BroadPhase::events`. It then takes
  /// longer, and keeps 16 bytes more an object, a bit a pair, and 28 for each event. In the first
  /// update, all pairs begin: it takes 20 a pair more, and the list of them 12 until the next has
  /// finished.
  bool events = false;

  /// Most objects in a leaf: 1 to 16. Smaller leaves cost more time and memory; 16 is the measured
  /// best.
  int leaf_capacity = 16;

  /// Most times a cell is quartered: 1 to 300, which is deeper than any scene of floats needs. At
  /// this depth a cell of many objects becomes several leaves.
  int max_depth = 300;

  /// The kernels to run. The constructor throws where the processor lacks them.
  Simd simd = Simd::best;

  /// Where the buffers come from; null: `std::pmr::get_default_resource()`. It must outlive the
  /// engine and allow calls from several threads one after the other. Linux is asked for huge pages
  /// inside of buffers from 4 MiB on; the request stays with the pages when they are given back.
  std::pmr::memory_resource* memory_resource = nullptr;
};

}  // namespace quadphase
