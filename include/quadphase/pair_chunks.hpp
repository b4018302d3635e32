// SPDX-License-Identifier: MIT
// Chunks of pairs, as BroadPhase::for_each_pair_chunk passes them to a caller's function.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "quadphase/pair.hpp"

namespace quadphase::detail {

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
  void* target = nullptr;
  if constexpr (std::is_function_v<Consume>) {
    target = reinterpret_cast<void*>(&consume);
  } else {
    target = const_cast<void*>(static_cast<const void*>(std::addressof(consume)));
  }
  return {target, [](void* function, std::span<const Pair> pairs, std::size_t chunk_index) {
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

}  // namespace quadphase::detail
