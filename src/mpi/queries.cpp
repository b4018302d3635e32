// SPDX-License-Identifier: MIT
// Batches of queries over all ranks. Each rank asks those that may have an answer, and merges what
// they found: an object that several ranks have is found by several.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "mpi/forward.hpp"
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

/// A question for the nearest objects.
struct PointQuestion {
  Point point;
  std::uint64_t count;
};

Found found_at(const LocalEngine& engine, ObjectId id, double value = 0) {
  const SearchedObject& object = engine.find(id);
  return {object.id, object.place, value};
}

// Why not the batches of the engine: of equal fractions or distances, they choose by the engine's
// ids, which differ from rank to rank. Here all that are equal are answers.

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

template <class Emit>
void find_nearest_here(const LocalEngine& engine, const PointQuestion& question,
                       const NearestOptions& options, const Emit& emit) {
  std::uint64_t count = 0;
  double farthest = 0;
  engine.queries().for_each_nearest(
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

void DistributedBroadPhase::State::prepare_queries() {
  on_all_ranks(communicator, [&] { require(can_search, Rule::no_update); });
  if (has_reach) return;
  reach.set(communicator, *engine, searched);
  has_reach = true;
}

/// `Item`: a box or a circle.
template <class Item>
Answers DistributedBroadPhase::State::overlaps_of(std::span<const Item> shapes,
                                                  const QueryOptions& options) {
  prepare_queries();
  Routes routes;
  on_all_ranks(communicator, [&] {
    for (std::size_t row = 0; row < shapes.size(); ++row)
      reach.shapes.for_each_overlap(shapes[row], [&](ObjectId rank) { routes.add(row, rank); });
  });
  std::vector<Answer> answers;
  const auto find = [&](const Item& shape, const QueryOptions& others, const auto& emit) {
    engine->queries().for_each_overlap(
        shape, [&](ObjectId id) { emit(found_at(*engine, id)); }, others);
  };
  forward(communicator, shapes, options, routes, find, answers);
  Answers result;
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), shapes.size(), kAll); });
  return result;
}

template <class Item>
Answers DistributedBroadPhase::State::closest_of(std::span<const Item> items,
                                                 const QueryOptions& options) {
  prepare_queries();
  std::vector<Cast> casts;
  Routes routes;
  on_all_ranks(communicator, [&] {
    casts.assign(items.begin(), items.end());
    for (std::size_t row = 0; row < casts.size(); ++row)
      reach.casts.for_each_hit(casts[row], [&](const CastHit& hit) { routes.add(row, hit.id); });
  });
  std::vector<Answer> answers;
  const auto find = [&](const Cast& cast, const QueryOptions& others, const auto& emit) {
    find_closest(*engine, cast, others, emit);
  };
  forward(communicator, std::span<const Cast>(casts), options, routes, find, answers);
  Answers result;
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), casts.size(), 1); });
  return result;
}

Answers DistributedBroadPhase::find_overlaps(std::span<const Box> boxes,
                                             const QueryOptions& options) {
  return state_->overlaps_of(boxes, options);
}

Answers DistributedBroadPhase::find_overlaps(std::span<const Circle> circles,
                                             const QueryOptions& options) {
  return state_->overlaps_of(circles, options);
}

Answers DistributedBroadPhase::cast_closest(std::span<const Ray> rays,
                                            const QueryOptions& options) {
  return state_->closest_of(rays, options);
}

Answers DistributedBroadPhase::cast_closest(std::span<const Segment> segments,
                                            const QueryOptions& options) {
  return state_->closest_of(segments, options);
}

Answers DistributedBroadPhase::cast_closest(std::span<const BoxCast> casts,
                                            const QueryOptions& options) {
  return state_->closest_of(casts, options);
}

/// First the nearest rank is asked; the distance of the last object that it found bounds which
/// other ranks may have nearer ones.
Answers DistributedBroadPhase::find_nearest(std::span<const Point> points, std::size_t k,
                                            const NearestOptions& options) {
  State& state = *state_;
  const Communicator& communicator = state.communicator;
  state.prepare_queries();
  const auto find = [&](const PointQuestion& question, const NearestOptions& others,
                        const auto& emit) {
    find_nearest_here(*state.engine, question, others, emit);
  };
  std::vector<PointQuestion> questions;
  Routes nearest;
  std::vector<ObjectId> first_ranks;
  on_all_ranks(communicator, [&] {
    first_ranks.assign(points.size(), 0);
    for (std::size_t row = 0; row < points.size(); ++row) {
      questions.push_back({points[row], k});
      Neighbor rank;
      if (k == 0 || state.reach.shapes.find_nearest(points[row], {&rank, 1}) == 0) continue;
      first_ranks[row] = rank.id;
      nearest.add(row, rank.id);
    }
  });
  std::vector<Answer> answers;
  const std::span<const PointQuestion> asked(questions);
  forward(communicator, asked, options, nearest, find, answers);
  Routes others;
  Answers result;
  on_all_ranks(communicator, [&] {
    result = collected(answers, points.size(), k);
    for (const auto& route : nearest.routes) {
      const auto row = static_cast<std::size_t>(route.row);
      const auto known = result.of(row);
      const double radius =
          known.size() < k ? static_cast<double>(options.radius) : known.back().value;
      state.reach.shapes.for_each_nearest(points[row], [&](const Neighbor& rank) {
        if (rank.distance > radius) return false;
        if (rank.id != first_ranks[row]) others.add(row, rank.id);
        return true;
      });
    }
  });
  forward(communicator, asked, options, others, find, answers);
  on_all_ranks(communicator, [&] { result = collected(std::move(answers), points.size(), k); });
  return result;
}

}  // namespace quadphase::mpi
