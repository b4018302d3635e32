// SPDX-License-Identifier: MIT
#include <tbb/parallel_for.h>

#include "examples/falling_discs.hpp"
#include "model/source.hpp"

namespace quadphase::view {
namespace {

/// The simulation of examples/simulation.cpp, four of its steps for each frame.
class FallingDiscs final : public Source {
 public:
  static constexpr int kStepsAFrame = 4;  // 60 frames are a second

  explicit FallingDiscs(std::size_t count)
      : world_(falling_discs::make_world(static_cast<Eigen::Index>(count))) {
    step();
  }

  BoxView boxes() override {
    // Why not `box_view`: its rows are strided.
    const auto count = static_cast<std::size_t>(world_.radius.size());
    columns_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto box = world_.boxes.col(static_cast<Eigen::Index>(i));
      columns_.set(i, {box(0), box(1), box(2), box(3)});
    }
    return columns_.view();
  }

  void step() override {
    for (int i = 0; i < kStepsAFrame; ++i) {
      falling_discs::integrate(world_);
      engine_.build(box_view(world_.boxes));
      engine_.for_each_pair_chunk([this](std::span<const Pair> pairs, std::size_t) {
        (void)falling_discs::collide(world_, pairs);
      });
    }
  }

  Box view() override {
    const float border = 0.02F * world_.size.maxCoeff();
    return {-border, -border, world_.size(0) + border, world_.size(1) + border};
  }
  [[nodiscard]] bool has_discs() const override { return true; }

 private:
  falling_discs::World world_;
  BroadPhase engine_;
  BoxColumns columns_;
};

}  // namespace

std::unique_ptr<Source> make_falling_discs(std::size_t count) {
  return std::make_unique<FallingDiscs>(count);
}

}  // namespace quadphase::view
