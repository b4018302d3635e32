// SPDX-License-Identifier: MIT
// An engine and its model, to which the same happens.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz_support/byte_source.hpp"
#include "model/model_checks.hpp"
#include "model/world_model.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::fuzz {

/// All that an engine shows of its last frame, to be the same after a failure.
struct Face {
  explicit Face(const BroadPhase& engine)
      : shown(engine),
        static_count(engine.static_count()),
        rejected(engine.rejected_ids().begin(), engine.rejected_ids().end()) {}

  model::Shown shown;
  std::size_t static_count;
  std::vector<ObjectId> rejected;

  friend bool operator==(const Face&, const Face&) = default;
};

/// The ids of an engine's own objects: above those of a store and the rows of a frame without ids.
inline constexpr ObjectId kFirstId = 0x1'0000;
inline constexpr std::size_t kMostObjects = 64;

/// The optional columns that the calls of a history may give.
struct GivenColumns {
  model::Spans moving;
  model::Spans statics;
  model::Spans changes;
};

class EnginePlayer {
 public:
  EnginePlayer(Config config, const GivenColumns& given);

  /// One operation on the engine and its own objects.
  void play(ByteSource& in);
  /// A frame of a store's objects.
  void update(ByteSource& in, ObjectStore& store);
  /// A last frame in which nothing fails. Nothing may be left in memory afterwards.
  void finish();

 private:
  using Objects = model::Objects;
  using WorldModel = model::WorldModel;

  void play(std::uint32_t operation, ByteSource& in);

  /// Moved into a periodic world. Why: most boxes do not fit there otherwise, and few reach over
  /// its border.
  [[nodiscard]] Box wrapped(Box box) const;

  // Changes of the objects.
  /// `shares_ids`: new objects may have ids that others have.
  void add(ByteSource& in, bool shares_ids);
  void change(ByteSource& in);
  void sleep(ByteSource& in);
  void wake(ByteSource& in);
  void renew_static(ByteSource& in);
  void exchange(ByteSource& in);
  void clear_static();
  void make_mistake(ByteSource& in);
  void restart_pairs(ByteSource& in);
  void change_queries(ByteSource& in);

  // Frames.
  void update(ByteSource& in);
  void build(ByteSource& in);
  /// A frame after which the engine must be as `next` is, or as before. `call` runs it, and
  /// `repeat` with the same boxes on another engine, which goes on from a snapshot.
  template <class Call>
  void frame(ByteSource& in, WorldModel next, bool stores_pairs, const Call& call,
             const std::function<void(BroadPhase&)>& repeat);
  /// An engine that goes on from the snapshot must show what this one shows.
  void require_same_after_restore(const std::vector<std::byte>& before,
                                  const std::function<void(BroadPhase&)>& repeat);
  void reserve(ByteSource& in);

  // What reads a frame.
  void stream(ByteSource& in);
  void search(ByteSource& in);
  void visit(ByteSource& in);
  void visit_in_order(ByteSource& in);
  void look_at_cells(ByteSource& in);
  void require_no_tree();

  void save(ByteSource& in);
  void restore(ByteSource& in);
  void move_engine();

  /// Mostly all of `given`.
  [[nodiscard]] static model::Spans some_of(model::Spans given, ByteSource& in) {
    const std::uint32_t bits = in.raw<std::uint16_t>();
    return bits % 4 != 3 ? given : model::Spans{bits >> 2U & given.bits};
  }
  [[nodiscard]] model::Spans moving_spans(ByteSource& in) const;
  [[nodiscard]] model::Spans static_spans(ByteSource& in) const {
    return some_of(given_.statics, in).with(model::Span::ids);
  }
  void check_tree();
  [[nodiscard]] std::vector<Box> targets() const;
  [[nodiscard]] std::vector<std::byte> saved() const;

  contract::CountingResource resource_{true};
  Config config_;
  GivenColumns given_;
  std::optional<BroadPhase> engine_;
  std::optional<QueryResult> result_;
  WorldModel model_;
  model::PreviousPairs previous_pairs_;
  Objects moving_;
  std::vector<Pair> tree_pairs_;  // of the current tree, stored or not
  /// False after a frame of a store that failed: it may or may not have changed the static set.
  bool knows_statics_ = true;

  std::vector<std::byte> snapshot_;
  std::optional<WorldModel> saved_;
  model::PreviousPairs saved_pairs_;
};

}  // namespace quadphase::fuzz
