// SPDX-License-Identifier: MIT
// A living world in its simplest form: objects in lists, pairs by the exact answer, events by the
// words of pair.hpp. What the engine is compared with.
//
// Objects may have equal ids, except for two static ones: of these the first one, moving before
// static, says what the id stands for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "model/torus.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::model {

struct Object {
  ObjectId id = 0;
  Box box;
  Filter filter;
  float margin = 0;
  float displacement_x = 0;
  float displacement_y = 0;
  std::uint32_t generation = 0;
};
using Objects = std::vector<Object>;

/// The optional columns, as bits of a set.
enum class Span : std::uint32_t {
  ids = 1,
  category = 2,
  mask = 4,
  group = 8,
  world = 16,
  margin = 32,
  displacement_x = 64,
  displacement_y = 128,
  generation = 256,
};

/// Which optional columns are given.
struct Spans {
  std::uint32_t bits = 0;

  [[nodiscard]] constexpr bool has(Span span) const noexcept {
    return (bits & static_cast<std::uint32_t>(span)) != 0;
  }
  [[nodiscard]] constexpr Spans with(Span span) const noexcept {
    return {bits | static_cast<std::uint32_t>(span)};
  }
};
inline constexpr Spans kNoSpan{};
inline constexpr Spans kAllSpans{511};

/// Objects as the columns that the engine reads; only the given optional ones are there.
class Rows {
 public:
  explicit Rows(const Objects& objects, Spans given = kAllSpans);

  [[nodiscard]] BoxView boxes() const noexcept { return {min_x_, min_y_, max_x_, max_y_}; }
  [[nodiscard]] Attributes attributes() const noexcept;
  /// The objects' ids, whether given as a column or not.
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept { return all_ids_; }

 private:
  std::vector<float> min_x_, min_y_, max_x_, max_y_;
  std::vector<float> margin_, displacement_x_, displacement_y_;
  std::vector<ObjectId> all_ids_;
  std::vector<std::uint32_t> ids_, category_, mask_, owner_, world_, generation_;
};

/// The objects that rows with these columns stand for: defaults where a column is absent.
[[nodiscard]] Objects as_given(Objects objects, Spans given);

/// The objects of columns, such as those of a store; ids are rows if there is no column of them.
[[nodiscard]] Objects objects_in(const BoxView& boxes, const Attributes& attributes);

/// The box that takes part: grown by the margin and swept by the displacement. Nothing where the
/// object is rejected.
[[nodiscard]] std::optional<Box> fat_box(const Object& object);

/// What the engine promises, computed the slow way. Throws `std::invalid_argument` where the engine
/// has to.
class WorldModel {
 public:
  /// `with_events`, `touching`: as `Config::events` and `Config::touching`.
  explicit WorldModel(bool with_events = false, bool touching = true, const Periods& periods = {})
      : with_events_(with_events), torus_{touching, periods} {}

  void set_static(const Objects& objects);
  void add_static(const Objects& objects);
  void remove_static(std::span<const ObjectId> ids);
  void exchange_static(std::span<const ObjectId> removed, const Objects& added);
  void restart_pairs(std::span<const ObjectId> ids) { restarted_.insert(ids.begin(), ids.end()); }

  // What queries see until the next frame. Needs a tree.
  void change(const Objects& objects);
  void remove(std::span<const ObjectId> ids);

  void update(const Objects& moving);
  void build(const Objects& moving);
  /// An `update` or `build` ended in the middle: there is no tree.
  void fail() { has_tree_ = false; }
  /// Whether objects of the last finished frame have equal ids.
  [[nodiscard]] bool has_equal_ids() const noexcept { return has_equal_ids_; }
  /// Whether the last frame finished.
  [[nodiscard]] bool has_tree() const noexcept { return has_tree_; }

  [[nodiscard]] bool is_periodic() const noexcept { return torus_.periods.has_any(); }
  /// Ascending.
  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  [[nodiscard]] const std::vector<BeginEvent>& begun() const noexcept { return begun_; }
  [[nodiscard]] const std::vector<EndEvent>& ended() const noexcept { return ended_; }
  /// The pairs of two static objects of the last finished frame, ascending.
  [[nodiscard]] std::vector<Pair> static_pairs() const;
  /// Ids of the moving objects that the last frame rejected, ascending.
  [[nodiscard]] const std::vector<ObjectId>& rejected() const noexcept { return rejected_; }
  /// Needs a pair of `pairs()`.
  [[nodiscard]] bool touching(const Pair& pair) const;

  /// With all changes that the next frame will make.
  [[nodiscard]] const std::map<ObjectId, Object>& statics() const noexcept { return statics_; }
  /// Of the last finished frame.
  [[nodiscard]] std::size_t static_count() const noexcept { return shown_statics_.size(); }
  /// Whether the object was static in the last finished frame.
  [[nodiscard]] bool was_static(ObjectId id) const {
    return shown_.contains(id) && shown_.at(id).is_static;
  }

  /// The objects that each box overlaps, ascending.
  [[nodiscard]] std::vector<std::vector<ObjectId>> overlaps_of(const Objects& rows) const;

 private:
  struct Member {
    Object object;
    bool is_static = false;
  };
  using Members = std::map<ObjectId, Member>;

  [[nodiscard]] Members members_with(const Objects& moving) const;
  [[nodiscard]] bool is_replaced(ObjectId id, const Members& a, const Members& b) const;
  void compare(const Members& now, const std::vector<Pair>& pairs);

  bool with_events_;
  /// As `fat_box`; nothing, too, where it does not fit the world.
  [[nodiscard]] std::optional<Box> searched_box(const Object& object) const;
  /// Pairs of places in a list of objects whose boxes overlap.
  [[nodiscard]] std::vector<Pair> overlapping(const Objects& objects) const;

  Torus torus_;
  std::map<ObjectId, Object> statics_;
  bool has_tree_ = false;
  Members shown_;    // of the last finished frame
  Objects queried_;  // all objects, with what was changed since
  bool has_equal_ids_ = false;
  Objects shown_statics_;
  std::vector<Pair> pairs_;
  std::vector<ObjectId> rejected_;

  Members updated_;  // of the last finished update
  std::set<Pair> updated_pairs_;
  std::set<ObjectId> restarted_;  // since then
  std::vector<BeginEvent> begun_;
  std::vector<EndEvent> ended_;
};

}  // namespace quadphase::model
