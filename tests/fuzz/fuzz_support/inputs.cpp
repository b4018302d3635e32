// SPDX-License-Identifier: MIT
#include "fuzz_support/inputs.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace quadphase::fuzz {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kGreatest = std::numeric_limits<float>::max();
constexpr float kSpecial[] = {0.0F,
                              -0.0F,
                              std::numeric_limits<float>::denorm_min(),
                              -std::numeric_limits<float>::denorm_min(),
                              std::numeric_limits<float>::min(),
                              -std::numeric_limits<float>::min(),
                              kGreatest,
                              -kGreatest,
                              kInfinity,
                              -kInfinity,
                              std::numeric_limits<float>::quiet_NaN(),
                              kGreatest / 2,
                              0x1p24F,
                              0x1p24F + 2,
                              1 + std::numeric_limits<float>::epsilon(),
                              1e-20F};

float on_grid(std::uint32_t byte) {
  return 0.5F * static_cast<float>(static_cast<std::int8_t>(byte));
}

/// A power of two times a small number.
float scaled(ByteSource& in) {
  const float digits = on_grid(in.byte());
  return std::ldexp(digits, static_cast<std::int8_t>(in.byte()));
}

Box moved(const Box& box, float x, float y) {
  return {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
}

}  // namespace

float number(ByteSource& in) {
  const std::uint32_t kind = in.byte();
  if (kind < 128) return 0.5F * (static_cast<float>(kind) - 64);
  if (kind < 192) return kSpecial[kind % std::size(kSpecial)];
  if (kind < 224) return scaled(in);
  return in.raw<float>();
}

Point point(ByteSource& in) {
  const float x = number(in);
  return {x, number(in)};
}

Box box(ByteSource& in, const std::vector<Box>& others) {
  const std::uint32_t kind = in.byte();
  if (kind < 16) return in.raw<Box>();
  if (kind < 40) {
    Box any;
    for (float* const edge : {&any.min_x, &any.min_y, &any.max_x, &any.max_y}) *edge = number(in);
    return any;
  }
  if (kind < 64 && !others.empty()) {
    const Box& other = others[in.below(others.size())];
    if (kind < 48) return other;
    if (kind < 56) return {other.max_x, other.max_y, other.max_x, other.max_y};
    if (kind < 60) return moved(other, other.max_x - other.min_x, number(in));
    return merge(other, others[in.below(others.size())]);
  }
  // The low bits are the size, so that most boxes take three bytes.
  const float x = on_grid(in.byte());
  const float y = on_grid(in.byte());
  return {x, y, x + 0.5F * static_cast<float>(kind % 8),
          y + 0.5F * static_cast<float>(kind / 8 % 8)};
}

std::vector<Box> boxes(ByteSource& in, std::size_t most) {
  std::vector<Box> all;
  while (!in.is_empty() && all.size() < most) {
    const std::uint32_t kind = in.byte();
    if (kind >= 32 || all.empty()) {
      all.push_back(box(in, all));
      continue;
    }
    // A run: the last box again and again, moved on by one step each time.
    const std::uint32_t count = 1 + in.below(32);
    const float x = kind % 4 == 0 ? number(in) : on_grid(kind % 4);
    const float y = kind / 4 % 4 == 0 ? number(in) : on_grid(kind / 4 % 4);
    for (std::uint32_t i = 0; i < count && all.size() < most; ++i)
      all.push_back(moved(all.back(), x, y));
  }
  return all;
}

Filter filter(ByteSource& in) {
  const std::uint32_t bits = in.byte();
  Filter filter;
  if (bits < 96) return filter;
  filter.category = 1U << (bits & 3U);
  if ((bits & 4U) != 0) filter.mask = ~(1U << (bits >> 3U & 3U));
  if ((bits & 32U) != 0) filter.group = bits & 3U;
  if ((bits & 64U) != 0) filter.world = bits >> 3U & 1U;
  if (bits < 252) return filter;
  filter.category = in.raw<std::uint32_t>();
  filter.mask = in.raw<std::uint32_t>();
  filter.group = in.raw<std::uint32_t>();
  filter.world = in.raw<std::uint32_t>();
  return filter;
}

model::Object object(ByteSource& in, const std::vector<Box>& others) {
  const std::uint32_t given = in.byte();
  model::Object object;
  object.box = box(in, others);
  if ((given & 3U) == 1) object.filter = filter(in);
  if ((given & 12U) == 4) object.margin = number(in);
  if ((given & 48U) == 16) {
    object.displacement_x = number(in);
    object.displacement_y = number(in);
  }
  if ((given & 192U) == 64) object.generation = in.below(3);
  return object;
}

model::Spans columns(ByteSource& in) {
  using model::Span;
  const std::uint32_t bits = in.byte();
  model::Spans given = model::kNoSpan.with(Span::ids);
  const auto give = [&](bool is_given, auto... spans) {
    if (is_given) ((given = given.with(spans)), ...);
  };
  const std::uint32_t filters = bits % 8;  // 0 to 3: none
  give(filters == 4 || filters == 7, Span::category, Span::mask);
  give(filters == 5 || filters == 7, Span::group);
  give(filters == 6 || filters == 7, Span::world);
  give((bits & 8U) == 0, Span::margin);
  give((bits & 16U) == 0, Span::displacement_x, Span::displacement_y);
  give((bits & 32U) == 0, Span::generation);
  return given;
}

Config config(ByteSource& in) {
  static const std::vector<Simd> simds = [] {
    std::vector<Simd> supported;
    for (const Simd simd : kInstructionSets)
      if (is_supported(simd)) supported.push_back(simd);
    return supported;
  }();
  const std::uint32_t threads = in.byte();
  const std::uint32_t kernels = in.byte();
  const std::uint32_t leaves = in.byte();
  Config config;
  config.threads = threads < 224 ? 1 : 2 + static_cast<int>(threads % 3);
  config.events = threads % 2 == 1;
  config.previous_indices = threads % 4 == 3;
  config.touching = threads % 32 < 24;
  config.simd = simds[kernels % simds.size()];
  config.leaf_capacity = leaves % 4 == 0 ? 1 + static_cast<int>(leaves / 4 % 16) : 16;
  if (leaves >= 224) config.max_depth = 1 + static_cast<int>(leaves % 8);
  if (kernels >= 128) {
    constexpr Periods kPeriods[] = {{16, 16}, {16, 0},      {0, 64},        {48, 80},
                                    {7, 300}, {0.9F, 3.7F}, {1e30F, 1e30F}, {1e-30F, 2e-30F}};
    config.period_x = kPeriods[kernels / 4 % 8].x;
    config.period_y = kPeriods[kernels / 4 % 8].y;
  }
  return config;
}

}  // namespace quadphase::fuzz
