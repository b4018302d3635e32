// SPDX-License-Identifier: MIT
// Small worlds that trouble a stage: what the stage tests run on, each by name.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/synchronized_resource.hpp"
#include "engine/frame.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::testing {

/// StageBoxes in columns.
struct StageBoxes {
  std::vector<float> min_x, min_y, max_x, max_y;

  void add(const Box& box) {
    min_x.push_back(box.min_x);
    min_y.push_back(box.min_y);
    max_x.push_back(box.max_x);
    max_y.push_back(box.max_y);
  }
  void add_square(float x, float y, float side) { add({x, y, x + side, y + side}); }
  [[nodiscard]] BoxView view() const { return {min_x, min_y, max_x, max_y}; }
  [[nodiscard]] detail::BoxSpan span() const { return detail::checked(view()); }
  [[nodiscard]] std::size_t size() const { return min_x.size(); }
};

/// A seeded stream of numbers in [0, 1).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  float next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<float>(state_ >> 40) * 0x1p-24F;
  }

 private:
  std::uint64_t state_;
};

inline StageBoxes uniform(std::size_t count, float world = 100) {
  Random random(count);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.add_square(world * random.next(), world * random.next(), 1);
  return boxes;
}

/// Most boxes at one point, and the rest of a world around it.
inline StageBoxes heap(std::size_t count) {
  StageBoxes boxes = uniform(count / 4);
  while (boxes.size() < count) boxes.add_square(50, 50, 0);
  return boxes;
}

/// A world beside one box that lies 10^20 worlds away.
inline StageBoxes outlier(std::size_t count) {
  StageBoxes boxes = uniform(count);
  boxes.add_square(1e22F, -1e22F, 1);
  return boxes;
}

/// StageBoxes ever closer to a point, over the whole range of floats.
inline StageBoxes nested(std::size_t count) {
  Random random(count);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float size = std::ldexp(1.0F, static_cast<int>(i % 250) - 125);
    boxes.add_square(size * random.next(), size * random.next(), size / 64);
  }
  return boxes;
}

inline StageBoxes line(std::size_t count) {
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i) boxes.add_square(static_cast<float>(i * 7 % count), 3, 1);
  return boxes;
}

/// A world with boxes that are not valid, or have no bounds, in between.
inline StageBoxes broken(std::size_t count) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  const Box specials[] = {{kNan, 0, 1, 1},
                          {0, kNan, 1, 1},
                          {0, 0, kNan, 1},
                          {0, 0, 1, kNan},
                          {2, 0, 1, 1},
                          {0, 2, 1, 1},
                          {-kInfinity, -kInfinity, kInfinity, kInfinity},
                          {kInfinity, kInfinity, kInfinity, kInfinity},
                          {kLargest, 0, kLargest, 0}};
  StageBoxes boxes;
  const StageBoxes valid = uniform(count);
  for (std::size_t i = 0; i < count; ++i)
    boxes.add(i % 5 == 3 ? specials[i / 5 % 9] : valid.view()[i]);
  return boxes;
}

/// Long boxes in x, long boxes in y, and squares, anywhere in a world; one box in 500 is large, and
/// one is not valid.
inline StageBoxes wires(std::size_t count) {
  Random random(count);
  StageBoxes boxes;
  const float world = std::sqrt(static_cast<float>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const float x = world * random.next();
    const float y = world * random.next();
    const float length = std::exp2(6 * random.next());
    switch (i % 500 == 7 ? 3 : i % 3) {
      case 0:
        boxes.add({x, y, x + length, y + 0.01F});
        break;
      case 1:
        boxes.add({x, y, x, y + length});
        break;
      case 2:
        boxes.add_square(x, y, 0.3F);
        break;
      default:
        boxes.add({x, y, x + 100 * world, i == 7 ? y - 1 : y});
    }
  }
  return boxes;
}

struct NamedBoxes {
  std::string name;
  StageBoxes boxes;
};

/// All of the above, in sizes around one chunk, one bucket and one leaf.
inline std::vector<NamedBoxes> all_inputs() {
  std::vector<NamedBoxes> inputs = {{"none", {}}, {"one", uniform(1)}, {"two", uniform(2)}};
  for (const std::size_t count : {15U, 16U, 17U, 1'025U, 20'000U, 70'000U}) {
    const std::string suffix = std::string(1, ' ').append(std::to_string(count));
    inputs.push_back({"uniform" + suffix, uniform(count, std::sqrt(static_cast<float>(count)))});
    inputs.push_back({"heap" + suffix, heap(count)});
    inputs.push_back({"outlier" + suffix, outlier(count)});
    inputs.push_back({"nested" + suffix, nested(count)});
    inputs.push_back({"line" + suffix, line(count)});
    inputs.push_back({"broken" + suffix, broken(count)});
    inputs.push_back({"wires" + suffix, wires(count)});
  }
  return inputs;
}

/// All instruction sets that this machine can run. Kept, for to ask may take longer than a kernel.
inline const std::vector<const detail::Kernels*>& all_kernels() {
  static const std::vector<const detail::Kernels*> kernels = [] {
    std::vector<const detail::Kernels*> all;
    for (const Simd simd : kInstructionSets)
      if (is_supported(simd)) all.push_back(&detail::kernels_for(simd));
    return all;
  }();
  return kernels;
}

/// The stages up to the tree, one after the other, with room made for them.
struct Pipeline {
  explicit Pipeline(const StageBoxes& input, int threads = 1, std::uint32_t capacity = 16,
                    std::uint32_t max_depth = 64, int frame_workers = 16)
      : boxes(input),
        workers(threads, {}),
        rules{capacity, max_depth},
        memory{std::pmr::get_default_resource()},
        frame{&memory, frame_workers} {
    frame.reserve(boxes.size(), capacity);
    frame.keys.keys = frame.tree.keys();
  }

  void keys() {
    workers.run(false, [&] {
      detail::measure_bounds(boxes.span(), boxes.size(), kernels, workers, frame.scene);
      detail::encode_keys(boxes.span(), worlds, boxes.size(), frame.scene, kernels, workers,
                          frame.keys);
    });
  }
  void partition() {
    keys();
    workers.run(false, [&] {
      const detail::KeySource source{boxes.span(),       worlds,           boxes.size(),
                                     frame.scene.shapes, frame.scene.core, frame.keys.worlds};
      detail::partition_records(source, frame.keys.keys, rules, workers, frame.partition);
    });
  }
  void tree() {
    partition();
    workers.run(false, [&] {
      detail::build_tree(frame.partition.list(), rules, kernels, workers, frame.tree);
    });
  }

  const StageBoxes& boxes;
  const std::uint32_t* worlds = nullptr;  // one a box; set it before the stages
  const detail::Kernels& kernels = detail::kernels_for(Simd::best);
  detail::Workers workers;
  detail::LeafRules rules;
  detail::SynchronizedResource memory;
  detail::Frame frame;
};

}  // namespace quadphase::testing
