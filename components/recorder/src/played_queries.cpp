// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "played_objects.hpp"

namespace quadphase::detail {
namespace {

constexpr std::size_t kMostNeighbors = std::size_t{1} << 22U;  // of one search

}  // namespace

bool PlayedCall::goes_on() noexcept {
  ++visits_;
  return !(call_.outcome.visitor_stopped && visits_ >= call_.outcome.visits);
}

void PlayedCall::play_visits(const Index& index) {
  std::uint64_t sum = 0;
  bool is_stopped = false;
  const auto visit = [&](ObjectId id) {
    sum += ResultHash::of_id(id);
    is_stopped = !goes_on();
    return !is_stopped;
  };
  time([&] {
    if (call_.kind == CallKind::for_each_overlap) {
      index.for_each_overlap(call_.shape, visit, call_.query);
    } else {
      index.for_each_inside(call_.shape, visit, call_.query);
    }
  });
  hash_.add(visits_);
  if (!is_stopped) hash_.add(sum);
}

void PlayedCall::play_ordered_visits(const Index& index) {
  const auto visit = [&](const auto& item) {
    hash_.add(item);
    return goes_on();
  };
  if (call_.kind == CallKind::for_each_nearest) {
    return time([&] { index.for_each_nearest(call_.shape, visit, call_.query); });
  }
  if (!call_.clips) {
    return time([&] { index.for_each_hit(call_.cast, visit, call_.query); });
  }
  const auto clip = [&](const CastHit& hit) {
    hash_.add(hit);
    const std::span<const double> fractions = call_.outcome.fractions;
    // Beyond what the program saw, nothing is known: 0 stops.
    return visits_ < fractions.size() ? fractions[visits_++] : 0.0;
  };
  time([&] { index.for_each_hit(call_.cast, clip, call_.query); });
}

bool PlayedCall::play_batch(const Index& index) {
  QueryResult result;
  const auto make = [&](const auto& search) {
    time(search);
    if (!wants_hash_) return true;
    hash_.add_rows(call_.kind, call_.batch.order, result);
    return true;
  };
  switch (call_.kind) {
    case CallKind::find_overlaps:
      return make([&] { index.find_overlaps(call_.shapes, result, call_.batch); });
    case CallKind::find_first_overlaps:
      return make([&] { index.find_first_overlaps(call_.shapes, result, call_.batch); });
    case CallKind::find_inside:
      return make([&] { index.find_inside(call_.shapes, result, call_.batch); });
    case CallKind::cast_any_batch:
      return make([&] { index.cast_any(call_.casts, result, call_.batch); });
    case CallKind::cast_closest_batch:
      return make([&] { index.cast_closest(call_.casts, result, call_.batch); });
    case CallKind::find_hits:
      return make([&] { index.find_hits(call_.casts, result, call_.batch); });
    case CallKind::find_nearest_batch:
      return make(
          [&] { index.find_nearest(call_.shapes, call_.neighbor_count, result, call_.batch); });
    default:
      return false;
  }
}

bool PlayedCall::play_query(const Index& index) {
  switch (call_.kind) {
    case CallKind::for_each_overlap:
    case CallKind::for_each_inside:
      play_visits(index);
      return true;
    case CallKind::for_each_hit:
    case CallKind::for_each_nearest:
      play_ordered_visits(index);
      return true;
    case CallKind::cast_any: {
      const auto found = time([&] { return index.cast_any(call_.cast, call_.query); });
      hash_.add(found.has_value() ? 1U : 0U);
      return true;
    }
    case CallKind::cast_closest: {
      const auto found = time([&] { return index.cast_closest(call_.cast, call_.query); });
      if (found) hash_.add(*found);
      return true;
    }
    case CallKind::find_nearest: {
      std::vector<Neighbor> nearest(std::min(call_.neighbor_count, kMostNeighbors));
      const std::size_t count =
          time([&] { return index.find_nearest(call_.shape, nearest, call_.query); });
      hash_.add_all(std::span<const Neighbor>(nearest).first(count));
      return true;
    }
    default:
      return play_batch(index);
  }
}

}  // namespace quadphase::detail
