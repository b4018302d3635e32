// SPDX-License-Identifier: MIT
// Batches of queries over all ranks: overlaps and casts. Questions go to the ranks that may have an
// answer, and what these found is merged: an object that several ranks have is found by several.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "mpi/found.hpp"
#include "mpi/state.hpp"

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
using quadphase::detail::BatchAttributes;

// Why not the batches of the engine: of several ids, and of equal fractions, they choose by the
// engine's ids, which differ from rank to rank.

template <class Emit>
void find_first(const LocalEngine& engine, const Shape& shape, const QueryOptions& options,
                const Emit& emit) {
  bool is_found = false;
  Found first;
  engine.queries().for_each_overlap(
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

/// All that are equally close.
template <class Emit>
void find_closest(const LocalEngine& engine, const Cast& cast, const QueryOptions& options,
                  const Emit& emit) {
  double closest = std::numeric_limits<double>::infinity();
  engine.queries().for_each_hit(
      cast,
      [&](const CastHit& hit) {
        if (hit.fraction > closest) return false;
        closest = hit.fraction;
        emit(found_at(engine, hit.id, hit.fraction));
        return true;
      },
      options);
}

/// The options of each row of a batch.
auto options_at(const BatchOptions& options, const BatchAttributes& given) {
  return [&](std::size_t row) {
    return QueryOptions{given.filters.of(row), options.worlds, options.mobilities};
  };
}

}  // namespace

void DistributedBroadPhase::State::prepare_queries() {
  on_all_ranks(communicator, [&] { require(can_search, Rule::no_update); });
  if (has_reach) return;
  reach.set(communicator, *engine, searched);
  has_reach = true;
}

/// `find(shape, options, emit)`: as that of `forward`.
template <class Find>
Answers DistributedBroadPhase::State::answers_of(const Shapes& shapes, const BatchOptions& options,
                                                 Relation relation, std::size_t most,
                                                 const Find& find) {
  prepare_queries();
  BatchAttributes given;
  Routes routes;
  const auto question = [&](std::size_t row) { return shape_at(shapes, given.sweeps, row); };
  on_all_ranks(communicator, [&] {
    given = checked_batch(shapes, options);
    for (std::size_t row = 0; row < shapes.size(); ++row)
      reach.for_each_rank(question(row), relation, [&](ObjectId rank) { routes.add(row, rank); });
  });
  std::vector<Answer> answers;
  forward(communicator, question, options_at(options, given), routes, find, answers);
  Answers result;
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), shapes.size(), most); });
  return result;
}

/// As above.
template <class Find>
Answers DistributedBroadPhase::State::answers_of(const Casts& casts, const BatchOptions& options,
                                                 std::size_t most, const Find& find) {
  prepare_queries();
  BatchAttributes given;
  Routes routes;
  const auto question = [&](std::size_t row) { return cast_at(casts, row); };
  on_all_ranks(communicator, [&] {
    given = checked_batch(casts.size(), options);
    for (std::size_t row = 0; row < casts.size(); ++row)
      reach.for_each_rank(question(row), [&](ObjectId rank) { routes.add(row, rank); });
  });
  std::vector<Answer> answers;
  forward(communicator, question, options_at(options, given), routes, find, answers);
  Answers result;
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), casts.size(), most); });
  return result;
}

Answers DistributedBroadPhase::find_overlaps(const Shapes& shapes, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    engine.queries().for_each_overlap(
        shape, [&](ObjectId id) { emit(found_at(engine, id)); }, its_options);
  };
  return state_->answers_of(shapes, options, Relation::overlaps, kAll, find);
}

Answers DistributedBroadPhase::find_first_overlaps(const Shapes& shapes,
                                                   const BatchOptions& options) {
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    find_first(*state_->engine, shape, its_options, emit);
  };
  return state_->answers_of(shapes, options, Relation::overlaps, 1, find);
}

Answers DistributedBroadPhase::find_inside(const Shapes& shapes, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Shape& shape, const QueryOptions& its_options, const auto& emit) {
    engine.queries().for_each_inside(
        shape, [&](ObjectId id) { emit(found_at(engine, id)); }, its_options);
  };
  return state_->answers_of(shapes, options, Relation::inside, kAll, find);
}

Answers DistributedBroadPhase::cast_any(const Casts& casts, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    if (const auto id = engine.queries().cast_any(cast, its_options)) emit(found_at(engine, *id));
  };
  return state_->answers_of(casts, options, 1, find);
}

Answers DistributedBroadPhase::cast_closest(const Casts& casts, const BatchOptions& options) {
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    find_closest(*state_->engine, cast, its_options, emit);
  };
  return state_->answers_of(casts, options, 1, find);
}

Answers DistributedBroadPhase::cast_all(const Casts& casts, const BatchOptions& options) {
  const LocalEngine& engine = *state_->engine;
  const auto find = [&](const Cast& cast, const QueryOptions& its_options, const auto& emit) {
    engine.queries().for_each_hit(
        cast, [&](const CastHit& hit) { emit(found_at(engine, hit.id, hit.fraction)); },
        its_options);
  };
  return state_->answers_of(casts, options, kAll, find);
}

}  // namespace quadphase::mpi
