// SPDX-License-Identifier: MIT
// The engine behind the public face: its buffers, and what it shows of the last finished frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "frame.hpp"
#include "kernels/kernels.hpp"
#include "leaves.hpp"
#include "one_at_a_time.hpp"
#include "parallel.hpp"
#include "quadphase/broad_phase.hpp"
#include "tuning.hpp"

namespace quadphase {

/// Invariant: `stats`, `shown_pairs` and `shown_rejected` only change when a frame has finished, so
/// a frame that fails leaves the last one to be seen.
struct BroadPhase::Engine {
  explicit Engine(const Config& user_config);

  Stats build(const BoxView& view);                       // stages 1 to 4
  void store_pairs(const BoxView& view, Stats& figures);  // stages 5 and 6
  std::uint64_t count();                                  // stage 5, counting only
  void stream(void* target, ChunkVisitor visit);          // stage 5, or the chunks stored by 6

  /// Forgets the current tree and its pairs, before buffers change.
  void drop_tree() noexcept { has_tree = has_array = false; }
  /// Shows a frame that finished: figures, rejected ids and, where it stored them, pairs.
  void show_frame(const Stats& figures, bool stored_pairs) noexcept;
  void list_rejected() noexcept;
  /// Shows `figures`, with what the last search of the current tree found.
  void show_search(Stats figures) noexcept;

  /// Room for that many objects, those in `shown_rejected` included. Drops the tree.
  void reserve(std::size_t object_count);

  [[nodiscard]] bool is_small(std::size_t object_count) const noexcept {
    return object_count < detail::kSerialObjects;
  }
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return frame.byte_count() + shown_rejected.byte_count();
  }

  Config config;
  const detail::Kernels& kernels;
  detail::OneAtATime memory;
  detail::Workers workers;
  detail::Frame frame;
  detail::LeafRules leaf_rules;

  bool has_tree = false;   // `frame.tree` is whole
  bool has_array = false;  // `frame.merged` holds that tree's pairs

  Stats stats;                              // of the last finished frame, as are:
  std::size_t shown_pairs = 0;              // pairs in `frame.merged`
  detail::Buffer<ObjectId> shown_rejected;  // ids of rejected boxes
};

}  // namespace quadphase
