// SPDX-License-Identifier: MIT
// The engine: boxes in, every overlapping pair out. Update, then read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"

namespace quadphase {

/// A 2D broad phase that is rebuilt from Morton keys every frame, in parallel.
///
///     quadphase::BroadPhase broad_phase;
///     broad_phase.update({min_x, min_y, max_x, max_y});
///     for (auto [first, second] : broad_phase.pairs()) narrow_phase(first, second);
///
/// Exact:    every overlapping pair of legal boxes, each once, `first < second`, and nothing more.
/// Order:    the bytes of the pair array depend on the boxes, `leaf_capacity` and `max_depth` only,
///           not on threads, SIMD, earlier frames, the compiler or chance.
/// Bad data: a box with NaN or `max < min` joins no pair; `stats()` counts and lists it.
/// Threads:  one thread at a time may call a non-const function; const functions may be called
///           from many threads in between. Engines are independent, and work inside oneTBB tasks.
/// Memory:   buffers grow and never shrink. While object and pair counts stay within one eighth
///           above the largest reserved or seen, a frame allocates nothing. Every 100,000 objects
///           take some 8 MB, and every 100,000 pairs 1.8 MB.
/// Errors:   `std::invalid_argument` before any state changes when the caller broke a rule;
///           `std::bad_alloc` where memory ends. After an `update` or `build` that threw, `pairs()`
///           and `stats()` still show the last finished frame, there is no tree to count or stream,
///           and the next frame is right.
/// Source:   I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves as a sorted
///           list of keys).
class BroadPhase {
 public:
  /// Errors: `std::invalid_argument` where a field of `config` is out of its range.
  explicit BroadPhase(const Config& config = {});
  ~BroadPhase();
  BroadPhase(BroadPhase&& other) noexcept;
  BroadPhase& operator=(BroadPhase&& other) noexcept;
  BroadPhase(const BroadPhase&) = delete;
  BroadPhase& operator=(const BroadPhase&) = delete;

  /// Grows the buffers for frames of that many objects and pairs, so that they need not grow later.
  ///
  /// Drops the current tree and pairs; `stats()` stays. Errors: `std::invalid_argument` where there
  /// are too many.
  void reserve(std::size_t object_count, std::uint64_t pair_count = 0);

  /// Finds and stores every overlapping pair: `build(boxes)`, then the pairs.
  ///
  /// Errors:     `std::invalid_argument` where the spans differ in length or hold more than
  ///             2^32 - 64 boxes; `std::length_error` where there are more than
  ///             `Config::max_pairs` pairs.
  /// Complexity: O(n log n + pairs) work at worst, close to linear in practice.
  void update(const BoxView& boxes);

  /// The pairs of the last finished `update`, in the order of the tree's leaves, not sorted by id.
  ///
  /// Lifetime: valid until the next non-const call. Empty before the first `update`.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept;

  /// Builds the tree and finds no pairs; `count_pairs` and `for_each_pair_chunk` do, on that tree.
  ///
  /// `pairs()` is empty afterwards. Errors: as `update`, less `max_pairs`.
  void build(const BoxView& boxes);

  /// Counts the pairs of the current tree without storing them. After `update`, the number of
  /// `pairs()`.
  [[nodiscard]] std::uint64_t count_pairs();

  /// One more than the largest chunk index that `for_each_pair_chunk` can hand over.
  ///
  /// Depends on the boxes only, so results of chunks can be kept in an array and combined in order.
  [[nodiscard]] std::size_t chunk_count() const noexcept;

  /// Calls `consume(std::span<const Pair> pairs, std::size_t chunk_index)` for each chunk of pairs,
  /// from all threads concurrently. No chunk is empty; together, in the order of their indices,
  /// they are `pairs()`.
  ///
  /// After `build`, pairs are generated, handed over and forgotten; after `update`, chunks are cuts
  /// of the stored array. Where they are cut, and their indices, do not depend on threads.
  /// Lifetime: a generated span lives for its call. Errors: what `consume` throws passes through.
  template <class Consume>
  void for_each_pair_chunk(Consume&& consume) {
    using Target = std::remove_reference_t<Consume>;
    visit_chunks(const_cast<void*>(static_cast<const void*>(std::addressof(consume))),
                 [](void* target, std::span<const Pair> pairs, std::size_t chunk_index) {
                   (*static_cast<Target*>(target))(pairs, chunk_index);
                 });
  }

  /// Figures of the last finished frame. Lifetime: valid until the next non-const call.
  [[nodiscard]] const Stats& stats() const noexcept;

  /// Bytes that the engine holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  using ChunkVisitor = void (*)(void* target, std::span<const Pair> pairs, std::size_t chunk_index);
  void visit_chunks(void* target, ChunkVisitor visit);

  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace quadphase
