// SPDX-License-Identifier: MIT
// Visitors: what a caller passes to the functions named for_each.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>

namespace quadphase {

/// A visitor of items: a function, a lambda or any other callable that takes an `Item` and returns
/// nothing, or exactly `bool`: true to continue, false to stop.
template <class Visit, class Item>
concept Visitor = std::invocable<Visit&, const Item&> &&
    (std::is_void_v<std::invoke_result_t<Visit&, const Item&>> ||
     std::same_as<std::invoke_result_t<Visit&, const Item&>, bool>);

namespace detail {

/// A visitor behind a pointer: `call` visits some items, and returns false if the visitor stops.
template <class Found>
struct ErasedVisitor {
  void* target;
  bool (*call)(void* target, std::span<const Found> items);
};

/// What a visitor is given for something found. A search keeps the hits of casts as neighbors.
template <class Item, class Found>
[[nodiscard]] constexpr decltype(auto) item_of(const Found& found) noexcept {
  if constexpr (std::same_as<Item, Found>) {
    return (found);
  } else {
    return Item{found.distance, found.id};
  }
}

/// `visit` as a visitor of what a search finds.
template <class Item, class Found = Item, class Visit>
[[nodiscard]] ErasedVisitor<Found> erased(Visit& visit) noexcept {
  static_assert(
      Visitor<Visit, Item>,
      "quadphase: a visitor must take the item that is found, and return void, or exactly "
      "bool: true to continue, false to stop");
  void* target = nullptr;
  if constexpr (std::is_function_v<Visit>) {
    target = reinterpret_cast<void*>(&visit);
  } else {
    target = const_cast<void*>(static_cast<const void*>(std::addressof(visit)));
  }
  return {target, [](void* visitor, std::span<const Found> items) {
            Visit& call = *reinterpret_cast<Visit*>(visitor);
            for (const Found& found : items) {
              if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Item&>>) {
                std::invoke(call, item_of<Item>(found));
              } else {
                if (!std::invoke(call, item_of<Item>(found))) return false;
              }
            }
            return true;
          }};
}

}  // namespace detail
}  // namespace quadphase
