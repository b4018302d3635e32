// SPDX-License-Identifier: MIT
// An object store whose calls are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "quadphase/object_store.hpp"
#include "quadphase/recorded_queries.hpp"

namespace quadphase {

/// An `ObjectStore` whose calls are written to a recorder: the same functions, results and errors.
///
/// Cost:     some 0.35 us for each call with one object; of bulk calls, the copy of their columns.
/// Lifetime: the recorder must outlive it.
class RecordedObjectStore {
 public:
  /// See `ObjectStore`.
  explicit RecordedObjectStore(Recorder& recorder, std::pmr::memory_resource* resource = nullptr,
                               Executor* executor = nullptr);
  /// Writes the end of the store, too.
  ~RecordedObjectStore() = default;
  /// As of an `ObjectStore`; its number in the file moves, too.
  RecordedObjectStore(RecordedObjectStore&&) noexcept = default;
  /// As above.
  RecordedObjectStore& operator=(RecordedObjectStore&&) noexcept = default;

  /// The store, for functions that only read it. Changes by them are not in the recording.
  [[nodiscard]] const ObjectStore& store() const noexcept { return *store_; }

  /// `ObjectStore::reserve`
  void reserve(std::size_t moving_count, std::size_t static_count = 0);
  /// `ObjectStore::add`
  Handle add(const Box& box, const Filter& filter = {}, Mobility mobility = Mobility::moving);
  /// As above, of many objects.
  void add(const BoxView& boxes, std::span<const Filter> filters, std::span<Handle> handles,
           Mobility mobility = Mobility::moving);
  /// `ObjectStore::remove`
  void remove(Handle handle);
  /// As above, of many objects.
  void remove(std::span<const Handle> handles);
  /// `ObjectStore::move`
  void move(Handle handle, const Box& box);
  /// As above, of many objects.
  void move(std::span<const Handle> handles, const BoxView& boxes);
  /// `ObjectStore::set_filter`
  void set_filter(Handle handle, const Filter& filter);
  /// As above, of many objects.
  void set_filter(std::span<const Handle> handles, std::span<const Filter> filters);
  /// `ObjectStore::set_mobility`
  void set_mobility(Handle handle, Mobility mobility);
  /// As above, of many objects.
  void set_mobility(std::span<const Handle> handles, Mobility mobility);
  /// `ObjectStore::set_margin`
  void set_margin(Handle handle, float margin);
  /// As above, of many objects.
  void set_margin(std::span<const Handle> handles, std::span<const float> margins);
  /// `ObjectStore::set_displacement`
  void set_displacement(Handle handle, const Displacement& displacement);
  /// As above, of many objects.
  void set_displacement(std::span<const Handle> handles,
                        std::span<const Displacement> displacements);
  /// `ObjectStore::clear`
  void clear() noexcept;
  /// `ObjectStore::shrink_to_fit`
  void shrink_to_fit() noexcept;
  /// `ObjectStore::save`
  void save(std::vector<std::byte>& bytes) const;
  /// `ObjectStore::restore`
  void restore(std::span<const std::byte>& bytes);

  // Not written: what only reads the store.

  /// `ObjectStore::contains`
  [[nodiscard]] bool contains(Handle handle) const noexcept { return store_->contains(handle); }
  /// `ObjectStore::handle_of`
  [[nodiscard]] Handle handle_of(ObjectId id) const { return store_->handle_of(id); }
  /// `ObjectStore::box`
  [[nodiscard]] Box box(Handle handle) const { return store_->box(handle); }
  /// `ObjectStore::filter`
  [[nodiscard]] Filter filter(Handle handle) const { return store_->filter(handle); }
  /// `ObjectStore::mobility`
  [[nodiscard]] Mobility mobility(Handle handle) const { return store_->mobility(handle); }
  /// `ObjectStore::margin`
  [[nodiscard]] float margin(Handle handle) const { return store_->margin(handle); }
  /// `ObjectStore::displacement`
  [[nodiscard]] Displacement displacement(Handle handle) const {
    return store_->displacement(handle);
  }
  /// `ObjectStore::size`
  [[nodiscard]] std::size_t size() const noexcept { return store_->size(); }
  /// `ObjectStore::moving_count`
  [[nodiscard]] std::size_t moving_count() const noexcept { return store_->moving_count(); }
  /// `ObjectStore::static_count`
  [[nodiscard]] std::size_t static_count() const noexcept { return store_->static_count(); }
  /// `ObjectStore::moving_boxes`
  [[nodiscard]] BoxView moving_boxes() const noexcept { return store_->moving_boxes(); }
  /// `ObjectStore::moving_attributes`
  [[nodiscard]] Attributes moving_attributes() const noexcept {
    return store_->moving_attributes();
  }
  /// `ObjectStore::static_boxes`
  [[nodiscard]] BoxView static_boxes() const noexcept { return store_->static_boxes(); }
  /// `ObjectStore::static_attributes`
  [[nodiscard]] Attributes static_attributes() const noexcept {
    return store_->static_attributes();
  }
  /// `ObjectStore::byte_count`
  [[nodiscard]] std::size_t byte_count() const noexcept { return store_->byte_count(); }

  /// The number of the store in the file.
  [[nodiscard]] std::uint32_t number() const noexcept;

 private:
  friend class RecordedBroadPhase;

  template <class Change>
  void make(RecordedCall& call, const Change& change);

  detail::RecordedObject object_;
  std::unique_ptr<ObjectStore> store_;
};

}  // namespace quadphase
