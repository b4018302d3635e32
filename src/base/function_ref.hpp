// SPDX-License-Identifier: MIT
// A reference to something callable.
#pragma once

#include <memory>
#include <utility>

namespace quadphase::detail {

template <class Signature>
class FunctionRef;

/// Two pointers and no allocation: a parameter for a callable that outlives the call.
/// Why not a template: the function that takes it is compiled once, in a source of its own.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  /// Implicit, so that a lambda can be the argument.
  template <class Callable>
  FunctionRef(const Callable& callable) noexcept  // NOLINT(google-explicit-constructor)
      : callable_(std::addressof(callable)),
        call_([](const void* target, Arguments... arguments) -> Result {
          return (*static_cast<const Callable*>(target))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  const void* callable_;
  Result (*call_)(const void* target, Arguments... arguments);
};

}  // namespace quadphase::detail
