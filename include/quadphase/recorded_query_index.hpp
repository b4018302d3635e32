// SPDX-License-Identifier: MIT
// A query index whose calls are recorded.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "quadphase/query_index.hpp"
#include "quadphase/recorded_queries.hpp"

namespace quadphase {

/// A `QueryIndex` whose calls are written to a recorder: the same functions, results and errors.
/// The recorder must outlive it.
class RecordedQueryIndex : public RecordedQueries {
 public:
  /// See `QueryIndex`.
  explicit RecordedQueryIndex(Recorder& recorder, const Config& config = {});
  /// Writes the end of the index, too.
  ~RecordedQueryIndex() = default;
  /// As of a `QueryIndex`; its number in the file moves, too.
  RecordedQueryIndex(RecordedQueryIndex&&) noexcept = default;
  /// As above.
  RecordedQueryIndex& operator=(RecordedQueryIndex&&) noexcept = default;

  /// The index, for functions that only read it. Changes by them are not in the recording.
  [[nodiscard]] const QueryIndex& index() const noexcept { return *index_; }

  /// `QueryIndex::reserve`
  void reserve(std::size_t object_count);

  /// `QueryIndex::build`
  void build(const BoxView& boxes, const Attributes& attributes = {});
  /// As above, with boxes in rows.
  void build(const StridedBoxes& boxes, const Attributes& attributes = {});
  /// As above, with boxes in double.
  template <detail::WideView View = WideBoxView>
  void build(const View& boxes, const Origin& origin, const Attributes& attributes = {}) {
    build_wide({boxes, origin}, attributes);
  }

  /// `QueryIndex::change`
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
  /// `QueryIndex::remove`
  void remove(std::span<const ObjectId> ids);

  /// `QueryIndex::rejected_ids`, which is not written
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept {
    return index_->rejected_ids();
  }
  /// `QueryIndex::shrink_to_fit`
  void shrink_to_fit();
  /// `QueryIndex::for_each_cell`, which is not written; needs quadphase/cells.hpp, too.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    index_->for_each_cell(visit);
  }
  /// `QueryIndex::byte_count`, which is not written
  [[nodiscard]] std::size_t byte_count() const noexcept { return index_->byte_count(); }

 private:
  void build_wide(const detail::WideBoxes& boxes, const Attributes& attributes);
  void change_wide(const detail::WideBoxes& boxes, std::span<const ObjectId> ids,
                   const Attributes& attributes);

  std::unique_ptr<QueryIndex> index_;
};

}  // namespace quadphase
