// SPDX-License-Identifier: MIT
// The ways in which a simulation can use an engine: where it keeps its bodies, and whether pairs
// are stored.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engines/engine.hpp"

namespace quadphase::bench::steps {

/// Rows are put in order once in so many steps.
inline constexpr std::size_t kPeriod = 10;

/// In which order a simulation keeps its bodies.
enum class Rows {
  as_made,       ///< as they were made: for a broad phase, in no order
  sorted_once,   ///< along the Z-curve before the first step, which is not timed
  sorted_often,  ///< once in kPeriod steps, by the engine's order or, without one, along the
                 ///< Z-curve
};

/// A way to use an engine. The name alone is that of the way in which it is meant to be used.
struct Way {
  std::string name;
  const EngineInfo* engine;
  Rows rows = Rows::sorted_often;
  bool streams = false;  ///< the pairs are used as they are found, and not stored
};

/// The ways of an engine; the first has its name.
///
/// Other libraries get their rows sorted once: many hold on to a body's row for as long as it
/// lives, and to all of them a new order would be a frame in which every object is somewhere else.
[[nodiscard]] std::vector<Way> ways_of(const EngineInfo& engine);

/// "rows in the engine's order every 10 steps". `has_order`: the engine offers one.
[[nodiscard]] std::string words_of(Rows rows, bool has_order);

/// Is called on each thread, at once, with a part of the pairs.
using UsePairs = std::function<void(std::span<const Pair>)>;

/// What a step wants of a broad phase.
class PairFinder {
 public:
  virtual ~PairFinder() = default;

  virtual void update(const BoxView& boxes) = 0;
  /// Hands over all pairs of the last update, in parts, on all threads of the arena.
  virtual void for_each_part(const UsePairs& use) = 0;
  /// As of `Engine`.
  [[nodiscard]] virtual std::span<const ObjectId> order() const = 0;
  [[nodiscard]] virtual std::string settings() const = 0;
};

/// The arena must outlive the finder.
[[nodiscard]] std::unique_ptr<PairFinder> make_finder(const Way& way, tbb::task_arena& arena,
                                                      Simd simd);

}  // namespace quadphase::bench::steps
