// SPDX-License-Identifier: MIT
// A small world with some features: an engine, and the models of its pairs, events and queries, to
// which the same happens for a few frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "features/feature_table.hpp"
#include "input/given_forms.hpp"
#include "queries/query_world.hpp"
#include "support/executors.hpp"

namespace quadphase::features {

using model::Difference;
using model::Objects;

inline constexpr std::size_t kMovingCount = 80;
inline constexpr model::Spans kFilterSpans = model::kNoSpan.with(model::Span::category)
                                                 .with(model::Span::mask)
                                                 .with(model::Span::group)
                                                 .with(model::Span::world);

inline std::vector<Box> boxes_of(const Objects& objects) {
  std::vector<Box> boxes;
  for (const model::Object& object : objects) boxes.push_back(object.box);
  return boxes;
}

inline std::vector<ObjectId> ids_of(const Objects& objects) {
  std::vector<ObjectId> ids;
  for (const model::Object& object : objects) ids.push_back(object.id);
  return ids;
}

/// Those of a store are columns.
inline contract::Form form_of(Form form) {
  return form == Form::store ? contract::Form::columns : static_cast<contract::Form>(form);
}

/// All that an engine and a store show but times, and what they would save.
struct Fingerprint {
  model::Shown shown;
  std::vector<std::size_t> numbers;  // of `stats()`, and others
  std::vector<ObjectId> rejected;
  std::vector<Pair> streamed;
  std::vector<queries::Answer> answers;
  std::vector<std::byte> snapshot;
  std::vector<std::byte> store_snapshot;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

class FeatureWorld {
 public:
  /// Called when something may have changed; ends the play if it finds a difference.
  using Probe = std::function<Difference(FeatureWorld&)>;

  FeatureWorld(const Features& features, std::uint64_t seed);

  /// Plays some frames. The first difference between the engine and its models.
  [[nodiscard]] Difference play(const Probe& probe = {});

  [[nodiscard]] Fingerprint fingerprint();
  [[nodiscard]] BroadPhase& engine() noexcept { return *engine_; }
  [[nodiscard]] ObjectStore& store() noexcept { return store_; }
  [[nodiscard]] const model::WorldModel& model() const noexcept { return model_; }

 private:
  static constexpr int kFrames = 4;

  [[nodiscard]] bool has_store() const noexcept { return features_.form == Form::store; }
  [[nodiscard]] Config config();
  [[nodiscard]] model::Spans moving_spans() const;
  [[nodiscard]] model::Spans static_spans() const;

  [[nodiscard]] Filter filter(Filters kind);
  [[nodiscard]] Box box();
  [[nodiscard]] model::Object object();
  [[nodiscard]] Objects take_last_moving(std::size_t count);
  [[nodiscard]] Objects first_statics(std::size_t count) const;
  [[nodiscard]] Objects moving_rows() const;

  void make_objects();
  void move_objects();
  void change_statics();
  void change_stored_statics();
  void add_to_store(const Objects& objects, Mobility mobility);

  [[nodiscard]] Difference play_frames(const Probe& probe);
  [[nodiscard]] Difference play_frame(const Probe& probe, int frame);
  [[nodiscard]] Difference next_frame(bool stores_pairs);
  void call_frame(BroadPhase& engine, const Objects& moving, bool stores_pairs);
  [[nodiscard]] Difference read(Reading reading);
  [[nodiscard]] Difference change(Change kind);
  [[nodiscard]] Difference search();
  [[nodiscard]] Difference save_and_restore();

  /// Calls `call(boxes, ids, attributes)`, of which the first may be boxes and an origin.
  template <class Call>
  void give(const Objects& objects, model::Spans spans, const Call& call) const {
    const model::Rows rows(objects, spans);
    Attributes attributes = rows.attributes();
    attributes.ids = {};
    contract::Scene(boxes_of(objects)).give(form_of(features_.form), [&](const auto&... boxes) {
      call(boxes..., rows.ids(), attributes);
    });
  }

  Features features_;
  scenes::Random random_;
  contract::OneThread executor_{3, contract::OneThread::Order::random};
  std::optional<BroadPhase> engine_;
  std::optional<BroadPhase> twin_;  // restored from a snapshot of the engine, until the next frame
  ObjectStore store_;
  std::vector<Handle> moving_handles_;
  std::vector<Handle> static_handles_;

  model::WorldModel model_;
  model::PreviousPairs previous_pairs_;
  queries::QueryOracle oracle_;
  QueryResult result_;
  Objects moving_;
  std::vector<Pair> tree_pairs_;  // of the current tree, stored or not
  bool has_stored_ = false;       // the current frame is an update
  std::uint32_t object_count_ = 0;
};

}  // namespace quadphase::features
