// SPDX-License-Identifier: MIT
// Snapshots of an engine: the static objects and, for events, the pairs of the last update and the
// state of its objects. Trees are not saved, because they follow from the objects.
//
// Invariant: the bytes follow from what later frames depend on, not from how the engine got there.
// So objects, pairs and logs are sorted by id, flags follow from the columns, and pending changes
// are saved as if applied, like those that a failed frame has applied.
#include "base/snapshot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "base/floating_point_mode.hpp"
#include "data/local_box.hpp"
#include "engine/engine.hpp"

namespace quadphase {

using namespace detail;

namespace {

// Flags.
constexpr std::uint64_t kEvents = 1;
constexpr std::uint64_t kStaticFilters = 2;
constexpr std::uint64_t kFatBoxes = 4;
constexpr std::uint64_t kIds = 8;
constexpr std::uint64_t kFilters = 16;
constexpr std::uint64_t kGenerations = 32;
constexpr std::uint64_t kPreviousIndices = 64;
constexpr std::uint64_t kNotTouching = 128;    // with events: boxes that only touch are not pairs
constexpr std::uint64_t kPeriodic = 256;       // the body begins with the periods of the world
constexpr std::uint64_t kStaticDoubles = 512;  // static objects have doubles
constexpr std::uint64_t kDoubles = 1'024;      // with events: moving objects have doubles
constexpr std::uint64_t kStaticFlags = kStaticFilters | kFatBoxes | kPeriodic | kStaticDoubles;
constexpr std::uint64_t kEventFlags = kIds | kFilters | kGenerations | kDoubles;

// Counts, by index.
constexpr std::size_t kStaticCount = 0;
constexpr std::size_t kMovingCount = 1;
constexpr std::size_t kPairCount = 2;
constexpr std::size_t kLogCount = 3;

/// An entry of the static log, without gaps, or the id of a restarted object.
struct LogEntry {
  enum class Kind : std::uint32_t { added, removed, restarted };

  ObjectId id;
  Kind kind;
  Filter filter;
  std::uint32_t generation;
};
static_assert(std::has_unique_object_representations_v<LogEntry>);

/// The words of static objects, in the order of the format.
constexpr std::array kStaticWords = {kId, kCategory, kMask, kGroup, kWorld, kGeneration};

/// Writes a column that does not exist.
/// Why in pieces: nothing may fail once a writer has made room.
void write_defaults(std::size_t i, std::size_t count, SnapshotWriter& writer) {
  std::array<std::uint32_t, 256> values;
  values.fill(kDefaultWords[i]);
  for (std::size_t row = 0; row < count; row += values.size())
    writer.write(
        std::span<const std::uint32_t>(values).first(std::min(values.size(), count - row)));
}

void write_columns(const StaticObjects& objects, SnapshotWriter& writer) {
  for (const BoxBuffer* const boxes : {&objects.boxes, &objects.tight})
    for (const auto column : boxes->columns(objects.count)) writer.write(column);
  for (const std::size_t i : kStaticWords) {
    if (objects.words.has(i)) {
      writer.write(std::span(objects.words.column(i), objects.count));
    } else {
      write_defaults(i, objects.count, writer);
    }
  }
}

/// Needs all columns.
void read_columns(SnapshotReader& reader, std::size_t count, StaticObjects& objects) {
  for (BoxBuffer* const boxes : {&objects.boxes, &objects.tight})
    for (const auto column : boxes->columns(count)) reader.read(column);
  for (const std::size_t i : kStaticWords) reader.read(std::span(objects.words.column(i), count));
}

/// The doubles that these structs consist of.
template <class T>
std::span<const double> numbers_of(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * (sizeof(T) / 8)};
}
template <class T>
std::span<double> numbers_of(std::span<T> values) {
  return {reinterpret_cast<double*>(values.data()), values.size() * (sizeof(T) / 8)};
}

/// True if the doubles of the last update must be saved: those of an object, or only the origin
/// that its static objects had then. `statics`: those of the next frame.
bool have_doubles(const ObjectHistory& moving, const PairEvents& events,
                  const StaticObjects& statics) {
  if (statics.has_doubles && events.had_doubles() && events.origin_before() != statics.origin)
    return true;
  for (std::size_t row = 0; row < moving.count; ++row)
    if (is_valid(events.doubles_before(moving, row))) return true;
  return false;
}

/// The size of a body with these flags and counts.
std::uint64_t body_size(const SnapshotHeader& header) {
  for (const std::uint64_t count : header.counts)
    require_snapshot(count <= kMaxPairs, "of possible counts");
  const auto [statics, moving, pairs, log] = header.counts;
  const auto size_if = [&](std::uint64_t flag, std::uint64_t size) {
    return (header.flags & flag) != 0 ? size : 0;
  };
  const std::uint64_t static_size = 2 * sizeof(Box) + sizeof(Filter) + 2 * sizeof(std::uint32_t) +
                                    size_if(kStaticDoubles, 2 * sizeof(DoubleBox));
  const std::uint64_t moving_size =
      sizeof(Box) + size_if(kIds, sizeof(ObjectId)) + size_if(kFilters, sizeof(Filter)) +
      size_if(kGenerations, sizeof(std::uint32_t)) + size_if(kDoubles, sizeof(DoubleBox));
  return size_if(kPeriodic, sizeof(Periods)) + size_if(kStaticDoubles, sizeof(Origin)) +
         size_if(kDoubles, sizeof(Origin)) + statics * static_size + moving * moving_size +
         pairs * sizeof(Pair) + log * sizeof(LogEntry);
}

constexpr const char* kSamePeriods = "that of an engine with the same periods";

/// Errors: `std::invalid_argument` if an engine cannot have these flags and counts.
void check_header(const SnapshotHeader& header, const Config& config) {
  const bool has_events = config.events;
  require_snapshot(((header.flags & kEvents) != 0) == has_events,
                   "that of an engine with the same Config::events");
  require_snapshot(((header.flags & kPreviousIndices) != 0) == config.previous_indices,
                   "that of an engine with the same Config::previous_indices");
  require_snapshot(((header.flags & kNotTouching) != 0) == (has_events && !config.touching),
                   "that of an engine with the same Config::touching");
  require_snapshot(
      ((header.flags & kPeriodic) != 0) == Periods{config.period_x, config.period_y}.has_any(),
      kSamePeriods);
  const std::uint64_t possible =
      kStaticFlags | (has_events ? kEvents | kEventFlags | kPreviousIndices | kNotTouching : 0U);
  require_snapshot((header.flags & ~possible) == 0, "of possible flags");
  require_snapshot(
      header.counts[kStaticCount] <= kMaxObjects && header.counts[kMovingCount] <= kMaxObjects &&
          (has_events || (header.counts[kMovingCount] == 0 && header.counts[kPairCount] == 0 &&
                          header.counts[kLogCount] == 0)),
      "of possible counts");
}

Origin read_origin(SnapshotReader& reader) {
  Origin origin;
  reader.read_doubles(numbers_of(std::span(&origin, 1)));
  require_snapshot(std::isfinite(origin.x) && std::isfinite(origin.y), "of finite origins");
  return origin;
}

/// Replaces invalid boxes by the value for boxes without doubles.
void drop_invalid(std::span<DoubleBox> boxes) {
  for (DoubleBox& box : boxes)
    if (!is_valid(box)) box = no_double_box();
}

void read_static_doubles(SnapshotReader& reader, std::size_t count, StaticObjects& objects) {
  objects.start_doubles(read_origin(reader));
  for (Buffer<DoubleBox>* const column : {&objects.doubles, &objects.tight_doubles}) {
    reader.read_doubles(numbers_of(column->first(count)));
    drop_invalid(column->first(count));
  }
  for (std::size_t row = 0; row < count; ++row) objects.round_row(row);
}

bool has(const SnapshotReader& reader, std::uint64_t flag) {
  return (reader.header().flags & flag) != 0;
}

/// Returns true if some pairs are equal, which come from objects with equal ids, as does a pair of
/// an id with itself. Unless `in_any_order`, they must be ascending, each once.
bool check_pairs(std::span<const Pair> pairs, bool in_any_order) {
  require_snapshot(std::ranges::all_of(pairs, [](const Pair& p) { return p.first <= p.second; }),
                   "of possible pairs");
  const auto is_out_of_order = [](const Pair& a, const Pair& b) { return !(a < b); };
  std::vector<Pair> sorted(pairs.begin(), pairs.end());
  if (in_any_order) std::ranges::sort(sorted);
  const bool do_repeat = std::ranges::adjacent_find(sorted, is_out_of_order) != sorted.end();
  require_snapshot(in_any_order || !do_repeat, "of pairs in order");
  return do_repeat;
}

/// Why: boxes that do not fit could form the same pair twice.
void require_fits(const Box& box, const Periods& periods) {
  require_snapshot(!is_valid(box) || fits(box, periods), "of boxes that fit the world");
}

template <class T>
void sort_uniquely(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// What has changed since the last update: static objects, and restarted ids. `objects`: the static
/// objects of the next frame.
std::vector<LogEntry> list_log(const PairEvents& events, const StaticSet& statics,
                               const StaticObjects& objects) {
  StaticLog pending(objects.positions.resource());
  statics.log_pending(pending);
  const std::span<const ObjectId> ids = objects.all_ids();
  std::vector<LogEntry> log;
  for (const StaticLog::Entry& entry : events.static_log.first_entries(pending)) {
    const ObjectState& before = entry.before;
    if (before.is_present) {
      log.push_back({entry.id, LogEntry::Kind::removed, before.filter, before.generation});
    } else if (std::ranges::binary_search(ids, entry.id)) {  // else it came and went
      log.push_back({entry.id, LogEntry::Kind::added, before.filter, before.generation});
    }
  }
  std::vector<ObjectId> restarted(events.restarted_ids().begin(), events.restarted_ids().end());
  sort_uniquely(restarted);
  for (const ObjectId id : restarted) log.push_back({id, LogEntry::Kind::restarted, {}, 0});
  return log;
}

void read_log(SnapshotReader& reader, std::size_t count, PairEvents& events) {
  events.static_log.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    LogEntry entry;
    reader.read(std::span(&entry, 1));
    switch (entry.kind) {
      case LogEntry::Kind::added:
        events.static_log.added(entry.id);
        break;
      case LogEntry::Kind::removed:
        events.static_log.removed(entry.id, entry.filter, entry.generation);
        break;
      case LogEntry::Kind::restarted:
        events.restart({&entry.id, 1});
        break;
      default:
        require_snapshot(false, "of possible entries");
    }
  }
}

}  // namespace

void detail::Engine::save(std::vector<std::byte>& bytes) const {
  const Config& config = context.config;
  const Periods periods = context.periods();
  const StaticSet& statics = index_.statics;
  const PairEvents& pair_events = pairs_.events;
  const ObjectHistory& moving = pairs_.moving();
  const StaticObjects objects = statics.next_objects();
  const std::vector<LogEntry> entries =
      config.events ? list_log(pair_events, statics, objects) : std::vector<LogEntry>();
  SnapshotHeader header;
  header.flags =
      (config.events ? kEvents : 0U) | (config.previous_indices ? kPreviousIndices : 0U) |
      (config.events && !config.touching ? kNotTouching : 0U) |
      (objects.has_filters() ? kStaticFilters : 0U) | (objects.fat_count > 0 ? kFatBoxes : 0U) |
      (objects.has_doubles ? kStaticDoubles : 0U) | (periods.has_any() ? kPeriodic : 0U);
  header.counts[kStaticCount] = objects.count;
  std::vector<Pair> pairs;
  if (config.events) {
    const std::span<const Pair> last = frame_.merged.pairs.first(frame_.merged.pair_count);
    pairs.assign(last.begin(), last.end());
    if (!config.previous_indices) sort_uniquely(pairs);  // indices need the order of the update
    header.flags |= (moving.has_ids ? kIds : 0U) | (moving.has_filters ? kFilters : 0U) |
                    (moving.has_generations ? kGenerations : 0U) |
                    (have_doubles(moving, pair_events, objects) ? kDoubles : 0U);
    header.counts = {objects.count, moving.count, pairs.size(), entries.size()};
  }
  SnapshotWriter writer(header, static_cast<std::size_t>(body_size(header)), bytes);
  const Periods own_periods = {periods.x + 0.0F, periods.y + 0.0F};  // -0 as 0
  if (own_periods.has_any()) writer.write(std::span(&own_periods, 1));
  write_columns(objects, writer);
  if (objects.has_doubles) {
    writer.write_doubles(numbers_of(std::span(&objects.origin, 1)));
    writer.write_doubles(numbers_of(objects.doubles.first(objects.count)));
    writer.write_doubles(numbers_of(objects.tight_doubles.first(objects.count)));
  }
  if (config.events) {
    const std::size_t n = moving.count;
    if (moving.has_ids) writer.write(moving.ids.first(n));
    if (moving.has_filters) writer.write(moving.filters.first(n));
    if (moving.has_generations) writer.write(moving.generations.first(n));
    for (std::size_t row = 0; row < n; ++row) {
      const Box box = pair_events.box_before(moving, row);
      writer.write(std::span(&box, 1));
    }
    if ((header.flags & kDoubles) != 0) {
      const Origin origin = pair_events.origin_before();
      writer.write_doubles(numbers_of(std::span(&origin, 1)));
      for (std::size_t row = 0; row < n; ++row) {
        const DoubleBox box = pair_events.doubles_before(moving, row);
        writer.write_doubles(numbers_of(std::span(&box, 1)));
      }
    }
    writer.write(std::span<const Pair>(pairs));
    writer.write(std::span<const LogEntry>(entries));
  }
  writer.finish();
}

std::unique_ptr<Engine> detail::Engine::restored(std::span<const std::byte>& bytes) {
  require_no_visit();
  std::unique_ptr<Engine> engine;
  change_again_if_memory_ends([&] {
    auto whole =
        std::make_unique<Engine>(context.config);  // destroyed before spare memory is given back
    whole->read_snapshot(bytes);
    engine = std::move(whole);
  });
  engine->calls = std::move(calls);
  return engine;
}

/// Needs a new engine, which must not be used after an error.
void detail::Engine::read_snapshot(std::span<const std::byte>& bytes) {
  const Periods periods = context.periods();
  const DefaultFloatingPointMode mode;  // Why: doubles are rounded again.
  SnapshotReader reader(bytes, SnapshotKind::engine, body_size);
  check_header(reader.header(), context.config);
  if (has(reader, kPeriodic)) {
    Periods saved;
    reader.read(std::span(&saved, 1));
    require_snapshot(saved == periods, kSamePeriods);
  }
  StaticSet& statics = index_.statics;
  const std::size_t static_count = reader.count(kStaticCount);
  statics.restore(static_count, has(reader, kStaticDoubles), [&](StaticObjects& objects) {
    read_columns(reader, static_count, objects);
    if (has(reader, kStaticDoubles)) read_static_doubles(reader, static_count, objects);
  });
  for (std::size_t row = 0; row < static_count; ++row)
    require_fits(box_at(statics.objects().boxes.from(0), row), periods);
  published_static_count_ = static_count;
  if (context.config.events) read_last_update(reader);
  bytes = bytes.subspan(reader.size());
}

void detail::Engine::read_last_update(SnapshotReader& reader) {
  const Periods periods = context.periods();
  const StaticObjects& statics = index_.statics.objects();
  ObjectHistory& moving = pairs_.moving();
  const std::size_t n = reader.count(kMovingCount);
  moving.resize(n, has(reader, kIds), has(reader, kFilters), has(reader, kGenerations));
  if (moving.has_ids) reader.read(moving.ids.first(n));
  if (moving.has_filters) reader.read(moving.filters.first(n));
  if (moving.has_generations) reader.read(moving.generations.first(n));
  context.workers.run(EngineContext::is_small(n), [&] {
    moving.rows.fill(moving.has_ids ? moving.ids.data() : nullptr, n, statics.all_ids(),
                     context.workers);
  });
  std::vector<Box> boxes(n);
  reader.read(std::span(boxes));
  Origin origin;
  std::vector<DoubleBox> double_boxes(has(reader, kDoubles) ? n : 0);
  if (has(reader, kDoubles)) origin = read_origin(reader);
  reader.read_doubles(numbers_of(std::span(double_boxes)));
  drop_invalid(double_boxes);
  for (std::size_t row = 0; row < double_boxes.size(); ++row)
    if (is_valid(double_boxes[row])) boxes[row] = local_box(double_boxes[row], origin);
  for (const Box& box : boxes) require_fits(box, periods);

  MergedPairs& merged = frame_.merged;
  merged.pairs.ensure_with_spare(reader.count(kPairCount));
  const std::span<Pair> pairs = merged.pairs.first(reader.count(kPairCount));
  reader.read(pairs);
  const bool do_repeat = check_pairs(pairs, context.config.previous_indices);
  merged.pair_count = pairs.size();
  pairs_.events.restore_boxes(moving, statics, boxes, double_boxes, origin, do_repeat);
  read_log(reader, reader.count(kLogCount), pairs_.events);
}

}  // namespace quadphase
