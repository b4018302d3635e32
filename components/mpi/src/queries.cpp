// SPDX-License-Identifier: MIT
// Batches of queries over all ranks: overlaps and casts. Questions go to the ranks that may have an
// answer, and what these found is merged: an object that several ranks have is found by several.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "found.hpp"
#include "state.hpp"

namespace quadphase::mpi {

using namespace detail;

Answers detail::collected(std::vector<Answer> answers, std::size_t row_count, std::size_t most) {
  const auto key = [](const Answer& answer) {
    return std::tuple(answer.row, answer.found.value, answer.found.id);
  };
  std::sort(answers.begin(), answers.end(),
            [&](const Answer& a, const Answer& b) { return key(a) < key(b); });
  Answers collected;
  collected.offsets.reserve(row_count + 1);
  collected.offsets.push_back(0);
  std::size_t next = 0;
  for (std::size_t row = 0; row < row_count; ++row) {
    const std::size_t first = collected.found.size();
    for (; next < answers.size() && answers[next].row == row; ++next) {
      const Found& found = answers[next].found;
      const std::size_t count = collected.found.size() - first;
      const bool is_again = count > 0 && collected.found.back().id == found.id;
      if (!is_again && count < most) collected.found.push_back(found);
    }
    collected.offsets.push_back(collected.found.size());
  }
  return collected;
}

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

using Relation = Reach::Relation;

// Why not the batches of the engine: among several ids, and among equal fractions, they choose by
// the engine's ids, which differ from rank to rank.

template <class Emit>
void find_first(const LocalEngine& engine, const Shape& shape, const QueryOptions& options,
                const Emit& emit) {
  bool is_found = false;
  Found first;
  engine.index().for_each_overlap(
      shape,
      [&](ObjectId id) {
        const SearchedObject& object = engine.find(id);
        if (is_found && first.id < object.id) return;
        is_found = true;
        first = found_at(engine, id);
      },
      options);
  if (is_found) emit(first);
}

/// All hits that are equally close.
template <class Emit>
void find_closest(const LocalEngine& engine, const Cast& cast, const QueryOptions& options,
                  const Emit& emit) {
  double closest = std::numeric_limits<double>::infinity();
  engine.index().for_each_hit(
      cast,
      [&](const CastHit& hit) {
        if (hit.fraction > closest) return false;
        closest = hit.fraction;
        emit(found_at(engine, hit.id, hit.fraction));
        return true;
      },
      options);
}

/// The ranks that may have objects that overlap a shape, or lie inside.
auto ranks_near_shapes(const Reach& reach, Relation relation) {
  return [&reach, relation](const Shape& shape, const auto& visit) {
    reach.for_each_rank(shape, relation, visit);
  };
}

/// The ranks that may have objects that a cast hits.
auto ranks_near_casts(const Reach& reach) {
  return [&reach](const Cast& cast, const auto& visit) { reach.for_each_rank(cast, visit); };
}

}  // namespace

void DistributedBroadPhase::State::prepare_queries() {
  on_all_ranks(communicator, [&] { require(can_search, Rule::no_update); });
  if (has_reach) return;
  reach.set(communicator, *engine, searched);
  has_reach = true;
}

/// `for_each_rank(question, visit)` visits those that may have answers; `find` is that of
/// `forward`.
template <class Items, class ForEachRank, class Find>
Answers DistributedBroadPhase::State::answers_of(const Items& items, const BatchOptions& options,
                                                 const ForEachRank& for_each_rank, std::size_t most,
                                                 const Find& find) {
  prepare_queries();
  GivenBatch given;
  Routes routes;
  Items read = items;
  const auto question = [&](std::size_t row) { return question_at(read, given.sweeps, row); };
  const auto options_at = [&](std::size_t row) {
    return QueryOptions{given.filters.at(row), options.worlds, options.mobilities};
  };
  on_all_ranks(communicator, [&] {
    given = checked_batch(items, options);
    read = quadphase::detail::read_in_place(items, given.copied_boxes);
    for (std::size_t row = 0; row < items.size(); ++row)
      for_each_rank(question(row), [&](ObjectId rank) { routes.add(row, rank); });
  });
  std::vector<Answer> answers;
  forward(communicator, question, options_at, routes, find, answers);
  Answers result;
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), items.size(), most); });
  return result;
}

Answers DistributedBroadPhase::find_overlaps(const Shapes& shapes, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    engine.index().for_each_overlap(
        shape, [&](ObjectId id) { emit(found_at(engine, id)); }, its_options);
  };
  return state_->answers_of(shapes, options, ranks_near_shapes(state_->reach, Relation::overlaps),
                            kAll, find);
}

Answers DistributedBroadPhase::find_first_overlaps(const Shapes& shapes,
                                                   const BatchOptions& options) {
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    find_first(*state_->engine, shape, its_options, emit);
  };
  return state_->answers_of(shapes, options, ranks_near_shapes(state_->reach, Relation::overlaps),
                            1, find);
}

Answers DistributedBroadPhase::find_inside(const Shapes& shapes, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    engine.index().for_each_inside(
        shape, [&](ObjectId id) { emit(found_at(engine, id)); }, its_options);
  };
  return state_->answers_of(shapes, options, ranks_near_shapes(state_->reach, Relation::inside),
                            kAll, find);
}

Answers DistributedBroadPhase::cast_any(const Casts& casts, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    if (const auto id = engine.index().cast_any(cast, its_options)) emit(found_at(engine, *id));
  };
  return state_->answers_of(casts, options, ranks_near_casts(state_->reach), 1, find);
}

Answers DistributedBroadPhase::cast_closest(const Casts& casts, const BatchOptions& options) {
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    find_closest(*state_->engine, cast, its_options, emit);
  };
  return state_->answers_of(casts, options, ranks_near_casts(state_->reach), 1, find);
}

Answers DistributedBroadPhase::find_hits(const Casts& casts, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    engine.index().for_each_hit(
        cast, [&](const CastHit& hit) { emit(found_at(engine, hit.id, hit.fraction)); },
        its_options);
  };
  return state_->answers_of(casts, options, ranks_near_casts(state_->reach), kAll, find);
}

}  // namespace quadphase::mpi
