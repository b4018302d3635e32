// SPDX-License-Identifier: MIT
// Memory that ends at any place: operator new of this program throws when told so. For programs of
// their own.
#pragma once

#include <cstddef>
#include <optional>

namespace quadphase::contract {

/// While it lives, one call of operator new throws `std::bad_alloc`: the one after `count` others.
/// Without a count, none does. One at a time.
class FailingNew {
 public:
  explicit FailingNew(std::optional<std::size_t> count) noexcept;
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;

  /// True once the call has thrown, whether or not anyone has noticed.
  [[nodiscard]] bool has_thrown() const noexcept;
  /// How many calls are left before the one that throws, to go on with later; none if none will.
  [[nodiscard]] std::optional<std::size_t> left() const noexcept;
};

}  // namespace quadphase::contract
