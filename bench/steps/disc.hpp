// SPDX-License-Identifier: MIT
// A disc, and what happens to two that overlap.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace quadphase::bench::steps {

/// A change of velocity along both axes, in integers: a sum of them is the same in any order.
///
/// Why both in one number: a narrow phase on several threads then needs one atomic addition a disc.
class Push {
 public:
  /// In units of length a step.
  [[nodiscard]] static std::uint64_t packed(float x, float y) noexcept {
    const auto whole = [](float value) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(value * kUnits));
    };
    return whole(x) + (whole(y) << 32U);
  }

  explicit Push(std::uint64_t sum) noexcept {
    const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
    // What is negative below has borrowed from above.
    const std::uint64_t rest = sum - static_cast<std::uint64_t>(std::int64_t{low});
    const auto high = static_cast<std::int32_t>(static_cast<std::uint32_t>(rest >> 32U));
    x = static_cast<float>(low) / kUnits;
    y = static_cast<float>(high) / kUnits;
  }

  float x = 0;
  float y = 0;

 private:
  static constexpr float kUnits = 1 << 20;  // so sums may reach 2,000 units of length
};

/// What a simulation keeps of a disc in one piece. Two are in a cache line.
struct alignas(32) Disc {
  float x = 0;
  float y = 0;
  float velocity_x = 0;  ///< units of length a step
  float velocity_y = 0;
  float radius = 0;
  float inverse_mass = 0;
  std::uint64_t pushes = 0;  ///< the sum of those since the last move
};
static_assert(sizeof(Disc) == 32);

/// Discs are springs: a step takes this fraction of the overlap, of which no more counts than the
/// smaller one's radius, else a small disc would be shot out of a large one. Stable, since six
/// neighbors times this are far below 4.
inline constexpr float kStiffness = 0.05F;
/// The fraction of their approach that two discs lose in a step: so little that they keep moving.
inline constexpr float kDamping = 0.001F;

/// The narrow phase of one pair: where the discs overlap, calls `push(disc, x, y)` for both with
/// the change of their velocities. Returns whether they do.
///
/// Exact in one respect: which of them is `a` makes no difference.
template <class PushDisc>
bool collide(Disc& a, Disc& b, const PushDisc& push) {
  const float x = b.x - a.x;
  const float y = b.y - a.y;
  const float reach = a.radius + b.radius;
  const float square = x * x + y * y;
  if (square >= reach * reach) return false;
  const float distance = std::max(std::sqrt(square), 1e-9F);
  const float normal_x = x / distance;
  const float normal_y = y / distance;
  const float approach =
      (a.velocity_x - b.velocity_x) * normal_x + (a.velocity_y - b.velocity_y) * normal_y;
  const float depth = std::min(reach - distance, std::min(a.radius, b.radius));
  const float speed = std::max(kStiffness * depth + kDamping * approach, 0.0F);
  const float impulse = speed / (a.inverse_mass + b.inverse_mass);
  const float speed_a = impulse * a.inverse_mass;
  const float speed_b = impulse * b.inverse_mass;
  push(a, -speed_a * normal_x, -speed_a * normal_y);
  push(b, speed_b * normal_x, speed_b * normal_y);
  return true;
}

/// For `collide` on one thread.
inline void push_alone(Disc& disc, float x, float y) noexcept {
  disc.pushes += Push::packed(x, y);
}

/// For `collide` on many threads, which may push one disc at once.
inline void push_shared(Disc& disc, float x, float y) noexcept {
  std::atomic_ref(disc.pushes).fetch_add(Push::packed(x, y), std::memory_order_relaxed);
}

}  // namespace quadphase::bench::steps
