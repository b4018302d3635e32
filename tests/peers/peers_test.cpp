// SPDX-License-Identifier: MIT
// Each peer finds every pair: what we compare ourselves with is driven rightly.
#include "peers/peers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "oracle/exact_pairs.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {
namespace {

struct Columns {
  std::vector<float> min_x, min_y, max_x, max_y;

  void add(float left, float bottom, float right, float top) {
    min_x.push_back(left);
    min_y.push_back(bottom);
    max_x.push_back(right);
    max_y.push_back(top);
  }
  [[nodiscard]] BoxView view() const { return {min_x, min_y, max_x, max_y}; }
};

Columns random_boxes(std::size_t count, float scale, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> place(-scale, scale);
  std::uniform_real_distribution<float> extent(0, 0.1F * scale);
  Columns boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = place(random);
    const float y = place(random);
    boxes.add(x, y, x + extent(random), y + extent(random));
  }
  return boxes;
}

/// A frame of a scene and its exact answer.
struct Frame {
  std::string scene;
  Columns boxes;
  std::vector<Pair> exact;
};

/// Five frames of every scene, made once for all peers.
const std::vector<Frame>& frames_of(scenes::Motion motion) {
  static std::map<scenes::Motion, std::vector<Frame>> frames_by_motion;
  std::vector<Frame>& frames = frames_by_motion[motion];
  if (!frames.empty()) return frames;
  for (const scenes::SceneInfo& info : scenes::scene_infos()) {
    const std::size_t count = info.name == "point" ? 150 : 800;
    const auto scene = scenes::make_scene(info.name, {.count = count, .motion = motion});
    for (int frame = 0; frame < 5; ++frame) {
      Columns boxes;
      for (std::size_t i = 0; i < scene->boxes().size(); ++i) {
        const Box box = scene->boxes()[i];
        boxes.add(box.min_x, box.min_y, box.max_x, box.max_y);
      }
      frames.push_back({std::string(info.name), boxes, oracle::exact_pairs(boxes.view())});
      scene->step();
    }
  }
  return frames;
}

class PeerTest : public ::testing::TestWithParam<EngineInfo> {
 protected:
  void expect_exact(const BoxView& boxes) { expect_pairs(boxes, oracle::exact_pairs(boxes)); }

  /// Scene after scene: the engine keeps its state from frame to frame.
  void expect_exact_on_scenes(scenes::Motion motion) {
    for (const Frame& frame : frames_of(motion)) {
      SCOPED_TRACE(frame.scene);
      expect_pairs(frame.boxes.view(), frame.exact);
    }
  }

  void expect_pairs(const BoxView& boxes, const std::vector<Pair>& exact) {
    arena_.execute([&] { engine_->update(boxes); });
    const auto difference = oracle::compare_pairs(engine_->pairs(), exact);
    EXPECT_FALSE(difference) << *difference;
  }

  tbb::task_arena arena_{4};
  std::unique_ptr<Engine> engine_ = GetParam().make(arena_, Simd::best);
};

TEST_P(PeerTest, IsExactOnEverySceneWhereAllMove) {
  expect_exact_on_scenes(scenes::Motion::all_move);
}

TEST_P(PeerTest, IsExactOnEverySceneWhereOneInAHundredMoves) {
  expect_exact_on_scenes(scenes::Motion::one_in_100);
}

TEST_P(PeerTest, IsExactOnEverySceneWhereAllTeleport) {
  expect_exact_on_scenes(scenes::Motion::all_teleport);
}

TEST_P(PeerTest, IsExactOnOneThread) {
  tbb::task_arena alone(1);
  const auto engine = GetParam().make(alone, Simd::best);
  const Columns boxes = random_boxes(800, 10, 7);
  alone.execute([&] { engine->update(boxes.view()); });
  const auto difference = oracle::compare_pairs(engine->pairs(), oracle::exact_pairs(boxes.view()));
  EXPECT_FALSE(difference) << *difference;
}

TEST_P(PeerTest, IsExactAsTheNumberOfObjectsGrowsShrinksAndVanishes) {
  for (const std::size_t count : {300U, 500U, 2U, 1U, 0U, 400U}) {
    SCOPED_TRACE(count);
    expect_exact(random_boxes(count, 10, 3).view());
  }
}

TEST_P(PeerTest, IsExactAsTheWorldGrowsAThousandfold) {
  for (const float scale : {10.0F, 10000.0F, 0.01F, 10.0F}) {
    SCOPED_TRACE(scale);
    expect_exact(random_boxes(400, scale, 5).view());
  }
}

TEST_P(PeerTest, IsExactOnALatticeThatJustTouches) {
  Columns boxes;
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      boxes.add(static_cast<float>(x) * 0.1F, static_cast<float>(y) * 0.1F,
                static_cast<float>(x + 1) * 0.1F, static_cast<float>(y + 1) * 0.1F);
    }
  }
  expect_exact(boxes.view());
  EXPECT_EQ(engine_->pairs().size(), 2U * 19U * 20U + 2U * 19U * 19U);
}

TEST_P(PeerTest, IsExactOnPointsThatCoincide) {
  Columns boxes;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(i / 4);
    boxes.add(x, -x, x, -x);
  }
  expect_exact(boxes.view());
  EXPECT_EQ(engine_->pairs().size(), 50U * 6U);
}

INSTANTIATE_TEST_SUITE_P(Peers, PeerTest, ::testing::ValuesIn(peer_engines()),
                         [](const auto& peer) {
                           std::string name(peer.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(PeerTest, TellsItsSettings) {
  expect_exact(random_boxes(100, 10, 3).view());
  EXPECT_FALSE(engine_->settings().empty());
  EXPECT_EQ(GetParam().group, EngineGroup::peer);
}

TEST(PeersTest, EachLibraryIsEitherThereOrNamedAsMissing) {
  const std::string missing = missing_peers();
  for (const auto& [library, engine] : {std::pair{"Box2D", "box2d"},
                                        {"Bullet", "bullet"},
                                        {"CGAL", "cgal"},
                                        {"Boost", "boost"},
                                        {"Embree", "embree"},
                                        {"Chipmunk", "chipmunk"},
                                        {"ODE", "ode"}}) {
    const auto peers = peer_engines();
    const bool is_there = std::any_of(
        peers.begin(), peers.end(),
        [prefix = engine](const EngineInfo& kind) { return kind.name.starts_with(prefix); });
    EXPECT_NE(is_there, missing.find(library) != std::string::npos) << library;
  }
}

}  // namespace
}  // namespace quadphase::bench
