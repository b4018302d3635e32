// SPDX-License-Identifier: MIT
// An engine whose calls are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "quadphase/broad_phase.hpp"
#include "quadphase/recorded_object_store.hpp"
#include "quadphase/recorded_queries.hpp"

namespace quadphase {

/// A `BroadPhase` whose calls are written to a recorder: the same functions, results and errors.
///
/// Cost:     a call copies its columns first. Functions that only read a frame, such as `pairs`,
///           are not written and cost nothing; so does everything that is called on `engine()`.
/// Lifetime: the recorder must outlive it.
class RecordedBroadPhase : public RecordedQueries {
 public:
  /// See `BroadPhase`. The recording has all of `config` but the executor and the memory resource.
  explicit RecordedBroadPhase(Recorder& recorder, const Config& config = {});
  /// Writes the end of the engine, too.
  ~RecordedBroadPhase() = default;
  /// As of a `BroadPhase`; the number of the engine in the file moves, too.
  RecordedBroadPhase(RecordedBroadPhase&&) noexcept = default;
  /// As above.
  RecordedBroadPhase& operator=(RecordedBroadPhase&&) noexcept = default;

  /// The engine, for functions that only read it. Changes by them are not in the recording.
  [[nodiscard]] const BroadPhase& engine() const noexcept { return *engine_; }

  /// See `BroadPhase::reserve`, and so on with all others.
  void reserve(std::size_t object_count, std::uint64_t pair_count = 0);

  /// `BroadPhase::update`
  void update(const BoxView& boxes, const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void update(const StridedBoxes& boxes, const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void update(const View& boxes, const Origin& origin, const Attributes& attributes = {}) {
    update_wide({boxes, origin}, attributes);
  }
  /// As above, with the objects of a store of the same recorder.
  void update(RecordedObjectStore& store);

  /// `BroadPhase::build`
  void build(const BoxView& boxes, const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void build(const StridedBoxes& boxes, const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void build(const View& boxes, const Origin& origin, const Attributes& attributes = {}) {
    build_wide({boxes, origin}, attributes);
  }

  /// `BroadPhase::count_pairs`
  [[nodiscard]] std::uint64_t count_pairs();
  /// `BroadPhase::chunk_count`
  [[nodiscard]] std::size_t chunk_count() const;
  /// `BroadPhase::for_each_pair_chunk`
  template <class Consume>
  void for_each_pair_chunk(Consume&& consume) {
    visit_chunks(detail::chunk_visitor(consume));
  }
  /// As above, with only those pairs for which `accept(pair)` is true.
  template <class Accept, class Consume>
  void for_each_pair_chunk(Accept&& accept, Consume&& consume) {
    for_each_pair_chunk(detail::accepted_pairs(accept, consume));
  }

  /// `BroadPhase::set_static`
  void set_static(const BoxView& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void set_static(const StridedBoxes& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void set_static(const View& boxes, const Origin& origin, std::span<const ObjectId> ids,
                  const Attributes& attributes = {}) {
    set_static_wide({boxes, origin}, ids, attributes);
  }

  /// `BroadPhase::add_static`
  void add_static(const BoxView& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void add_static(const StridedBoxes& boxes, std::span<const ObjectId> ids,
                  const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void add_static(const View& boxes, const Origin& origin, std::span<const ObjectId> ids,
                  const Attributes& attributes = {}) {
    add_static_wide({boxes, origin}, ids, attributes);
  }

  /// `BroadPhase::remove_static`
  void remove_static(std::span<const ObjectId> ids);

  /// `BroadPhase::exchange_static`
  void exchange_static(std::span<const ObjectId> removed, const BoxView& boxes,
                       std::span<const ObjectId> ids, const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void exchange_static(std::span<const ObjectId> removed, const StridedBoxes& boxes,
                       std::span<const ObjectId> ids, const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void exchange_static(std::span<const ObjectId> removed, const View& boxes, const Origin& origin,
                       std::span<const ObjectId> ids, const Attributes& attributes = {}) {
    exchange_static_wide(removed, {boxes, origin}, ids, attributes);
  }

  /// `BroadPhase::clear_static`
  void clear_static();

  /// `BroadPhase::change`
  void change(const BoxView& boxes, std::span<const ObjectId> ids,
              const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void change(const StridedBoxes& boxes, std::span<const ObjectId> ids,
              const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void change(const View& boxes, const Origin& origin, std::span<const ObjectId> ids,
              const Attributes& attributes = {}) {
    change_wide({boxes, origin}, ids, attributes);
  }
  /// `BroadPhase::remove`
  void remove(std::span<const ObjectId> ids);
  /// `BroadPhase::restart_pairs`
  void restart_pairs(std::span<const ObjectId> ids);

  /// `BroadPhase::touching`
  [[nodiscard]] bool touching(const Pair& pair) const;

  /// `BroadPhase::shrink_to_fit`
  void shrink_to_fit();

  /// `BroadPhase::save`
  void save(std::vector<std::byte>& bytes) const;
  /// `BroadPhase::restore`
  void restore(std::span<const std::byte>& bytes);

  // Not written: what only reads the frame.

  /// `BroadPhase::pairs`
  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return engine_->pairs(); }
  /// `BroadPhase::events`
  [[nodiscard]] Events events() const noexcept { return engine_->events(); }
  /// `BroadPhase::previous_indices`
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept {
    return engine_->previous_indices();
  }
  /// `BroadPhase::static_count`
  [[nodiscard]] std::size_t static_count() const noexcept { return engine_->static_count(); }
  /// `BroadPhase::for_each_cell`; needs quadphase/cells.hpp, too.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    engine_->for_each_cell(visit);
  }
  /// `BroadPhase::stats`
  [[nodiscard]] const Stats& stats() const noexcept { return engine_->stats(); }
  /// `BroadPhase::rejected_ids`
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept {
    return engine_->rejected_ids();
  }
  /// `BroadPhase::byte_count`
  [[nodiscard]] std::size_t byte_count() const noexcept { return engine_->byte_count(); }

 private:
  void update_wide(const detail::WideBoxes& boxes, const Attributes& attributes);
  void build_wide(const detail::WideBoxes& boxes, const Attributes& attributes);
  void set_static_wide(const detail::WideBoxes& boxes, std::span<const ObjectId> ids,
                       const Attributes& attributes);
  void add_static_wide(const detail::WideBoxes& boxes, std::span<const ObjectId> ids,
                       const Attributes& attributes);
  void exchange_static_wide(std::span<const ObjectId> removed, const detail::WideBoxes& boxes,
                            std::span<const ObjectId> ids, const Attributes& attributes);
  void change_wide(const detail::WideBoxes& boxes, std::span<const ObjectId> ids,
                   const Attributes& attributes);
  void visit_chunks(detail::ChunkVisitor visit);

  std::unique_ptr<BroadPhase> engine_;
};

}  // namespace quadphase
