// SPDX-License-Identifier: MIT
// Pictures, one after the other, as an animated GIF of few colors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quadphase::draw {

/// Collects all frames first, because the colors are known only at the end.
class GifWriter {
 public:
  /// False if this program was built without cgif.
  [[nodiscard]] static bool is_available() noexcept;

  GifWriter(int width, int height);

  /// Adds a frame of 0xFFRRGGBB, row by row from the top.
  void add(std::span<const std::uint32_t> pixels);

  /// Writes all frames, 25 per second. Errors: `std::runtime_error`.
  void write(const std::string& path) const;

 private:
  /// All pixels whose colors have the same leading 5 bits.
  struct Shade {
    std::uint64_t red = 0, green = 0, blue = 0, count = 0;
  };

  int width_;
  int height_;
  std::vector<Shade> shades_;
  std::vector<std::vector<std::uint16_t>> frames_;  // the shade of each pixel
};

}  // namespace quadphase::draw
