// SPDX-License-Identifier: MIT
// A store and its model, to which the same happens.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fuzz_support/byte_source.hpp"
#include "model/store_model.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::fuzz {

class StorePlayer {
 public:
  StorePlayer() { store_.emplace(&resource_); }

  void play(ByteSource& in);
  [[nodiscard]] ObjectStore& store() noexcept { return *store_; }
  /// Nothing may be left in memory.
  void finish();

 private:
  using Handles = std::vector<Handle>;

  void add(ByteSource& in);
  void remove(ByteSource& in);
  void move(ByteSource& in);
  void set_filter(ByteSource& in);
  void set_mobility(ByteSource& in);
  void set_margin(ByteSource& in);
  void set_displacement(ByteSource& in);
  void reorder(ByteSource& in);
  void reserve(ByteSource& in);
  void save(ByteSource& in);
  void restore(ByteSource& in);
  void move_store();
  void rarely(ByteSource& in);
  void make_mistake(ByteSource& in);

  /// Some objects, each once, in some order.
  [[nodiscard]] Handles some(ByteSource& in) const;
  /// Calls `all(handles)`, or `one(handle, i)` for each where there is a single one. Then, unless
  /// memory failed, `model(handle, i)` for each.
  template <class All, class One, class Model>
  void apply(ByteSource& in, const Handles& handles, const All& all, const One& one,
             const Model& model);

  contract::CountingResource resource_;
  std::optional<ObjectStore> store_;
  model::StoreModel model_;
  Handles gone_;

  std::vector<std::byte> snapshot_;
  std::optional<model::StoreModel> saved_;
};

}  // namespace quadphase::fuzz
