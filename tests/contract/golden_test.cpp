// SPDX-License-Identifier: MIT
// Hashes of every scene's pairs, recorded in golden_hashes.txt: scene, set, order.
//
// The hash of the set never changes. The hash of the order may change with the rules for leaves and
// tasks, in a commit of its own that says why. One command records the orders anew, and refuses
// where a set has changed:
//
// Where touching does not count, the frames are on a grid, so that many boxes touch; their names
// end with "-grid".
//
//     QUADPHASE_RECORD_GOLDEN=1 <build>/tests/contract/contract_order_test --gtest_filter=Golden.*
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "checks.hpp"

namespace quadphase::contract {
namespace {

constexpr std::string_view kOnGrid = "-grid";

struct Hashes {
  std::string scene;
  std::uint64_t set = 0;
  std::uint64_t order = 0;
};

/// 20,000 objects after three steps.
Columns golden_frame(const std::string& scene) {
  return frame_of(scene, scene == "point" ? 2'000 : 20'000, 3);
}

Hashes hashes_of(const std::string& scene, const Columns& frame, Config config) {
  config.touching = !scene.ends_with(kOnGrid);
  BroadPhase broad_phase(config);
  broad_phase.update(frame.view());
  return {scene, oracle::order_free_hash(broad_phase.pairs()),
          oracle::order_hash(broad_phase.pairs())};
}

/// The frame of a name in the file.
Columns frame_called(std::string name) {
  if (!name.ends_with(kOnGrid)) return golden_frame(name);
  name.resize(name.size() - kOnGrid.size());
  return snapped(golden_frame(name).view());
}

/// All that must not matter: one to sixteen threads, whatever the number of cores, and each
/// instruction set.
std::vector<Config> golden_configs() {
  std::vector<Config> configs;
  for (int threads = 1; threads <= 16; ++threads) configs.push_back({.threads = threads});
  for (const Simd simd : supported_simds())
    for (const int threads : {1, 4}) configs.push_back({.threads = threads, .simd = simd});
  return configs;
}

std::vector<Hashes> recorded() {
  std::ifstream file(QUADPHASE_GOLDEN_FILE);
  std::vector<Hashes> table;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Hashes hashes;
    words >> hashes.scene >> std::hex >> hashes.set >> hashes.order;
    EXPECT_FALSE(words.fail()) << line;
    table.push_back(hashes);
  }
  return table;
}

const Hashes* find(const std::vector<Hashes>& table, const std::string& scene) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Hashes& hashes) { return hashes.scene == scene; });
  return found == table.end() ? nullptr : &*found;
}

/// The scenes whose boxes are our own generators': Box2D's arithmetic is its build's.
std::vector<std::string> golden_scenes() {
  std::vector<std::string> names = scenes::scene_names();
  names.erase(std::remove_if(names.begin(), names.end(),
                             [](const std::string& name) { return name.rfind("box2d", 0) == 0; }),
              names.end());
  return names;
}

/// The names of frames for which boxes that only touch are no pairs.
std::vector<std::string> grid_names() {
  return {"uniform-grid", "mixed-grid", "giants-grid", "roads-grid", "galaxy-grid"};
}

void record() {
  const std::vector<Hashes> before = recorded();
  std::ostringstream text;
  text << "# Scene, hash of the set of pairs (never changes), hash of their order. See "
          "golden_test.cpp.\n";
  std::vector<std::string> names = golden_scenes();
  for (const std::string& name : grid_names()) names.push_back(name);
  for (const std::string& scene : names) {
    const Hashes now = hashes_of(scene, frame_called(scene), {.threads = 1});
    const Hashes* const old = find(before, scene);
    ASSERT_TRUE(old == nullptr || old->set == now.set) << "the pairs of " << scene << " changed";
    text << scene << std::hex << std::setfill('0') << ' ' << std::setw(16) << now.set << ' '
         << std::setw(16) << now.order << std::dec << '\n';
  }
  std::ofstream(QUADPHASE_GOLDEN_FILE) << text.str();
}

/// Compares the frame of a name with the record, in each configuration; returns the hash of the
/// order.
std::uint64_t expect_golden(const std::vector<Hashes>& table, const std::string& name,
                            const std::vector<Config>& configs) {
  const Hashes* const golden = find(table, name);
  if (golden == nullptr) {
    ADD_FAILURE() << name;
    return 0;
  }
  const Columns frame = frame_called(name);
  std::uint64_t order = 0;
  for (const Config& config : configs) {
    SCOPED_TRACE(testing::Message() << config.threads << " threads, " << name_of(config.simd));
    const Hashes now = hashes_of(name, frame, config);
    EXPECT_EQ(now.set, golden->set) << "the pairs of " << name;
    EXPECT_EQ(now.order, golden->order) << "the order of the pairs of " << name;
    if (&config == &configs.front()) order = now.order;
  }
  return order;
}

// tools/determinism.sh runs this in many builds, and reads what it prints.
TEST(Golden, HashesAreThoseRecordedOnAnyThreadsAndInstructionSet) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  if (std::getenv("QUADPHASE_RECORD_GOLDEN") != nullptr) record();
  const std::vector<Hashes> table = recorded();
  EXPECT_EQ(table.size(), golden_scenes().size() + grid_names().size());
  const std::vector<Config> configs = golden_configs();
  std::uint64_t digest = 0;
  std::size_t frame_count = 0;
  for (const std::string& scene : golden_scenes()) {
    digest = (digest ^ expect_golden(table, scene, configs)) * 0x100'0000'01B3;
    frame_count += configs.size();
  }
  std::cout << "digest of " << golden_scenes().size() << " scenes: " << std::hex << digest
            << std::dec << ", in " << frame_count << " frames\n";
}

TEST(Golden, HashesOnAGridAreThoseRecordedWhereTouchingDoesNotCount) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  const std::vector<Hashes> table = recorded();
  for (const std::string& name : grid_names()) {
    (void)expect_golden(table, name, golden_configs());
    BroadPhase touching({.threads = 1});
    touching.update(frame_called(name).view());
    EXPECT_NE(oracle::order_free_hash(touching.pairs()), find(table, name)->set)
        << "no boxes of " << name << " only touch";
  }
}

}  // namespace
}  // namespace quadphase::contract
