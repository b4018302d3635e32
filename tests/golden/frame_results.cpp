// SPDX-License-Identifier: MIT
// 20,000 objects of each scene after three steps, and the same on a grid, where boxes that touch
// are no pairs.
#include "golden/digest.hpp"
#include "golden/results.hpp"
#include "oracle/exact_pairs.hpp"
#include "quadphase/index.hpp"
#include "scenes/scene.hpp"

namespace quadphase::golden {
namespace {

/// The scenes whose boxes are our own generators': Box2D's arithmetic is that of its build.
std::vector<std::string> generated_scenes() {
  std::vector<std::string> names;
  for (const std::string& name : scenes::scene_names())
    if (!name.starts_with("box2d")) names.push_back(name);
  return names;
}

/// The leaves and nodes, and what is known of the frame besides its pairs.
std::uint64_t tree_hash(const BroadPhase& broad_phase) {
  Digest digest;
  const Stats& stats = broad_phase.stats();
  for (const std::uint64_t count :
       {std::uint64_t{stats.object_count}, std::uint64_t{stats.rejected_count}, stats.pair_count})
    digest.add(count);
  broad_phase.for_each_cell([&](const Cell& cell) {
    digest.add(cell.bounds);
    digest.add(std::uint64_t{cell.object_count});
    digest.add(cell.level);
    digest.add(cell.depth);
    digest.add(std::uint32_t{cell.is_leaf} | std::uint32_t{cell.is_large} << 1U);
  });
  return digest.value();
}

void add_frame(const std::string& name, Config config, Results& results) {
  config.touching = !Scene(name, 1).is_on_grid();
  BroadPhase broad_phase(config);
  broad_phase.update(frame_of(name, name == "point" ? 2'000 : 20'000).view());
  results.push_back({name, "pair-set", oracle::order_free_hash(broad_phase.pairs())});
  results.push_back({name, "pairs", oracle::order_hash(broad_phase.pairs())});
  results.push_back({name, "tree", tree_hash(broad_phase)});
}

}  // namespace

Results frame_results(const Config& config) {
  Results results;
  for (const std::string& scene : generated_scenes()) add_frame(scene, config, results);
  for (const char* const scene :
       {"uniform-grid", "mixed-grid", "giants-grid", "roads-grid", "galaxy-grid"})
    add_frame(scene, config, results);
  return results;
}

}  // namespace quadphase::golden
