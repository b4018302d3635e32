// SPDX-License-Identifier: MIT
// The program writes files of the right kind, size and number of pictures, which are not blank.
#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "gif.hpp"
#include "run.hpp"
#include "runner/npy.hpp"
#include "scenes/scene.hpp"

namespace quadphase::draw {
namespace {

constexpr std::uint32_t kQueryPixel = 0xC2185B;
constexpr std::uint32_t kPairPixel = 0xF08A24;

/// A file of this test alone, which is removed at its end.
class Drawing : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& ending) {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("quadphase_draw_") + test->name() + ending;
    std::replace(name.begin(), name.end(), '/', '_');
    paths_.push_back(testing::TempDir() + name);
    return paths_.back();
  }
  void TearDown() override {
    for (const std::string& path : paths_) std::filesystem::remove(path);
  }

 private:
  std::vector<std::string> paths_;
};

std::string draw(const std::string& output, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"quadphase_draw", output});
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  const auto options = parse_options(static_cast<int>(argv.size()), argv.data());
  if (!options) throw std::logic_error("no options");
  return run(*options);
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A PNG, decoded.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> colors;  // 0xRRGGBB

  explicit Pixels(const std::string& path) {
    cairo_surface_t* const surface = cairo_image_surface_create_from_png(path.c_str());
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
      throw std::runtime_error(path + " is no PNG");
    width = cairo_image_surface_get_width(surface);
    height = cairo_image_surface_get_height(surface);
    const void* const data = cairo_image_surface_get_data(surface);
    const auto* const pixels = static_cast<const std::uint32_t*>(data);
    for (int i = 0; i < width * height; ++i) colors.push_back(pixels[i] & 0xFFFFFF);
    cairo_surface_destroy(surface);
  }

  [[nodiscard]] bool has(std::uint32_t color) const {
    return std::find(colors.begin(), colors.end(), color) != colors.end();
  }
  [[nodiscard]] std::size_t different() const {
    return std::set<std::uint32_t>(colors.begin(), colors.end()).size();
  }
};

/// The blocks of a GIF that describe its size and number of pictures.
/// Source: CompuServe, "Graphics Interchange Format, version 89a", 1990.
struct Gif {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t frame_count = 0;

  explicit Gif(std::string bytes) : bytes_(std::move(bytes)) {
    if (bytes_.compare(0, 6, "GIF89a") != 0) throw std::runtime_error("no GIF");
    width = word(6);
    height = word(8);
    std::size_t at = 13 + table_size(byte(10));
    while (byte(at) != 0x3B) {  // the trailer
      if (byte(at) == 0x21) {   // an extension
        at = behind_blocks(at + 2);
        continue;
      }
      if (byte(at) != 0x2C) throw std::runtime_error("no image");
      ++frame_count;
      at = behind_blocks(at + 11 + table_size(byte(at + 9)));
    }
    if (at + 1 != bytes_.size()) throw std::runtime_error("bytes behind the end");
  }

 private:
  [[nodiscard]] std::size_t byte(std::size_t at) const {
    return static_cast<unsigned char>(bytes_.at(at));
  }
  [[nodiscard]] std::size_t word(std::size_t at) const { return byte(at) + 256 * byte(at + 1); }
  [[nodiscard]] static std::size_t table_size(std::size_t flags) {
    return (flags & 0x80) != 0 ? std::size_t{6} << (flags & 7) : 0;
  }
  [[nodiscard]] std::size_t behind_blocks(std::size_t at) const {
    while (byte(at) != 0) at += byte(at) + 1;
    return at + 1;
  }

  std::string bytes_;
};

TEST_F(Drawing, OfASvgIsWhole) {
  const std::string file = path(".svg");
  draw(file, {"--objects", "300", "--shares", "--circle", "0.5,0.5,0.2"});
  const std::string text = bytes_of(file);
  EXPECT_EQ(text.compare(0, 5, "<?xml"), 0);
  EXPECT_NE(text.find("<svg"), std::string::npos);
  EXPECT_NE(text.find("viewBox=\"0 0 840 "), std::string::npos);
  EXPECT_NE(text.find("<path"), std::string::npos);
  EXPECT_NE(text.find("</svg>"), std::string::npos);
  EXPECT_LT(text.size(), 300'000U);
}

TEST_F(Drawing, OfAPngHasTheWidthThatWasAskedFor) {
  const std::string file = path(".png");
  draw(file, {"--width", "500"});
  const Pixels pixels(file);
  EXPECT_EQ(pixels.width, 500);
  EXPECT_GT(pixels.height, 400);
  EXPECT_GT(pixels.different(), 20U);
  EXPECT_TRUE(pixels.has(kPairPixel));
  EXPECT_FALSE(pixels.has(kQueryPixel));
}

TEST_F(Drawing, ShowsOnlyTheLayersThatWereAskedFor) {
  const std::string file = path(".png");
  draw(file, {"--layers", "boxes,cells"});
  EXPECT_FALSE(Pixels(file).has(kPairPixel));
}

TEST_F(Drawing, ShowsEachQueryAndWhatItFinds) {
  const std::string file = path(".png");
  for (const std::vector<std::string>& query :
       std::vector<std::vector<std::string>>{{"--box", "0.2,0.3,0.6,0.7"},
                                             {"--circle", "0.5,0.5,0.2"},
                                             {"--ray", "0.1,0.1,0.9,0.8"},
                                             {"--nearest", "0.4,0.6,9"}}) {
    draw(file, {"--shares", query[0], query[1]});
    EXPECT_TRUE(Pixels(file).has(kQueryPixel)) << query[0];
  }
}

TEST_F(Drawing, SideBySideIsThreeTimesAsWide) {
  const std::string file = path(".png");
  draw(file, {"--side-by-side", "--width", "900"});
  const Pixels pixels(file);
  EXPECT_EQ(pixels.width, 900);
  EXPECT_LT(pixels.height, 500);
  EXPECT_GT(pixels.different(), 20U);
}

TEST_F(Drawing, OfAnySceneIsNotBlank) {
  const std::string file = path(".png");
  for (const std::string& scene : scenes::scene_names()) {
    for (const char* count : {"1", "2", "500", "6000"}) {
      draw(file, {"--scene", scene, "--objects", count, "--width", "300"});
      EXPECT_GT(Pixels(file).different(), 2U) << scene << ", " << count;
    }
  }
}

TEST_F(Drawing, OfAGifHasAllItsFrames) {
  if (!GifWriter::is_available()) GTEST_SKIP() << "built without cgif";
  const std::string file = path(".gif");
  draw(file, {"--bullets", "--frames", "25", "--width", "320"});
  const std::string bytes = bytes_of(file);
  const Gif gif(bytes);
  EXPECT_EQ(gif.width, 320U);
  EXPECT_GT(gif.height, 300U);
  EXPECT_EQ(gif.frame_count, 25U);
  EXPECT_LT(bytes.size(), 1'000'000U);
}

TEST_F(Drawing, OfASceneCanMove) {
  if (!GifWriter::is_available()) GTEST_SKIP() << "built without cgif";
  const std::string file = path(".gif");
  draw(file, {"--scene", "uniform", "--frames", "3", "--shares", "--box", "0.2,0.2,0.5,0.5"});
  EXPECT_EQ(Gif(bytes_of(file)).frame_count, 3U);
}

TEST_F(Drawing, OfBulletsShootsDiscsAway) {
  const std::string file = path(".png");
  const std::string before = draw(file, {"--bullets"});
  const std::string after = draw(file, {"--bullets", "--steps", "60"});
  EXPECT_NE(before, after);
}

/// Boxes of all kinds that a file may contain, in one frame after the other.
TEST_F(Drawing, OfAFileTakesAnyBoxes) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kMax = std::numeric_limits<float>::max();
  const std::vector<std::vector<Box>> frames = {
      {{0, 0, 1, 1}, {0.5F, 0.5F, 2, 2}, {kNan, 0, 1, 1}},
      {{-kInfinity, -kInfinity, kInfinity, kInfinity}, {3, 3, 2, 2}, {kInfinity, 0, kInfinity, 1}},
      {{-kMax, -kMax, -kMax, -kMax}, {kMax, kMax, kMax, kMax}, {0, 0, 0, 0}},
      {{5, 5, 5, 5}, {5, 5, 5, 5}, {5, 5, 5, 5}},
      {{kNan, 0, 1, 1}, {kNan, 0, 1, 1}, {kNan, 0, 1, 1}}};
  const std::string npy = path(".npy");
  bench::NpyFrameWriter writer(npy, frames.size(), 3);
  for (const std::vector<Box>& boxes : frames) {
    BoxColumns columns(3);
    for (std::size_t i = 0; i < 3; ++i) columns.set(i, boxes[i]);
    writer.append(columns.view());
  }
  writer.finish();
  for (std::size_t frame = 0; frame < frames.size(); ++frame) {
    const std::string file = path(".png");
    draw(file, {"--npy", npy, "--steps", std::to_string(frame), "--shares", "--nearest", "0,0,2"});
    EXPECT_GT(Pixels(file).different(), 2U) << frame;
  }
  if (!GifWriter::is_available()) return;
  const std::string file = path(".gif");
  draw(file, {"--npy", npy, "--frames", "7", "--side-by-side"});
  EXPECT_EQ(Gif(bytes_of(file)).frame_count, 7U);
}

TEST_F(Drawing, IsRefusedWhereItMakesNoSense) {
  const std::string png = path(".png");
  const std::vector<std::vector<std::string>> wrong = {{"--scene", "nowhere"},
                                                       {"--box", "1,2,3"},
                                                       {"--circle", "0,0,-1"},
                                                       {"--frames", "3"},
                                                       {"--layers", "clouds"},
                                                       {"--scene", "pile", "--bullets"},
                                                       {"--view", "0,0,0,1"},
                                                       {"--nearest", "0,0,0"},
                                                       {"--box", "0,0,nan,1"},
                                                       {"--capacity", "17"},
                                                       {"--ray", "0,0,1,1", "--box", "0,0,1,1"}};
  for (const std::vector<std::string>& arguments : wrong) {
    EXPECT_THROW(draw(png, arguments), std::invalid_argument)
        << arguments[0] << " " << arguments.back();
  }
  EXPECT_THROW(draw(path(".txt"), {}), std::invalid_argument);
  EXPECT_THROW(draw(png, {"--npy", path(".missing")}), std::runtime_error);
  EXPECT_THROW(draw("/nowhere/at/all.png", {}), std::runtime_error);
  EXPECT_THROW(draw("/nowhere/at/all.svg", {}), std::runtime_error);
}

}  // namespace
}  // namespace quadphase::draw
