// SPDX-License-Identifier: MIT
// The same pairs over the ranks of an MPI communicator. CMake target quadphase::mpi, which exists
// if the library was built with QUADPHASE_MPI=ON.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"

namespace quadphase::mpi {

/// The id of an object in the whole world.
using GlobalId = std::uint64_t;

/// How the search is divided among the ranks.
enum class Partition : std::uint8_t {
  rcb,   ///< space is cut into boxes, by Zoltan's recursive coordinate bisection
  own,   ///< by owner: the caller's own partition, which is kept as it is
  hsfc,  ///< space is cut into intervals of a Hilbert curve, by Zoltan's HSFC
  rib    ///< space is cut by straight lines of any direction, by Zoltan's inertial bisection
};

/// The options of a distributed broad phase. All fields but `engine.threads`, `engine.executor`,
/// `engine.simd` and `engine.memory_resource` must be equal on all ranks; the constructor compares
/// them.
struct DistributedConfig {
  /// Options of the engine of each rank. Periods and previous indices are not supported.
  /// `max_pairs` is the limit of each rank's engine. `memory_resource` serves the engine alone.
  /// With `events`, `update` also finds the pairs that began and ended; see `events()`.
  quadphase::Config engine{};
  /// How the search is divided.
  Partition partition = Partition::rcb;
  /// New cuts are made after an `update` in which the rank with the most work had more than this
  /// many times the mean. At least 1. `Partition::own` does not use it.
  double imbalance_limit = 1.2;
  /// Whether an `update` looks for ids that two objects share. It does so when a rank's ids differ
  /// from those of the last check: each id is then sent to one rank, in 8 bytes.
  bool check_ids = true;
};

/// The objects that one rank owns, in columns that are read during `update` only.
struct Objects {
  BoxView boxes{};                  ///< their boxes
  std::span<const GlobalId> ids{};  ///< as long as the boxes; no two in the world may be equal
  /// Like those of the engine; `attributes.ids` must be empty. Without events, `generation` is not
  /// read.
  Attributes attributes{};
  /// Which objects rest; empty: none does. Two static objects are never a pair.
  std::span<const Mobility> mobility{};
};

/// Where an object was handed over: the rank that owns it, and its row there.
struct Place {
  std::int32_t rank = 0;  ///< the owner's rank in the communicator
  std::uint32_t row = 0;  ///< the row in the last `update` of that rank

  friend constexpr bool operator==(const Place&, const Place&) noexcept = default;
};

/// Two objects of the world whose boxes overlap; `first < second`.
struct GlobalPair {
  GlobalId first = 0;    ///< the lower id
  GlobalId second = 0;   ///< the higher id
  Place first_place{};   ///< of `first`
  Place second_place{};  ///< of `second`

  friend constexpr bool operator==(const GlobalPair&, const GlobalPair&) noexcept = default;
};

/// The pairs that began and that ended between the last two finished updates, as far as they are
/// this rank's. A change of a pair's searching rank or owners alone is neither. A pair with an id
/// whose generation has changed is in both lists.
struct GlobalEvents {
  /// Pairs in the rank's share that were in no share before, or were of other objects.
  std::span<const GlobalPair> begun{};
  /// Pairs that were in the rank's share and are in none now, or are of other objects, with the
  /// places that they had.
  std::span<const GlobalPair> ended{};
};

/// An object that a query has found.
struct Found {
  GlobalId id = 0;   ///< of the object
  Place place{};     ///< of the object
  double value = 0;  ///< the fraction of a cast, or the distance from a point; else 0

  friend constexpr bool operator==(const Found&, const Found&) noexcept = default;
};

/// What a batch of queries has found, in compressed rows: row i belongs to query i, and holds the
/// objects from offsets[i] up to offsets[i + 1].
struct Answers {
  std::vector<std::size_t> offsets;  ///< one more than there are queries
  std::vector<Found> found;          ///< the objects of all rows

  /// The objects of one row.
  [[nodiscard]] std::span<const Found> of(std::size_t row) const noexcept {
    return std::span<const Found>(found).subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
};

/// Orders in which `gather` returns the pairs.
enum class GatherOrder : std::uint8_t {
  by_ids,     ///< ascending, by `is_before`
  one_engine  ///< that of an engine of all objects whose rows are in ascending order of their ids
};

/// Ascending by the two ids, which is the one order that does not depend on the number of ranks.
[[nodiscard]] constexpr bool is_before(const GlobalPair& a, const GlobalPair& b) noexcept {
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}

/// Wall-clock nanoseconds of this rank in each phase of an `update`.
struct PhaseTimes {
  std::uint64_t partition = 0;  ///< cuts by Zoltan, and the bounds of all ranks
  std::uint64_t ghosts = 0;     ///< boxes as they are searched, their target ranks, and packing
  std::uint64_t wait = 0;       ///< messages of boxes and ids, and agreement between ranks
  std::uint64_t pairs = 0;      ///< the search in this rank's engine
  std::uint64_t events = 0;     ///< pairs that began and ended, messages included

  /// The sum of all phases.
  [[nodiscard]] constexpr std::uint64_t total() const noexcept {
    return partition + ghosts + wait + pairs + events;
  }
};

/// Statistics of this rank in the last finished `update`.
struct DistributedStats {
  std::size_t object_count = 0;      ///< boxes that the rank handed over
  std::size_t rejected_count = 0;    ///< of these, boxes that join no pair; see `rejected_ids`
  std::size_t searched_count = 0;    ///< boxes in the rank's engine
  std::size_t ghost_count = 0;       ///< of these, boxes that other ranks own
  std::size_t kept_ghost_count = 0;  ///< of these, unchanged boxes: not sent again
  std::size_t static_count = 0;      ///< boxes of static objects in the rank's engine
  std::uint64_t pair_count = 0;      ///< pairs in the rank's share
  std::uint64_t found_count = 0;     ///< pairs that the rank's engine found, in the share or not
  std::size_t sent_count = 0;        ///< boxes sent to other ranks: new ones there, or changed ones
  std::uint64_t sent_bytes = 0;      ///< bytes of the messages that carry them
  std::uint64_t sent_messages = 0;   ///< how many messages: none where nothing has changed
  std::uint64_t partition_count = 0;  ///< how often cuts have been made so far
  /// The work of the rank with the most, divided by the mean; equal on all ranks. The work is
  /// `searched_count + 2 * found_count`.
  double imbalance = 1;
  PhaseTimes nanoseconds{};  ///< where the time went
};

/// A broad phase over all ranks of a communicator. Each rank hands over the objects that it owns,
/// and gets its share of the pairs.
///
///     quadphase::mpi::DistributedBroadPhase broad_phase(MPI_COMM_WORLD);
///     broad_phase.update({boxes, global_ids});
///     for (const auto& pair : broad_phase.pairs()) narrow_phase(pair);
///
/// Exact:      every pair that one engine would find with all boxes of the world is in `pairs()` of
///             exactly one rank, and no other pair is. Boxes have the same floats on all ranks.
/// Collective: the constructor and every function that says so must be called by all ranks, in the
///             same order. The ranks agree at the end of the call, so that all throw or none does.
/// Faults:     if an argument of a rank breaks a rule, or its memory runs out, the call throws
///             `DistributedError` on every rank, with that rank's number and the rule; nothing has
///             changed then. A rank that dies ends the program, as MPI does; see
///             docs/distributed.md.
/// Threads:    MPI needs `MPI_THREAD_FUNNELED`, and the thread that calls must be MPI's main one.
///             The engine of each rank has threads of its own: `DistributedConfig::engine.threads`.
/// Memory:     a rank holds its own boxes, those that meet its part, and 16 bytes for each rank, or
///             150 while cuts are made; with `Partition::hsfc` and `rib`, also a tree of the parts
///             from 256 KiB up, and 650 bytes for each rank while cuts are made. No rank sees all
///             boxes. If one rank searches a box for another, both keep a copy of it from update to
///             update, in 32 bytes, or up to 52 with filters and generations.
class DistributedBroadPhase {
 public:
  /// Duplicates the communicator. Collective. Errors: `std::logic_error` if MPI is not initialized
  /// or has less than `MPI_THREAD_FUNNELED`; `DistributedError` if a rank's `config` breaks a rule
  /// or differs from that of rank 0.
  explicit DistributedBroadPhase(MPI_Comm communicator, const DistributedConfig& config = {});
  /// Frees the communicator: collective, and before `MPI_Finalize`.
  ~DistributedBroadPhase();
  DistributedBroadPhase(const DistributedBroadPhase&) = delete;
  DistributedBroadPhase& operator=(const DistributedBroadPhase&) = delete;

  /// Finds all pairs of the world. Collective. A rank may own any number of objects, or none.
  ///
  /// Errors: `DistributedError`; `pairs()` and `stats()` then still show the last finished
  /// update. Complexity: that of `BroadPhase::update` with the boxes that meet this rank's
  /// part, one message to each rank for which something has changed among the boxes that it
  /// searches for this one, and O(log ranks) for agreement. A message has all of these boxes or
  /// what has changed, whichever is less.
  void update(const Objects& objects);

  /// This rank's share of the pairs. Order: that of the rank's engine; with events, ascending by
  /// ids. Lifetime: valid until the next `update`.
  [[nodiscard]] std::span<const GlobalPair> pairs() const noexcept;

  /// What began and ended, each ascending by ids; empty without `DistributedConfig::engine.events`.
  /// The lists of all ranks together are the events of one engine: if a new object has taken over
  /// an id, by `Attributes::generation`, the pairs of the id are in both lists. Events have no
  /// reasons: these would need the previous states of objects that were searched elsewhere.
  /// Lifetime: as `pairs()`.
  [[nodiscard]] GlobalEvents events() const noexcept;

  /// Ids of the objects of this rank that the last update rejected, in the order of the rows.
  /// Lifetime: as `pairs()`.
  [[nodiscard]] std::span<const GlobalId> rejected_ids() const noexcept;

  /// Statistics of the last finished update. Lifetime: as `pairs()`.
  [[nodiscard]] const DistributedStats& stats() const noexcept;

  // Queries of this rank, about the objects of all ranks, as the last update searched them: with
  // margins and displacements. Collective: a rank without queries passes none. Formulas and options
  // are those of the batches of `Index`; each rank gives the options of its own batch. The
  // answers are those of one engine; where one engine orders by id, the order here is by global
  // id. `BatchOptions::order` is not read: the trees of several ranks have no common order.
  // `BatchOptions::accept` must be empty: a predicate would have to run on other ranks.
  //
  // Errors: `DistributedError` if no update has finished or the last one failed, if columns or
  //         options break a rule of `BatchOptions`, or if a rank's memory runs out. A query that is
  //         not valid finds nothing.
  // Complexity: one message to each rank that may have an answer, by the bounds of its objects,
  //         and one back; both twice for nearest queries. The first batch after an update looks at
  //         all boxes of the rank, and gathers 32 bytes from each rank. The questions are answered
  //         on one thread.

  /// The objects whose boxes overlap each shape: boxes, points, circles, capsules, rotated boxes or
  /// convex polygons, of one kind on each rank. Ascending by id.
  [[nodiscard]] Answers find_overlaps(const Shapes& shapes, const BatchOptions& options = {});
  /// As above, but only the object with the lowest id for each shape.
  [[nodiscard]] Answers find_first_overlaps(const Shapes& shapes, const BatchOptions& options = {});
  /// The objects whose boxes lie wholly inside each shape, ascending by id.
  [[nodiscard]] Answers find_inside(const Shapes& shapes, const BatchOptions& options = {});
  /// For each cast, one of the objects that it hits, without a fraction: rays, segments, or moving
  /// boxes, circles or capsules, of one kind on each rank. It may be another object than one engine
  /// would return, and depends on the ranks; whether there is one does not.
  [[nodiscard]] Answers cast_any(const Casts& casts, const BatchOptions& options = {});
  /// The first object that each cast hits; of equal fractions, that with the lowest id.
  [[nodiscard]] Answers cast_closest(const Casts& casts, const BatchOptions& options = {});
  /// All objects that each cast hits, by fraction and then by id.
  [[nodiscard]] Answers find_hits(const Casts& casts, const BatchOptions& options = {});
  /// The `k` objects nearest to each point, by distance and then by id.
  [[nodiscard]] Answers find_nearest(std::span<const Point> points, std::size_t k,
                                     const BatchOptions& options = {});

  /// For each box the rank whose part has its center: where it is cheapest to own the object, since
  /// it is sent nowhere unless it crosses a border. This rank for boxes that are not valid, and for
  /// all if `Partition::own` keeps the caller's partition, or before the first `update`. Not
  /// collective. Errors: `std::bad_alloc`. Complexity: O(log ranks) per box.
  [[nodiscard]] std::vector<int> best_owners(const BoxView& boxes) const;

  /// Sends the caller's own bytes of objects to other ranks. Collective.
  ///
  /// For each row of `owners` whose owner is another rank, `pack(row, bytes)` appends the bytes of
  /// the object, however many they are. When all ranks have packed, `unpack(rank, bytes)` is
  /// called on the new owner for each object that arrives, ascending by rank and row. The broad
  /// phase keeps nothing of this: hand the objects over by the next `update`.
  ///
  /// Errors: `DistributedError` on all ranks if an owner is not a rank, if a callback throws, or if
  /// a rank's memory runs out. Unless `unpack` threw, nothing has then been unpacked on any rank.
  /// Complexity: one message to each rank that gets objects.
  void migrate(std::span<const int> owners,
               const std::function<void(std::size_t row, std::vector<std::byte>& bytes)>& pack,
               const std::function<void(int rank, std::span<const std::byte> bytes)>& unpack) const;

  /// Appends a snapshot of this rank's share to `bytes`: what later events depend on, except the
  /// caller's objects. It can be restored on any machine. Collective. Errors: `DistributedError`
  /// if a rank's memory runs out.
  void save(std::vector<std::byte>& bytes) const;

  /// Restores what all ranks have saved at one time, on any number of ranks: each snapshot is
  /// passed by one rank, whichever it is, and a rank may pass several or none. Each span begins
  /// with a snapshot. Collective. `pairs()` has the saved pairs then, with the places of that time,
  /// and the next `update` has the events since. There is nothing to query until then.
  ///
  /// Errors: `DistributedError`, with nothing changed, if a snapshot is damaged, missing, passed
  /// twice, from another time, or from another `DistributedConfig::engine.touching`, or if a rank's
  /// memory runs out.
  void restore(std::span<const std::span<const std::byte>> snapshots);

  /// A hash of the pairs of the whole world, which does not depend on the number of ranks, on the
  /// partition or on who owns what. Collective.
  [[nodiscard]] std::uint64_t hash() const;

  /// All pairs of the world on rank `root`; empty on the others. Collective. For tests and small
  /// worlds: the root must have memory for all pairs, and with `GatherOrder::one_engine` for all
  /// objects and an engine, too.
  ///
  /// With `GatherOrder::one_engine`, the two ids of each pair, as positions in the ascending order
  /// of all ids, are the bytes of `BroadPhase::pairs()` for one engine with the same
  /// `DistributedConfig::engine` and all objects in that order. It runs that engine, and compares.
  /// Errors: `DistributedError` if arguments differ, `root` is not a rank, a rank's memory runs
  /// out, no update has finished or the last one failed (`one_engine` only), or the two sets
  /// differ.
  [[nodiscard]] std::vector<GlobalPair> gather(int root = 0,
                                               GatherOrder order = GatherOrder::by_ids) const;

  /// The rank of the caller in the communicator.
  [[nodiscard]] int rank() const noexcept;
  /// The number of ranks.
  [[nodiscard]] int rank_count() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What a collective call throws on every rank: which rank broke which rule.
class DistributedError : public std::runtime_error {
 public:
  /// What kind of rule was broken.
  enum class Kind : std::uint8_t {
    invalid_argument,  ///< an argument breaks a rule
    out_of_memory,     ///< a rank's memory ran out
    too_many_pairs,    ///< a rank's share has more pairs than `max_pairs`
    partition_failed,  ///< Zoltan reported an error
    message_too_long,  ///< more boxes go from one rank to another than a message can hold
    callback_failed    ///< a callback threw
  };

  /// Used by the library.
  DistributedError(int rank, Kind kind, const char* rule);

  /// The rank that broke the rule; of several, the lowest.
  [[nodiscard]] int rank() const noexcept { return rank_; }
  /// What kind of rule it was.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }

 private:
  int rank_;
  Kind kind_;
};

}  // namespace quadphase::mpi
