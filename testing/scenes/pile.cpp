// SPDX-License-Identifier: MIT
// A square lattice of unit boxes that just touch, each jittered about its place.
#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

class PileLayout final : public Layout {
 public:
  void shape(Objects& objects, Random&) override {
    for (std::size_t row = 0; row < objects.count(); ++row) objects.set_extent(row, 1, 1);
    while (columns_ * columns_ < objects.count()) ++columns_;
  }

  void place(Objects& objects, Random& random) override {
    if (objects.count() == 0) return;
    const std::size_t first = random.below(static_cast<std::uint32_t>(objects.count()));
    const float middle = 0.5F * static_cast<float>(columns_ - 1);
    for (std::size_t k = 0; k < objects.count(); ++k) {
      const std::size_t slot = (first + k) % objects.count();
      const Range x = around(static_cast<float>(slot % columns_) - middle, kJitter);
      const Range y = around(static_cast<float>(slot / columns_) - middle, kJitter);
      roam(objects, objects.rows[k], x, y, random);
    }
  }

 private:
  static constexpr float kJitter = 0.1F;
  std::size_t columns_ = 1;
};

}  // namespace

std::unique_ptr<Layout> pile_layout() {
  return std::make_unique<PileLayout>();
}

}  // namespace quadphase::scenes
