// SPDX-License-Identifier: MIT
// The bytes of every generated scene are the same on every compiler, at every optimization, and
// today.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <ostream>
#include <span>

#include "generated_scenes.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

struct Golden {
  const char* scene;
  std::uint64_t all_move, one_in_100, all_teleport;
};

// 2,000 objects, seed 1, after 3 frames. A new value means another scene: earlier measurements no
// longer compare.
constexpr Golden kGolden[] = {
    {"uniform", 0xe4516948b2dc6ebeU, 0xccdfcfebd35e4e46U, 0x0702139f11c052c3U},
    {"dense", 0x75ea1a552e8e9687U, 0xf3518356ee1fdd26U, 0x90f914d08cae4cd1U},
    {"sparse", 0x10840476ad2d206dU, 0x1dd11d1713002c98U, 0xa04a42c1fc998674U},
    {"clusters", 0x8c66f5189ec86f0bU, 0xe05f3b6d250f5487U, 0x301069455a85fe67U},
    {"mixed", 0x3a5ec6bc828d783fU, 0x5c7b4ff9299e9dfdU, 0x4aed406805854327U},
    {"decades", 0x6111b07e86a8930dU, 0xffa8b668931a13e6U, 0x7db80ee204da8ae8U},
    {"galaxy", 0xeb117a6ab69c2acbU, 0xae874a98c8dbfa5fU, 0x8fc38cbb45a540c6U},
    {"pile", 0xb50c06a6c9777c08U, 0xde193767fead98bcU, 0x571a4bfa804ee7abU},
    {"roads", 0x3f30d1d72b83d161U, 0x74d0dd3873014688U, 0xde7c9d3c5fd8ea42U},
    {"giants", 0x7bb04b81432c7c0cU, 0x5f756df537ada7e2U, 0xb25b40535e19b258U},
    {"walls", 0x0e0c983aba34e9d8U, 0xcf1098a51e3f39d1U, 0x048462aed0f65932U},
    {"outlier", 0x909e76113cc6ee4dU, 0x842dff6eb05e1192U, 0x205f5fa66df0de77U},
    {"line", 0x12783300fac54a5eU, 0x9a07e0d679fd67dcU, 0x66409c2b60e63f19U},
    {"point", 0x64064bfbafc80385U, 0x148ee5a23e46f385U, 0x31d653d558d43da5U},
};

void add_column(std::span<const float> column, std::uint64_t& hash) {
  for (const float value : column)
    hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3U;
}

std::uint64_t hash_after_3_frames(const char* name, Motion motion, std::uint64_t seed) {
  const auto scene = make_scene(name, {.count = 2'000, .seed = seed, .motion = motion});
  for (int frame = 0; frame < 3; ++frame) scene->step();
  const BoxView boxes = scene->boxes();
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const auto column : {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y})
    add_column(column, hash);
  return hash;
}

TEST(Scenes, HaveTheBytesTheyAlwaysHad) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(golden.scene);
    EXPECT_EQ(hash_after_3_frames(golden.scene, Motion::all_move, 1), golden.all_move);
    EXPECT_EQ(hash_after_3_frames(golden.scene, Motion::one_in_100, 1), golden.one_in_100);
    EXPECT_EQ(hash_after_3_frames(golden.scene, Motion::all_teleport, 1), golden.all_teleport);
  }
}

TEST(Scenes, AllHaveKnownBytes) {
  std::vector<std::string> known;
  for (const Golden& golden : kGolden) known.emplace_back(golden.scene);
  EXPECT_EQ(known, generated_scene_names());
}

TEST(Scenes, DifferForAnotherSeed) {
  for (const Golden& golden : kGolden)
    EXPECT_NE(hash_after_3_frames(golden.scene, Motion::all_move, 2), golden.all_move)
        << golden.scene;
}

}  // namespace
}  // namespace quadphase::scenes
