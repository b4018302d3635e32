// SPDX-License-Identifier: MIT
#include "scenes/adversarial.hpp"

#include <array>
#include <cmath>

#include "quadphase/box.hpp"
#include "scenes/random.hpp"

namespace quadphase::scenes {
namespace {

/// The boxes `box(i, random)`, in shuffled order.
template <class MakeBox>
Columns shuffled(std::size_t count, const MakeBox& box) {
  Random random(11);
  Columns columns;
  columns.resize(count);
  std::vector<std::uint32_t> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(i + 1));
    rows[i] = rows[other];
    rows[other] = static_cast<std::uint32_t>(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) columns.set(rows[i], box(i, random));
  return columns;
}

/// A square of some size.
Box square(float x, float y, float size) {
  return {x, y, x + size, y + size};
}

/// A number whose logarithm is even between those of 2^low and 2^high.
float log_even(Random& random, int low, int high) {
  const auto octaves = static_cast<std::uint32_t>(high - low);
  return std::ldexp(1 + random.unit(), low + static_cast<int>(random.below(octaves)));
}

/// One bar in each of `count` rows, 20 to 80 % as long as the world is wide.
Columns bars(std::size_t count, float world_width) {
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const auto y = static_cast<float>(i);
    const float first = random.between(0, 0.2F) * world_width;
    return Box{first, y, first + random.between(0.2F, 0.8F) * world_width, y + 0.5F};
  });
}

Columns bars_both_ways(std::size_t count) {
  const auto length = static_cast<float>(count) / 2;
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const auto at = static_cast<float>(i / 2);
    const float first = random.between(0, 0.2F) * length;
    const float far = 2 * length;  // the two halves lie apart
    return i % 2 == 0 ? Box{first, at, first + length, at + 0.5F}
                      : Box{far + at, first, far + at + 0.5F, first + length};
  });
}

Columns dashes_both_ways(std::size_t count) {
  const auto side = static_cast<float>(count);
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const float x = random.between(0, side);
    const float y = random.between(0, side);
    const float length = 0.01F * side;
    return i % 2 == 0 ? Box{x, y, x + length, y} : Box{x, y, x, y + length};
  });
}

/// Lines across and along a square world in which each would have an area of 1, from half to 64
/// long, and a third as many small squares.
Columns wires(std::size_t count) {
  const float side = std::sqrt(static_cast<float>(count));
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const float x = random.between(0, side);
    const float y = random.between(0, side);
    const float length = log_even(random, -1, 6);
    if (i % 4 == 3) return square(x, y, 0.3F);
    return i % 2 == 0 ? Box{x, y, x + length, y} : Box{x, y, x, y + length};
  });
}

/// Squares, and among them lines in x and lines in y, one box in twenty each, a quarter as long as
/// the world.
Columns few_wires(std::size_t count) {
  const float side = std::sqrt(static_cast<float>(count));
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const float x = random.between(0, side);
    const float y = random.between(0, side);
    if (i % 20 > 1) return square(x, y, 0.5F);
    return i % 20 == 0 ? Box{x, y, x + side / 4, y} : Box{x, y, x, y + side / 4};
  });
}

/// A square world, and one box in ten at a distance of up to 2^120 from its corner.
Columns far_tenth(std::size_t count) {
  const float side = std::sqrt(static_cast<float>(count));
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const float x = random.between(0, side);
    const float y = random.between(0, side);
    if (i % 10 != 0) return square(x, y, 1);
    const float far_x = log_even(random, 0, 120);
    const float far_y = log_even(random, 0, 120);
    return square(i % 20 == 0 ? far_x : -far_x, i % 40 < 20 ? far_y : -far_y, 1);
  });
}

Columns log_square(std::size_t count) {
  return shuffled(count, [](std::uint32_t, Random& random) {
    const float x = log_even(random, -120, 120);
    const float y = log_even(random, -120, 120);
    return Box{x, y, x * 1.001F, y * 1.001F};
  });
}

Columns log_line(std::size_t count) {
  return shuffled(count, [](std::uint32_t, Random& random) {
    const float x = log_even(random, -120, 120);
    return Box{x, 0, x * 1.0001F, 1};
  });
}

Columns powers_on_diagonal(std::size_t count) {
  return shuffled(count, [=](std::uint32_t i, Random&) {
    const float part = static_cast<float>(i) / static_cast<float>(count);
    const float at = std::ldexp(1 + part, static_cast<int>(i % 240) - 120);
    return Box{at, at, at * 1.0001F, at * 1.0001F};
  });
}

/// Crowds of equal extents relative to their distances from the origin, which are powers of `base`.
Columns crowds_at_powers(std::size_t count, double base, int powers) {
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    const double scale =
        std::pow(base, -static_cast<double>(i % static_cast<std::uint32_t>(powers)));
    const auto at = static_cast<float>(scale);
    return square(at * (1 + 0.2F * random.unit()), at * (1 + 0.2F * random.unit()), at * 1e-4F);
  });
}

/// Three by three copies of itself, each a tenth as large.
Columns fractal(std::size_t count) {
  return shuffled(count, [](std::uint32_t, Random& random) {
    double x = 0;
    double y = 0;
    double scale = 1;
    for (int level = 0; level < 7; ++level, scale /= 10) {
      x += scale * random.below(3);
      y += scale * random.below(3);
    }
    return square(static_cast<float>(x), static_cast<float>(y), 1e-7F);
  });
}

/// Frames around frames: the left edges of nested squares.
Columns nested(std::size_t count) {
  return shuffled(count, [](std::uint32_t i, Random&) {
    const float half = static_cast<float>(i) + 1;
    return Box{-half, -half, 0.5F - half, half};
  });
}

/// Half of the boxes a little below, and half a little above the size at which boxes are large.
Columns sizes_around_large(std::size_t count) {
  const float side = std::sqrt(static_cast<float>(count));
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    constexpr std::array kSizes = {0.03F, 0.03F, 0.9F, 1.1F};
    return square(random.between(0, side), random.between(0, side), kSizes[i % kSizes.size()]);
  });
}

/// One in three a point, the others of one size, so all boxes but the points are large.
Columns nearly_all_large(std::size_t count) {
  const float side = 3 * std::sqrt(static_cast<float>(count));
  return shuffled(count, [=](std::uint32_t i, Random& random) {
    return square(random.between(0, side), random.between(0, side), i % 3 == 0 ? 1e-30F : 2.0F);
  });
}

Columns equal_boxes(std::size_t count) {
  return shuffled(count, [](std::uint32_t, Random&) { return Box{0, 0, 1, 1}; });
}

constexpr auto kInputs = std::to_array<AdversarialInput>({
    {"bars", "One bar a row, 20 to 80 % as long as the world is wide.",
     [](std::size_t count) { return bars(count, static_cast<float>(count)); }},
    {"bars-units", "The same, with x in units a million times as small.",
     [](std::size_t count) { return bars(count, 1e6F * static_cast<float>(count)); }},
    {"bars-both-ways", "Bars in x in one half of the world, and in y in the other.",
     &bars_both_ways},
    {"dashes-both-ways", "Lines of length 1/100 of the world in x and in y, anywhere.",
     &dashes_both_ways},
    {"wires",
     "Lines in x and in y of which the longest cross hundreds, anywhere, and small squares.",
     &wires},
    {"few-wires",
     "Squares, and lines in x and in y of which each is one box in twenty, a quarter as long as "
     "the "
     "world.",
     &few_wires},
    {"far-tenth", "Boxes of a square world, but one in ten up to 2^120 away.", &far_tenth},
    {"log-square", "Positions whose logarithms are even, from 2^-120 to 2^120.", &log_square},
    {"log-line", "The same in x alone, on one line.", &log_line},
    {"powers", "Powers of two on a diagonal, from 2^-120 to 2^120.", &powers_on_diagonal},
    {"crowds-2", "Crowds at 2^0 to 2^-100.",
     [](std::size_t count) { return crowds_at_powers(count, 2, 100); }},
    {"crowds-10", "Crowds at 10^0 to 10^-30.",
     [](std::size_t count) { return crowds_at_powers(count, 10, 30); }},
    {"fractal", "Three by three copies of itself, each a tenth as large.", &fractal},
    {"nested", "The left edges of squares around squares.", &nested},
    {"sizes-around-large", "Two sizes around that from which on boxes are large.",
     &sizes_around_large},
    {"nearly-all-large", "Points, and twice as many boxes that are large beside them.",
     &nearly_all_large},
    {"equal", "Equal boxes at one place.", &equal_boxes},
});

}  // namespace

std::span<const AdversarialInput> adversarial_inputs() {
  return kInputs;
}

}  // namespace quadphase::scenes
