// SPDX-License-Identifier: MIT
// The queries of an engine or index whose calls are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "quadphase/call_recorder.hpp"
#include "quadphase/queries.hpp"

namespace quadphase {

namespace detail {

/// An engine, store or index of a recording: the file and its number there.
class RecordedObject {
 public:
  explicit RecordedObject(Recorder& recorder);
  ~RecordedObject();
  RecordedObject(RecordedObject&& other) noexcept;
  RecordedObject& operator=(RecordedObject&& other) noexcept;

  struct State;
  [[nodiscard]] State& state() const noexcept { return *state_; }

 private:
  void end() noexcept;

  std::unique_ptr<State> state_;
};

/// A visitor that clips a cast, behind a pointer.
struct ErasedClip {
  void* target;
  double (*call)(void* target, const CastHit& hit);
};

/// Lifetime: that of `visit`, which may be a plain function.
template <class Visit>
[[nodiscard]] ErasedClip erased_clip(Visit& visit) noexcept {
  void* target = nullptr;
  if constexpr (std::is_function_v<Visit>) {
    target = reinterpret_cast<void*>(&visit);
  } else {
    target = const_cast<void*>(static_cast<const void*>(std::addressof(visit)));
  }
  return {target, [](void* visitor, const CastHit& hit) {
            return static_cast<double>(std::invoke(*reinterpret_cast<Visit*>(visitor), hit));
          }};
}

}  // namespace detail

/// The functions of `Queries`, with the same arguments, results and errors. Each call is written to
/// the recorder.
///
/// Visitors are written as how often they were called and whether they stopped; those that clip, by
/// what they returned. Their own calls of the same objects follow in the file.
class RecordedQueries {
 public:
  /// See `Queries::for_each_overlap`, and so on with all others.
  template <class Visit>
  void for_each_overlap(const Shape& shape, Visit&& visit, const QueryOptions& options = {}) const {
    visit_overlaps(shape, detail::erased<ObjectId>(visit), options);
  }
  /// `Queries::for_each_inside`
  template <class Visit>
  void for_each_inside(const Shape& shape, Visit&& visit, const QueryOptions& options = {}) const {
    visit_inside(shape, detail::erased<ObjectId>(visit), options);
  }
  /// `Queries::cast_any`
  [[nodiscard]] std::optional<ObjectId> cast_any(const Cast& cast,
                                                 const QueryOptions& options = {}) const;
  /// `Queries::cast_closest`
  [[nodiscard]] std::optional<CastHit> cast_closest(const Cast& cast,
                                                    const QueryOptions& options = {}) const;
  /// `Queries::for_each_hit`
  template <class Visit>
  void for_each_hit(const Cast& cast, Visit&& visit, const QueryOptions& options = {}) const {
    visit_hits(cast, detail::erased<CastHit>(visit), options);
  }
  /// `Queries::for_each_hit` with a visitor that clips
  template <ClippingVisitor Visit>
  void for_each_hit(const Cast& cast, Visit&& visit, const QueryOptions& options = {}) const {
    clip_hits(cast, detail::erased_clip(visit), options);
  }
  /// `Queries::find_nearest`
  std::size_t find_nearest(const Point& point, std::span<Neighbor> nearest,
                           const NearestOptions& options = {}) const;
  /// `Queries::for_each_nearest`
  template <class Visit>
  void for_each_nearest(const Point& point, Visit&& visit,
                        const NearestOptions& options = {}) const {
    visit_nearest(point, detail::erased<Neighbor>(visit), options);
  }

  /// `Queries::find_overlaps`
  void find_overlaps(const Shapes& shapes, QueryResult& result,
                     const BatchOptions& options = {}) const;
  /// `Queries::find_first_overlaps`
  void find_first_overlaps(const Shapes& shapes, QueryResult& result,
                           const BatchOptions& options = {}) const;
  /// `Queries::find_inside`
  void find_inside(const Shapes& shapes, QueryResult& result,
                   const BatchOptions& options = {}) const;
  /// `Queries::cast_any`
  void cast_any(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;
  /// `Queries::cast_closest`
  void cast_closest(const Casts& casts, QueryResult& result,
                    const BatchOptions& options = {}) const;
  /// `Queries::cast_all`
  void cast_all(const Casts& casts, QueryResult& result, const BatchOptions& options = {}) const;
  /// `Queries::find_nearest`
  void find_nearest(std::span<const Point> points, std::size_t k, QueryResult& result,
                    const NearestBatchOptions& options = {}) const;

  /// The number of the engine or index in the file.
  [[nodiscard]] std::uint32_t number() const noexcept;

 private:
  friend class RecordedBroadPhase;
  friend class RecordedQueryIndex;

  explicit RecordedQueries(Recorder& recorder) : object_(recorder) {}
  ~RecordedQueries() = default;
  RecordedQueries(RecordedQueries&&) noexcept = default;
  RecordedQueries& operator=(RecordedQueries&&) noexcept = default;

  void visit_overlaps(const Shape& shape, detail::ErasedVisitor<ObjectId> visitor,
                      const QueryOptions& options) const;
  void visit_inside(const Shape& shape, detail::ErasedVisitor<ObjectId> visitor,
                    const QueryOptions& options) const;
  void visit_hits(const Cast& cast, detail::ErasedVisitor<CastHit> visitor,
                  const QueryOptions& options) const;
  void clip_hits(const Cast& cast, detail::ErasedClip visitor, const QueryOptions& options) const;
  void visit_nearest(const Point& point, detail::ErasedVisitor<Neighbor> visitor,
                     const NearestOptions& options) const;

  detail::RecordedObject object_;
  const Queries* queries_ = nullptr;  // the engine or index, whose place does not change
};

}  // namespace quadphase
