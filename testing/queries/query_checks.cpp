// SPDX-License-Identifier: MIT
#include "queries/query_checks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

#include "queries/asked_queries.hpp"
#include "queries/double_form.hpp"

namespace quadphase::queries {
namespace {

/// Says of which query and which form of it the answer is wrong, and where it begins to be.
template <class Query, class Item>
Difference wrong(const std::string& form, std::size_t row, const Query& query,
                 std::span<const Item> found, std::span<const Item> wanted) {
  std::size_t same = 0;
  while (same < found.size() && same < wanted.size() && found[same] == wanted[same]) ++same;
  std::ostringstream text;
  text << form << ", row " << row << ", " << in_words(query) << ": found " << found.size()
       << ", wanted " << wanted.size() << ", alike are " << same << "; then found "
       << in_words(found.subspan(same)) << "; wanted " << in_words(wanted.subspan(same));
  return text.str();
}

/// Whether ids in any order are those that are wanted.
template <class Query>
Difference difference_of_set(const std::string& form, std::size_t row, const Query& query,
                             std::vector<ObjectId> ids, std::span<const ObjectId> wanted) {
  std::sort(ids.begin(), ids.end());
  if (std::ranges::equal(ids, wanted)) return std::nullopt;
  return wrong(form + ", sorted", row, query, std::span<const ObjectId>(ids), wanted);
}

/// The same for the rows of a batch.
template <class Query>
Difference difference_of_sets(const Asked<Query>& asked, const QueryResult& result,
                              const WantedIds& wanted) {
  if (auto found = difference_of_shape(result, wanted.size(), Values::none)) return found;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    const std::span<const ObjectId> ids = result.ids_of(row);
    if (auto found = difference_of_set("batch in the order of the tree", row, asked.queries[row],
                                       {ids.begin(), ids.end()}, wanted[row]))
      return found;
  }
  return std::nullopt;
}

/// As `difference_of_ids`, of what lies inside.
template <class Query>
Difference difference_of_insides(const quadphase::Index& engine, const Asked<Query>& asked,
                                 const WantedIds& wanted, QueryResult& result) {
  engine.find_inside(asked.queries, result, asked.batch(RowOrder::tree));
  if (auto found = difference_of_sets(asked, result, wanted)) return found;
  engine.find_inside(asked.queries, result, asked.batch());
  if (auto found = difference_of_shape(result, asked.queries.size(), Values::none)) return found;
  for (std::size_t row = 0; row < asked.queries.size(); ++row) {
    const Query& query = asked.queries[row];
    const std::span<const ObjectId> wanted_ids = wanted[row];
    const std::span<const ObjectId> of_row = result.ids_of(row);
    if (!std::ranges::equal(of_row, wanted_ids))
      return wrong("batch of insides", row, query, of_row, wanted_ids);
    std::vector<ObjectId> ids;
    engine.for_each_inside(
        query, [&ids](ObjectId id) { ids.push_back(id); }, asked.options(row));
    if (auto found = difference_of_set("for_each_inside", row, query, std::move(ids), wanted_ids))
      return found;
  }
  return std::nullopt;
}

template <class Query>
std::vector<ObjectId> visited(const quadphase::Index& engine, const Query& query,
                              const QueryOptions& options) {
  std::vector<ObjectId> ids;
  engine.for_each_overlap(
      query, [&ids](ObjectId id) { ids.push_back(id); }, options);
  return ids;
}

template <class Query>
Difference difference_of_ids(const quadphase::Index& engine, const Asked<Query>& asked,
                             const WantedIds& wanted, bool is_asked_in_double,
                             QueryResult& result) {
  engine.find_overlaps(asked.queries, result, asked.batch(RowOrder::tree));
  if (auto found = difference_of_sets(asked, result, wanted)) return found;
  engine.find_overlaps(asked.queries, result, asked.batch());
  if (auto found = difference_of_shape(result, asked.queries.size(), Values::none)) return found;
  for (std::size_t row = 0; row < asked.queries.size(); ++row) {
    const Query& query = asked.queries[row];
    const std::span<const ObjectId> wanted_ids = wanted[row];
    const std::span<const ObjectId> of_row = result.ids_of(row);
    if (!std::equal(of_row.begin(), of_row.end(), wanted_ids.begin(), wanted_ids.end()))
      return wrong("batch", row, query, of_row, wanted_ids);
    if (auto found = difference_of_set("visitor", row, query,
                                       visited(engine, query, asked.options(row)), wanted_ids))
      return found;
    if (const auto shape = double_form(query); shape && is_asked_in_double) {
      if (auto found = difference_of_set("in double", row, query,
                                         visited(engine, *shape, asked.options(row)), wanted_ids))
        return found;
    }
  }
  engine.find_first_overlaps(asked.queries, result, asked.batch());
  if (auto found = difference_of_shape(result, asked.queries.size(), Values::none)) return found;
  for (std::size_t row = 0; row < asked.queries.size(); ++row) {
    const std::span<const ObjectId> wanted_ids =
        std::span(wanted[row]).first(wanted[row].empty() ? 0 : 1);
    const std::span<const ObjectId> of_row = result.ids_of(row);
    if (!std::equal(of_row.begin(), of_row.end(), wanted_ids.begin(), wanted_ids.end()))
      return wrong("find_first_overlaps", row, asked.queries[row], of_row, wanted_ids);
  }
  return std::nullopt;
}

std::vector<Hit> hits_of(const QueryResult& result, std::size_t row) {
  const std::span<const ObjectId> ids = result.ids_of(row);
  const std::span<const double> values =
      result.fractions().empty() ? result.distances_of(row) : result.fractions_of(row);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < ids.size(); ++i) hits.push_back({values[i], ids[i]});
  return hits;
}

std::vector<Hit> first_of(const std::vector<Hit>& hits, std::size_t count) {
  return {hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(std::min(count, hits.size()))};
}

bool has(const std::vector<Hit>& hits, ObjectId id) {
  return std::any_of(hits.begin(), hits.end(), [id](const Hit& hit) { return hit.id == id; });
}

/// Hits in their order. Of an object that became static since the last frame there are two, of
/// which a visitor may see one only.
bool same_visits(std::vector<Hit> found, std::vector<Hit> wanted) {
  if (std::adjacent_find(wanted.begin(), wanted.end()) != wanted.end()) {
    found.erase(std::unique(found.begin(), found.end()), found.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    // Who stops early sees others in place of the twins that he misses.
    if (found.size() > wanted.size()) found.resize(wanted.size());
  }
  return same_bits(found, wanted);
}

/// What a clipping visitor returns for a hit: of all kinds, and the same for the same hit.
double clipped_at(const CastHit& hit) {
  switch ((hit.id * 0x9E37'79B1U + 7) >> 28) {
    case 0:
      return 0;
    case 1:
      return hit.fraction;
    case 2:
      return std::nextafter(hit.fraction, 0.0);
    case 3:
    case 4:
      return 1.5 * hit.fraction + 0.01;
    case 5:
      return std::numeric_limits<double>::quiet_NaN();
    case 6:
      return std::numeric_limits<double>::infinity();
    case 7:
      return 1;
    default:
      return -1;
  }
}

/// The hits that such a visitor sees, of all hits of a cast.
std::vector<Hit> clipped(const std::vector<Hit>& all) {
  std::vector<Hit> visited;
  double limit = std::numeric_limits<double>::infinity();
  for (const Hit& hit : all) {
    if (hit.distance > limit || limit == 0) break;
    visited.push_back(hit);
    const double fraction = clipped_at({hit.distance, hit.id});
    if (fraction >= 0) limit = std::min(limit, fraction);
  }
  return visited;
}

/// One cast, in the forms that answer at once.
template <class Query>
Difference difference_of_cast(const quadphase::Index& engine, std::size_t row, const Query& query,
                              const QueryOptions& options, const std::vector<Hit>& wanted) {
  using Hits = std::span<const Hit>;
  std::vector<Hit> found;
  engine.for_each_hit(
      query, [&found](const CastHit& hit) { found.push_back(hit_of(hit)); }, options);
  if (!same_visits(found, wanted))
    return wrong("for_each_hit", row, query, Hits(found), Hits(wanted));
  found.clear();
  const auto clip = [&found](const CastHit& hit) {
    found.push_back(hit_of(hit));
    return clipped_at(hit);
  };
  engine.for_each_hit(query, clip, options);
  const std::vector<Hit> wanted_until = clipped(wanted);
  if (!same_visits(found, wanted_until))
    return wrong("for_each_hit, clipped", row, query, Hits(found), Hits(wanted_until));
  found.clear();
  if (const std::optional<CastHit> hit = engine.cast_closest(query, options))
    found.push_back(hit_of(*hit));
  if (!same_bits(found, first_of(wanted, 1)))
    return wrong("cast_closest", row, query, Hits(found), Hits(wanted));
  found.clear();
  const std::optional<ObjectId> any = engine.cast_any(query, options);
  if (any) found.push_back({0, *any});
  if (any.has_value() == wanted.empty() || (any && !has(wanted, *any)))
    return wrong("cast_any", row, query, Hits(found), Hits(wanted));
  return std::nullopt;
}

template <class Query>
Difference difference_of_casts(const quadphase::Index& engine, const Asked<Query>& asked,
                               const WantedHits& wanted, QueryResult& result) {
  using Hits = std::span<const Hit>;
  const std::vector<Query>& queries = asked.queries;
  for (std::size_t row = 0; row < queries.size(); ++row)
    if (auto found = difference_of_cast(engine, row, queries[row], asked.options(row), wanted[row]))
      return found;
  engine.find_hits(queries, result, asked.batch());
  if (auto found = difference_of_shape(result, queries.size(), Values::fractions)) return found;
  for (std::size_t row = 0; row < queries.size(); ++row)
    if (const auto hits = hits_of(result, row); !same_bits(hits, wanted[row]))
      return wrong("batch find_hits", row, queries[row], Hits(hits), Hits(wanted[row]));
  engine.cast_closest(queries, result, asked.batch());
  if (auto found = difference_of_shape(result, queries.size(), Values::fractions)) return found;
  for (std::size_t row = 0; row < queries.size(); ++row)
    if (const auto hits = hits_of(result, row); !same_bits(hits, first_of(wanted[row], 1)))
      return wrong("batch cast_closest", row, queries[row], Hits(hits), Hits(wanted[row]));
  engine.cast_any(queries, result, asked.batch());
  if (auto found = difference_of_shape(result, queries.size(), Values::none)) return found;
  for (std::size_t row = 0; row < queries.size(); ++row) {
    const std::span<const ObjectId> ids = result.ids_of(row);
    const std::optional<ObjectId> alone = engine.cast_any(queries[row], asked.options(row));
    if (ids.size() == (alone ? 1U : 0U) &&
        (ids.empty() || (ids[0] == *alone && has(wanted[row], ids[0]))))
      continue;
    return "batch cast_any, not as alone, row " + std::to_string(row) + ", " +
           in_words(queries[row]) + ": found " + in_words(ids) + "; hit are " +
           in_words(Hits(wanted[row]));
  }
  return std::nullopt;
}

/// One place, by the forms that answer at once. `all`: all objects, nearest first.
template <class Place>
Difference difference_of_place(const quadphase::Index& engine, std::size_t row, const Place& place,
                               const QueryOptions& options, const std::vector<Hit>& all) {
  using Hits = std::span<const Hit>;
  for (const std::size_t enough : {all.size() + 1, std::size_t{5}}) {
    std::vector<Hit> found;
    engine.for_each_nearest(
        place,
        [&](const Hit& hit) {
          found.push_back(hit);
          return found.size() < enough;
        },
        options);
    if (!same_visits(found, first_of(all, enough)))
      return wrong("for_each_nearest", row, place, Hits(found), Hits(all));
  }
  return std::nullopt;
}

/// Those of some sorted hits that are not farther than `radius`.
std::vector<Hit> up_to(double radius, std::vector<Hit> hits) {
  while (!hits.empty() && !(hits.back().distance <= radius)) hits.pop_back();
  return hits;
}

/// `all`: for each place, all objects, nearest first.
template <class Place>
Difference difference_of_nearest(const quadphase::Index& engine, const std::vector<Place>& places,
                                 const Queries& queries, const WantedHits& all,
                                 QueryResult& result) {
  using Hits = std::span<const Hit>;
  const Asked<Place> asked(places, queries);
  const auto options = [&](std::size_t row, double radius) {
    return QueryOptions{.filter = asked.options(row).filter,
                        .worlds = asked.worlds,
                        .mobilities = asked.mobilities,
                        .radius = radius};
  };
  for (std::size_t row = 0; row < places.size(); ++row) {
    if (auto found = difference_of_place(engine, row, places[row],
                                         options(row, Queries::kUnbounded), all[row]))
      return found;
  }
  for (const double radius : queries.radii) {
    for (std::size_t row = 0; row < places.size(); ++row) {
      const Place& place = places[row];
      if (auto found = difference_of_place(engine, row, place, options(row, radius),
                                           up_to(radius, all[row])))
        return found;
    }
    for (const std::size_t count : queries.counts) {
      BatchOptions batch_options = asked.batch();
      batch_options.radius = radius;
      engine.find_nearest(places, count, result, batch_options);
      if (auto found = difference_of_shape(result, places.size(), Values::distances)) return found;
      for (std::size_t row = 0; row < places.size(); ++row) {
        const Place& place = places[row];
        const std::vector<Hit> wanted = first_of(up_to(radius, all[row]), count);
        // Why a function: to write the numbers takes longer than many a search.
        const auto form = [&] {
          return "the nearest " + std::to_string(count) + " within " + std::to_string(radius);
        };
        if (const auto hits = hits_of(result, row); !same_bits(hits, wanted))
          return wrong(form() + " of a batch", row, place, Hits(hits), Hits(wanted));
        std::vector<Hit> room(count);
        room.resize(engine.find_nearest(place, room, options(row, radius)));
        if (!same_bits(room, wanted)) return wrong(form(), row, place, Hits(room), Hits(wanted));
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Difference difference_of_answers(const quadphase::Index& broad_phase, const WantedAnswers& wanted,
                                 QueryResult& result) {
  const Queries& all = wanted.queries;
  Difference found;
  for_each_kind_of_shape(all, [&]<class Query>(std::size_t kind, const std::vector<Query>& shapes) {
    const Asked<Query> asked(shapes, all);
    if (!found)
      found = difference_of_ids(broad_phase, asked, wanted.overlaps[kind],
                                wanted.is_asked_in_double, result);
    if (!found) found = difference_of_insides(broad_phase, asked, wanted.insides[kind], result);
  });
  for_each_kind_of_cast(all, [&]<class Query>(std::size_t kind, const std::vector<Query>& casts) {
    const Asked<Query> asked(casts, all);
    if (!found) found = difference_of_casts(broad_phase, asked, wanted.hits[kind], result);
  });
  for_each_kind_of_place(all, [&]<class Place>(std::size_t kind, std::vector<Place> places) {
    const WantedHits& nearest = wanted.nearest[kind];
    places.resize(nearest.size());
    if (!found) found = difference_of_nearest(broad_phase, places, all, nearest, result);
  });
  return found;
}

Difference difference_of_answers(const quadphase::Index& broad_phase, const QueryOracle& oracle,
                                 const Queries& queries, QueryResult& result) {
  return difference_of_answers(broad_phase, WantedAnswers(oracle, queries), result);
}

}  // namespace quadphase::queries
