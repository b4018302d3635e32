// SPDX-License-Identifier: MIT
// What a caller passes to the functions named for_each: visitors, and functions for chunks of
// pairs.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>

#include "quadphase/pair.hpp"

namespace quadphase {

/// A visitor of items: a function, a lambda or any other callable that takes an `Item` and returns
/// nothing, or exactly `bool`: true to continue, false to stop.
template <class Visit, class Item>
concept Visitor = std::invocable<Visit&, const Item&> &&
    (std::is_void_v<std::invoke_result_t<Visit&, const Item&>> ||
     std::same_as<std::invoke_result_t<Visit&, const Item&>, bool>);

namespace detail {

/// Where a callable is, which may be a plain function: `*reinterpret_cast<Callable*>` of it is the
/// callable.
template <class Callable>
[[nodiscard]] void* address_of(Callable& callable) noexcept {
  if constexpr (std::is_function_v<Callable>) {
    return reinterpret_cast<void*>(&callable);
  } else {
    return const_cast<void*>(static_cast<const void*>(std::addressof(callable)));
  }
}

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
      "bool: true to continue, false to stop; with `for_each_hit` also float or double");
  return {address_of(visit), [](void* visitor, std::span<const Found> items) {
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

/// A caller's function for chunks, behind a pointer.
struct ChunkVisitor {
  void* target;
  void (*call)(void* target, std::span<const Pair> pairs, std::size_t chunk_index);

  void operator()(std::span<const Pair> pairs, std::size_t chunk_index) const {
    call(target, pairs, chunk_index);
  }
};

/// Lifetime: that of `consume`, which may be a plain function.
template <class Consume>
[[nodiscard]] ChunkVisitor chunk_visitor(Consume& consume) noexcept {
  static_assert(std::is_invocable_v<Consume&, std::span<const Pair>, std::size_t>,
                "quadphase: chunks need a function of (std::span<const Pair>, std::size_t)");
  return {address_of(consume),
          [](void* function, std::span<const Pair> pairs, std::size_t chunk_index) {
            (*reinterpret_cast<Consume*>(function))(pairs, chunk_index);
          }};
}

/// A function for chunks that passes on the pairs for which `accept(pair)` is true.
/// Why in pieces: the accepted pairs need a buffer, and a chunk may have any number of them.
template <class Accept, class Consume>
[[nodiscard]] auto accepted_pairs(Accept& accept, Consume& consume) noexcept {
  return [&accept, &consume](std::span<const Pair> pairs, std::size_t chunk_index) {
    constexpr std::size_t kPiece = 512;
    Pair accepted[kPiece];
    while (!pairs.empty()) {
      const std::span<const Pair> piece =
          pairs.first(pairs.size() < kPiece ? pairs.size() : kPiece);
      pairs = pairs.subspan(piece.size());
      std::size_t count = 0;
      for (const Pair& pair : piece) {
        accepted[count] = pair;
        count += accept(pair) ? 1U : 0U;
      }
      if (count > 0) consume(std::span<const Pair>(accepted, count), chunk_index);
    }
  };
}

}  // namespace detail
}  // namespace quadphase
