// SPDX-License-Identifier: MIT
// Every source steps, and begins with the same boxes each time.
#include "model/source.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

#ifdef QUADPHASE_VIEW_RECORDER
#include "quadphase/recorder.hpp"
#endif

namespace quadphase::view {
namespace {

std::vector<Box> rows_of(const BoxView& boxes) {
  std::vector<Box> rows;
  for (std::size_t i = 0; i < boxes.size(); ++i) rows.push_back(boxes[i]);
  return rows;
}

TEST(Sources, MoveAndBeginWithTheSameBoxesEachTime) {
  for (const SourceInfo& info : source_infos()) {
    SCOPED_TRACE(info.name);
    const auto source = make_source(info.name, 200, 1);
    const auto twin = make_source(info.name, 200, 1);
    EXPECT_EQ(rows_of(source->boxes()).size(), rows_of(twin->boxes()).size());
    World world;
    world.begin_source(source->boxes(), source->states());
    for (int i = 0; i < 4; ++i) {
      world.update();
      source->step();
      world.move_source(source->boxes(), source->states());
    }
    world.update();
    EXPECT_LE(world.object_count(), world.boxes().size());
    const Box view = source->view();
    EXPECT_LT(view.min_x, view.max_x);
    EXPECT_LT(view.min_y, view.max_y);
  }
}

TEST(Sources, TheDiscsFallAndTheBulletsHit) {
  const auto discs = make_source("discs", 500, 1);
  const float before = discs->boxes()[100].min_y;
  for (int i = 0; i < 20; ++i) discs->step();
  EXPECT_LT(discs->boxes()[100].min_y, before);
  EXPECT_TRUE(discs->has_discs());
  const auto bullets = make_source("bullets", 500, 1);
  for (int i = 0; i < 100; ++i) bullets->step();
  ASSERT_NE(bullets->battle(), nullptr);
  EXPECT_GT(bullets->battle()->hit_count, 0U);
}

TEST(Sources, NamesThatAreNoneAndFilesThatAreNotThereAreRefused) {
  EXPECT_THROW((void)make_source("nothing", 10, 1), std::invalid_argument);
  EXPECT_THROW((void)make_source("missing.npy", 10, 1), std::runtime_error);
  EXPECT_THROW((void)make_source("./missing.qpr", 10, 1), std::runtime_error);
}

#ifdef QUADPHASE_VIEW_RECORDER
TEST(Sources, ARecordingShowsTheFramesWithFiltersAndStaticObjects) {
  const std::string path = testing::TempDir() + "view_source.recording";
  BoxColumns moving(2);
  BoxColumns wall(1);
  const std::vector<ObjectId> ids = {40, 7};
  const std::vector<ObjectId> wall_id = {12};
  const std::vector<std::uint32_t> worlds = {0, 5};
  wall.set(0, {0, 0, 9, 1});
  {
    Recorder recorder(path);
    BroadPhase broad_phase({.recorder = &recorder});
    broad_phase.set_static(wall.view(), wall_id);
    for (const float x : {1.0F, 2.0F}) {
      moving.set(0, {x, 0, x + 1, 1});
      moving.set(1, {x, 0, x + 1, 1});
      broad_phase.update(moving.view(), {.ids = ids, .world = worlds});
    }
    recorder.flush();
    ASSERT_EQ(recorder.error(), "");
  }
  const auto source = make_source(path, 0, 1);
  World world;
  world.begin_source(source->boxes(), source->states());
  world.update();
  EXPECT_EQ(world.static_count(), 1U);
  EXPECT_EQ(world.object_count(), 3U);
  EXPECT_EQ(world.pairs().size(), 1U);
  for (const float x : {2.0F, 1.0F}) {  // the second frame, and the first one again
    source->step();
    world.move_source(source->boxes(), source->states());
    world.update();
    EXPECT_EQ(source->boxes()[1].min_x, x);
    EXPECT_EQ(world.pairs().size(), 1U);
  }
  std::remove(path.c_str());
}
#endif

}  // namespace
}  // namespace quadphase::view
