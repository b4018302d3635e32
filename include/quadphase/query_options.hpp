// SPDX-License-Identifier: MIT
// Which objects a query may find.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "quadphase/attributes.hpp"

namespace quadphase {

/// The worlds that a query looks into; see `Filter::world`.
enum class Worlds : std::uint8_t {
  one,  ///< that of the query's filter
  all   ///< every world; categories, masks and groups still count
};

/// The objects that a query looks at. The others cost nothing: their trees are not searched.
enum class Mobilities : std::uint8_t {
  all,          ///< moving and static ones
  moving_only,  ///< those that move
  static_only   ///< those of the static set
};

/// Options of a single query.
struct QueryOptions {
  /// The query finds only objects that may pair with an object of this filter; see `may_pair`. So
  /// an object whose own `mask` lacks category 1 is not found by default: a `category` of all bits
  /// looks at all whose mask is not 0, and `mask` chooses among them.
  Filter filter{};
  Worlds worlds = Worlds::one;              ///< the worlds that are searched
  Mobilities mobilities = Mobilities::all;  ///< the objects that are searched
  /// For nearest searches: objects that are farther away are not found; one at exactly this
  /// `Neighbor::distance` is. Nothing is found if it is negative or NaN. Other queries do not read
  /// it.
  double radius = std::numeric_limits<double>::infinity();
};

/// The order of the ids in each row of `find_overlaps` and `find_inside`.
enum class RowOrder : std::uint8_t {
  ascending,  ///< by id
  /// By position in the trees, where objects that are close together in space mostly follow one
  /// another. No row is sorted: rows of a hundred ids or more take half the time or less.
  ///
  /// Moving objects come first, then those that `BroadPhase::patch` changed or added since the
  /// frame; then static objects, and last the static objects that were changed. The order is the
  /// same for any number of threads, any instruction set and any other queries of the batch. It
  /// depends on the objects and the `Config` of the last frame; for static and changed objects, it
  /// also depends on the calls that made them what they are, so a restored engine may have another
  /// order. In a periodic world, a row has this order for each image of the query in turn, or is
  /// ascending. A new minor version of the library may have another order.
  tree
};

/// Options of a batch of queries: those of `QueryOptions` for all of them, and what differs from
/// query to query.
///
///     BatchOptions options{.filter = {.mask = kWalls}};            // one filter for all queries
///     options.attributes.set_filters({rays, &MyRay::filter});      // a filter for each
///     options.attributes.world = worlds;                           // or a part of it
///
/// Errors: `std::invalid_argument` if a column has a wrong length, or if queries other than boxes
/// have margins or displacements.
struct BatchOptions {
  Filter filter{};                          ///< as in `QueryOptions`, for all queries
  Worlds worlds = Worlds::one;              ///< the worlds that are searched
  Mobilities mobilities = Mobilities::all;  ///< the objects that are searched
  /// The queries' attributes as columns, like those of objects. `category`, `mask`, `group` and
  /// `world` replace that part of `filter`, each if it is given; boxes may have margins and
  /// displacements. `ids` and `generation` are not read.
  Attributes attributes{};
  /// The order in each row of `find_overlaps` and `find_inside`. Other batches have an order of
  /// their own, and do not read it.
  RowOrder order = RowOrder::ascending;
  double radius = std::numeric_limits<double>::infinity();  ///< as in `QueryOptions`
};

}  // namespace quadphase
