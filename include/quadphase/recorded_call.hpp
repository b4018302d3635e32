// SPDX-License-Identifier: MIT
// One call of a recording: which function, with which arguments, and how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/config.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/export.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/query.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/status.hpp"

namespace quadphase {

/// The functions that a recording has, of engines, stores and indexes. Functions of the same name
/// in several classes are one kind; the number of the object says which class it is.
enum class CallKind : std::uint8_t {
  create_engine,        ///< `BroadPhase(config)`
  create_store,         ///< `ObjectStore()`
  create_index,         ///< `Index(config)`
  destroy,              ///< the end of an engine, a store or an index
  reserve,              ///< `counts`: of objects and pairs; of a store, of moving and static ones
  update,               ///< `boxes` in one of their forms, `attributes`
  update_store,         ///< `BroadPhase::update` with the objects of `store`
  build,                ///< as `update`, of an engine or an index
  count_pairs,          ///< no arguments
  chunk_count,          ///< no arguments
  for_each_pair_chunk,  ///< no arguments; all pairs are passed on
  set_static,           ///< boxes, `ids`, `attributes`
  add_static,           ///< as `set_static`; `exchange_static`, as earlier versions wrote it
  remove_static,        ///< `ids`; as above
  exchange_static,      ///< `removed`, boxes, `ids`, `attributes`
  clear_static,         ///< no arguments
  patch,                ///< boxes, `ids`, `attributes`; of an engine or an index
  hide,                 ///< `ids`; of an engine or an index
  restart_pairs,        ///< `ids`
  tight_boxes_overlap,  ///< `pair`
  save,                 ///< no arguments; of an engine or a store
  restore,              ///< `bytes`; of an engine or a store
  add,                  ///< of a store: `boxes`, `filters`, `mobility`
  remove_objects,       ///< `ObjectStore::remove` with `handles`
  move,                 ///< `handles`, `boxes`
  set_filter,           ///< `handles`, `filters`
  set_mobility,         ///< `handles`, `mobility`
  set_margin,           ///< `handles`, `margins`
  set_displacement,     ///< `handles`, `displacements`
  clear,                ///< of a store
  for_each_overlap,     ///< `shape`, `query`
  for_each_inside,      ///< as `for_each_overlap`
  cast_any,             ///< `cast`, `query`
  cast_closest,         ///< as `cast_any`
  for_each_hit,         ///< as `cast_any`; with `clips`, the visitor returned fractions
  find_nearest,         ///< `shape`, `neighbor_count`, `nearest`
  for_each_nearest,     ///< `shape`, `nearest`
  find_overlaps,        ///< `shapes`, `batch`
  find_first_overlaps,  ///< as `find_overlaps`
  find_inside,          ///< as `find_overlaps`
  cast_any_batch,       ///< `casts`, `batch`
  cast_closest_batch,   ///< as `cast_any_batch`
  find_hits,            ///< as `cast_any_batch`
  find_nearest_batch,   ///< `shapes`, `neighbor_count`, `nearest_batch`
  shrink_to_fit,        ///< no arguments; of an engine, a store or an index
  reorder               ///< of a store: `ids`
};

/// The number of kinds.
inline constexpr std::size_t kCallKindCount = static_cast<std::size_t>(CallKind::reorder) + 1;

/// The name of a kind as written above, for example "update_store".
[[nodiscard]] QUADPHASE_API std::string_view name_of(CallKind kind) noexcept;

/// How the boxes of a call were given. `Boxes` in other layouts are recorded as columns.
enum class BoxForm : std::uint8_t {
  columns,  ///< floats in columns
  rows,     ///< floats in rows
  doubles,  ///< doubles in columns, and an origin
  centers   ///< centers and half sizes in double, and an origin
};

/// Boxes of floats in rows: `count` of them, each `stride` bytes after the one before.
struct RecordedRows {
  const void* first = nullptr;       ///< where the first box is
  std::size_t count = 0;             ///< how many boxes there are
  std::size_t stride = sizeof(Box);  ///< if it is less than the size of a box, there is none
};

/// How a call ended.
struct CallOutcome {
  /// False if the file does not say: the program ended in the call, or the file is truncated there.
  bool is_known = false;
  /// `ok`, or what was thrown.
  StatusCode code = StatusCode::ok;
  std::string_view message;  ///< that of the exception, up to `Status::kMaxMessage`
  bool has_hash = false;     ///< with `RecorderOptions::hashes`; not of a batch with a predicate
  std::uint64_t hash = 0;    ///< of all that the call returned or changed; see `Replayer`
  std::uint64_t visits = 0;  ///< how often the visitor was called
  bool visitor_stopped = false;         ///< it stopped or threw in the last of these visits
  std::span<const double> fractions{};  ///< where the cast ends after each visit, if it is clipped
  std::span<const Handle> handles{};    ///< what `ObjectStore::add` returned
};

/// A call. Fields that its kind does not name have their defaults.
///
/// Lifetime: spans of a call that a `Recording` gives are valid until its next call.
struct RecordedCall {
  std::uint64_t number = 0;                 ///< 0 is the first call of the recording
  CallKind kind = CallKind::create_engine;  ///< which function
  std::uint32_t subject = 0;                ///< the engine, store or index: 0, 1, 2, ...

  Config config{};            ///< without executor and memory resource
  bool has_executor = false;  ///< there was a `Config::executor`

  BoxForm form = BoxForm::columns;  ///< which of the next four has the boxes
  BoxView boxes{};                  ///< with `columns`; also of a store
  /// With `rows`. The boxes of a recording follow each other without gaps. A stride that is less
  /// than the size of a box is kept, without boxes.
  RecordedRows rows{};
  DoubleBoxView doubles{};  ///< with `doubles`
  CenterView centers{};     ///< with `centers`
  Origin origin{};          ///< with `doubles` and `centers`
  Attributes attributes{};  ///< with boxes
  // What had another layout in memory, as arrays.
  std::vector<double> copied{};                    ///< boxes
  std::vector<std::uint32_t> copied_attributes{};  ///< attributes
  std::vector<std::uint32_t> copied_values{};      ///< ids, or one of the columns below
  std::vector<std::uint32_t> copied_removed{};     ///< `removed`

  std::span<const ObjectId> ids{};      ///< with boxes, of objects that are gone, or an order
  std::span<const ObjectId> removed{};  ///< of `exchange_static`
  std::uint64_t counts[2] = {0, 0};     ///< of `reserve`
  std::uint32_t store = 0;              ///< of `update_store`
  Pair pair{};                          ///< of `tight_boxes_overlap`
  std::span<const std::byte> bytes{};   ///< of `restore`: what the snapshot begins

  bool is_single = false;  ///< of a store: the form for one object, whose spans have one entry
  std::span<const Handle> handles{};              ///< the objects of a store's call
  std::span<const Filter> filters{};              ///< of `add` and `set_filter`
  std::span<const float> margins{};               ///< of `set_margin`
  std::span<const Displacement> displacements{};  ///< of `set_displacement`
  Mobility mobility = Mobility::moving;           ///< of `add` and `set_mobility`

  Shape shape{Box{}};              ///< of single queries
  Cast cast{BoxCast{}};            ///< of single casts
  std::size_t neighbor_count = 0;  ///< how many are wanted
  bool clips = false;              ///< of `for_each_hit`: the visitor clips the cast
  QueryOptions query{};            ///< of single queries

  Shapes shapes{BoxView{}};             ///< of batches
  Casts casts{std::span<const Ray>{}};  ///< of batches of casts
  BatchOptions batch{};                 ///< of batches; a recording has no `accept`

  CallOutcome outcome{};  ///< how it ended
};

/// Receives the calls of engines, stores and indexes: a `Recorder`, which writes them to a file, or
/// a class of your own.
///
/// Cost:     the caller of a function waits for `begin` and `end`. Functions that only read a
///           frame, such as `pairs`, do not count as calls.
/// Threads:  calls of different objects, and const calls of one, come from many threads at once.
/// Lifetime: it must outlive the objects that have it in their `Config`.
class CallRecorder {
 public:
  virtual ~CallRecorder() = default;

  /// A number for a new object, which is the subject of its calls.
  virtual std::uint32_t next_subject() noexcept = 0;
  /// A call is about to be made; `call` has no number and no outcome yet. Returns its number.
  virtual std::uint64_t begin(const RecordedCall& call) noexcept = 0;
  /// The call with this number has ended: see `call.outcome`. The calls that its visitor has made
  /// have begun and ended in between.
  virtual void end(std::uint64_t number, const RecordedCall& call) noexcept = 0;
  /// Whether outcomes should have a hash.
  [[nodiscard]] virtual bool wants_hashes() const noexcept = 0;
};

}  // namespace quadphase
