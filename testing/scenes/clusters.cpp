// SPDX-License-Identifier: MIT
// Three quarters of the boxes in 64 clusters of very different tightness, the others anywhere.
#include <array>
#include <cmath>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

constexpr std::uint32_t kClusterCount = 64;

struct Cluster {
  float x, y;
  float reach;  // unit offsets are scaled by this
};

// Eight octaves of tightness with eight clusters each: from 1/16 to 15 pairs a box among the
// cluster's own.
float pairs_in_cluster(std::uint32_t cluster) noexcept {
  const auto octave = static_cast<float>(1U << (cluster / 8));
  return octave * (1 + 0.125F * static_cast<float>(cluster % 8)) / 16;
}

// Close to normal: the sum of four uniform numbers in [-1, 1]. Its deviation is sqrt(4 / 3).
float bell(Random& random) noexcept {
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += random.between(-1, 1);
  return sum;
}

class ClustersLayout final : public Layout {
 public:
  void shape(Objects& objects, Random&) override {
    for (std::size_t row = 0; row < objects.count(); ++row) objects.set_extent(row, 1, 1);
  }

  void place(Objects& objects, Random& random) override {
    const float half_side = 2 * std::sqrt(static_cast<float>(objects.count())) + 2;
    const auto clusters = make_clusters(objects.count(), half_side, random);
    const std::uint32_t first = random.below(kClusterCount);
    for (std::size_t k = 0; k < objects.count(); ++k) {
      const std::size_t row = objects.rows[k];
      if (k % 4 == 3) {
        roam(objects, row, around(0, half_side), around(0, half_side), random);
        continue;
      }
      const Cluster& cluster = clusters[(first + k / 4 * 3 + k % 4) % kClusterCount];
      const float x = cluster.x + cluster.reach * bell(random);
      const float y = cluster.y + cluster.reach * bell(random);
      roam(objects, row, around(x, 0.5F), around(y, 0.5F), random);
    }
  }

 private:
  // m unit squares, normal with deviation s on both axes, have m / (2 pi s^2) pairs a box.
  static std::array<Cluster, kClusterCount> make_clusters(std::size_t count, float half_side,
                                                          Random& random) noexcept {
    constexpr float kTwoPi = 6.2831853F;
    const float members = 0.75F * static_cast<float>(count) / static_cast<float>(kClusterCount);
    std::array<Cluster, kClusterCount> clusters;
    for (std::uint32_t i = 0; i < kClusterCount; ++i) {
      const float deviation = std::sqrt(members / (kTwoPi * pairs_in_cluster(i)));
      const float room = half_side - 4 * deviation;
      const float reach = deviation * 0.8660254F;
      const float x = random.between(-room, room);
      clusters[i] = {x, random.between(-room, room), reach};
    }
    return clusters;
  }
};

}  // namespace

std::unique_ptr<Layout> clusters_layout() {
  return std::make_unique<ClustersLayout>();
}

}  // namespace quadphase::scenes
