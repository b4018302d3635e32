// SPDX-License-Identifier: MIT
#include "query/row_batch.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "base/tuning.hpp"
#include "query/measured_hits.hpp"
#include "query/single_hits.hpp"

namespace quadphase::detail {
namespace {

/// Neighbors that are searched for beside those that are wanted, if a predicate may refuse some.
/// Why: one search mostly finds enough then. For its 4 nearest but itself among 100,000 boxes, a
/// point takes 1,180 ns; without, 2,190.
constexpr std::size_t kSpareHits = tuned<std::size_t>(4, 1);
/// How many times as many the next search is for, if a predicate has refused too many.
constexpr std::size_t kMoreHits = 4;

/// What a packet holds of a query whose shape stays with the caller.
struct RowQuery {};
/// Such queries: none is read into the packet.
struct RowQueries {};
void prefetch_row(const RowQueries& /*queries*/, std::size_t /*row*/) {}

/// Calls `find(search, row, number)` for each query of a range, which has this number in the
/// packet.
template <class Find>
void for_each_single(const BatchTasks& tasks, const BatchTasks::Range& range,
                     const BatchContext& context, Batch& batch,
                     BatchTasks::Packet<RowQuery>& packet, const Find& find) {
  tasks.gather(
      range, RowQueries{}, [](std::size_t, RowQuery&) { return true; }, packet);
  for (std::uint32_t i = 0; i < packet.count; ++i) {
    const SingleSearch search{context.trees, &batch.memory, context.kernels, packet.filters[i]};
    find(search, packet.rows[i], i);
  }
}

/// The hits of each row, which `find(search, row, i, walks)` appends to `walks` for query i.
using FindRow =
    FunctionRef<void(const SingleSearch& search, std::size_t row, std::uint32_t i, Walks& walks)>;
void find_hits_by(std::size_t count, const CodeRows& codes, const FindRow& find, HitValue value,
                  const BatchContext& context, Batch& batch) {
  run_on_threads(count, codes, context, batch, [&](BatchTasks& tasks) {
    tasks.run(1, value,
              [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
                BatchTasks::Packet<RowQuery> packet;
                Walks walks(scratch);
                for_each_single(tasks, range, context, batch, packet,
                                [&](const SingleSearch& search, std::size_t row, std::uint32_t i) {
                                  find(search, row, i, walks);
                                });
                tasks.keep_hits(number, packet, walks.hits(), walks.ends(packet.count));
              });
  });
}

/// A visitor that writes the hits of a row which the batch accepts to `hits`, until that is full.
class AcceptedHits {
 public:
  AcceptedHits(const BatchContext& context, std::size_t row, std::span<Hit> hits)
      : accept_(*context.accept), row_(row), hits_(hits) {}

  /// Returns whether there is room for more.
  bool operator()(std::span<const Hit> found) {
    for (const Hit& hit : found) {
      if (count_ == hits_.size()) return false;
      if (accept_(row_, hit.id)) hits_[count_++] = hit;
    }
    return count_ < hits_.size();
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  const FunctionRef<bool(std::size_t, ObjectId)>& accept_;
  std::size_t row_;
  std::span<Hit> hits_;
  std::size_t count_ = 0;
};

}  // namespace

void find_ids_of_rows(std::size_t count, const CodeRows& codes, const VisitRow& visit,
                      Overlaps which, const BatchContext& context, Batch& batch) {
  run_on_threads(count, codes, context, batch, [&](BatchTasks& tasks) {
    tasks.run(1, HitValue::none,
              [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
                BatchTasks::Packet<RowQuery> packet;
                ArrayWriter<WalkHit>& writer = scratch.writer;
                start_walk(scratch);
                for_each_single(tasks, range, context, batch, packet,
                                [&](const SingleSearch& search, std::size_t row, std::uint32_t i) {
                                  auto keep = [&](std::span<const ObjectId> ids) {
                                    for (const ObjectId id : ids) {
                                      if (writer.room() == 0) writer.refill(writer);
                                      *writer.cursor++ = {i, id};
                                    }
                                  };
                                  visit(search, row, keeping<ObjectId>(keep));
                                });
                tasks.keep_ids(number, packet, which, scratch);
              });
  });
}

std::size_t keep_accepted(const BatchContext& context, std::size_t row, std::span<Hit> hits) {
  if (context.accept == nullptr) return hits.size();
  std::size_t count = 0;
  for (const Hit& hit : hits)
    if ((*context.accept)(row, hit.id)) hits[count++] = hit;
  return count;
}

void find_hits_of_rows(std::size_t count, const CodeRows& codes, const CastOfRow& cast_of,
                       CastHits which, const BatchContext& context, Batch& batch) {
  static constexpr double kClipsNothing = std::numeric_limits<double>::infinity();
  const bool takes_any = which == CastHits::any;
  const auto find_one = [&](const SingleSearch& search, std::size_t row, std::uint32_t i,
                            Walks& walks) {
    const std::span<Hit> room = walks.room(1);
    if (context.accept == nullptr)
      return walks.append_hits(i, find_hit(search, cast_of(row), takes_any, room[0]) ? 1 : 0);
    AcceptedHits accepted(context, row, room);
    // Why a limit that clips nothing: the search then begins with few hits.
    visit_hits(search, cast_of(row), keeping<Hit>(accepted), &kClipsNothing);
    walks.append_hits(i, accepted.count());
  };
  const auto find_all_of_row = [&](const SingleSearch& search, std::size_t row, std::uint32_t i,
                                   Walks& walks) {
    auto keep = [&](std::span<const Hit> hits) {
      const std::span<Hit> room = walks.room(hits.size());
      std::copy(hits.begin(), hits.end(), room.begin());
      walks.append_hits(i, keep_accepted(context, row, room));
    };
    keep({});  // there may be none
    visit_hits(search, cast_of(row), keeping<Hit>(keep), nullptr);
  };
  if (which == CastHits::all) {
    find_hits_by(count, codes, find_all_of_row, HitValue::fraction, context, batch);
  } else {
    find_hits_by(count, codes, find_one, takes_any ? HitValue::none : HitValue::fraction, context,
                 batch);
  }
}

void find_nearest_of_rows(std::size_t count, const CodeRows& codes, const ShapeOfRow& shape_of,
                          std::size_t k, double radius, const BatchContext& context, Batch& batch) {
  const auto find = [&](const SingleSearch& search, std::size_t row, std::uint32_t i,
                        Walks& walks) {
    if (context.accept == nullptr || k == 0)
      return walks.append_hits(i, find_nearest(search, shape_of(row), radius, walks.room(k)));
    const std::size_t object_count = context.trees.object_count();
    for (std::size_t size = k + kSpareHits;; size *= kMoreHits) {
      const std::span<Hit> room = walks.room(std::min(size, object_count));
      const std::size_t found = find_nearest(search, shape_of(row), radius, room);
      const std::size_t kept = keep_accepted(context, row, room.first(found));
      if (kept >= k || found < room.size() || size >= object_count)
        return walks.append_hits(i, std::min(kept, k));
    }
  };
  find_hits_by(count, codes, find, HitValue::distance, context, batch);
}

}  // namespace quadphase::detail
