// SPDX-License-Identifier: MIT
// Which objects a query may find, and what it finds.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <type_traits>

#include "quadphase/attributes.hpp"
#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/visitor.hpp"

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

class BatchPredicate;

namespace detail {

/// What a `BatchPredicate` is a view of.
template <class Accept>
concept AcceptsObjects = std::predicate<Accept&, std::size_t, ObjectId> &&
    !std::same_as<std::remove_cv_t<Accept>, BatchPredicate>;

}  // namespace detail

/// Says which objects the queries of a batch may find: a view of a function `bool(row, id)` that
/// gets the row of a query and the id of an object, and returns false if the query must not find
/// it. For example, for rays that start inside the bodies that cast them:
///
///     const auto is_other = [&](std::size_t row, ObjectId id) { return id != ids[row]; };
///     broad_phase.cast_closest(rays, result, {.accept = is_other});
///
/// A single query needs none: a visitor can ignore objects. In place of `cast_any`, `cast_closest`
/// and `find_nearest`, which have no visitor, call `for_each_hit` or `for_each_nearest` then.
///
/// Calls:    from all threads at once; any number of times for an object, in any order, and also
///           for objects that the query does not find in the end. So its result may depend only on
///           the row and the id, and it should change nothing. It may call what a visitor may call.
/// Errors:   its exceptions pass through, and the result is empty.
/// Lifetime: that of the function, which must not be a temporary.
/// Cost:     1.1 to 1.2 times that of a batch without one for overlaps and for all hits, 1.5 times
///           for the closest or any hit, and 2.2 for the nearest points, which are then single
///           queries on all threads. Each object that is refused costs as much as one that is
///           found.
class BatchPredicate {
 public:
  /// All objects are accepted.
  constexpr BatchPredicate() noexcept = default;

  /// Implicit, so that a lambda can be given by its name.
  template <detail::AcceptsObjects Accept>
  BatchPredicate(Accept& accept) noexcept  // NOLINT(google-explicit-constructor)
      : target_(detail::address_of(accept)),
        call_([](void* target, std::size_t row, ObjectId id) -> bool {
          return (*reinterpret_cast<Accept*>(target))(row, id);
        }) {}
  /// Not a temporary, which would not live as long: give a lambda a name first.
  template <detail::AcceptsObjects Accept>
  BatchPredicate(const Accept&& accept) = delete;

  /// Whether there is a function.
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return call_ != nullptr; }
  /// What it returns. Needs a function.
  [[nodiscard]] bool operator()(std::size_t row, ObjectId id) const {
    return call_(target_, row, id);
  }

 private:
  void* target_ = nullptr;
  bool (*call_)(void* target, std::size_t row, ObjectId id) = nullptr;
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
  /// As in `QueryOptions`, for all queries. For one that differs from query to query, give the
  /// greatest: each row ends where its distances exceed the query's own.
  double radius = std::numeric_limits<double>::infinity();
  BatchPredicate accept{};  ///< which of the objects that are found count; none: all
};

/// An object at a distance from a point or another shape. The lower distance comes first; of equal
/// ones, the lower id.
struct Neighbor {
  double distance = 0;  ///< from the shape to the box; 0 where they overlap
  ObjectId id = 0;      ///< of the object

  friend constexpr bool operator==(const Neighbor&, const Neighbor&) noexcept = default;
  friend constexpr auto operator<=>(const Neighbor&, const Neighbor&) noexcept = default;
};

/// An object that a cast hits: `fraction` is where the cast enters its box; see `entry_fraction`.
/// The lower fraction comes first; of equal ones, the lower id.
struct CastHit {
  double fraction = 0;  ///< 0 where the cast starts
  ObjectId id = 0;      ///< of the object

  friend constexpr bool operator==(const CastHit&, const CastHit&) noexcept = default;
  friend constexpr auto operator<=>(const CastHit&, const CastHit&) noexcept = default;
};

/// The objects that a batch of queries finds, in compressed rows (CSR): row i belongs to query i,
/// and holds the ids from offsets()[i] up to offsets()[i + 1].
///
/// Order:    each batch query documents the order inside a row.
/// Memory:   keep a result and reuse it: its buffers grow, so batches of steady size allocate
///           nothing. They shrink only through `shrink_to_fit` or when memory runs out.
/// Lifetime: spans are valid until the next batch that writes to the result. The result needs
///           neither the engine nor the queries after the call.
/// Threads:  one batch at a time. Batches with different results may run at the same time.
class QUADPHASE_API QueryResult {
 public:
  /// `resource`: where the buffers come from; null: `std::pmr::get_default_resource()`. It must
  /// outlive the result and allow calls from several threads, one after the other.
  explicit QueryResult(std::pmr::memory_resource* resource = nullptr);
  ~QueryResult();
  /// A result that was moved from can only be assigned to or destroyed.
  QueryResult(QueryResult&& other) noexcept;
  /// As above.
  QueryResult& operator=(QueryResult&& other) noexcept;
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;

  /// The number of queries.
  [[nodiscard]] std::size_t row_count() const noexcept;
  /// Where each row starts in `ids()`, and where the last one ends: row_count() + 1 numbers.
  [[nodiscard]] std::span<const std::size_t> offsets() const noexcept;
  /// The objects of all rows.
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept;
  /// The fraction at which each object is hit, after `cast_closest` and `find_hits`; else empty.
  [[nodiscard]] std::span<const double> fractions() const noexcept;
  /// The distance of each object, after `find_nearest`; else empty.
  [[nodiscard]] std::span<const double> distances() const noexcept;

  /// The objects of one row. Needs `row < row_count()`.
  [[nodiscard]] std::span<const ObjectId> ids_of(std::size_t row) const noexcept {
    return part_of(ids(), row);
  }
  /// The fractions of one row; empty if the batch gave none. Needs `row < row_count()`.
  [[nodiscard]] std::span<const double> fractions_of(std::size_t row) const noexcept {
    return part_of(fractions(), row);
  }
  /// The first hit of one row, after `cast_closest` and `find_hits`; empty if there is none. Needs
  /// `row < row_count()`.
  [[nodiscard]] std::optional<CastHit> hit_of(std::size_t row) const noexcept {
    const std::span<const double> fractions = fractions_of(row);
    if (fractions.empty()) return std::nullopt;
    return CastHit{fractions.front(), ids_of(row).front()};
  }
  /// The distances of one row; empty if the batch gave none. Needs `row < row_count()`.
  [[nodiscard]] std::span<const double> distances_of(std::size_t row) const noexcept {
    return part_of(distances(), row);
  }

  /// Bytes that the result holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// Frees the memory that the rows do not need. The rows stay, but spans must be read again. What
  /// cannot be moved for lack of memory stays where it is.
  void shrink_to_fit() noexcept;

 private:
  friend class Index;
  template <class T>
  [[nodiscard]] std::span<const T> part_of(std::span<const T> all, std::size_t row) const noexcept {
    if (all.empty()) return {};
    return all.subspan(offsets()[row], offsets()[row + 1] - offsets()[row]);
  }

  struct QUADPHASE_LOCAL Batch;
  std::unique_ptr<Batch> batch_;
};

}  // namespace quadphase
