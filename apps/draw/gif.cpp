// SPDX-License-Identifier: MIT
#include "gif.hpp"

#include <algorithm>
#include <stdexcept>

#ifdef QUADPHASE_DRAW_CGIF
#include <cgif.h>
#endif

namespace quadphase::draw {
namespace {

constexpr std::size_t kShades = std::size_t{1} << 15;

std::uint16_t shade_of(std::uint32_t pixel) noexcept {
  return static_cast<std::uint16_t>((pixel >> 9 & 0x7C00) | (pixel >> 6 & 0x03E0) |
                                    (pixel >> 3 & 0x001F));
}

}  // namespace

GifWriter::GifWriter(int width, int height) : width_(width), height_(height), shades_(kShades) {}

void GifWriter::add(std::span<const std::uint32_t> pixels) {
  std::vector<std::uint16_t>& frame = frames_.emplace_back(pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint32_t pixel = pixels[i];
    frame[i] = shade_of(pixel);
    Shade& shade = shades_[frame[i]];
    shade.red += pixel >> 16 & 255;
    shade.green += pixel >> 8 & 255;
    shade.blue += pixel & 255;
    ++shade.count;
  }
}

#ifdef QUADPHASE_DRAW_CGIF

namespace {

constexpr std::size_t kColors = 127;  // few colors give long matches; one stands for "unchanged"
constexpr int kMinDistance = 400;

struct Rgb {
  int red, green, blue;
};

int distance(const Rgb& a, const Rgb& b) noexcept {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return 2 * red * red + 4 * green * green + blue * blue;
}

struct Palette {
  std::vector<std::uint8_t> table;  // red, green, blue of each color
  std::vector<std::uint8_t> color_of_shade;
};

/// The most frequent colors of those given, without colors that an eye can hardly distinguish from
/// a more frequent one. The others are close to one of these, or rare.
std::vector<Rgb> most_frequent(const std::vector<Rgb>& by_frequency) {
  std::vector<Rgb> chosen;
  for (const Rgb& rgb : by_frequency) {
    const bool is_new = std::all_of(chosen.begin(), chosen.end(), [&](const Rgb& other) {
      return distance(rgb, other) >= kMinDistance;
    });
    if (is_new) chosen.push_back(rgb);
    if (chosen.size() == kColors) break;
  }
  return chosen;
}

template <class Shades>
Palette palette_of(const Shades& shades) {
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < shades.size(); ++i)
    if (shades[i].count > 0) used.push_back(i);
  std::stable_sort(used.begin(), used.end(),
                   [&](std::size_t a, std::size_t b) { return shades[a].count > shades[b].count; });
  std::vector<Rgb> means;
  for (const std::size_t shade : used) {
    const auto& s = shades[shade];
    means.push_back({static_cast<int>(s.red / s.count), static_cast<int>(s.green / s.count),
                     static_cast<int>(s.blue / s.count)});
  }
  const std::vector<Rgb> colors = most_frequent(means);
  Palette palette;
  for (const Rgb& rgb : colors)
    for (const int part : {rgb.red, rgb.green, rgb.blue})
      palette.table.push_back(static_cast<std::uint8_t>(part));
  palette.color_of_shade.resize(shades.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    const auto nearest = std::min_element(
        colors.begin(), colors.end(),
        [&](const Rgb& a, const Rgb& b) { return distance(a, means[i]) < distance(b, means[i]); });
    palette.color_of_shade[used[i]] = static_cast<std::uint8_t>(nearest - colors.begin());
  }
  return palette;
}

void check(bool is_good, const std::string& path) {
  if (!is_good) throw std::runtime_error("cannot write " + path);
}

}  // namespace

bool GifWriter::is_available() noexcept {
  return true;
}

void GifWriter::write(const std::string& path) const {
  Palette palette = palette_of(shades_);
  CGIF_Config config{};
  config.path = path.c_str();
  config.attrFlags = CGIF_ATTR_IS_ANIMATED;
  config.width = static_cast<std::uint16_t>(width_);
  config.height = static_cast<std::uint16_t>(height_);
  config.pGlobalPalette = palette.table.data();
  config.numGlobalPaletteEntries = static_cast<std::uint16_t>(palette.table.size() / 3);
  config.numLoops = CGIF_INFINITE_LOOP;
  CGIF* const gif = cgif_newgif(&config);
  check(gif != nullptr, path);
  bool is_good = true;
  std::vector<std::uint8_t> image;
  for (const std::vector<std::uint16_t>& frame : frames_) {
    image.resize(frame.size());
    std::transform(frame.begin(), frame.end(), image.begin(),
                   [&](std::uint16_t shade) { return palette.color_of_shade[shade]; });
    CGIF_FrameConfig frame_config{};
    frame_config.pImageData = image.data();
    frame_config.genFlags = CGIF_FRAME_GEN_USE_DIFF_WINDOW | CGIF_FRAME_GEN_USE_TRANSPARENCY;
    frame_config.delay = 4;  // hundredths of a second
    is_good = is_good && cgif_addframe(gif, &frame_config) == CGIF_OK;
  }
  check(cgif_close(gif) == CGIF_OK && is_good, path);
}

#else

bool GifWriter::is_available() noexcept {
  return false;
}

void GifWriter::write(const std::string& path) const {
  throw std::runtime_error("cannot write " + path + ": built without cgif");
}

#endif

}  // namespace quadphase::draw
