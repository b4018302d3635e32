// SPDX-License-Identifier: MIT
// Frames, and all that reads them.
#include <tbb/task_arena.h>

#include <algorithm>
#include <set>
#include <utility>

#include "features/feature_world.hpp"

namespace quadphase::features {

using model::Object;
using model::Span;
using model::Spans;
using model::WorldModel;

void FeatureWorld::call_frame(BroadPhase& engine, const Objects& moving, bool stores_pairs) {
  if (has_store()) {
    if (stores_pairs) return engine.update(store_);
    return engine.build(store_.moving_boxes(), store_.moving_attributes());
  }
  const model::Rows rows(moving, moving_spans());
  contract::Scene(boxes_of(moving)).give(form_of(features_.form), [&](const auto&... boxes) {
    if (stores_pairs) {
      engine.update(boxes..., rows.attributes());
    } else {
      engine.build(boxes..., rows.attributes());
    }
  });
}

Difference FeatureWorld::next_frame(bool stores_pairs) {
  const Objects moving = moving_rows();
  if (has_store()) {
    // A build knows nothing of the store's static objects.
    if (!stores_pairs)
      if (Difference found = next_frame(true)) return found;
    const Objects statics = model::objects_in(store_.static_boxes(), store_.static_attributes());
    model_.set_static(statics);
    oracle_.set_static(statics);
  }
  call_frame(*engine_, moving, stores_pairs);
  WorldModel updated = model_;
  updated.update(moving);
  tree_pairs_ = updated.pairs();
  has_stored_ = stores_pairs;
  if (stores_pairs) {
    model_ = std::move(updated);
  } else {
    model_.build(moving);
  }
  oracle_.frame(moving);
  if (Difference found = difference_of_frame(*engine_, model_)) return found;
  if (stores_pairs && features_.events == EventKind::previous_indices)
    if (Difference found = previous_pairs_.follow(*engine_)) return found;
  if (!twin_) return std::nullopt;
  call_frame(*twin_, moving, stores_pairs);
  const bool is_same = model::Shown(*twin_) == model::Shown(*engine_);
  twin_.reset();
  return is_same ? std::nullopt : Difference("another frame from a snapshot");
}

Difference FeatureWorld::read(Reading reading) {
  switch (reading) {
    case Reading::stored:
      return has_stored_ ? difference_of_frame(*engine_, model_) : std::nullopt;
    case Reading::counted:
      if (engine_->count_pairs() == tree_pairs_.size()) return std::nullopt;
      return "count_pairs() is wrong";
    default:
      const std::vector<Pair> pairs = model::streamed(*engine_);
      if (Difference found = difference_of_order(pairs, model_)) return found;
      return oracle::compare_pairs(pairs, tree_pairs_);
  }
}

Difference FeatureWorld::change(Change kind) {
  if (kind == Change::none) return std::nullopt;
  Objects objects = first_statics(3);
  for (std::size_t i = 0; i < moving_.size() && i < 20; i += 4) objects.push_back(moving_[i]);
  for (const Object& object : has_store() ? moving_rows() : Objects{}) {
    if (objects.size() < 12) objects.push_back(object);
  }
  std::set<ObjectId> named;
  std::erase_if(objects, [&](const Object& object) { return !named.insert(object.id).second; });
  if (kind == Change::remove) {
    const std::vector<ObjectId> ids = ids_of(objects);
    engine_->hide(ids);
    model_.remove(ids);
    oracle_.remove(ids);
    return std::nullopt;
  }
  objects.push_back(object());  // one that the frame does not have
  for (Object& object : objects) {
    object.box = box();
    object.filter = filter(Filters::masks);
  }
  const Spans spans = kind == Change::plain ? Spans{} : kFilterSpans;
  const bool is_refused = kind == Change::refused;
  if (is_refused) objects.push_back(objects.front());
  try {
    give(objects, spans, [&](const auto&... given) { engine_->patch(given...); });
  } catch (const std::invalid_argument&) {
    return is_refused ? std::nullopt : Difference("a change was refused");
  }
  if (is_refused) return "an id twice was not refused";
  model_.change(as_given(objects, spans.with(Span::ids)));
  oracle_.change(as_given(objects, spans.with(Span::ids)));
  return std::nullopt;
}

Difference FeatureWorld::search() {
  queries::QueryDice dice(oracle_.members(), random_.bits());
  queries::Queries all =
      features_.query_filters == QueryFilters::none ? dice.queries(2) : dice.filtered_queries(2);
  if (features_.query_filters == QueryFilters::all_worlds) all.worlds = Worlds::all;
  if (features_.query_filters == QueryFilters::moving_only)
    all.mobilities = Mobilities::moving_only;
  if (features_.query_filters == QueryFilters::static_only)
    all.mobilities = Mobilities::static_only;
  const auto keep = [&](QueryKind kind, auto&... kinds) {
    if (features_.queries != kind) (kinds.clear(), ...);
  };
  keep(QueryKind::shapes, all.boxes, all.points, all.circles);
  keep(QueryKind::convex, all.capsules, all.rotated_boxes, all.polygons);
  keep(QueryKind::casts, all.rays, all.segments, all.box_casts, all.circle_casts,
       all.capsule_casts);
  keep(QueryKind::nearest, all.places);
  if (Difference found = difference_of_answers(*engine_, oracle_, all, result_)) return found;
  if (features_.queries != QueryKind::shapes) return std::nullopt;
  return difference_of_searches(*engine_, model_, {object(), object()}, moving_spans(), result_);
}

Difference FeatureWorld::save_and_restore() {
  if (features_.snapshots == Snapshots::none) return std::nullopt;
  std::vector<std::byte> bytes;
  engine_->save(bytes);
  std::span<const std::byte> rest = bytes;
  std::optional<BroadPhase> other;
  if (features_.snapshots != Snapshots::restored) other.emplace(config());
  (other ? *other : *engine_).restore(rest);
  std::vector<std::byte> again;
  (other ? *other : *engine_).save(again);
  if (!rest.empty() || again != bytes) return "another snapshot after restore";
  if (features_.snapshots == Snapshots::saved) {
    twin_ = std::move(other);
    return std::nullopt;
  }
  if (other) engine_ = std::move(other);
  model_.fail();
  if (engine_->static_count() == model_.statics().size()) return std::nullopt;
  return "static_count() after restore";
}

Difference FeatureWorld::play_frame(const Probe& probe, int frame) {
  if (features_.reserve == Reserve::before_frames) {
    engine_->reserve(2 * kMovingCount, 500);
    model_.fail();
    if (probe)
      if (Difference found = probe(*this)) return found;
  }
  const bool is_build = (features_.frame == FrameKind::build) == (frame % 2 == 0);
  if (Difference found = next_frame(!is_build)) return found;
  change_statics();
  for (int i = 0; i <= frame / 2; ++i) {
    // All kinds of changes, beginning with the row's.
    const auto kind = static_cast<Change>((static_cast<int>(features_.change) + frame + i) % 5);
    if (Difference found = change(kind)) return found;
    if (Difference found = read(features_.reading)) return found;
    if (Difference found = search()) return found;
  }
  for (const Reading reading : {Reading::stored, Reading::counted, Reading::streamed})
    if (Difference found = read(reading)) return found;
  if (probe)
    if (Difference found = probe(*this)) return found;
  if (Difference found = save_and_restore()) return found;
  move_objects();
  return std::nullopt;
}

Difference FeatureWorld::play_frames(const Probe& probe) {
  for (int frame = 0; frame < kFrames; ++frame)
    if (Difference found = play_frame(probe, frame))
      return "frame " + std::to_string(frame) + ": " + *found;
  return std::nullopt;
}

Difference FeatureWorld::play(const Probe& probe) {
  if (features_.execution != Execution::arena) return play_frames(probe);
  tbb::task_arena arena(2);
  return arena.execute([&] { return play_frames(probe); });
}

Fingerprint FeatureWorld::fingerprint() {
  std::vector<std::size_t> numbers;
  std::vector<Pair> streamed;
  std::vector<queries::Answer> answers;
  if (model_.has_tree()) {
    streamed = model::streamed(*engine_);
    numbers = {static_cast<std::size_t>(engine_->count_pairs()), engine_->chunk_count()};
    queries::QueryDice dice(oracle_.members(), 3);
    answers = queries::batches_of(*engine_, dice.queries(3), result_);
  }
  const Stats& stats = engine_->stats();
  for (const auto number :
       {std::uint64_t{stats.object_count}, std::uint64_t{stats.rejected_count},
        std::uint64_t{stats.leaf_count}, std::uint64_t{stats.node_count},
        std::uint64_t{stats.test_count}, std::uint64_t{engine_->static_count()}})
    numbers.push_back(static_cast<std::size_t>(number));
  Fingerprint print{model::Shown(*engine_),
                    std::move(numbers),
                    {engine_->rejected_ids().begin(), engine_->rejected_ids().end()},
                    std::move(streamed),
                    std::move(answers),
                    {},
                    {}};
  engine_->save(print.snapshot);
  store_.save(print.store_snapshot);
  return print;
}

}  // namespace quadphase::features
