// SPDX-License-Identifier: MIT
// The interface of the engines that keep their objects from frame to frame, and their list.
#pragma once

#include <tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench::worlds {

/// What each frame must find, and store in arrays.
enum class Task {
  pairs,     ///< the overlapping pairs that may pair and of which at least one object moves
  events,    ///< the pairs that began and those that ended since the frame before
  bullets,   ///< the overlaps of the frame's bullets with the objects
  contacts,  ///< the pairs, each with its data of the frame before
  changes,   ///< the overlaps of some objects after each of many small changes
};

/// A world before its first frame.
///
/// Lifetime: what the spans show stays as it is until the scenario's first `step`; `order` and
/// `filters` stay as long as the scenario.
struct Setting {
  Task task = Task::pairs;
  BoxView boxes{};                          ///< of all objects; an object's id is its row
  std::span<const ObjectId> moving{};       ///< ids of those that move; the others are static
  std::span<const ObjectId> order{};        ///< all ids in the order of the Z-curve
  std::span<const std::uint8_t> statics{};  ///< by id: 1 where the object is static
  std::span<const Filter> filters{};        ///< by id; empty where all may pair
  Attributes attributes{};                  ///< the same filters in columns
};

/// Small changes between two frames, one after the other: objects that get other boxes. After each,
/// the overlaps of these objects are to be found, themselves included.
struct Changes {
  std::size_t group_size = 0;       ///< objects in a change
  std::span<const ObjectId> ids{};  ///< those of all changes
  BoxView boxes{};                  ///< row i is the new box of `ids[i]`

  [[nodiscard]] std::size_t count() const noexcept {
    return group_size == 0 ? 0 : ids.size() / group_size;
  }
  [[nodiscard]] std::span<const ObjectId> ids_of(std::size_t change) const noexcept {
    return ids.subspan(change * group_size, group_size);
  }
  [[nodiscard]] BoxView boxes_of(std::size_t change) const noexcept {
    const auto part = [&](std::span<const float> column) {
      return column.subspan(change * group_size, group_size);
    };
    return {part(boxes.min_x), part(boxes.min_y), part(boxes.max_x), part(boxes.max_y)};
  }
};

/// What a simulation hands over in one frame. Lifetime: until the scenario's next `step`.
struct Frame {
  BoxView boxes{};                     ///< of all objects, by id
  std::span<const ObjectId> moving{};  ///< ids of those that move; all of them, in order, or some
  BoxView moving_boxes{};              ///< row i is the box of `moving[i]`
  std::span<const ObjectId>
      made_moving{};                  ///< those of `moving` that were static in the frame before
  std::span<const ObjectId> slept{};  ///< those that moved in the frame before and are static now
  BoxView slept_boxes{};
  BoxView bullets{};
  Changes changes{};  ///< begin where the objects are in this frame
  /// Not empty where the simulation has doubles: then these are the boxes of `moving`, and `boxes`
  /// and `moving_boxes` are empty.
  DoubleBoxView double_boxes{};
  Origin origin{};

  [[nodiscard]] bool is_double() const noexcept { return !double_boxes.min_x.empty(); }
  [[nodiscard]] bool all_move() const noexcept {
    return is_double() || moving.size() == boxes.size();
  }
};

/// What was found, in any order.
///
/// An overlap of bullet b with object o is the pair (b, number of bullets + o), and so is one of
/// row b of all changes.
struct Result {
  std::vector<Pair> pairs{};       ///< for `Task::events`: those that began
  std::vector<Pair> ended{};       ///< for `Task::events`
  std::uint64_t contact_data = 0;  ///< for `Task::contacts`: the sum of all checksums
};

/// An overlap of a bullet as a pair.
[[nodiscard]] constexpr Pair bullet_pair(std::size_t bullet_count, std::uint32_t bullet,
                                         ObjectId object) noexcept {
  return {bullet, static_cast<ObjectId>(bullet_count + object)};
}

class World {
 public:
  virtual ~World() = default;

  /// For `Task::changes`: brings the world up to date, so that `update` only makes the changes. Not
  /// timed.
  virtual void prepare(const Frame& /*frame*/) {}

  /// Brings the world up to date and finds what the task wants. This call is what is timed.
  virtual void update(const Frame& frame) = 0;

  /// What the last `update` found, before the scenario's next `step`.
  virtual void read(Result& result) const = 0;

  /// True where `update` reads the boxes of all objects, not only of those that move.
  [[nodiscard]] virtual bool reads_all() const { return false; }

  /// How the library was driven, in one line.
  [[nodiscard]] virtual std::string settings() const = 0;
};

struct WorldInfo {
  std::string_view name;
  bool multi_threaded = true;  ///< false: its calls allow one thread only
  /// `setting` need not outlive the call, except for `order` and `filters`.
  std::unique_ptr<World> (*make)(tbb::task_arena& arena, const Setting& setting) = nullptr;
  EngineGroup group = EngineGroup::peer;
  bool needs_static = false;  ///< takes part only where most objects are static
};

template <class Kind>
std::unique_ptr<World> make_world(tbb::task_arena& arena, const Setting& setting) {
  return std::make_unique<Kind>(arena, setting);
}

/// quadphase, as all others are compared with it.
inline constexpr std::string_view kOurWorld = "quadphase";
/// quadphase with every object declared as moving in each frame.
inline constexpr std::string_view kRebuiltWorld = "quadphase-all";

/// quadphase in all its forms.
extern const WorldInfo kOurWorldInfo, kStoreWorldInfo, kRebuiltWorldInfo;

/// quadphase in all its forms, and the engines of the libraries that the build found. Tests bring
/// another list.
[[nodiscard]] std::span<const WorldInfo> all_worlds();

}  // namespace quadphase::bench::worlds
