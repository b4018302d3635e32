// SPDX-License-Identifier: MIT
// The exact answer of each frame: from the oracle while that is quick, else quadphase's after the
// first frame.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench {

class ExactPairs {
 public:
  /// The exact answer takes too long to be found for every frame where it takes longer than this.
  static constexpr std::chrono::milliseconds kMaxTime{400};

  /// Asks the oracle, or leaves the answer to `complete`.
  void find(const BoxView& boxes);

  /// After quadphase ran on the same boxes.
  void complete(std::span<const Pair> ours);

  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  /// Ascending.
  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  /// Frames that the oracle answered.
  [[nodiscard]] std::size_t exact_count() const noexcept { return exact_count_; }

 private:
  bool is_ours_ = false;
  std::size_t exact_count_ = 0;
  std::vector<Pair> pairs_;
  std::uint64_t hash_ = 0;
  std::chrono::steady_clock::duration exact_time_{};
};

}  // namespace quadphase::bench
