// SPDX-License-Identifier: MIT
// The last moments of a world, for the time slider.
#pragma once

#include <cstddef>
#include <deque>

#include "model/world.hpp"

namespace quadphase::view {

/// Keeps as many moments as fit the memory, the latest ones.
class History {
 public:
  explicit History(std::size_t most_bytes = std::size_t{256} << 20, std::size_t most_moments = 600)
      : most_bytes_(most_bytes), most_moments_(most_moments) {}

  /// Forgets what is after the moment that is shown, and adds one.
  void add(const WorldState& state);
  void clear();

  /// Chooses a moment, of which there must be one: 0 is the oldest. Its state.
  const WorldState& seek(std::size_t moment);

  [[nodiscard]] std::size_t size() const noexcept { return moments_.size(); }
  /// The moment that was added or chosen last; 0 if there is none.
  [[nodiscard]] std::size_t current() const noexcept { return current_; }
  [[nodiscard]] std::size_t byte_count() const noexcept { return bytes_; }

 private:
  std::size_t most_bytes_;
  std::size_t most_moments_;
  std::deque<WorldState> moments_;
  std::size_t current_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace quadphase::view
