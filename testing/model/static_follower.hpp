// SPDX-License-Identifier: MIT
// An engine's view of the static objects of a store. White box.
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>

#include "model/store_model.hpp"
#include "store/stored_objects.hpp"

namespace quadphase::model {

/// What is behind the interface of a store.
[[nodiscard]] inline detail::StoredObjects& objects_of(ObjectStore& store) {
  return detail::StoreAccess::objects_of(store);
}

/// The static objects as an engine has them that follows the changes.
class StaticFollower {
 public:
  /// Takes over the changes. Errors: `std::logic_error` where they contradict what is there.
  void apply(const detail::StaticChanges& changes) {
    if (changes.replaces_all) objects_.clear();
    if (changes.replaces_all && !changes.removed.empty()) throw std::logic_error("both");
    for (const ObjectId id : changes.removed) {
      if (objects_.erase(id) == 0) throw std::logic_error("removed what is not there");
    }
    for (std::size_t i = 0; i < changes.boxes.size(); ++i) {
      const auto object = object_at(changes.boxes, changes.attributes, i);
      if (!objects_.emplace(changes.attributes.ids[i], object).second)
        throw std::logic_error("added what is there");
    }
  }
  [[nodiscard]] detail::StaticChanges changes_of(ObjectStore& store) const {
    return objects_of(store).static_changes(version_);
  }
  void follow(ObjectStore& store) {
    apply(changes_of(store));
    version_ = objects_of(store).commit_static_changes();
  }
  [[nodiscard]] bool has_those_of(const ObjectStore& store) const {
    std::map<ObjectId, StoredObject> expected;
    for (std::size_t i = 0; i < store.static_count(); ++i)
      expected[store.static_attributes().ids[i]] =
          object_at(store.static_boxes(), store.static_attributes(), i);
    return objects_ == expected;
  }

 private:
  std::map<ObjectId, StoredObject> objects_;
  detail::StaticVersion version_;
};

}  // namespace quadphase::model
