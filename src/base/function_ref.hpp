// SPDX-License-Identifier: MIT
// A reference to something callable.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
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
  requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
           std::is_invocable_r_v<Result, Callable&, Arguments...>) FunctionRef(Callable&& callable)
  noexcept
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* target, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(target))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* callable_;
  Result (*call_)(void* target, Arguments... arguments);
};

}  // namespace quadphase::detail
