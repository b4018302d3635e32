// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <utility>

#include "arguments.hpp"

namespace quadphase {
namespace {

std::pmr::memory_resource* resource_of(const Config& config) {
  return config.memory_resource != nullptr ? config.memory_resource
                                           : std::pmr::get_default_resource();
}

}  // namespace

BroadPhase::Engine::Engine(const Config& user_config)
    : config(detail::checked(user_config)),
      kernels(detail::kernels_for(config.simd)),
      workers(config.threads, config.arena),
      frame(resource_of(config), workers.count()),
      leaf_rules{static_cast<std::uint32_t>(config.leaf_capacity),
                 static_cast<std::uint32_t>(config.max_depth)},
      shown_rejected(resource_of(config)) {
  show_search({});
}

void BroadPhase::Engine::show_frame(const Stats& figures, bool stored_pairs) noexcept {
  std::swap(shown_rejected, frame.scene.rejected_ids);
  shown_pairs = stored_pairs ? frame.merged.pair_count : 0;
  has_tree = true;
  has_array = stored_pairs;
  show_search(figures);
}

void BroadPhase::Engine::show_search(Stats figures) noexcept {
  figures.test_count = frame.segments.totals.tests;
  figures.pair_count = frame.segments.totals.pairs;
  figures.rejected_ids_data = shown_rejected.data();
  figures.byte_count = byte_count();
  figures.threads = workers.count();
  figures.simd = kernels.simd;
  stats = figures;
}

}  // namespace quadphase
