// SPDX-License-Identifier: MIT
// How exceptions become a Status.
#pragma once

#include <span>

#include "quadphase/export.hpp"
#include "quadphase/status.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase::detail {

/// What is thrown in place of a visitor's exception, so that it is not taken for the library's.
struct VisitorThrew {
  Status status;
};

/// The status for the exception that is being handled. Call it in a handler only.
[[nodiscard]] QUADPHASE_API Status status_of_exception() noexcept;
/// As above, for the exception of a visitor.
[[nodiscard]] Status status_of_visitor() noexcept;

/// Does the work, and returns how it ended.
template <class Work>
[[nodiscard]] Status attempt(const Work& work) noexcept {
  try {
    work();
    return {};
  } catch (...) {
    return status_of_exception();
  }
}

/// Calls a visitor, and throws `VisitorThrew` if it throws.
template <class Call>
auto call_visitor(const Call& call) {
  try {
    return call();
  } catch (...) {
    throw VisitorThrew{status_of_visitor()};
  }
}

/// A visitor whose exceptions are known as such. Lifetime: that of `visitor`.
template <class Found>
[[nodiscard]] ErasedVisitor<Found> guarded(ErasedVisitor<Found>& visitor) noexcept {
  return {&visitor, [](void* target, std::span<const Found> items) {
            const auto& inner = *static_cast<const ErasedVisitor<Found>*>(target);
            return call_visitor([&] { return inner.call(inner.target, items); });
          }};
}

}  // namespace quadphase::detail
