// SPDX-License-Identifier: MIT
// The world that is looked at: objects by id, the engine over them, and what a hand does to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::view {

/// What can be chosen of the engine while the world runs.
struct EngineSettings {
  int threads = 0;  ///< 0: all
  Simd simd = Simd::best;
  int leaf_capacity = 16;
  int max_depth = 300;

  friend bool operator==(const EngineSettings&, const EngineSettings&) = default;
};

/// All that belongs to an object but its box.
struct ObjectState {
  Filter filter;
  bool exists = true;
  bool is_static = false;
  bool is_held = false;     ///< by a hand: its source does not move it
  bool is_removed = false;  ///< by a hand: it does not come back
  bool is_added = false;    ///< by a hand: it has no source
};

/// The objects of one moment. The id of an object is its row, which it keeps until another source
/// comes; the box of a row whose object is gone is NaN.
struct WorldState {
  BoxColumns boxes;
  std::vector<ObjectState> objects;

  [[nodiscard]] WorldState copy() const;
  [[nodiscard]] std::size_t byte_count() const noexcept;
};

class World {
 public:
  explicit World(const EngineSettings& settings = {});

  // Boxes of a source: row i is always the same object.

  /// The first frame of a source. All other objects are gone.
  ///
  /// `states`, for each row or empty: filters, what is static and what exists.
  void begin_source(const BoxView& boxes, std::span<const ObjectState> states = {});
  /// The next frame: moves the objects that are there and not held. Where the source has fewer
  /// boxes than before, the last ones are gone; where it has more, they are new.
  void move_source(const BoxView& boxes, std::span<const ObjectState> states = {});

  // By hand. Ids that name no object are ignored.

  ObjectId insert(const Box& box, bool is_static, const Filter& filter = {});
  /// Boxes of a size at random places in an area. Equal seeds give equal places.
  void insert_many(std::size_t count, const Box& area, const Point& size, std::uint64_t seed);
  void move_to(ObjectId id, const Point& center);
  void hold(ObjectId id, bool is_held);
  void remove(ObjectId id);
  void set_static(ObjectId id, bool is_static);
  void set_filter(ObjectId id, const Filter& filter);
  /// Gives the engine other settings. `update` must follow before anything is read.
  void configure(const EngineSettings& settings);

  /// Finds the pairs of all objects as they are now.
  void update();

  [[nodiscard]] const WorldState& state() const noexcept { return state_; }
  /// Goes to another moment. `update` must follow.
  void restore(const WorldState& state);

  [[nodiscard]] BoxView boxes() const noexcept { return state_.boxes.view(); }
  [[nodiscard]] bool exists(ObjectId id) const noexcept;
  [[nodiscard]] const ObjectState& object(ObjectId id) const noexcept { return state_.objects[id]; }
  [[nodiscard]] std::size_t object_count() const noexcept { return object_count_; }
  [[nodiscard]] std::size_t static_count() const noexcept { return static_count_; }
  [[nodiscard]] const BroadPhase& engine() const noexcept { return engine_; }
  [[nodiscard]] const EngineSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return engine_.pairs(); }
  [[nodiscard]] Events events() const noexcept { return engine_.events(); }
  [[nodiscard]] const Stats& stats() const noexcept { return engine_.stats(); }

  /// "a pair", or every reason why two objects are none.
  [[nodiscard]] std::string explain(ObjectId first, ObjectId second) const;
  /// The partners of an object, ascending.
  [[nodiscard]] std::vector<ObjectId> partners_of(ObjectId id) const;
  /// The smallest object that contains the point, of equal ones the last; kNoObject if none does.
  [[nodiscard]] ObjectId object_at(const Point& point) const;

 private:
  /// Rows of objects that move, or of those that do not, with their ids and filters.
  struct Columns {
    BoxColumns boxes;
    std::vector<ObjectId> ids;
    std::vector<std::uint32_t> category, mask, group, world;

    void read(const WorldState& state, std::size_t count, bool are_static);
    [[nodiscard]] Attributes attributes(bool has_filters) const;
  };

  /// More rows, with boxes of NaN. Returns the first.
  ObjectId append(std::size_t count, const ObjectState& object);
  void count_objects();

  EngineSettings settings_;
  BroadPhase engine_;
  WorldState state_;
  std::vector<ObjectId> source_ids_;  // of each row of the source
  std::size_t object_count_ = 0;
  std::size_t static_count_ = 0;
  bool has_filters_ = false;
  bool statics_changed_ = false;
  Columns moving_;
  Columns static_;
};

inline constexpr ObjectId kNoObject = 0xFFFF'FFFF;

}  // namespace quadphase::view
