// SPDX-License-Identifier: MIT
// Worlds of 3,000 objects over six frames.
#include <algorithm>
#include <memory>
#include <optional>

#include "golden/digest.hpp"
#include "golden/results.hpp"
#include "scenes/random.hpp"

namespace quadphase::golden {
namespace {

constexpr std::size_t kCount = 3'000;
constexpr int kFrames = 6;

/// What an update changes that can be read: pairs, events and indices of the update before.
void add_frame(const BroadPhase& broad_phase, Digest& digest) {
  digest.add(broad_phase.pairs());
  digest.add(broad_phase.events().begun);
  digest.add(broad_phase.events().ended);
  digest.add(broad_phase.previous_indices());
  digest.add(broad_phase.rejected_ids());
}

Config with_events(Config config, const Scene& scene) {
  config.touching = !scene.is_on_grid();
  config.events = true;
  config.previous_indices = true;
  return config;
}

/// Columns of attributes whose values are random, and ids that are not the rows.
class RandomAttributes {
 public:
  RandomAttributes(std::size_t count, scenes::Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      ids_.push_back(static_cast<ObjectId>((i * 7'919 + 11) % 65'537));
      category_.push_back(1U << random.below(6));
      mask_.push_back(static_cast<std::uint32_t>(random.bits() >> 32U) | 0xFU);
      group_.push_back(random.below(40));
      world_.push_back(random.below(2));
      margin_.push_back(random.unit() * 0.5F);
      displacement_x_.push_back(random.between(-1, 1));
      displacement_y_.push_back(random.between(-1, 1));
      generation_.push_back(0);
    }
  }

  /// Gives some objects other filters, and some ids to other objects.
  void change(scenes::Random& random) {
    for (int i = 0; i < 100; ++i) {
      const auto row = random.below(static_cast<std::uint32_t>(ids_.size()));
      category_[row] = 1U << random.below(6);
      if (i % 4 == 0) ++generation_[row];
    }
  }

  [[nodiscard]] Attributes view() const {
    return {.ids = ids_,
            .category = category_,
            .mask = mask_,
            .group = group_,
            .world = world_,
            .margin = margin_,
            .displacement_x = displacement_x_,
            .displacement_y = displacement_y_,
            .generation = generation_};
  }

 private:
  std::vector<ObjectId> ids_;
  std::vector<std::uint32_t> category_, mask_, group_, world_;
  std::vector<float> margin_, displacement_x_, displacement_y_;
  std::vector<std::uint32_t> generation_;
};

std::uint64_t attributes_hash(const std::string& name, const Config& config) {
  Scene scene(name, kCount);
  scenes::Random random(7);
  RandomAttributes attributes(scene.boxes().size(), random);
  BroadPhase broad_phase(with_events(config, scene));
  Digest digest;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.step();
    attributes.change(random);
    broad_phase.update(scene.boxes(), attributes.view());
    add_frame(broad_phase, digest);
  }
  return digest.value();
}

/// Boxes with their ids, picked from a frame.
struct Picked {
  std::vector<ObjectId> ids;
  scenes::Columns boxes;

  void add(const BoxView& frame, std::size_t row) {
    boxes.resize(ids.size() + 1);
    boxes.set(ids.size(), frame[row]);
    ids.push_back(static_cast<ObjectId>(row));
  }
};

/// Each frame one object in seven falls asleep or wakes.
std::uint64_t static_hash(const std::string& name, const Config& config) {
  Scene scene(name, kCount);
  scenes::Random random(8);
  std::vector<bool> sleeps(scene.boxes().size(), false);
  BroadPhase broad_phase(with_events(config, scene));
  Digest digest;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.step();
    const BoxView boxes = scene.boxes();
    Picked asleep;
    std::vector<ObjectId> awake;
    for (std::size_t row = 0; row < boxes.size(); ++row) {
      if (random.below(7) != 0) continue;
      if (sleeps[row])
        awake.push_back(static_cast<ObjectId>(row));
      else
        asleep.add(boxes, row);
      sleeps[row] = !sleeps[row];
    }
    broad_phase.exchange_static(awake, asleep.boxes.view(), asleep.ids);
    Picked moving;
    for (std::size_t row = 0; row < boxes.size(); ++row)
      if (!sleeps[row]) moving.add(boxes, row);
    broad_phase.update(moving.boxes.view(), {.ids = moving.ids});
    add_frame(broad_phase, digest);
  }
  return digest.value();
}

/// The scene, moved to where coordinates are positive, wraps around a little before its end, so
/// that some boxes reach over the border.
std::uint64_t periodic_hash(const std::string& name, Config config) {
  Scene scene(name, kCount);
  float half_side = 1;
  for (const float edge : scene.boxes().max_x) half_side = std::max(half_side, edge);
  config.period_x = half_side * 1.875F;
  config.period_y = half_side * 1.75F;
  BroadPhase broad_phase(with_events(config, scene));
  scenes::Columns moved;
  Digest digest;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.step();
    const BoxView boxes = scene.boxes();
    moved.resize(boxes.size());
    for (std::size_t row = 0; row < boxes.size(); ++row) {
      const Box box = boxes[row];
      moved.set(row, {box.min_x + half_side, box.min_y + half_side, box.max_x + half_side,
                      box.max_y + half_side});
    }
    broad_phase.update(moved.view());
    add_frame(broad_phase, digest);
  }
  return digest.value();
}

/// Objects of a store come, go, move, sleep and change, and engine and store go on from snapshots
/// after each frame.
std::uint64_t store_hash(const std::string& name, const Config& config) {
  Scene scene(name, kCount);
  scenes::Random random(9);
  Digest digest;
  ObjectStore store(nullptr, config.executor);
  std::optional<BroadPhase> broad_phase(with_events(config, scene));
  std::vector<Handle> handles;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.step();
    const BoxView boxes = scene.boxes();
    for (std::size_t row = 0; row < boxes.size(); ++row) {
      if (row >= handles.size()) {
        handles.push_back(store.add(boxes[row], {.category = 1U << (row % 5)}));
        continue;
      }
      const Handle handle = handles[row];
      const std::uint32_t what = random.below(40);
      if (what == 0) {
        store.remove(handle);
        handles[row] = store.add(boxes[row]);
      } else if (what == 1) {
        store.set_mobility(handle, random.below(2) == 0 ? Mobility::static_ : Mobility::moving);
      } else if (what == 2) {
        store.set_margin(handle, random.unit());
      } else if (what == 3) {
        store.set_displacement(handle, {random.unit(), -random.unit()});
      } else if (what < 30) {
        store.move(handle, boxes[row]);
      }
    }
    broad_phase->update(store);
    add_frame(*broad_phase, digest);
    std::vector<std::byte> bytes;
    store.save(bytes);
    broad_phase->save(bytes);
    digest.add(std::span<const std::byte>(bytes));
    std::span<const std::byte> rest = bytes;
    store.restore(rest);
    broad_phase.emplace(with_events(config, scene));
    broad_phase->restore(rest);
  }
  return digest.value();
}

}  // namespace

Results history_results(const Config& config) {
  Results results;
  for (const std::string scene : {"uniform", "mixed", "clusters", "giants", "mixed-grid"}) {
    results.push_back({scene, "attributes", attributes_hash(scene, config)});
    results.push_back({scene, "static", static_hash(scene, config)});
    results.push_back({scene, "periodic", periodic_hash(scene, config)});
    results.push_back({scene, "store", store_hash(scene, config)});
  }
  return results;
}

}  // namespace quadphase::golden
