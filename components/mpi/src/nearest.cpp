// SPDX-License-Identifier: MIT
// The nearest objects over all ranks, in two steps: the nearest rank is asked first, and the
// distance of the last object that it found bounds which other ranks may have nearer ones.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "found.hpp"
#include "state.hpp"

namespace quadphase::mpi {

using namespace detail;

namespace {

/// Also returns ties with the k-th one, which the ids of all ranks break later.
template <class Emit>
void find_nearest_here(const LocalEngine& engine, const PointQuestion& question,
                       const QueryOptions& options, const Emit& emit) {
  std::uint64_t count = 0;
  double farthest = 0;
  engine.index().for_each_nearest(
      question.point,
      [&](const Neighbor& neighbor) {
        if (count >= question.count && neighbor.distance > farthest) return false;
        ++count;
        farthest = neighbor.distance;
        emit(found_at(engine, neighbor.id, neighbor.distance));
        return true;
      },
      options);
}

}  // namespace

Answers DistributedBroadPhase::find_nearest(std::span<const Point> points, std::size_t k,
                                            const BatchOptions& options) {
  State& state = *state_;
  const Communicator& communicator = state.communicator;
  state.prepare_queries();
  const Index& ranks = state.reach.in_parts;
  GivenBatch given;
  const auto question = [&](std::size_t row) { return PointQuestion{points[row], k}; };
  const auto options_at = [&](std::size_t row) {
    return QueryOptions{given.filters.at(row), options.worlds, options.mobilities, options.radius};
  };
  const auto find = [&](const PointQuestion& asked, const QueryOptions& its_options,
                        const auto& emit) {
    find_nearest_here(*state.engine, asked, its_options, emit);
  };
  Routes nearest;
  std::vector<ObjectId> first_ranks;
  on_all_ranks(communicator, [&] {
    given = checked_batch(points.size(), options);
    first_ranks.assign(points.size(), 0);
    for (std::size_t row = 0; row < points.size(); ++row) {
      Neighbor rank;
      if (k == 0 || ranks.find_nearest(points[row], {&rank, 1}) == 0) continue;
      first_ranks[row] = rank.id;
      nearest.add(row, rank.id);
    }
  });
  std::vector<Answer> answers;
  forward(communicator, question, options_at, nearest, find, answers);
  Routes others;
  Answers result;
  on_all_ranks(communicator, [&] {
    result = collected(answers, points.size(), k);
    for (const auto& route : nearest.routes) {
      const auto row = static_cast<std::size_t>(route.row);
      const auto known = result.of(row);
      const double radius = known.size() < k ? options.radius : known.back().value;
      ranks.for_each_nearest(points[row], [&](const Neighbor& rank) {
        // Why not if equal: another rank may have an object that is as near and has a lower id.
        if (rank.distance > radius) return false;
        if (rank.id != first_ranks[row]) others.add(row, rank.id);
        return true;
      });
    }
  });
  forward(communicator, question, options_at, others, find, answers);
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), points.size(), k); });
  return result;
}

}  // namespace quadphase::mpi
