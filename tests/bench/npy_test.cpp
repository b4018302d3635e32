// SPDX-License-Identifier: MIT
// Good files of frames: written and read back, and in every form that the format allows.
#include "runner/npy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "npy_files.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

/// Bytes of the floats 0, 1, 2, ...
std::string counting_data(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
  std::string bytes(count * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void expect_counting_frames(const std::string& path) {
  NpyFrameReader reader(path);
  ASSERT_EQ(reader.frame_count(), 2U);
  ASSERT_EQ(reader.box_count(), 3U);
  for (std::size_t frame = 0; frame < 2; ++frame) {
    const BoxView boxes = reader.frame(frame);
    const auto first = static_cast<float>(12 * frame);
    for (std::size_t i = 0; i < 3; ++i) {
      const float base = first + static_cast<float>(i);
      EXPECT_EQ(boxes.min_x[i], base);
      EXPECT_EQ(boxes.min_y[i], base + 3);
      EXPECT_EQ(boxes.max_x[i], base + 6);
      EXPECT_EQ(boxes.max_y[i], base + 9);
    }
  }
}

TEST(NpyFrames, ComeBackBitByBit) {
  const TemporaryFile file;
  const std::array<float, 2> min_x = {-0.0F, std::numeric_limits<float>::quiet_NaN()};
  const std::array<float, 2> min_y = {1e-45F, -std::numeric_limits<float>::infinity()};
  const std::array<float, 2> max_x = {3.5F, std::numeric_limits<float>::max()};
  const std::array<float, 2> max_y = {0.1F, 7.0F};
  NpyFrameWriter writer(file.path(), 2, 2);
  writer.append({min_x, min_y, max_x, max_y});
  writer.append({max_y, max_x, min_y, min_x});
  writer.finish();
  NpyFrameReader reader(file.path());
  ASSERT_EQ(reader.frame_count(), 2U);
  const auto same = [](std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
  };
  EXPECT_TRUE(same(reader.frame(0).min_x, min_x));
  EXPECT_TRUE(same(reader.frame(0).min_y, min_y));
  EXPECT_TRUE(same(reader.frame(0).max_x, max_x));
  EXPECT_TRUE(same(reader.frame(0).max_y, max_y));
  EXPECT_TRUE(same(reader.frame(1).min_x, max_y));
  EXPECT_TRUE(same(reader.frame(1).max_y, min_x));
}

TEST(NpyFrames, WrittenDataBeginsAtAMultipleOf64) {
  const TemporaryFile file;
  const std::array<float, 1> edge = {1};
  NpyFrameWriter writer(file.path(), 1, 1);
  writer.append({edge, edge, edge, edge});
  writer.finish();
  EXPECT_EQ((file.read().size() - 4 * sizeof(float)) % 64, 0U);
}

TEST(NpyFrames, AreReadInEveryFormatVersion) {
  for (const int major : {1, 2, 3}) {
    const TemporaryFile file;
    file.write(npy_file(npy_dictionary("(2, 4, 3)"), counting_data(24), major));
    expect_counting_frames(file.path());
  }
}

TEST(NpyFrames, AreReadWhereTheDataIsNotAligned) {
  for (const std::size_t alignment :
       {std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{16}}) {
    const TemporaryFile file;
    file.write(npy_file(npy_dictionary("(2, 4, 3)"), counting_data(24), 1, alignment));
    expect_counting_frames(file.path());
  }
}

TEST(NpyFrames, AreReadWithKeysInAnyOrderAndEitherQuote) {
  const TemporaryFile file;
  file.write(
      npy_file(R"({"shape":(2,4,3,),"fortran_order":False,"descr":"<f4"})", counting_data(24)));
  expect_counting_frames(file.path());
}

TEST(NpyFrames, AFileThatIsNotFinishedIsRemoved) {
  const TemporaryFile file;
  {
    const std::array<float, 1> edge = {1};
    NpyFrameWriter writer(file.path(), 2, 1);
    writer.append({edge, edge, edge, edge});
    EXPECT_THROW(writer.finish(), NpyError);
  }
  EXPECT_NE(::access(file.path().c_str(), F_OK), 0);
}

TEST(NpyFrames, AFrameOfAnotherSizeIsRefused) {
  const TemporaryFile file;
  const std::array<float, 2> edges = {1, 2};
  NpyFrameWriter writer(file.path(), 1, 1);
  EXPECT_THROW(writer.append({edges, edges, edges, edges}), NpyError);
}

}  // namespace
}  // namespace quadphase::bench
